// Rows of operands that several loops of a nest read: copied to shared memory once, if they fit.
#pragma once

#include "lib/Target/Gpu/Nest/NestForm.h"

namespace weir::gpu {

class RowStage {
public:
  explicit RowStage(const NestSite &site);

  /// Takes shared memory for as many rows as the block has teams; `team` is the number of this thread's. Must be called
  /// where all of the block's code can see it.
  void allocate(const BlockSite &block, mlir::Value team, mlir::Value teams);
  /// Copies the rows at these places, each thread what it will read itself, and lets the evaluator read them there.
  void fill(const BlockSite &block, const Team &team, const std::map<int, nest::DimPosition> &at, bool byVectors);

private:
  struct Row {
    unsigned operand;            ///< its number
    llvm::SmallVector<int> rows; ///< loops that index it, before the lane loop
  };
  /// Of shared memory for one row of an operand.
  mlir::Value rowBytes(ThreadEvaluator &evaluator, mlir::Value operand);
  std::optional<int64_t> knownRowBytes(ThreadEvaluator &evaluator, mlir::Value operand);

  const nest::Nest &nest;
  llvm::SmallVector<Row> staged;
  mlir::Value memory, base; ///< bytes of shared memory, and where those of this thread's team begin
  mlir::Value fits;         ///< null: they do
};

} // namespace weir::gpu
