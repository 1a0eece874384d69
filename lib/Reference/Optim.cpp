// Evals of optimizer updates, by the formulas of their descriptions.
#include "dialects/Weir/Optim/Ops.h"
#include "lib/Reference/Models.h"
#include "lib/Reference/Numbers.h"

#include <cmath>

using namespace mlir;

namespace weir {

namespace {

double scalar(const HostTensor &operand) { return operand.floats[0]; }

/// What a formula's steps are computed in, "f32 or wider": a number that leaves its range on the way is infinite.
class Steps {
public:
  Steps(const HostTensor &parameter, const EvalScope &scope)
      : dtype(scope.widened ? DType::F64 : defaultAccumulator(parameter.meta.dtype)) {}

  double operator()(double value) const { return roundedTo(dtype, value); }

private:
  const DType dtype;
};

Result<Tensors> evalSGDUpdate(SGDUpdateOp, ArrayRef<HostTensor> operands, const EvalScope &scope) {
  const std::vector<double> &p = operands[0].floats, &g = operands[1].floats;
  double lr = scalar(operands[2]), decay = scalar(operands[3]);
  Steps at(operands[0], scope);
  HostTensor newP = HostTensor::zeros(scope.results[0].part());
  for (size_t i = 0; i < p.size(); ++i)
    newP.floats[i] = p[i] - at(lr * at(g[i] + at(decay * p[i])));
  return Tensors{std::move(newP)};
}

Result<Tensors> evalMomentumUpdate(MomentumUpdateOp op, ArrayRef<HostTensor> operands, const EvalScope &scope) {
  const std::vector<double> &p = operands[0].floats, &g = operands[1].floats, &b = operands[2].floats;
  double lr = scalar(operands[3]), momentum = scalar(operands[4]), dampening = scalar(operands[5]);
  double decay = scalar(operands[6]), step = scalar(operands[7]);
  Steps at(operands[0], scope);
  HostTensor newP = HostTensor::zeros(scope.results[0].part());
  HostTensor newB = HostTensor::zeros(scope.results[1].part());
  for (size_t i = 0; i < p.size(); ++i) {
    double d = at(g[i] + at(decay * p[i]));
    double b1 = step > 1 ? at(at(momentum * b[i]) + at((1 - dampening) * d)) : d;
    newP.floats[i] = p[i] - at(lr * (op.getNesterov() ? at(d + at(momentum * b1)) : b1));
    newB.floats[i] = b1;
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
  Steps at(operands[0], scope);
  double left1 = at(1 - at(std::pow(beta1, step))), left2 = at(1 - at(std::pow(beta2, step)));
  HostTensor newP = HostTensor::zeros(scope.results[0].part());
  HostTensor newM = HostTensor::zeros(scope.results[1].part());
  HostTensor newV = HostTensor::zeros(scope.results[2].part());
  for (size_t i = 0; i < p.size(); ++i) {
    double d = isDecoupled ? g[i] : at(g[i] + at(decay * p[i]));
    double m1 = at(at(beta1 * m[i]) + at((1 - beta1) * d));
    double v1 = at(at(beta2 * v[i]) + at((1 - beta2) * at(d * d)));
    double direction = at(at(m1 / left1) / at(at(std::sqrt(at(v1 / left2))) + eps));
    newP.floats[i] = p[i] - at(lr * (isDecoupled ? at(at(decay * p[i]) + direction) : direction));
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
