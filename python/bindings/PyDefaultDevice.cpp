// What `weir.set_default_device`, `with weir.device(...)` and `with global_mode(...)` have said.
#include "python/bindings/PyDefaultDevice.h"

#include <vector>

namespace py = pybind11;

namespace weir::python {

namespace {
PyObject *ofAllThreads = nullptr;
thread_local std::vector<PyObject *> entered;
thread_local std::vector<PyObject *> modes;

void leave(std::vector<PyObject *> &last) {
  if (!last.empty())
    last.pop_back();
}
} // namespace

PyObject *defaultDevice() { return entered.empty() ? ofAllThreads : entered.back(); }
PyObject *globalMode() { return modes.empty() ? nullptr : modes.back(); }

void defineDefaultDevice(py::module_ &module) {
  module.def("default_device", [] { return py::reinterpret_borrow<py::object>(defaultDevice()); });
  module.def("set_default_device", [](const py::object &device) { ofAllThreads = device.ptr(); });
  module.def("enter_device", [](const py::object &device) { entered.push_back(device.ptr()); });
  module.def("leave_device", [] { leave(entered); });
  module.def("global_mode", [] { return py::reinterpret_borrow<py::object>(modes.empty() ? Py_None : modes.back()); });
  module.def("enter_global_mode", [](const py::object &mode) { modes.push_back(mode.ptr()); });
  module.def("leave_global_mode", [] { leave(modes); });
}

} // namespace weir::python
