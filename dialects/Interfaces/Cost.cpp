// Flops are told by point of an op's loops.
#include "dialects/Interfaces/Cost.h"

#include "dialects/Interfaces/Semantics.h"

using namespace mlir;

namespace weir {

/// Points of the op's loops; 0 if one is not static.
static int64_t numPoints(Operation *op) {
  FailureOr<IterationRule> rule = iterationRuleOf(op);
  if (failed(rule))
    return 0;
  int64_t points = 1;
  for (const Factor &factor : rule->factors)
    points *= factor.size.knownOr(0);
  return points;
}

int64_t flopsOf(Operation *root) {
  int64_t flops = 0;
  root->walk([&](SemanticsInterface op) {
    if (int64_t perPoint = op.flops())
      flops += perPoint * numPoints(op);
  });
  return flops;
}

static bool isSumOverWindows(const IterationRule &rule) {
  auto hasWindows = [](const ValueMap &map) {
    return llvm::any_of(map, [](const DimMap &dim) { return dim.terms.size() > 1; });
  };
  auto isSummed = [](const Factor &factor) { return factor.kind == FactorKind::Reduction; };
  return rule.operands.size() > 1 && llvm::any_of(rule.factors, isSummed) &&
         (llvm::any_of(rule.operands, hasWindows) || llvm::any_of(rule.results, hasWindows));
}

bool sumsOverWindows(Operation *root) {
  WalkResult walked = root->walk([](SemanticsInterface op) {
    FailureOr<IterationRule> rule = iterationRuleOf(op);
    return succeeded(rule) && isSumOverWindows(*rule) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return walked.wasInterrupted();
}

} // namespace weir
