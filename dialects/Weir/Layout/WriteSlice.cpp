// Writes of slices: inference and iteration rule.
#include "dialects/Weir/Layout/Ops.h"
#include "dialects/Weir/Search/Formulas.h"

using namespace mlir;

namespace weir {

Result<Metas> WriteSliceOp::inferResults(const Metas &operands, const Attributes &attributes) {
  if (operands[0].shape.empty())
    return Failure{"expects input to have a dimension"};
  return inferSliceScatter(operands, attributes);
}

/// Which elements of input remain is known of the whole src alone.
Result<IterationRule> WriteSliceOp::iterationRule(const Metas &operands, const Metas &, const Attributes &) {
  IterationRule rule;
  rule.operands.resize(2);
  rule.results.resize(1);
  for (size_t d = 0; d < operands[0].shape.size(); ++d) {
    int element = static_cast<int>(rule.factors.size()), written = element + 1;
    std::string number = std::to_string(d);
    rule.factors.push_back({.name = "i" + number,
                            .size = operands[0].shape[d],
                            .indexed = true,
                            .heldWhole = "which elements remain follows from all that is written"});
    rule.factors.push_back({.name = "src" + number, .size = operands[1].shape[d], .kind = FactorKind::Whole});
    rule.operands[0].push_back({.terms = {{element, 1}}});
    rule.operands[1].push_back({.terms = {{written, 1}}});
    rule.results[0].push_back({.terms = {{element, 1}}});
  }
  rule.linearGroups = linearOver(operands[0].dtype, {{0, 1}});
  return rule;
}

} // namespace weir
