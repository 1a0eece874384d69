// Evals of optimizer updates, by the formulas of their descriptions.
#include "dialects/Weir/Optim/Ops.h"
#include "lib/Reference/Models.h"

#include <cmath>

using namespace mlir;

namespace weir {

static Result<Tensors> evalAdamWUpdate(AdamWUpdateOp, ArrayRef<HostTensor> operands, const EvalScope &scope) {
  const std::vector<double> &p = operands[0].floats, &g = operands[1].floats, &m = operands[2].floats,
                            &v = operands[3].floats;
  double lr = operands[4].floats[0], beta1 = operands[5].floats[0], beta2 = operands[6].floats[0];
  double eps = operands[7].floats[0], decay = operands[8].floats[0], step = operands[9].floats[0];
  HostTensor newP = HostTensor::zeros(scope.results[0].part());
  HostTensor newM = HostTensor::zeros(scope.results[1].part());
  HostTensor newV = HostTensor::zeros(scope.results[2].part());
  for (size_t i = 0; i < p.size(); ++i) {
    double m1 = beta1 * m[i] + (1 - beta1) * g[i];
    double v1 = beta2 * v[i] + (1 - beta2) * g[i] * g[i];
    double mHat = m1 / (1 - std::pow(beta1, step));
    double vHat = v1 / (1 - std::pow(beta2, step));
    newP.floats[i] = p[i] - lr * (decay * p[i] + mHat / (std::sqrt(vHat) + eps));
    newM.floats[i] = m1;
    newV.floats[i] = v1;
  }
  return Tensors{std::move(newP), std::move(newM), std::move(newV)};
}

void attachOptimEvals(MLIRContext &context) { attachEval<AdamWUpdateOp, evalAdamWUpdate>(context); }

} // namespace weir
