// Lines are a code object and the offset of an instruction, which Python looks up when somebody is told.
#include "python/bindings/PyPlaces.h"

#include "include/weir/Runtime/Runtime.h"

#include <vector>

namespace py = pybind11;

namespace weir::python {

namespace {

struct NotedPlace {
  uint64_t number = 0;
  py::object code;
  int offset = 0;
};

constexpr size_t kMostPlaces = size_t(1) << 14;

/// Never freed, as the interpreter may end before. The interpreter's lock guards it.
struct LaunchPlaces {
  py::object folder; ///< of the package
  uint64_t count = 0;
  std::vector<NotedPlace> latest{kMostPlaces};
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
  uint64_t number = ++places().count;
  places().latest[number % kMostPlaces] = {number, std::move(code), offset};
  return number;
}

/// (code, offset), or None where it is forgotten.
py::object placeOf(uint64_t number) {
  const NotedPlace &place = places().latest[number % kMostPlaces];
  return number && place.number == number ? py::object(py::make_tuple(place.code, place.offset)) : py::none();
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

LaunchPlace::LaunchPlace(bool isNoted, std::pair<py::object, int> place) : isNoted(isNoted) {
  if (isNoted)
    weir_set_launch_number(note(place.first ? std::move(place) : userPlace()));
}

LaunchPlace::~LaunchPlace() {
  if (isNoted)
    weir_set_launch_number(0);
}

void definePlaces(py::module_ &module) {
  module.def("place_of_launch", placeOf);
  module.def("set_package", [](py::object folder) { places().folder = std::move(folder); });
}

} // namespace weir::python
