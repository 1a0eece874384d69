// The extension module weir._core, which knows no LLVM: memory, devices, runs, random numbers. A list, nothing else.
#include "python/bindings/PyStorage.h"

PYBIND11_MODULE(_core, module) {
  module.attr("__version__") = WEIR_VERSION;
  weir::python::defineStorage(module);
  weir::python::defineSession(module);
  weir::python::defineRandom(module);
  weir::python::defineHostCall(module);
}
