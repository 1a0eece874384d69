// Products with a packed operand: inference and iteration rule.
#include "dialects/Weir/Layout/Ops.h"

using namespace mlir;

namespace weir {

Result<Metas> MatmulPackedOp::inferResults(const Metas &operands, const Attributes &attributes) {
  const TensorMeta &a = operands[0], &packed = operands[1];
  int64_t columns = attributes.get<int64_t>("columns"), panel = attributes.get<int64_t>("panel");
  if (a.dtype != packed.dtype || a.dtype == DType::Bool)
    return Failure{"expects a and packed to be numbers of one dtype, got " + std::string(name(a.dtype)) + " and " +
                   std::string(name(packed.dtype))};
  if (a.shape.size() != 2 || packed.shape.size() != 3)
    return Failure{"expects a to be a matrix and packed to have three dimensions, got " + toString(a) + " and " +
                   toString(packed)};
  bool transposed = attributes.getOr("transpose_a", false);
  int64_t rows = a.shape[transposed ? 1 : 0], inner = a.shape[transposed ? 0 : 1];
  if (!mayEqual(inner, packed.shape[1]))
    return Failure{"expects a and packed to agree in the summed dimension, got " + toString(a) + " and " +
                   toString(packed)};
  if (columns < 0 || panel < 1)
    return Failure{"expects columns to be at least 0 and panel at least 1, got " + std::to_string(columns) + " and " +
                   std::to_string(panel)};
  int64_t panels = columns / panel + (columns % panel != 0);
  if (!mayEqual(packed.shape[0], panels) || !mayEqual(packed.shape[2], panel))
    return Failure{"expects packed to hold " + std::to_string(panels) + " panels of " + std::to_string(panel) +
                   " columns, got " + toString(packed)};
  return Metas{{attributes.getOr("out", a.dtype), {rows, columns}}};
}

Result<IterationRule> MatmulPackedOp::iterationRule(const Metas &operands, const Metas &results,
                                                    const Attributes &attributes) {
  const Shape &packed = operands[1].shape;
  int64_t columns = attributes.get<int64_t>("columns"), panel = attributes.get<int64_t>("panel");
  bool transposed = attributes.getOr("transpose_a", false);
  int64_t inner = refine(operands[0].shape[transposed ? 0 : 1], packed[1]);
  IterationRule rule;
  rule.factors = {{.name = "m", .size = results[0].shape[0]},
                  {.name = "p", .size = columns / panel + (columns % panel != 0)},
                  {.name = "j", .size = panel},
                  {.name = "k", .size = inner, .kind = FactorKind::Reduction}};
  DimMap m{.terms = {{0, 1}}}, p{.terms = {{1, 1}}}, j{.terms = {{2, 1}}}, k{.terms = {{3, 1}}};
  // What the padding columns give lies outside the result.
  DimMap column{.terms = {{1, panel}, {2, 1}}, .clipped = true};
  rule.operands = {transposed ? ValueMap{k, m} : ValueMap{m, k}, {p, k, j}};
  rule.results = {{m, column}};
  rule.linearGroups = {{0}, {1}};
  return rule;
}

Type MatmulPackedOp::getAccumulatorType() {
  if (std::optional<Type> type = getAccumulator())
    return *type;
  Type element = getElementTypeOrSelf(getA().getType());
  bool isNarrow = isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 32;
  return isNarrow ? Float32Type::get(getContext()) : element;
}

} // namespace weir
