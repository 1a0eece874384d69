// Convolutions by Winograd's tiles: inference and iteration rule.
#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/Layout/Ops.h"
#include "dialects/Weir/Layout/Winograd.h"
#include "dialects/Weir/Window/Sizes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace weir {

Result<WinogradKernel> WinogradKernel::of(const Attributes &attributes) {
  WinogradKernel kernel{
      attributes.get<int64_t>("columns"), attributes.get<int64_t>("channels"), attributes.get<int64_t>("panel"), {}};
  if (kernel.columns < 0 || kernel.channels < 0 || kernel.panel < 1)
    return Failure{"expects columns and channels to be at least 0 and panel at least 1, got " +
                   std::to_string(kernel.columns) + ", " + std::to_string(kernel.channels) + " and " +
                   std::to_string(kernel.panel)};
  const auto &low = attributes.get<std::vector<int64_t>>("padding_low");
  const auto &high = attributes.get<std::vector<int64_t>>("padding_high");
  if (low.size() != 2 || high.size() != 2)
    return Failure{"expects padding_low and padding_high to have 2 numbers, got " + std::to_string(low.size()) +
                   " and " + std::to_string(high.size())};
  for (size_t d = 0; d < 2; ++d) {
    if (std::min(low[d], high[d]) < 0 || std::max(low[d], high[d]) > INT32_MAX)
      return Failure{"expects padding to be at least 0 and below 2^31, got " + std::to_string(low[d]) + " and " +
                     std::to_string(high[d])};
    kernel.windows.push_back({.size = DimSize(winograd::kWindow), .low = low[d], .high = high[d]});
  }
  return kernel;
}

int64_t WinogradKernel::rows() const { return winograd::kTerms * winograd::kTerms * channels; }

Result<Metas> ConvWinogradOp::inferResults(const Metas &operands, const Attributes &attributes) {
  const TensorMeta &x = operands[0], &packed = operands[1];
  Result<WinogradKernel> kernel = WinogradKernel::of(attributes);
  if (!kernel)
    return kernel.failure();
  if (x.dtype != packed.dtype || (x.dtype != DType::F32 && x.dtype != DType::F64))
    return Failure{"expects x and packed to be both f32 or both f64, got " + std::string(name(x.dtype)) + " and " +
                   std::string(name(packed.dtype))};
  if (x.shape.size() != 4 || packed.shape.size() != 3)
    return Failure{"expects x to have four dimensions and packed three, got " + toString(x) + " and " +
                   toString(packed)};
  if (!mayEqual(x.shape[3], DimSize(kernel->channels)))
    return Failure{"expects x to have " + std::to_string(kernel->channels) + " channels, got " + toString(x)};
  Shape shape{x.shape[0]};
  for (size_t d = 0; d < 2; ++d) {
    Result<DimSize> count = kernel->windows[d].countIn(x.shape[1 + d]);
    if (!count)
      return count.failure();
    shape.push_back(*count);
  }
  shape.emplace_back(kernel->columns);
  if (!mayEqual(packed.shape[0], DimSize(kernel->panels())) || !mayEqual(packed.shape[1], DimSize(kernel->rows())) ||
      !mayEqual(packed.shape[2], DimSize(kernel->panel)))
    return Failure{"expects packed to hold " + std::to_string(kernel->panels()) + " panels of " +
                   std::to_string(kernel->panel) + " columns and " + std::to_string(kernel->rows()) + " rows, got " +
                   toString(packed)};
  return Metas{{x.dtype, shape}};
}

/// A point is a window and a channel: it has 16 products for four windows. Which positions of the image and which rows
/// of a panel belong to it the rule leaves open.
Result<IterationRule> ConvWinogradOp::iterationRule(const Metas &operands, const Metas &results,
                                                    const Attributes &attributes) {
  Result<WinogradKernel> kernel = WinogradKernel::of(attributes);
  if (!kernel)
    return kernel.failure();
  auto tiles = [](DimSize windows) {
    return windows.map([](int64_t number) { return (number + 1) / winograd::kTile; });
  };
  constexpr DimSize tile(winograd::kTile);
  IterationRule rule;
  rule.factors = {{.name = "n", .size = operands[0].shape[0]},
                  {.name = "t0", .size = tiles(results[0].shape[1])},
                  {.name = "i0", .size = tile},
                  {.name = "t1", .size = tiles(results[0].shape[2])},
                  {.name = "i1", .size = tile},
                  {.name = "p", .size = DimSize(kernel->panels())},
                  {.name = "j", .size = DimSize(kernel->panel)},
                  {.name = "c", .size = DimSize(kernel->channels), .kind = FactorKind::Reduction}};
  auto only = [](int number) { return DimMap{.terms = {{number, 1}}}; };
  auto merged = [](int major, int64_t size) {
    return DimMap{.terms = {{major, size}, {major + 1, 1}}, .clipped = true};
  };
  DimMap whole{.indirect = true};
  rule.operands = {{only(0), whole, whole, only(7)}, {only(5), whole, only(6)}};
  rule.results = {{only(0), merged(1, winograd::kTile), merged(3, winograd::kTile), merged(5, kernel->panel)}};
  rule.linearGroups = {{0}, {1}};
  return rule;
}

Value ConvWinogradOp::buildSize(OpBuilder &builder, unsigned, int64_t dim, SizeOfFn sizeOf) {
  size_t d = dim - 1;
  WindowDim window{.size = DimSize(winograd::kWindow), .low = getPaddingLow()[d], .high = getPaddingHigh()[d]};
  Value size = arith::ConstantIndexOp::create(builder, getLoc(), winograd::kWindow);
  return buildWindowCount(builder, getLoc(), sizeOf(0, dim), size, window);
}

} // namespace weir
