// Worlds of processes: who makes one, and devices that are ranks.
#include "python/bindings/Device.h"
#include "python/bindings/Errors.h"
#include "python/bindings/PyStorage.h"

#include <memory>

namespace py = pybind11;

namespace weir::python {

namespace {

struct FreeWorld {
  void operator()(weir_world *world) const { weir_world_free(world); }
};
using WorldHandle = std::unique_ptr<weir_world, FreeWorld>;

/// Whose name goes away with it; processes that have opened it go on.
class PyWorld {
public:
  PyWorld(std::string name, int32_t ranks) : name(std::move(name)) {
    weir_world *made = nullptr;
    check(weir_world_create(this->name.c_str(), ranks, &made));
    world.reset(made);
  }
  ~PyWorld() { weir_world_unlink(name.c_str()); }
  PyWorld(const PyWorld &) = delete;

private:
  std::string name;
  WorldHandle world;
};

/// A rank of a world that has been opened.
struct RankPlace {
  WorldHandle world;
  int32_t rank;
};

RankPlace placeIn(const std::string &name, int32_t rank) {
  weir_world *opened = nullptr;
  check(weir_world_open(name.c_str(), &opened));
  return {WorldHandle(opened), rank};
}

/// That of this process among those that an mpirun has started.
RankPlace placeInMpi() {
  weir_world *opened = nullptr;
  int32_t rank = 0;
  checkWithoutGil([&] { return weir_world_open_mpi(nullptr, &opened, &rank); });
  return {WorldHandle(opened), rank};
}

/// This process among others, for what they say to each other beside what devices do.
class PyRank {
public:
  explicit PyRank(const RankPlace &place) {
    weir_rank *made = nullptr;
    checkWithoutGil([&] { return weir_rank_create(place.world.get(), place.rank, &made); });
    handle.reset(made);
  }

  /// Bytes of rank `root`, whose own length counts.
  py::bytes broadcast(int32_t root, const py::bytes &given, const std::string &what, double seconds) const {
    std::string bytes = given;
    auto size = static_cast<uint64_t>(bytes.size());
    checkWithoutGil([&] { return weir_rank_broadcast(handle.get(), root, &size, sizeof size, what.c_str(), seconds); });
    bytes.resize(size);
    checkWithoutGil(
        [&] { return weir_rank_broadcast(handle.get(), root, bytes.data(), bytes.size(), what.c_str(), seconds); });
    return bytes;
  }

private:
  struct Free {
    void operator()(weir_rank *rank) const { weir_rank_free(rank); }
  };
  std::unique_ptr<weir_rank, Free> handle;
};

int32_t join(const std::string &device, const RankPlace &place) {
  checkWithoutGil([&] { return weir_device_join(deviceOf(device).handle, place.world.get(), place.rank); });
  return place.rank;
}

} // namespace

void defineWorld(py::module_ &module) {
  py::class_<PyWorld>(module, "World", py::module_local()).def(py::init<std::string, int32_t>());
  py::class_<PyRank>(module, "Rank", py::module_local())
      .def(py::init([](const std::string &name, int32_t rank) { return PyRank(placeIn(name, rank)); }))
      .def_static(
          "of_mpi", [] { return PyRank(placeInMpi()); }, "This process among those that an mpirun has started.")
      .def("broadcast", &PyRank::broadcast);
  module.def(
      "bytes_sent", [](const std::string &device) { return weir_device_bytes_sent(deviceOf(device).handle); },
      "Bytes that a device has sent to other ranks.");
  module.def(
      "join",
      [](const std::string &device, const std::string &name, int32_t rank) { join(device, placeIn(name, rank)); },
      "Makes a device a rank of the world of this name.");
  module.def("mpi_ranks", weir_mpi_ranks, "With how many processes an mpirun has started this one; 1 without.");
  module.def(
      "join_mpi", [](const std::string &device) { return join(device, placeInMpi()); },
      "Makes a device a rank of the world of these processes, and says which.");
}

} // namespace weir::python
