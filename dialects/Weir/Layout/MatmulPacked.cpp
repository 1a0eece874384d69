// Products with a packed operand: inference and iteration rule.
#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/Layout/Ops.h"

using namespace mlir;

namespace weir {

/// Rows of zeros may follow those of the matrix.
static bool isLonger(DimSize packed, DimSize rows) {
  return packed.isKnown() && rows.isKnown() && packed.known() > rows.known();
}

Result<Metas> MatmulPackedOp::inferResults(const Metas &operands, const Attributes &attributes) {
  const TensorMeta &a = operands[0], &packed = operands[1];
  int64_t columns = attributes.get<int64_t>("columns");
  Result<Panels> panels = Panels::of(attributes);
  if (!panels)
    return panels.failure();
  if (columns < 0)
    return Failure{"expects columns to be at least 0, got " + std::to_string(columns)};
  if (a.dtype != packed.dtype || a.dtype == DType::Bool)
    return Failure{"expects a and packed to be numbers of one dtype, got " + std::string(name(a.dtype)) + " and " +
                   std::string(name(packed.dtype))};
  if (a.shape.size() != 2 || packed.shape.size() != 3)
    return Failure{"expects a to be a matrix and packed to have three dimensions, got " + toString(a) + " and " +
                   toString(packed)};
  bool transposed = attributes.getOr("transpose_a", false);
  DimSize rows = a.shape[transposed ? 1 : 0], inner = a.shape[transposed ? 0 : 1];
  Shape expected = panels->shapeOf(inner, DimSize(columns));
  if (!mayEqual(expected[1], packed.shape[1]) && !(panels->group > 1 && isLonger(packed.shape[1], expected[1])))
    return Failure{"expects a and packed to agree in the summed dimension, got " + toString(a) + " and " +
                   toString(packed)};
  if (!mayEqual(packed.shape[0], expected[0]) || !mayEqual(packed.shape[2], expected[2]))
    return Failure{"expects packed to hold " + toString(expected[0]) + " panels of " + std::to_string(panels->panel) +
                   " columns in groups of " + std::to_string(panels->group) + ", got " + toString(packed)};
  return Metas{{attributes.getOr("out", a.dtype), {rows, DimSize(columns)}}};
}

Result<IterationRule> MatmulPackedOp::iterationRule(const Metas &operands, const Metas &results,
                                                    const Attributes &attributes) {
  Result<Panels> panels = Panels::of(attributes);
  if (!panels)
    return panels.failure();
  auto [panel, group] = *panels;
  bool transposed = attributes.getOr("transpose_a", false);
  Shape packed = panels->shapeOf(operands[0].shape[transposed ? 0 : 1], DimSize(attributes.get<int64_t>("columns")));
  IterationRule rule;
  rule.factors = {{.name = "m", .size = results[0].shape[0]},
                  {.name = "p", .size = packed[0]},
                  {.name = "j", .size = DimSize(panel)},
                  {.name = "k", .size = refine(operands[1].shape[1], packed[1]), .kind = FactorKind::Reduction}};
  DimMap m{.terms = {{0, 1}}}, p{.terms = {{1, 1}}}, k{.terms = {{3, 1}}}, element{.terms = {{2, group}}}, inner = k;
  // What the padding gives lies outside the result, or is a sum of nothing.
  DimMap column{.terms = {{1, panel}, {2, 1}}, .clipped = true};
  if (group > 1) {
    rule.factors.push_back({.name = "g", .size = DimSize(group), .kind = FactorKind::Reduction});
    element.terms.push_back({4, 1});
    inner = {.terms = {{3, group}, {4, 1}}, .clipped = true};
  }
  rule.operands = {transposed ? ValueMap{inner, m} : ValueMap{m, inner}, {p, k, element}};
  rule.results = {{m, column}};
  rule.linearGroups = {{0}, {1}};
  return rule;
}

Type MatmulPackedOp::getAccumulatorType() { return accumulatorFor(getAccumulator(), getA()); }

} // namespace weir
