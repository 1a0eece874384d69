// The extension module weir._mlir, which brings LLVM: tracing and compiling. Needs weir._core imported before. A list,
// nothing else.
#include <pybind11/pybind11.h>

namespace weir::python {
void defineTrace(pybind11::module_ &module);
void defineCompiler(pybind11::module_ &module);
} // namespace weir::python

PYBIND11_MODULE(_mlir, module) {
  weir::python::defineTrace(module);
  weir::python::defineCompiler(module);
}
