// Values that several loops along a row read and that are expensive to recompute: computed once per row, held in the
// worker's scratch.
#pragma once

#include "lib/Target/Cpu/Nest/VectorEvaluator.h"

namespace weir::cpu {

class RowValues {
public:
  /// Rows of at most `mostBytes` are held, and those of a length that is known when the kernel is prepared.
  RowValues(const nest::NestPlan &plan, const nest::Nest &nest, int64_t mostBytes);
  /// Without the latter.
  static RowValues ofKnownLength(const nest::NestPlan &plan, const nest::Nest &nest, int64_t mostBytes);

  /// Of scratch, for one row of each, which have a length that is known.
  int64_t knownBytes() const;
  mlir::Value bytes(VectorEvaluator &evaluator) const;
  /// Computes them for the row at these places and lets the evaluator read them in scratch, which has `bytes`, until it
  /// drops its rows.
  void fill(VectorEvaluator &evaluator, mlir::Value scratch, const std::map<int, nest::DimPosition> &at) const;

private:
  struct RowValue {
    mlir::Value tensor;
    llvm::SmallVector<int> loops; ///< of its dimensions: rows, and once the lane loop
  };

  std::optional<RowValue> rowValue(mlir::OpResult result) const;
  /// How many loops along the lane loop need it: of reductions, and that of results.
  size_t loopsThatNeed(const RowValue &value) const;
  /// Nothing where it isn't known how long a row is.
  std::optional<int64_t> rowBytes(mlir::Value tensor) const;
  mlir::Value rowBytes(mlir::Value tensor, VectorEvaluator &evaluator) const;
  /// For one element, back to what is read or known per row.
  int64_t operations(mlir::Value tensor) const;

  const nest::NestPlan &plan;
  const nest::Nest &nest;
  llvm::SmallVector<RowValue> kept; ///< in program order
};

} // namespace weir::cpu
