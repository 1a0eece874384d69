// Raising Python exceptions.
#include "python/bindings/Errors.h"

#include <pybind11/pybind11.h>

#include <memory>

namespace py = pybind11;

namespace weir::python {

static py::object exceptionClass(const char *name) { return py::module_::import(WEIR_ERRORS_MODULE).attr(name); }

void raise(const char *name, const std::string &message) {
  PyErr_SetString(exceptionClass(name).ptr(), message.c_str());
  throw py::error_already_set();
}

void raiseValueError(const std::string &message) { throw py::value_error(message); }

static py::object classOf(weir_code code) {
  switch (code) {
  case WEIR_INVALID_ARGUMENT:
    return py::reinterpret_borrow<py::object>(PyExc_ValueError);
  case WEIR_IO:
    return py::reinterpret_borrow<py::object>(PyExc_OSError);
  case WEIR_OUT_OF_MEMORY:
    return exceptionClass("OutOfMemory");
  default:
    return exceptionClass("WeirError");
  }
}

namespace {

struct StatusLine {
  std::string file;
  uint32_t number = 0;
};

/// The line that it comes from: of the artifact, or of the call that launched it.
StatusLine lineOf(const weir_status *status) {
  StatusLine line{weir_status_file(status), weir_status_line(status)};
  uint64_t launch = weir_status_launch(status);
  py::module_ errors = py::module_::import(WEIR_ERRORS_MODULE);
  if (!line.file.empty() || launch == 0 || !py::hasattr(errors, "location_of_launch"))
    return line;
  py::object found = errors.attr("location_of_launch")(launch);
  return {found.attr("file").cast<std::string>(), found.attr("line").cast<uint32_t>()};
}

/// The message, which has those of its causes, and where it comes from.
std::string describe(const weir_status *status, const StatusLine &line) {
  std::string text = weir_status_message(status), op = weir_status_op(status);
  std::string place = line.file.empty() ? "" : line.file + ":" + std::to_string(line.number);
  if (op.empty() && place.empty())
    return text;
  return text + " (" + op + (op.empty() || place.empty() ? "" : ", ") + place + ")";
}

} // namespace

void check(weir_status *status) {
  if (!status)
    return;
  std::unique_ptr<weir_status, decltype(&weir_status_free)> owner(status, weir_status_free);
  if (weir_status_code(status) == WEIR_INTERRUPTED && PyErr_Occurred())
    throw py::error_already_set(); // what the handler of a signal has raised
  py::object type = classOf(weir_status_code(status));
  StatusLine line = lineOf(status);
  py::object error = type(describe(status, line));
  if (py::isinstance(error, exceptionClass("WeirError"))) {
    error.attr("op") = weir_status_op(status);
    error.attr("file") = line.file;
    error.attr("line") = line.number;
  }
  PyErr_SetObject(type.ptr(), error.ptr());
  throw py::error_already_set();
}

} // namespace weir::python
