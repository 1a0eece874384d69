// Verifies that a kernel on memrefs asks nobody for memory and calls nobody.
#include "lib/Target/Native/VerifyKernelMemory.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

namespace weir {

namespace {

/// The name that a call calls by and the module doesn't define; empty for ops that call nothing undefined.
std::string undefinedCallee(Operation *op, SymbolTableCollection &symbols) {
  auto call = dyn_cast<CallOpInterface>(op);
  if (!call)
    return "";
  auto name = dyn_cast<SymbolRefAttr>(call.getCallableForCallee());
  if (!name)
    return "a function pointer";
  auto callee = symbols.lookupNearestSymbolFrom<FunctionOpInterface>(op, name);
  return callee && !callee.isExternal() ? "" : "@" + name.getLeafReference().str();
}

} // namespace

LogicalResult verifyKernelMemory(ModuleOp module) {
  SymbolTableCollection symbols;
  bool clean = true;
  auto refuse = [&](Operation *op) {
    clean = false;
    return op->emitOpError();
  };
  module.walk([&](Operation *op) {
    if (isa<memref::AllocOp>(op))
      refuse(op) << "expects a kernel to allocate nothing; memory is the launch's workspace or a worker's scratch";
    else if (auto local = dyn_cast<memref::AllocaOp>(op); local && !local.getType().hasStaticShape())
      refuse(op) << "expects memory on a kernel's stack to have a known size, got " << local.getType();
    else if (isa<memref::CopyOp>(op))
      refuse(op) << "expects a kernel to copy by loops of its own";
    else if (std::string callee = undefinedCallee(op, symbols); !callee.empty())
      refuse(op) << "expects a kernel to call only functions that its module defines, got a call of " << callee;
  });
  return success(clean);
}

} // namespace weir
