// See PyWaiting.h.
#include "python/bindings/PyWaiting.h"

namespace py = pybind11;

namespace weir::python {

namespace {

/// Never freed, as the interpreter may end before.
struct WaitingCalls {
  py::object complete; ///< a function of Python
  bool thereAreSome = false;
};
WaitingCalls &calls() {
  static auto *const made = new WaitingCalls;
  return *made;
}

} // namespace

void completeWaiting() {
  if (calls().thereAreSome)
    calls().complete();
}

void completeResults() { calls().complete(); }

void defineWaiting(py::module_ &module) {
  module.def("set_waiting", [](bool thereAreSome) { calls().thereAreSome = thereAreSome; });
  module.def("set_completing", [](py::object complete) { calls().complete = std::move(complete); });
}

} // namespace weir::python
