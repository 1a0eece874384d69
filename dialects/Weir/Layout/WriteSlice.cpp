// Writes of slices: inference and iteration rule.
#include "dialects/Weir/Layout/Ops.h"
#include "dialects/Weir/Shape/Strides.h"
#include "lib/Support/ShapeText.h"

using namespace mlir;

namespace weir {

Result<Metas> WriteSliceOp::inferResults(const Metas &operands, const Attributes &attributes) {
  const TensorMeta &x = operands[0], &part = operands[1];
  const auto &starts = attributes.get<std::vector<int64_t>>("starts"),
             &steps = attributes.get<std::vector<int64_t>>("steps");
  if (x.dtype != part.dtype)
    return Failure{"expects x and part to have one dtype, got " + std::string(name(x.dtype)) + " and " +
                   std::string(name(part.dtype))};
  if (part.shape.size() != x.shape.size() || starts.size() != x.shape.size() || steps.size() != x.shape.size())
    return Failure{"expects part, starts and steps for each dimension of " + tupleText(x.shape) + ", got " +
                   tupleText(part.shape) + ", " + std::to_string(starts.size()) + " and " +
                   std::to_string(steps.size())};
  if (x.shape.empty())
    return Failure{"expects x to have a dimension"};
  for (size_t d = 0; d < steps.size(); ++d)
    if (starts[d] < 0 || steps[d] < 1)
      return Failure{"expects starts of at least 0 and steps of at least 1, got " + std::to_string(starts[d]) +
                     " and " + std::to_string(steps[d]) + " in dimension " + std::to_string(d)};
  for (size_t d = 0; d < steps.size(); ++d)
    if (x.shape[d].isKnown() && part.shape[d].isKnown() && part.shape[d].known() > 0 &&
        !liesWithin(x.shape[d].known(), starts[d], steps[d], part.shape[d].known()))
      return Failure{"expects part to lie inside of x, got " + tupleText(part.shape) + " from " +
                     std::to_string(starts[d]) + " in steps of " + std::to_string(steps[d]) + " for " +
                     tupleText(x.shape) + " in dimension " + std::to_string(d)};
  return Metas{x};
}

/// Which elements of x remain is known of the whole part alone.
Result<IterationRule> WriteSliceOp::iterationRule(const Metas &operands, const Metas &, const Attributes &) {
  IterationRule rule;
  rule.operands.resize(2);
  rule.results.resize(1);
  for (size_t d = 0; d < operands[0].shape.size(); ++d) {
    int element = static_cast<int>(rule.factors.size()), written = element + 1;
    std::string number = std::to_string(d);
    rule.factors.push_back({.name = "i" + number, .size = operands[0].shape[d], .indexed = true});
    rule.factors.push_back({.name = "part" + number, .size = operands[1].shape[d], .kind = FactorKind::Whole});
    rule.operands[0].push_back({.terms = {{element, 1}}});
    rule.operands[1].push_back({.terms = {{written, 1}}});
    rule.results[0].push_back({.terms = {{element, 1}}});
  }
  rule.linearGroups = linearOver(operands[0].dtype, {{0, 1}});
  return rule;
}

} // namespace weir
