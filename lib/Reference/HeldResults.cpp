// Ops of a function run in one order, so the n-th result of one run is the n-th of another.
#include "lib/Reference/HeldResults.h"

#include "dialects/Interfaces/Gradient.h"

using namespace mlir;

namespace weir {

static bool isHeld(Operation *op) { return op->hasTrait<StopsGradients>() || op->hasTrait<PiecewiseConstant>(); }

AfterOpFn HeldResults::note() {
  return [this](Operation *op, const EvalScope &, ArrayRef<HostTensor>, std::vector<HostTensor> &results) {
    if (isHeld(op))
      held.push_back(results);
  };
}

AfterOpFn HeldResults::putInPlace() {
  next = 0;
  return [this](Operation *op, const EvalScope &, ArrayRef<HostTensor>, std::vector<HostTensor> &results) {
    if (isHeld(op))
      results = held[next++];
  };
}

} // namespace weir
