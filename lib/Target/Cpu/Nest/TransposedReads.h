// Operands that lie along another loop than the results: square blocks of them are turned in registers, so that memory
// is read along them and not across.
#pragma once

#include "lib/Target/Cpu/Nest/VectorEvaluator.h"

namespace weir::cpu {

class TransposedReads {
public:
  /// Of nests without reductions, whose lanes are a row loop.
  TransposedReads(const nest::NestPlan &plan, const nest::Nest &nest, mlir::func::FuncOp kernel, int64_t lanes);

  /// The row loop along which they lie; none where there are no such operands.
  std::optional<int> loop() const { return along; }
  /// Of scratch, for a block of each.
  int64_t bytes() const;
  /// Turns the blocks at these places, where the lane loop is at its first lane and `loop` at its first of `count`
  /// iterations, into scratch.
  void fill(VectorEvaluator &evaluator, mlir::Value scratch, const std::map<int, nest::DimPosition> &at,
            mlir::Value count) const;
  /// Lets the evaluator read them there: `at` has an iteration of `loop`, the one with this number in its block.
  void bind(VectorEvaluator &evaluator, mlir::Value scratch, const std::map<int, nest::DimPosition> &at,
            mlir::Value number) const;

private:
  struct Read {
    mlir::BlockArgument operand;
    llvm::SmallVector<int> loops; ///< of its dimensions
    bool operator==(const Read &) const = default;
  };

  std::optional<Read> readOf(mlir::linalg::GenericOp generic, mlir::OpOperand *operand) const;
  mlir::Value blockOf(VectorEvaluator &evaluator, mlir::Value scratch, size_t number) const;

  const nest::NestPlan &plan;
  const nest::Nest &nest;
  int64_t lanes;
  std::optional<int> along;
  llvm::SmallVector<Read> reads;
};

} // namespace weir::cpu
