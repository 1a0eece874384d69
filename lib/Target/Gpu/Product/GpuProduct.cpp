// Which kernels are products.
#include "lib/Target/Gpu/Product/GpuProduct.h"

#include "dialects/Weir/Contract/Ops.h"

using namespace mlir;

namespace weir::gpu {
namespace {

/// The type that a contraction multiplies and sums in f32: tf32 where f32 may be rounded to it, else the element type
/// of its operands; null where it is another sum.
Type multipliedType(const nest::Contraction &sum) {
  Type element = sum.element(0);
  if (!sum.accumulator.isF32() || element != sum.element(1) ||
      !(element.isBF16() || element.isF16() || element.isF32()))
    return nullptr;
  return sum.generic->hasAttr(kAllowTf32Attr) ? FloatTF32Type::get(element.getContext()) : element;
}

/// Of matrices whose innermost dimension is their side or depth.
std::optional<GpuProduct> asProduct(const nest::Contraction &sum, Type multiplied) {
  auto isMatrixInside = [](const ProductFactor &factor) {
    return std::max(factor.sideDim, factor.depthDim) == factor.batchDims.size() + 1;
  };
  std::optional<ProductFactor> a = nest::productFactor(sum, 0), b = nest::productFactor(sum, 1);
  if (!nest::isInOrder(sum) || !a || !b || !isMatrixInside(*a) || !isMatrixInside(*b))
    return std::nullopt;
  const auto &[batch, rows, columns, depth] = sum.loops;
  GpuProduct product{sum.generic, *a, *b, std::nullopt, sum.element(0), multiplied, {}, sum.sizes[depth[0]]};
  for (unsigned loop : llvm::concat<const unsigned>(batch, rows, columns))
    product.sizes.push_back(sum.sizes[loop]);
  return product;
}

} // namespace

std::optional<GpuProduct> findGpuProduct(func::FuncOp kernel, const KernelSignature &signature) {
  std::optional<nest::Contraction> sum = nest::findContraction(kernel);
  Type multiplied = sum ? multipliedType(*sum) : Type();
  if (!multiplied)
    return std::nullopt;
  std::optional<GpuProduct> product = asProduct(*sum, multiplied);
  return product ? product : asImplicitProduct(*sum, multiplied, signature);
}

} // namespace weir::gpu
