// gather: inference, iteration rule, gradient.
#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/Index/Ops.h"

using namespace mlir;

namespace weir {

/// Fails unless `other` has the rank of x and its sizes in all dimensions but `dim`.
static std::optional<Failure> checkBeside(const char *what, const TensorMeta &x, const TensorMeta &other, int64_t dim) {
  int64_t rank = static_cast<int64_t>(x.shape.size());
  if (dim < 0 || dim >= rank)
    return Failure{"expects dim to be in [0, " + std::to_string(rank) + "), got " + std::to_string(dim)};
  bool fits = other.shape.size() == x.shape.size();
  for (int64_t d = 0; fits && d < rank; ++d)
    fits = d == dim || mayEqual(x.shape[d], other.shape[d]);
  if (!fits)
    return Failure{std::string("expects ") + what + " to agree with x in all dimensions but " + std::to_string(dim) +
                   ", got " + toString(x) + " and " + toString(other)};
  return std::nullopt;
}

Result<Metas> GatherOp::inferResults(const Metas &operands, const Attributes &attributes) {
  if (auto failure = checkBeside("index", operands[0], operands[1], attributes.get<int64_t>("dim")))
    return *failure;
  return Metas{{operands[0].dtype, operands[1].shape}};
}

Result<IterationRule> GatherOp::iterationRule(const Metas &operands, const Metas &results,
                                              const Attributes &attributes) {
  int64_t dim = attributes.get<int64_t>("dim");
  IterationRule rule;
  rule.operands.resize(2);
  rule.results.resize(1);
  for (size_t d = 0; d < results[0].shape.size(); ++d) {
    rule.factors.push_back({.name = "i" + std::to_string(d), .size = results[0].shape[d]});
    DimMap map{.terms = {{static_cast<int>(d), 1}}};
    rule.operands[0].push_back(map);
    rule.operands[1].push_back(map);
    rule.results[0].push_back(map);
  }
  // Along `dim` the result is a sum over x's positions, of which the index picks one.
  int position = static_cast<int>(rule.factors.size());
  FactorKind kind = operands[0].dtype == DType::Bool ? FactorKind::Whole : FactorKind::Reduction;
  rule.factors.push_back({.name = "position", .size = operands[0].shape[dim], .kind = kind, .indexed = true});
  rule.operands[0][dim] = {.terms = {{position, 1}}, .picked = true};
  rule.linearGroups = linearOver(operands[0].dtype, {{0}});
  return rule;
}

void GatherOp::buildGradient(OpBuilder &builder, ValueRange resultGradients, SmallVectorImpl<Value> &operandGradients) {
  Value zeros = constantLike(builder, getLoc(), 0, getX());
  operandGradients.push_back(ScatterAddOp::create(builder, getLoc(), zeros, getIndex(), resultGradients[0], getDim()));
  operandGradients.push_back(nullptr);
}

} // namespace weir
