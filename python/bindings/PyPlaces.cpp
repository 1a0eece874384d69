// Lines are a code object and the offset of an instruction, which Python looks up when somebody is told.
#include "python/bindings/PyPlaces.h"

#include "include/weir/Runtime/Runtime.h"

#include <algorithm>
#include <vector>

namespace py = pybind11;

namespace weir::python {

namespace {

struct NotedPlace {
  uint64_t number = 0;
  py::object code;
  int offset = 0;
  py::object module; ///< that was being called; null where nobody asks
};

constexpr size_t kMostPlaces = size_t(1) << 14;

/// Never freed, as the interpreter may end before. The interpreter's lock guards it.
struct LaunchPlaces {
  py::object folder; ///< of the package
  uint64_t count = 0;
  std::vector<NotedPlace> latest{kMostPlaces};
  bool areAllNoted = false;
  py::object module; ///< of Python: what is being called now; null where nobody asks
};
LaunchPlaces &places() {
  static auto *const made = new LaunchPlaces;
  return *made;
}

bool isOurs(PyCodeObject *code) {
  PyObject *folder = places().folder.ptr();
  return folder && PyUnicode_Tailmatch(code->co_filename, folder, 0, PY_SSIZE_T_MAX, -1) == 1;
}

uint64_t note(std::pair<py::object, int> place) {
  auto &[code, offset] = place;
  if (!code)
    return 0;
  std::vector<NotedPlace> &latest = places().latest;
  uint64_t number = ++places().count;
  py::object asked = places().areAllNoted ? places().module : py::object();
  py::object module = asked ? asked() : py::object();
  latest[number % latest.size()] = {number, std::move(code), offset, std::move(module)};
  return number;
}

/// Null where it is forgotten.
const NotedPlace *find(uint64_t number) {
  const NotedPlace &place = places().latest[number % places().latest.size()];
  return number && place.number == number ? &place : nullptr;
}

/// (code, offset), or None.
py::object placeOf(uint64_t number) {
  const NotedPlace *place = find(number);
  return place ? py::object(py::make_tuple(place->code, place->offset)) : py::none();
}

py::object moduleOf(uint64_t number) {
  const NotedPlace *place = find(number);
  return place && place->module ? place->module : py::none();
}

/// What is noted from here on, so many of the latest. Without `module` the lines alone of what may fail.
void noteAll(size_t most, py::object module) {
  LaunchPlaces &now = places();
  now.areAllNoted = !module.is_none();
  now.module = now.areAllNoted ? std::move(module) : py::object();
  std::vector<NotedPlace> known(now.areAllNoted ? std::max(most, kMostPlaces) : kMostPlaces);
  now.latest.swap(known);
  for (NotedPlace &place : known)
    if (NotedPlace &home = now.latest[place.number % now.latest.size()]; place.number > home.number)
      home = std::move(place);
}

} // namespace

std::pair<py::object, int> userPlace() {
  auto steal = [](PyFrameObject *frame) {
    return py::reinterpret_steal<py::object>(reinterpret_cast<PyObject *>(frame));
  };
  py::object frame = steal(PyThreadState_GetFrame(PyThreadState_Get()));
  while (frame) {
    auto *now = reinterpret_cast<PyFrameObject *>(frame.ptr());
    auto code = py::reinterpret_steal<py::object>(reinterpret_cast<PyObject *>(PyFrame_GetCode(now)));
    if (!isOurs(reinterpret_cast<PyCodeObject *>(code.ptr())))
      return {std::move(code), PyFrame_GetLasti(now)};
    frame = steal(PyFrame_GetBack(now));
  }
  return {};
}

LaunchPlace::LaunchPlace(bool isNoted, std::pair<py::object, int> place) : isNoted(isNoted || places().areAllNoted) {
  if (this->isNoted)
    weir_set_launch_number(note(place.first ? std::move(place) : userPlace()));
}

LaunchPlace::~LaunchPlace() {
  if (isNoted)
    weir_set_launch_number(0);
}

void definePlaces(py::module_ &module) {
  module.def("place_of_launch", placeOf);
  module.def("module_of_launch", moduleOf, "What was being called there; None where nobody had asked.");
  module.def("note_all_places", noteAll, py::arg("most"), py::arg("module"),
             "Notes a line for each launch, and what the function `module` says then; with None for failures alone.");
  module.def("set_package", [](py::object folder) { places().folder = std::move(folder); });
}

} // namespace weir::python
