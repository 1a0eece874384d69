// The extension module weir._core, which knows no LLVM: memory, devices, runs, random numbers. A list, nothing else.
#include "python/bindings/MemoryOrder.h"
#include "python/bindings/PyCall.h"
#include "python/bindings/PyDefaultDevice.h"
#include "python/bindings/PyMoves.h"
#include "python/bindings/PyPending.h"
#include "python/bindings/PyPlaces.h"
#include "python/bindings/PyStorage.h"
#include "python/bindings/PyTape.h"
#include "python/bindings/PyTensor.h"
#include "python/bindings/ViewRule.h"

PYBIND11_MODULE(_core, module) {
  module.attr("__version__") = WEIR_VERSION;
  weir::python::defineStorage(module);
  weir::python::defineSession(module);
  weir::python::definePending(module);
  weir::python::defineMemoryOrder(module);
  weir::python::defineViewRule(module);
  weir::python::defineWaiting(module);
  weir::python::defineTensor(module);
  weir::python::defineSlicedTuple(module);
  weir::python::defineCall(module);
  weir::python::defineDispatch(module);
  weir::python::defineFunction(module);
  weir::python::defineMoves(module);
  weir::python::defineTape(module);
  weir::python::defineWalk(module);
  weir::python::definePlaces(module);
  weir::python::defineDefaultDevice(module);
  weir::python::defineNumbers(module);
  weir::python::defineHostCall(module);
  weir::python::defineWorld(module);
}
