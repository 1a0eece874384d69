// See NestTiling.h.
#include "lib/Target/Cpu/Nest/NestTiling.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace weir::cpu {

using nest::Nest;
using nest::NestPlan;

/// Where vectors of columns go down side by side, so that each row's memory is read in one go, there are so many tiles.
static constexpr int64_t kTilesOfColumns = 8;
/// Of elementwise ops that are repeated for each vector of several side by side.
static constexpr int64_t kMostOps = 48;

NestTiling::NestTiling(const NestPlan &plan, const Nest &nest, VectorEvaluator &evaluator,
                       std::optional<int> transposed, const NestSchedule &schedule)
    : evaluator(evaluator), nest(nest), transposed(transposed), schedule(schedule) {
  unrollRows = chooseUnrollRows();
  if (unrollRows > 1)
    isRagged = evaluator.knownExtent(*nest.shared).value_or(1) % unrollRows != 0;
  for (int loop : nest.rows)
    if (loop != nest.lane && loop != transposed && (unrollRows == 1 || loop != nest.shared))
      outerRows.push_back(loop);
  laneIsRow = nest.lane && llvm::is_contained(nest.rows, *nest.lane);
  side = chooseSide(plan);
  tilesLanes = laneIsRow && outerRows.empty() && unrollRows == 1 && !transposed;
  total = evaluator.constant(1);
  if (tilesLanes) {
    total = evaluator.extent(*nest.lane);
    chunk = lanesPerTile(plan);
  } else {
    for (int loop : outerRows)
      total = arith::MulIOp::create(builder(), loc(), total, evaluator.extent(loop));
    if (isBlocked())
      total = arith::MulIOp::create(builder(), loc(), total, blocks());
    chunk = rowsPerTile(plan);
  }
  tiles = arith::CeilDivSIOp::create(builder(), loc(), total, chunk);
}

Value NestTiling::blocks() {
  int loop = transposed.value_or(nest.shared.value_or(0));
  if (std::optional<int64_t> extent = evaluator.knownExtent(loop))
    return evaluator.constant(llvm::divideCeil(*extent, blockRows()));
  return arith::CeilDivUIOp::create(builder(), loc(), evaluator.extent(loop), evaluator.constant(blockRows()));
}

Value NestTiling::wholeBlocks() {
  if (std::optional<int64_t> extent = evaluator.knownExtent(*nest.shared))
    return evaluator.constant(*extent / unrollRows);
  return arith::DivUIOp::create(builder(), loc(), evaluator.extent(*nest.shared), evaluator.constant(unrollRows));
}

BlockOfRows NestTiling::rowsOf(Value block) {
  if (nest.dots && !transposed)
    return {block, wholeBlocks()};
  Value first = arith::MulIOp::create(builder(), loc(), block, evaluator.constant(blockRows()));
  return {first, evaluator.constant(1)};
}

/// As many as there may be, or down to half as many if that leaves no ragged block.
int64_t NestTiling::chooseUnrollRows() const {
  if (!nest.shared)
    return 1;
  std::optional<int64_t> extent = evaluator.knownExtent(*nest.shared);
  int64_t most = std::min(schedule.unrollRows, extent.value_or(schedule.unrollRows));
  for (int64_t count = most; extent && 2 * count > most; --count)
    if (*extent % count == 0)
      return count;
  return std::max<int64_t>(most, 1);
}

bool NestTiling::areForMemory(const NestPlan &plan) const {
  auto isOfRows = [&](linalg::GenericOp reduction) {
    return reduction.getNumResults() == 1 &&
           reduction.getIndexingMapsArray().back().getNumResults() == nest.rows.size();
  };
  auto writesMore = [&](unsigned output) { return plan.outputLoops(output).size() > nest.rows.size(); };
  if (!llvm::all_of(nest.reductions, isOfRows))
    return false;
  return nest.reductions.size() > 1 || llvm::any_of(nest.outputs, writesMore) ||
         VectorEvaluator::gainsSideBySide(nest.reductions[0]);
}

int64_t NestTiling::chooseSide(const NestPlan &plan) const {
  if (!laneIsRow || unrollRows > 1 || transposed || nest.reductions.empty() || !areForMemory(plan))
    return 1;
  int64_t ops = 0;
  for (auto generic : nest.reductions[0]->getBlock()->getOps<linalg::GenericOp>())
    ops += std::distance(generic.getBody()->begin(), generic.getBody()->end()) - 1;
  if (ops > kMostOps)
    return 1;
  std::optional<int64_t> extent = evaluator.knownExtent(*nest.lane);
  if (!extent)
    return VectorEvaluator::kMostSide;
  int64_t vectors = *extent / evaluator.lanes;
  return std::clamp<int64_t>(outerRows.empty() ? vectors / kTilesOfColumns : vectors, 1, VectorEvaluator::kMostSide);
}

Value NestTiling::lanesPerTile(const NestPlan &plan) {
  ReducedLoops reduced = longestReduction(plan);
  int64_t vectors = std::max<int64_t>(schedule.tileElements / reduced.points / evaluator.lanes, side);
  if (reduced.open.empty()) {
    lanesOfTile = vectors / side * side * evaluator.lanes;
    return evaluator.constant(lanesOfTile);
  }
  Value least = evaluator.constant(side * evaluator.lanes);
  Value fitting = perReducedPoint(evaluator.constant(vectors / side), reduced);
  return arith::MulIOp::create(builder(), loc(), fitting, least);
}

Value NestTiling::rowsPerTile(const NestPlan &plan) {
  ReducedLoops reduced = transposed ? ReducedLoops{blockRows(), {}} : longestReduction(plan);
  int64_t points = transposed ? reduced.points : reduced.points * unrollRows;
  Value budget = evaluator.constant(std::max<int64_t>(schedule.tileElements / points, 1));
  budget = perReducedPoint(budget, reduced);
  if (!nest.lane)
    return budget;
  Value one = evaluator.constant(1);
  Value length = arith::MaxSIOp::create(builder(), loc(), evaluator.extent(*nest.lane), one);
  return arith::MaxSIOp::create(builder(), loc(), arith::DivSIOp::create(builder(), loc(), budget, length), one);
}

NestTiling::ReducedLoops NestTiling::longestReduction(const NestPlan &plan) const {
  ReducedLoops longest;
  for (linalg::GenericOp reduction : nest.reductions) {
    SmallVector<unsigned> dims;
    reduction.getReductionDims(dims);
    ReducedLoops found;
    for (unsigned dim : dims) {
      int loop = plan.loopOf(reduction, dim);
      if (loop == nest.lane)
        continue;
      if (std::optional<int64_t> extent = plan.knownExtent(loop))
        found.points *= std::max<int64_t>(*extent, 1);
      else
        found.open.push_back(loop);
    }
    if (std::pair(found.open.size(), found.points) > std::pair(longest.open.size(), longest.points))
      longest = found;
  }
  return longest;
}

Value NestTiling::perReducedPoint(Value budget, const ReducedLoops &reduced) {
  Value one = evaluator.constant(1);
  for (int loop : reduced.open) {
    Value extent = arith::MaxSIOp::create(builder(), loc(), evaluator.extent(loop), one);
    budget = arith::DivSIOp::create(builder(), loc(), budget, extent);
  }
  return reduced.open.empty() ? budget : Value(arith::MaxSIOp::create(builder(), loc(), budget, one));
}

} // namespace weir::cpu
