// Loops that always go together become one: those of height and width of an image, in a kernel that looks at neither.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/IR/OwningOpRef.h"

namespace weir::nest {

struct CollapsedFunction {
  mlir::OwningOpRef<mlir::func::FuncOp> function;
  /// Of each tensor among its arguments and then of each result: which dimensions of what was there became one.
  llvm::SmallVector<llvm::SmallVector<mlir::ReassociationIndices>> operands;
};

/// `function` is one that NestPlan takes. Sizes of what is put together are known.
CollapsedFunction collapseLoops(mlir::func::FuncOp function);

} // namespace weir::nest
