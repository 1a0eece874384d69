// Makes a module that shows a bug smaller.
#pragma once

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace weir {

/// Whether a module shows what is looked for. It is valid IR.
using InterestingFn = llvm::function_ref<bool(mlir::ModuleOp)>;

/// Drops symbols that nobody uses, returned values and ops, as long as `module`, which is interesting, stays so. Where
/// an op goes, an operand of it stands for its value from then on, or a new argument of the function.
void reduceModule(mlir::OwningOpRef<mlir::ModuleOp> &module, InterestingFn isInteresting);

} // namespace weir
