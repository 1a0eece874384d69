// Packing: inference and iteration rule.
#include "dialects/Weir/Layout/Ops.h"

using namespace mlir;

namespace weir {

Result<Metas> PackOp::inferResults(const Metas &operands, const Attributes &attributes) {
  const TensorMeta &x = operands[0];
  int64_t panel = attributes.get<int64_t>("panel");
  if (x.shape.size() != 2)
    return Failure{"expects x to be a matrix, got " + toString(x)};
  if (panel < 1)
    return Failure{"expects panel to be at least 1, got " + std::to_string(panel)};
  int64_t columns = x.shape[1];
  int64_t panels = columns == kDynamic ? kDynamic : columns / panel + (columns % panel != 0);
  return Metas{{x.dtype, {panels, x.shape[0], panel}}};
}

Result<IterationRule> PackOp::iterationRule(const Metas &, const Metas &results, const Attributes &attributes) {
  const Shape &packed = results[0].shape;
  int64_t panel = attributes.get<int64_t>("panel");
  IterationRule rule;
  rule.factors = {{.name = "p", .size = packed[0]}, {.name = "k", .size = packed[1]}, {.name = "j", .size = panel}};
  DimMap p{.terms = {{0, 1}}}, k{.terms = {{1, 1}}}, j{.terms = {{2, 1}}};
  DimMap column{.terms = {{0, panel}, {2, 1}}, .clipped = true};
  rule.operands = {{k, column}};
  rule.results = {{p, k, j}};
  rule.linearGroups = {{0}};
  return rule;
}

} // namespace weir
