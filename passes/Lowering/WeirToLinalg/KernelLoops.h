// The loops of a kernel's ops as numbers, which the generics that they become carry into emission.
#pragma once

#include "passes/Lowering/WeirToLinalg/Passes.h"

namespace weir {

/// Numbers the loops of a kernel of weir ops: loops that are one have one number, and equal kernels have equal numbers.
/// Each op keeps its own until it is lowered. Fails with an error at an op that has no iteration rule.
mlir::LogicalResult numberLoops(mlir::func::FuncOp kernel);

/// The numbers of an op's factors.
llvm::ArrayRef<int64_t> factorLoops(mlir::Operation *op);
/// The numbers of the dimensions of an op's result.
llvm::ArrayRef<int64_t> resultLoops(mlir::Operation *op, unsigned number = 0);

/// Says which loops of the kernel those of a generic are; -1 for one that no other has.
void setLoops(mlir::linalg::GenericOp generic, llvm::ArrayRef<int64_t> loops);

} // namespace weir
