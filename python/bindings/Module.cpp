// The extension module weir._core: nothing here but the list of what it has.
#include "python/bindings/PyStorage.h"

PYBIND11_MODULE(_core, module) {
  module.attr("__version__") = WEIR_VERSION;
  weir::python::defineStorage(module);
  weir::python::defineTrace(module);
  weir::python::defineCompiler(module);
  weir::python::defineSession(module);
  weir::python::defineRandom(module);
}
