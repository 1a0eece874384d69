// Compiles the IR after any step of a kernel's lowering to machine code, on the straight path of the target naive. So a
// step can be checked by running its output, without the steps after it.
#pragma once

#include "lib/Artifact/Program.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"

namespace weir {

/// `module` holds a function with the attribute `kernel.kernel` on tensors, of weir ops or linalg; or the ABI's two
/// functions on memrefs, as loops, vectors or linalg; or their code in the LLVM dialect. It is destroyed. The kernel
/// is of target naive; it has code and locations, and no operands: they are as the caller knows them.
mlir::FailureOr<Kernel> finishKernel(mlir::ModuleOp module, mlir::DictionaryAttr description);

} // namespace weir
