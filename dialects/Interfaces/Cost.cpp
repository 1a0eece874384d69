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

/// Windows are what a sum runs over, wherever they are: other dimensions of several terms are blocks.
static bool isSumOverWindows(const IterationRule &rule) {
  auto isSummed = [&](const AffineTerm &term) { return rule.factors[term.factor].kind == FactorKind::Reduction; };
  auto isWindow = [&](const DimMap &dim) {
    return llvm::any_of(dim.terms, isSummed) && !llvm::all_of(dim.terms, isSummed);
  };
  auto hasWindows = [&](const ValueMap &map) { return llvm::any_of(map, isWindow); };
  return rule.operands.size() > 1 && llvm::any_of(rule.operands, hasWindows);
}

bool sumsOverWindows(Operation *root) {
  WalkResult walked = root->walk([](SemanticsInterface op) {
    FailureOr<IterationRule> rule = iterationRuleOf(op);
    return succeeded(rule) && isSumOverWindows(*rule) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return walked.wasInterrupted();
}

} // namespace weir
