// What `weir.set_default_device` and `with weir.device(...)` have said.
#include "python/bindings/PyDefaultDevice.h"

#include <vector>

namespace py = pybind11;

namespace weir::python {

namespace {
PyObject *ofAllThreads = nullptr;
thread_local std::vector<PyObject *> entered;
} // namespace

PyObject *defaultDevice() { return entered.empty() ? ofAllThreads : entered.back(); }

void defineDefaultDevice(py::module_ &module) {
  module.def("default_device", [] { return py::reinterpret_borrow<py::object>(defaultDevice()); });
  module.def("set_default_device", [](const py::object &device) { ofAllThreads = device.ptr(); });
  module.def("enter_device", [](const py::object &device) { entered.push_back(device.ptr()); });
  module.def("leave_device", [] {
    if (!entered.empty())
      entered.pop_back();
  });
}

} // namespace weir::python
