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

} // namespace weir
