// See Contraction.h.
#include "lib/Target/Nest/Contraction.h"

#include "lib/Target/Nest/NestPlan.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace weir::nest {

std::optional<ContractionLoops> ContractionLoops::of(AffineMap a, AffineMap b, AffineMap c,
                                                     ArrayRef<utils::IteratorType> iterators) {
  if (!c.isProjectedPermutation())
    return std::nullopt;
  ContractionLoops loops;
  for (unsigned d = 0; d < c.getNumResults(); ++d) {
    unsigned loop = c.getDimPosition(d);
    bool inA = a.isFunctionOfDim(loop), inB = b.isFunctionOfDim(loop);
    if (!inA && !inB)
      return std::nullopt;
    (inA && inB ? loops.batch : inA ? loops.rows : loops.columns).push_back(loop);
  }
  for (auto [loop, iterator] : llvm::enumerate(iterators))
    if (iterator == utils::IteratorType::reduction)
      loops.depth.push_back(loop);
  bool isEach = c.getNumResults() + loops.depth.size() == iterators.size();
  return isEach ? std::optional(loops) : std::nullopt;
}

linalg::GenericOp onlyReduction(func::FuncOp kernel) {
  linalg::GenericOp found;
  for (auto generic : kernel.getBody().front().getOps<linalg::GenericOp>()) {
    if (generic.getNumReductionLoops() == 0)
      continue;
    if (found)
      return nullptr;
    found = generic;
  }
  return found;
}

bool writesWhere(func::FuncOp kernel, linalg::GenericOp generic) {
  NestPlan plan(kernel);
  AffineMap written = generic.getIndexingMapsArray().back();
  auto loops = llvm::map_to_vector(llvm::seq(written.getNumResults()),
                                   [&](unsigned d) { return plan.loopOf(generic, written.getDimPosition(d)); });
  return llvm::all_of(llvm::seq(kernel.getNumResults()),
                      [&](unsigned number) { return plan.outputLoops(number) == ArrayRef(loops); });
}

unsigned tensorNumber(BlockArgument argument) {
  return llvm::count_if(argument.getOwner()->getArguments().take_front(argument.getArgNumber()),
                        [](Value value) { return isa<RankedTensorType>(value.getType()); });
}

/// The type of the accumulator if the body is accumulator + convert(a) * convert(b) of floats, the elements of the
/// first two inputs; else null.
static Type productAccumulator(linalg::GenericOp generic) {
  Block &body = *generic.getBody();
  auto add = body.getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
  auto mul = add ? add.getRhs().getDefiningOp<arith::MulFOp>() : arith::MulFOp();
  auto isElement = [&](Value value, unsigned argument) {
    if (auto extend = value.getDefiningOp<arith::ExtFOp>())
      value = extend.getIn();
    return value == body.getArgument(argument);
  };
  bool isProduct = mul && generic.getNumDpsInputs() >= 2 && generic.getNumResults() == 1 &&
                   add.getLhs() == body.getArguments().back() && isElement(mul.getLhs(), 0) &&
                   isElement(mul.getRhs(), 1);
  return isProduct ? add.getType() : Type();
}

std::optional<Contraction> findContraction(func::FuncOp kernel) {
  linalg::GenericOp generic = NestPlan::isNest(kernel) ? onlyReduction(kernel) : linalg::GenericOp();
  Type accumulator = generic ? productAccumulator(generic) : Type();
  if (!accumulator)
    return std::nullopt;
  SmallVector<AffineMap> maps = generic.getIndexingMapsArray();
  std::optional<ContractionLoops> loops =
      ContractionLoops::of(maps[0], maps[1], maps.back(), generic.getIteratorTypesArray());
  if (!loops)
    return std::nullopt;
  auto written = llvm::map_range(maps.back().getResults(),
                                 [](AffineExpr loop) { return cast<AffineDimExpr>(loop).getPosition(); });
  if (!llvm::equal(written, llvm::concat<unsigned>(loops->batch, loops->rows, loops->columns)) ||
      !writesWhere(kernel, generic))
    return std::nullopt;
  return Contraction{generic,
                     accumulator,
                     *loops,
                     cast<linalg::LinalgOp>(generic.getOperation()).getStaticLoopRanges(),
                     {maps[0], maps[1]}};
}

std::optional<ProductFactor> productFactor(const Contraction &sum, unsigned number) {
  const auto &[batch, rows, columns, depth] = sum.loops;
  auto argument = dyn_cast<BlockArgument>(sum.factor(number));
  AffineMap map = sum.access[number];
  if (!argument || !map.isProjectedPermutation() || rows.size() != 1 || columns.size() != 1 || depth.size() != 1)
    return std::nullopt;
  auto dimOf = [&](unsigned loop) { return map.getResultPosition(getAffineDimExpr(loop, map.getContext())); };
  std::optional<unsigned> depthDim = dimOf(depth[0]);
  if (!depthDim)
    return std::nullopt;
  ProductFactor factor{tensorNumber(argument),
                       *dimOf(number == 0 ? rows[0] : columns[0]),
                       *depthDim,
                       *depthDim + 1 == map.getNumResults(),
                       {}};
  for (unsigned loop : batch)
    factor.batchDims.push_back(*dimOf(loop));
  return factor;
}

} // namespace weir::nest
