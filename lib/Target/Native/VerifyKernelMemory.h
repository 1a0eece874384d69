// What a kernel must not hold once it is loops over memrefs.
#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace weir {

/// Fails, with an error emitted at each offending op, where a kernel
/// - allocates: memref.alloc, memref.alloca of a size that is not known;
/// - copies memrefs by memref.copy, which would become a call of a library;
/// - calls a function that the module does not define.
mlir::LogicalResult verifyKernelMemory(mlir::ModuleOp module);

} // namespace weir
