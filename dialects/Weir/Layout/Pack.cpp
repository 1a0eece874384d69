// Packing: inference and iteration rule.
#include "dialects/Weir/Layout/Ops.h"

using namespace mlir;

namespace weir {

Result<Panels> Panels::of(const Attributes &attributes) {
  Panels panels{attributes.get<int64_t>("panel"), attributes.getOr<int64_t>("group", 1)};
  if (panels.panel < 1 || panels.group < 1)
    return Failure{"expects panel and group to be at least 1, got " + std::to_string(panels.panel) + " and " +
                   std::to_string(panels.group)};
  if (int64_t row; __builtin_mul_overflow(panels.panel, panels.group, &row))
    return Failure{"expects a row of a panel to have fewer elements than 2^63"};
  return panels;
}

Shape Panels::shapeOf(DimSize rows, DimSize columns) const {
  auto parts = [](DimSize size, int64_t part) {
    return size.map([&](int64_t number) { return number / part + (number % part != 0); });
  };
  return {parts(columns, panel), parts(rows, group), DimSize(panel * group)};
}

Result<Metas> PackOp::inferResults(const Metas &operands, const Attributes &attributes) {
  const TensorMeta &x = operands[0];
  Result<Panels> panels = Panels::of(attributes);
  if (!panels)
    return panels.failure();
  if (x.shape.size() != 2)
    return Failure{"expects x to be a matrix, got " + toString(x)};
  return Metas{{x.dtype, panels->shapeOf(x.shape[0], x.shape[1])}};
}

Result<IterationRule> PackOp::iterationRule(const Metas &, const Metas &results, const Attributes &attributes) {
  Result<Panels> panels = Panels::of(attributes);
  if (!panels)
    return panels.failure();
  auto [panel, group] = *panels;
  const Shape &packed = results[0].shape;
  IterationRule rule;
  rule.factors = {
      {.name = "p", .size = packed[0]}, {.name = "k", .size = packed[1]}, {.name = "j", .size = DimSize(panel)}};
  DimMap p{.terms = {{0, 1}}}, k{.terms = {{1, 1}}}, element{.terms = {{2, group}}}, row = k;
  DimMap column{.terms = {{0, panel}, {2, 1}}, .clipped = true};
  if (group > 1) {
    rule.factors.push_back({.name = "g", .size = DimSize(group)});
    element.terms.push_back({3, 1});
    row = {.terms = {{1, group}, {3, 1}}, .clipped = true};
  }
  rule.operands = {{row, column}};
  rule.results = {{p, k, element}};
  rule.linearGroups = {{0}};
  return rule;
}

} // namespace weir
