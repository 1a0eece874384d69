// Evals of optimizer updates, by the formulas of their descriptions.
#include "dialects/Weir/Optim/Ops.h"
#include "lib/Reference/Models.h"

#include <cmath>

using namespace mlir;

namespace weir {

namespace {

double scalar(const HostTensor &operand) { return operand.floats[0]; }

Result<Tensors> evalSGDUpdate(SGDUpdateOp, ArrayRef<HostTensor> operands, const EvalScope &scope) {
  const std::vector<double> &p = operands[0].floats, &g = operands[1].floats;
  double lr = scalar(operands[2]), decay = scalar(operands[3]);
  HostTensor newP = HostTensor::zeros(scope.results[0].part());
  for (size_t i = 0; i < p.size(); ++i)
    newP.floats[i] = p[i] - lr * (g[i] + decay * p[i]);
  return Tensors{std::move(newP)};
}

Result<Tensors> evalMomentumUpdate(MomentumUpdateOp op, ArrayRef<HostTensor> operands, const EvalScope &scope) {
  const std::vector<double> &p = operands[0].floats, &g = operands[1].floats, &b = operands[2].floats;
  double lr = scalar(operands[3]), momentum = scalar(operands[4]), dampening = scalar(operands[5]);
  double decay = scalar(operands[6]), step = scalar(operands[7]);
  HostTensor newP = HostTensor::zeros(scope.results[0].part());
  HostTensor newB = HostTensor::zeros(scope.results[1].part());
  for (size_t i = 0; i < p.size(); ++i) {
    double d = g[i] + decay * p[i];
    newB.floats[i] = step > 1 ? momentum * b[i] + (1 - dampening) * d : d;
    newP.floats[i] = p[i] - lr * (op.getNesterov() ? d + momentum * newB.floats[i] : newB.floats[i]);
  }
  return Tensors{std::move(newP), std::move(newB)};
}

/// Adam and AdamW, which differ in what the weight decay is added to.
template <typename Op> Result<Tensors> evalMomentsUpdate(Op, ArrayRef<HostTensor> operands, const EvalScope &scope) {
  const std::vector<double> &p = operands[0].floats, &g = operands[1].floats, &m = operands[2].floats,
                            &v = operands[3].floats;
  double lr = scalar(operands[4]), beta1 = scalar(operands[5]), beta2 = scalar(operands[6]);
  double eps = scalar(operands[7]), decay = scalar(operands[8]), step = scalar(operands[9]);
  constexpr bool isDecoupled = std::is_same_v<Op, AdamWUpdateOp>;
  HostTensor newP = HostTensor::zeros(scope.results[0].part());
  HostTensor newM = HostTensor::zeros(scope.results[1].part());
  HostTensor newV = HostTensor::zeros(scope.results[2].part());
  for (size_t i = 0; i < p.size(); ++i) {
    double d = isDecoupled ? g[i] : g[i] + decay * p[i];
    double m1 = beta1 * m[i] + (1 - beta1) * d;
    double v1 = beta2 * v[i] + (1 - beta2) * d * d;
    double mHat = m1 / (1 - std::pow(beta1, step));
    double vHat = v1 / (1 - std::pow(beta2, step));
    double direction = mHat / (std::sqrt(vHat) + eps);
    newP.floats[i] = p[i] - lr * (isDecoupled ? decay * p[i] + direction : direction);
    newM.floats[i] = m1;
    newV.floats[i] = v1;
  }
  return Tensors{std::move(newP), std::move(newM), std::move(newV)};
}

} // namespace

void attachOptimEvals(MLIRContext &context) {
  attachEval<SGDUpdateOp, evalSGDUpdate>(context);
  attachEval<MomentumUpdateOp, evalMomentumUpdate>(context);
  attachEval<AdamUpdateOp, evalMomentsUpdate<AdamUpdateOp>>(context);
  attachEval<AdamWUpdateOp, evalMomentsUpdate<AdamWUpdateOp>>(context);
}

} // namespace weir
