// Which kernels are products.
#include "lib/Target/Gpu/Product/GpuProduct.h"

#include "dialects/Weir/Contract/Ops.h"
#include "lib/Target/Nest/Product.h"

using namespace mlir;

namespace weir::gpu {
namespace {

/// The operand `input`, if each of its dimensions is a loop and the innermost is `side` or `depth`.
std::optional<ProductFactor> factorOf(linalg::GenericOp generic, unsigned input, ArrayRef<unsigned> batch,
                                      unsigned side, unsigned depth) {
  auto argument = dyn_cast<BlockArgument>(generic.getInputs()[input]);
  AffineMap map = generic.getMatchingIndexingMap(generic.getDpsInputOperand(input));
  if (!argument || !map.isProjectedPermutation() || map.getNumResults() != batch.size() + 2)
    return std::nullopt;
  auto dimOf = [&](unsigned loop) { return map.getResultPosition(getAffineDimExpr(loop, map.getContext())); };
  std::optional<unsigned> sideDim = dimOf(side), depthDim = dimOf(depth);
  unsigned inner = map.getNumResults() - 1;
  if (!sideDim || !depthDim || (sideDim != inner && depthDim != inner))
    return std::nullopt;
  ProductFactor factor{nest::tensorNumber(argument), *sideDim, *depthDim, depthDim == inner, {}};
  for (unsigned loop : batch) {
    std::optional<unsigned> dim = dimOf(loop);
    if (!dim)
      return std::nullopt;
    factor.batchDims.push_back(*dim);
  }
  return factor;
}

std::optional<GpuProduct> asProduct(linalg::GenericOp generic) {
  AffineMap result = generic.getIndexingMapsArray().back();
  Type multiplied = multipliedType(generic);
  if (!multiplied || generic.getNumReductionLoops() != 1 || result.getNumResults() < 2 ||
      generic.getNumLoops() != result.getNumResults() + 1 || !result.isProjectedPermutation())
    return std::nullopt;
  SmallVector<unsigned> reductions, loops;
  generic.getReductionDims(reductions);
  for (AffineExpr loop : result.getResults())
    loops.push_back(cast<AffineDimExpr>(loop).getPosition());
  auto batch = ArrayRef(loops).drop_back(2);
  std::optional<ProductFactor> a = factorOf(generic, 0, batch, loops.end()[-2], reductions[0]);
  std::optional<ProductFactor> b = factorOf(generic, 1, batch, loops.end()[-1], reductions[0]);
  if (!a || !b)
    return std::nullopt;
  SmallVector<int64_t> ranges = cast<linalg::LinalgOp>(generic.getOperation()).getStaticLoopRanges();
  Type element = getElementTypeOrSelf(generic.getInputs()[0].getType());
  GpuProduct product{generic, *a, *b, std::nullopt, element, multiplied, {}, ranges[reductions[0]]};
  for (unsigned loop : loops)
    product.sizes.push_back(ranges[loop]);
  return product;
}

} // namespace

Type multipliedType(linalg::GenericOp generic) {
  Type accumulator = nest::productAccumulator(generic);
  if (!accumulator || !accumulator.isF32())
    return nullptr;
  Type element = getElementTypeOrSelf(generic.getInputs()[0].getType());
  if (element != getElementTypeOrSelf(generic.getInputs()[1].getType()) ||
      !(element.isBF16() || element.isF16() || element.isF32()))
    return nullptr;
  return generic->hasAttr(kAllowTf32Attr) ? FloatTF32Type::get(element.getContext()) : element;
}

std::optional<GpuProduct> findGpuProduct(func::FuncOp kernel, const KernelSignature &signature) {
  if (!nest::NestPlan::isNest(kernel))
    return std::nullopt;
  linalg::GenericOp generic = nest::onlyReduction(kernel);
  if (!generic)
    return std::nullopt;
  std::optional<GpuProduct> product = asProduct(generic);
  if (!product)
    product = asImplicitProduct(generic, signature);
  if (!product)
    return std::nullopt;
  // Every result is written where the product is.
  nest::NestPlan plan(kernel);
  AffineMap map = generic.getIndexingMapsArray().back();
  auto loops = llvm::map_to_vector(
      map.getResults(), [&](AffineExpr loop) { return plan.loopOf(generic, cast<AffineDimExpr>(loop).getPosition()); });
  for (unsigned number = 0; number < kernel.getNumResults(); ++number)
    if (plan.outputLoops(number) != ArrayRef(loops))
      return std::nullopt;
  return product;
}

} // namespace weir::gpu
