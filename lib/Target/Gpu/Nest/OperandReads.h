// How a nest reads the kernel's operands.
#pragma once

#include "lib/Target/Nest/NestPlan.h"

#include "llvm/ADT/SmallPtrSet.h"

namespace weir::gpu {

/// The operands that are read for some generics' results, not counting what reductions behind those read, with the
/// loops that index them; none where an operand is indexed in several ways, or by more than loops.
class OperandReads {
public:
  explicit OperandReads(const nest::NestPlan &plan) : plan(plan) {}

  void add(mlir::linalg::GenericOp generic);

  llvm::MapVector<mlir::BlockArgument, llvm::SmallVector<int>> loopsByOperand;

private:
  llvm::SmallVector<int> loopsOf(mlir::linalg::GenericOp generic, mlir::AffineMap map) const;

  const nest::NestPlan &plan;
  llvm::SmallPtrSet<mlir::Operation *, 8> seen;
};

/// The number of an operand among the kernel's memrefs.
unsigned operandNumber(mlir::BlockArgument operand);

} // namespace weir::gpu
