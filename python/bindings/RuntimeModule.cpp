// The extension module weir_runtime._runtime: what weir._core has of devices, memory and runs. A list, nothing else.
#include "python/bindings/PyStorage.h"

PYBIND11_MODULE(_runtime, module) {
  module.attr("__version__") = WEIR_VERSION;
  weir::python::defineStorage(module);
  weir::python::defineSession(module);
}
