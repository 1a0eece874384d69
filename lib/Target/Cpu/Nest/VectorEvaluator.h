// Lanes on a CPU: vectors of one thread along the loop where memory is contiguous, the last one under a mask.
#pragma once

#include "lib/Target/Nest/Evaluator.h"

namespace weir::cpu {

class VectorEvaluator : public nest::Evaluator {
public:
  using Evaluator::Evaluator;

  void store(mlir::Value memory, mlir::Value value, const nest::Positions &positions) override;
  /// Calls `body` for the vectors of [begin, end): full ones in a loop, then, under a mask, the rest.
  void forLanes(mlir::Value begin, mlir::Value end, std::optional<int64_t> knownCount, BodyFn body);
  /// The same with `side` vectors at once, where that many are left, for `wide`: their positions.
  using WideFn = llvm::function_ref<void(llvm::ArrayRef<nest::DimPosition> vectors)>;
  void forLanes(mlir::Value begin, mlir::Value end, std::optional<int64_t> knownCount, int64_t side, WideFn wide,
                BodyFn body);
  /// Vectors that are reduced side by side at most, and whether a reduction gains by it: what it reads is in memory.
  static constexpr int64_t kMostSide = 4;
  static bool gainsSideBySide(mlir::linalg::GenericOp reduction);

  /// Where each loop is.
  using Places = std::map<int, nest::DimPosition>;
  /// Splits the number of a row into the indices of the row loops.
  void placeRows(llvm::ArrayRef<int> rows, mlir::Value number, int level, Places &at);
  /// The positions of a reduction's result.
  nest::Positions resultAt(mlir::linalg::GenericOp reduction, const Places &at) const;
  /// Computes these results of the kernel, and then stores them: one may lie in an operand's memory.
  void storeOutputs(llvm::ArrayRef<unsigned> outputs, mlir::ValueRange results, const Places &at);

  /// Computes a reduction at several positions of its result in one set of loops, so that what they read in common is
  /// loaded once, and binds the results. Of sums that are no contraction's, others go along.
  void reduceUnrolled(mlir::linalg::GenericOp generic, llvm::ArrayRef<nest::Positions> results, bool ofProducts);
  /// What parts of a reduction are held in, and all of them joined, in their order, as its result: `placeOf` says where
  /// in `memory` a part's result is.
  mlir::Type partType(mlir::linalg::GenericOp generic) const;
  mlir::Value joinParts(mlir::linalg::GenericOp generic, mlir::Value count, mlir::Value memory,
                        llvm::function_ref<nest::Positions(const nest::DimPosition &part)> placeOf);
  /// A value along one dimension, `lane`, computed before into memory of its own; `positions` are those of the others.
  struct Row {
    mlir::Value tensor;
    nest::Positions positions;
    size_t lane;
    mlir::Value memory; ///< of one dimension
  };
  /// From now on elements of that row are read there.
  void keepRow(Row row) { keptRows.push_back(std::move(row)); }
  void dropRows() { keptRows.clear(); }
  /// The loop along which reductions over it are vectorized.
  void setLane(std::optional<int> loop) { laneLoop = loop; }

protected:
  mlir::Value load(mlir::Value memory, const nest::Positions &positions) override;
  mlir::Value findComputed(mlir::Value tensor, const nest::Positions &positions) override;
  mlir::Value reduce(mlir::linalg::GenericOp generic, unsigned result, nest::Positions loops) override;

private:
  /// Reductions over the same loops at several points, which name their results' loops, in one set of loops: all points
  /// of the first, then of the next.
  llvm::SmallVector<mlir::Value> reduceTogether(llvm::ArrayRef<mlir::linalg::GenericOp> together, unsigned result,
                                                llvm::MutableArrayRef<nest::Positions> points,
                                                std::optional<nest::SumBlocks> blocks);
  /// The loop over dimension `dim` of all of these by vectors, which places all points in it; the rest is joined under
  /// a mask.
  nest::ReductionLoop overLanes(llvm::ArrayRef<mlir::linalg::GenericOp> generics, unsigned result, unsigned dim,
                                llvm::MutableArrayRef<nest::Positions> points);
  /// Which dimension lanes go along in the loops of a reduction whose results are `loops`, if any.
  std::optional<unsigned> laneDim(mlir::linalg::GenericOp generic, const nest::Positions &loops);
  /// A sum, and others over the same loops that can go along in them: what they read in common is read once.
  llvm::SmallVector<mlir::linalg::GenericOp> sumsTogether(mlir::linalg::GenericOp generic,
                                                          const nest::Positions &loops);
  mlir::Value linearIndices(mlir::Value memory, const nest::Positions &positions);
  mlir::Value gather(mlir::Value memory, const nest::Positions &positions, mlir::Value mask);
  mlir::Value loadStrided(mlir::Value memory, const nest::Positions &positions, int64_t stride);
  mlir::Value loadStrided(mlir::Value memory, const nest::Positions &positions, int64_t stride, mlir::Value mask);
  mlir::Value fullMask();

  std::optional<int> laneLoop;
  llvm::SmallPtrSet<mlir::Operation *, 4> underWay; ///< reductions whose loops are being built
  llvm::SmallVector<Row> keptRows;
};

} // namespace weir::cpu
