// Registration of the Optim family and the scalar functions of its updates.
#include "dialects/Weir/Optim/Ops.h"

#include "dialects/Weir/IR/Expression.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/Weir/Optim/Ops.cpp.inc"

namespace weir {

void WeirDialect::registerOptimOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Weir/Optim/Ops.cpp.inc"
      >();
}

namespace {

SmallVector<Scalar> scalarsOf(OpBuilder &builder, Location loc, ValueRange elements) {
  return llvm::map_to_vector(elements, [&](Value element) { return Scalar(builder, loc, element); });
}

/// 1 - beta^t, in f64 because it cancels where beta^t is near one. beta = 0 gives log = -inf and exp = 0, as it should.
Scalar biasCorrection(OpBuilder &builder, Scalar beta, Scalar step) {
  Location loc = Value(beta).getLoc();
  auto wide = [&](Value value) { return Scalar(builder, loc, convert(builder, loc, value, builder.getF64Type())); };
  Scalar power = exp(wide(step) * log(wide(beta)));
  return {builder, loc, convert(builder, loc, power.constant(1) - power, Value(beta).getType())};
}

SmallVector<Value> buildMomentsUpdate(OpBuilder &builder, Location loc, ValueRange elements, bool decoupled) {
  SmallVector<Scalar> x = scalarsOf(builder, loc, elements);
  Scalar p = x[0], g = x[1], m = x[2], v = x[3], lr = x[4], beta1 = x[5], beta2 = x[6], eps = x[7], decay = x[8],
         step = x[9];
  Scalar one = p.constant(1);
  Scalar d = decoupled ? g : g + decay * p;
  Scalar newM = beta1 * m + (one - beta1) * d;
  Scalar newV = beta2 * v + (one - beta2) * d * d;
  Scalar mHat = newM / biasCorrection(builder, beta1, step);
  Scalar vHat = newV / biasCorrection(builder, beta2, step);
  Scalar direction = mHat / (sqrt(vHat) + eps);
  Scalar newP = p - lr * (decoupled ? decay * p + direction : direction);
  return {newP, newM, newV};
}

} // namespace

SmallVector<Value> SGDUpdateOp::buildScalars(OpBuilder &builder, ValueRange elements) {
  SmallVector<Scalar> x = scalarsOf(builder, getLoc(), elements);
  Scalar p = x[0], g = x[1], lr = x[2], decay = x[3];
  return {p - lr * (g + decay * p)};
}

SmallVector<Value> MomentumUpdateOp::buildScalars(OpBuilder &builder, ValueRange elements) {
  SmallVector<Scalar> x = scalarsOf(builder, getLoc(), elements);
  Scalar p = x[0], g = x[1], b = x[2], lr = x[3], momentum = x[4], dampening = x[5], decay = x[6], step = x[7];
  Scalar one = p.constant(1);
  Scalar d = g + decay * p;
  Scalar newB = select(step > one, momentum * b + (one - dampening) * d, d);
  return {p - lr * (getNesterov() ? d + momentum * newB : newB), newB};
}

SmallVector<Value> AdamUpdateOp::buildScalars(OpBuilder &builder, ValueRange elements) {
  return buildMomentsUpdate(builder, getLoc(), elements, /*decoupled=*/false);
}

SmallVector<Value> AdamWUpdateOp::buildScalars(OpBuilder &builder, ValueRange elements) {
  return buildMomentsUpdate(builder, getLoc(), elements, /*decoupled=*/true);
}

} // namespace weir
