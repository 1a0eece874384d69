// Convolutions with a packed kernel: inference and iteration rule.
#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/Layout/Ops.h"
#include "dialects/Weir/Window/Geometry.h"
#include "dialects/Weir/Window/Sizes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace weir {

Result<PackedKernel> PackedKernel::of(const Attributes &attributes) {
  PackedKernel kernel{attributes.get<int64_t>("columns"), attributes.get<int64_t>("channels"),
                      attributes.get<int64_t>("panel"), attributes.get<int64_t>("block"),
                      attributes.get<std::vector<int64_t>>("window")};
  if (kernel.columns < 0 || kernel.channels < 0)
    return Failure{"expects columns and channels to be at least 0, got " + std::to_string(kernel.columns) + " and " +
                   std::to_string(kernel.channels)};
  if (kernel.panel < 1 || kernel.block < 1)
    return Failure{"expects panel and block to be at least 1, got " + std::to_string(kernel.panel) + " and " +
                   std::to_string(kernel.block)};
  if (kernel.channels % kernel.block != 0)
    return Failure{"expects whole blocks of " + std::to_string(kernel.block) + " channels, got " +
                   std::to_string(kernel.channels) + " channels"};
  return kernel;
}

int64_t PackedKernel::points() const {
  int64_t points = 1;
  for (int64_t size : window)
    points *= size;
  return points;
}

Result<Metas> ConvPackedOp::inferResults(const Metas &operands, const Attributes &attributes) {
  const TensorMeta &x = operands[0], &packed = operands[1];
  Result<PackedKernel> kernel = PackedKernel::of(attributes);
  if (!kernel)
    return kernel.failure();
  if (x.dtype != packed.dtype || x.dtype == DType::Bool)
    return Failure{"expects x and packed to be numbers of one dtype, got " + std::string(name(x.dtype)) + " and " +
                   std::string(name(packed.dtype))};
  if (x.shape.size() < 3 || packed.shape.size() != 3)
    return Failure{"expects x to be an image and packed to have three dimensions, got " + toString(x) + " and " +
                   toString(packed)};
  Result<WindowDims> windows = windowDims(attributes, x.shape.size() - 2);
  if (!windows)
    return windows.failure();
  if (!mayEqual(x.shape.back(), DimSize(kernel->channels)))
    return Failure{"expects x to have " + std::to_string(kernel->channels) + " channels, got " + toString(x)};
  Shape shape{x.shape[0]};
  for (size_t d = 0; d < windows->size(); ++d) {
    Result<DimSize> count = (*windows)[d].countIn(x.shape[1 + d]);
    if (!count)
      return count.failure();
    shape.push_back(*count);
  }
  shape.emplace_back(kernel->columns);
  int64_t panels = kernel->panels(), rows = kernel->channels * kernel->points();
  if (!mayEqual(packed.shape[0], DimSize(panels)) || !mayEqual(packed.shape[1], DimSize(rows)) ||
      !mayEqual(packed.shape[2], DimSize(kernel->panel)))
    return Failure{"expects packed to hold " + std::to_string(panels) + " panels of " + std::to_string(kernel->panel) +
                   " columns and " + std::to_string(rows) + " rows, got " + toString(packed)};
  return Metas{{attributes.getOr("out", x.dtype), shape}};
}

Result<IterationRule> ConvPackedOp::iterationRule(const Metas &operands, const Metas &results,
                                                  const Attributes &attributes) {
  Result<PackedKernel> kernel = PackedKernel::of(attributes);
  if (!kernel)
    return kernel.failure();
  size_t rank = operands[0].shape.size() - 2;
  Result<WindowDims> windows = windowDims(attributes, rank);
  if (!windows)
    return windows.failure();
  constexpr auto reduction = FactorKind::Reduction;
  IterationRule rule;
  auto factor = [&](std::string name, DimSize size, FactorKind kind = FactorKind::Parallel) {
    rule.factors.push_back({.name = std::move(name), .size = size, .kind = kind});
    return static_cast<int>(rule.factors.size()) - 1;
  };
  auto only = [](int number) { return DimMap{.terms = {{number, 1}}}; };
  int n = factor("n", operands[0].shape[0]);
  ValueMap image{only(n)}, windowed{only(n)};
  std::vector<int> steps;
  for (size_t d = 0; d < rank; ++d)
    steps.push_back(factor("s" + std::to_string(d), results[0].shape[1 + d]));
  int p = factor("p", DimSize(kernel->panels())), j = factor("j", DimSize(kernel->panel));
  int b = factor("b", DimSize(kernel->channels / kernel->block), reduction);
  int64_t stride = kernel->points() * kernel->block;
  DimMap number = {.terms = {{b, stride}}};
  for (size_t d = 0; d < rank; ++d) {
    int k = factor("k" + std::to_string(d), DimSize(kernel->window[d]), reduction);
    number.terms.push_back({k, stride /= kernel->window[d]});
    image.push_back((*windows)[d].map(steps[d], k));
    windowed.push_back(only(steps[d]));
  }
  int c = factor("c", DimSize(kernel->block), reduction);
  number.terms.push_back({c, 1});
  image.push_back({.terms = {{b, kernel->block}, {c, 1}}});
  windowed.push_back({.terms = {{p, kernel->panel}, {j, 1}}, .clipped = true});
  rule.operands = {image, {only(p), number, only(j)}};
  rule.results = {windowed};
  rule.linearGroups = {{0}, {1}};
  return rule;
}

Type ConvPackedOp::getAccumulatorType() { return accumulatorFor(getAccumulator(), getX()); }

Value ConvPackedOp::buildSize(OpBuilder &builder, unsigned, int64_t dim, SizeOfFn sizeOf) {
  size_t d = dim - 1;
  WindowDim window{DimSize(getWindow()[d]), getStrides()[d], getPaddingLow()[d], getPaddingHigh()[d],
                   getDilations()[d]};
  Value size = arith::ConstantIndexOp::create(builder, getLoc(), getWindow()[d]);
  return buildWindowCount(builder, getLoc(), sizeOf(0, dim), size, window);
}

} // namespace weir
