// How one nest is cut into tiles.
#pragma once

#include "lib/Target/Cpu/Nest/NestEmitter.h"
#include "lib/Target/Cpu/Nest/VectorEvaluator.h"

namespace weir::cpu {

/// Iterations of one loop that are computed together.
struct BlockOfRows {
  mlir::Value first, step;
};

/// By its outer rows taken as one range, or by its lanes where there are no other rows. The sizes of a nest may be
/// known when it runs only.
class NestTiling {
public:
  /// `transposed` is the loop of TransposedReads.
  NestTiling(const nest::NestPlan &plan, const nest::Nest &nest, VectorEvaluator &evaluator,
             std::optional<int> transposed, const NestSchedule &schedule);

  /// Whether the innermost row is a block of iterations of one loop.
  bool isBlocked() const { return transposed || unrollRows > 1; }
  int64_t blockRows() const { return transposed ? evaluator.lanes : unrollRows; }
  mlir::Value blocks();
  mlir::Value wholeBlocks(); ///< of rows of the shared loop
  /// Of dots the rows of a block lie far apart, so that each goes on in memory where one of the block before ended: the
  /// hardware fetches ahead along several long pieces better than along one.
  BlockOfRows rowsOf(mlir::Value block);

  mlir::SmallVector<int> outerRows;
  /// By which the shared loop is unrolled; if more than 1, blocks of them are the innermost row. Of ragged ones the
  /// last may have fewer.
  int64_t unrollRows = 1;
  bool isRagged = false;
  bool laneIsRow = false; ///< vectors lie along a row loop: reductions inside are by lane
  bool tilesLanes = false;
  int64_t lanesOfTile = 0; ///< where it is cut by lanes, and their number is known
  int64_t side = 1;        ///< vectors side by side
  mlir::Value total, chunk, tiles;

private:
  /// The loops of a reduction without the lane: points of those of known sizes, and those of which a run says them.
  struct ReducedLoops {
    int64_t points = 1;
    mlir::SmallVector<int> open;
  };

  mlir::OpBuilder &builder() { return evaluator.build(); }
  mlir::Location loc() { return evaluator.loc; }

  int64_t chooseUnrollRows() const;
  /// More than one where all reductions go across the lanes: a vector alone reads little of each row's memory.
  int64_t chooseSide(const nest::NestPlan &plan) const;
  /// Whether reductions give one value for each row, and don't wait for terms that have to be computed.
  bool areForMemory(const nest::NestPlan &plan) const;
  /// Whole vectors. Loops inside lanes, over what is reduced and what is written, make each of them more work.
  mlir::Value lanesPerTile(const nest::NestPlan &plan);
  mlir::Value rowsPerTile(const nest::NestPlan &plan);
  /// The longest one, of those with the most open loops.
  ReducedLoops longestReduction(const nest::NestPlan &plan) const;
  /// A number of points, at least 1, divided by the sizes of open loops.
  mlir::Value perReducedPoint(mlir::Value budget, const ReducedLoops &reduced);

  VectorEvaluator &evaluator;
  const nest::Nest &nest;
  std::optional<int> transposed;
  NestSchedule schedule;
};

} // namespace weir::cpu
