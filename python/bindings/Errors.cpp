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

/// The message, which has those of its causes, and where it comes from.
static std::string describe(const weir_status *status) {
  std::string text = weir_status_message(status);
  std::string op = weir_status_op(status), file = weir_status_file(status);
  std::string place = file.empty() ? "" : file + ":" + std::to_string(weir_status_line(status));
  if (op.empty() && place.empty())
    return text;
  return text + " (" + op + (op.empty() || place.empty() ? "" : ", ") + place + ")";
}

void check(weir_status *status) {
  if (!status)
    return;
  std::unique_ptr<weir_status, decltype(&weir_status_free)> owner(status, weir_status_free);
  if (weir_status_code(status) == WEIR_INTERRUPTED && PyErr_Occurred())
    throw py::error_already_set(); // what the handler of a signal has raised
  py::object type = classOf(weir_status_code(status));
  py::object error = type(describe(status));
  if (py::isinstance(error, exceptionClass("WeirError"))) {
    error.attr("op") = weir_status_op(status);
    error.attr("file") = weir_status_file(status);
    error.attr("line") = weir_status_line(status);
  }
  PyErr_SetObject(type.ptr(), error.ptr());
  throw py::error_already_set();
}

} // namespace weir::python
