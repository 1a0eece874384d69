// See Contraction.h.
#include "lib/Target/Nest/Contraction.h"

#include "dialects/Interfaces/DimSizes.h"
#include "lib/Target/Nest/NestPlan.h"

#include "mlir/Dialect/Affine/Analysis/AffineStructures.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

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
    (inA == inB ? loops.batch : inA ? loops.rows : loops.columns).push_back(loop);
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
  if (!writesWhere(kernel, generic))
    return std::nullopt;
  return Contraction{generic,
                     accumulator,
                     *loops,
                     cast<linalg::LinalgOp>(generic.getOperation()).getStaticLoopRanges(),
                     {maps[0], maps[1]}};
}

bool isInOrder(const Contraction &sum) {
  linalg::GenericOp generic = sum.generic;
  AffineMap c = generic.getIndexingMapsArray().back();
  auto written =
      llvm::map_range(c.getResults(), [](AffineExpr loop) { return cast<AffineDimExpr>(loop).getPosition(); });
  SmallVector<unsigned> inOrder(sum.loops.batch);
  llvm::append_range(inOrder, sum.loops.rows);
  llvm::append_range(inOrder, sum.loops.columns);
  return llvm::equal(written, inOrder);
}

/// Whether zeros stand around what is inserted, and none between its elements.
static bool isPadding(tensor::InsertSliceOp insertion) {
  auto fill = insertion.getDest().getDefiningOp<linalg::FillOp>();
  return fill && matchPattern(fill.getInputs()[0], m_AnyZeroFloat()) &&
         llvm::all_of(insertion.getMixedStrides(), isOneInteger);
}

/// Whether what is inserted is as long along the dimension as what it is inserted in.
static bool fills(tensor::InsertSliceOp insertion, unsigned dim) {
  auto fill = insertion.getDest().getDefiningOp<linalg::FillOp>();
  auto around = fill ? fill.getOutputs()[0].getDefiningOp<tensor::EmptyOp>() : tensor::EmptyOp();
  return around && isEqualConstantIntOrValue(insertion.getMixedSizes()[dim], around.getMixedSizes()[dim]);
}

std::optional<FactorAccess> accessOf(const Contraction &sum, unsigned number) {
  Value read = sum.factor(number);
  auto insertion = read.getDefiningOp<tensor::InsertSliceOp>();
  auto argument = dyn_cast<BlockArgument>(insertion ? insertion.getSource() : read);
  auto type = argument ? dyn_cast<RankedTensorType>(argument.getType()) : RankedTensorType();
  if (!type ||
      (insertion && (!isPadding(insertion) || insertion.getSourceType().getRank() != insertion.getType().getRank())))
    return std::nullopt;
  FactorAccess access{tensorNumber(argument), {}};
  unsigned loops = sum.sizes.size();
  for (int64_t d = 0; d < type.getRank(); ++d) {
    FactorAccess::Dim dim{.extent = dimSize(type, d)};
    std::optional<int64_t> low = insertion ? getConstantIntValue(insertion.getMixedOffsets()[d]) : 0;
    if (!low || failed(getFlattenedAffineExpr(sum.access[number].getResult(d), loops, /*numSymbols=*/0, &dim.steps)) ||
        dim.steps.size() != loops + 1 || dim.steps.back() != 0)
      return std::nullopt;
    dim.steps.pop_back();
    dim.low = -*low;
    dim.isPadded = insertion && (*low != 0 || !fills(insertion, d));
    access.dims.push_back(std::move(dim));
  }
  return access;
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
  for (unsigned loop : batch) {
    std::optional<unsigned> dim = dimOf(loop);
    if (!dim)
      return std::nullopt;
    factor.batchDims.push_back(*dim);
  }
  return factor;
}

} // namespace weir::nest
