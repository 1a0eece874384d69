// A long reduction to a few results: threads reduce parts of it, and one joins them and computes the results.
#pragma once

#include "lib/Target/Cpu/Nest/NestParts.h"
#include "lib/Target/Cpu/Nest/VectorEvaluator.h"
#include "lib/Target/Native/KernelFunctions.h"

namespace weir::cpu {

class SplitReduction {
public:
  /// Of a kernel's only nest; nothing where its tiles are enough for all threads, or it is short.
  static std::optional<SplitReduction> of(const nest::NestPlan &plan, const nest::Nest &nest);

  /// Adds `prepare` and both phases' `run` to the module.
  void emit(mlir::ModuleOp module, const NestPart &part, const KernelSignature &signature, int64_t lanes) const;

private:
  SplitReduction(const nest::NestPlan &plan, const nest::Nest &nest, mlir::linalg::GenericOp generic, int loop);

  /// Iterations of the loop that is cut, of each part and how many parts there are.
  struct Parts {
    mlir::Value length, count;
  };
  Parts partsOf(VectorEvaluator &evaluator) const;
  mlir::Value rowCount(VectorEvaluator &evaluator) const;
  /// For each row, or vector of rows: its number among the outer ones; `at` has its place. Before it is called for
  /// several vectors that are reduced side by side, their results are defined.
  using RowFn = llvm::function_ref<void(const nest::DimPosition &row)>;
  void forRows(VectorEvaluator &evaluator, std::map<int, nest::DimPosition> &at, int64_t side, RowFn body) const;
  /// Of dots that share a factor, or vectors of rows: how many are reduced side by side.
  int64_t sumsTogether(VectorEvaluator &evaluator) const;
  void forDots(VectorEvaluator &evaluator, std::map<int, nest::DimPosition> &at, int64_t together, RowFn body) const;
  /// Reduces at several iterations of one loop.
  void sumAt(VectorEvaluator &evaluator, std::map<int, nest::DimPosition> &at, int loop,
             llvm::ArrayRef<nest::DimPosition> places) const;
  /// Of a part's result in the workspace.
  nest::Positions placeOf(const nest::DimPosition &part, const nest::DimPosition &row,
                          const std::map<int, nest::DimPosition> &at, VectorEvaluator &evaluator) const;
  mlir::Value viewOf(VectorEvaluator &evaluator, mlir::Value workspace, mlir::Type element, mlir::Value parts) const;
  void emitParts(VectorEvaluator &evaluator, mlir::Value workspace, mlir::Value first, mlir::Value last) const;
  void emitResults(VectorEvaluator &evaluator, mlir::Value workspace, mlir::ValueRange results) const;

  const nest::NestPlan &plan;
  const nest::Nest &nest;
  mutable mlir::linalg::GenericOp generic;
  int loop; ///< the one that is cut
  llvm::SmallVector<int> outerRows;
  bool laneIsRow;
};

} // namespace weir::cpu
