// Registration of the Optim family and the scalar function of adamw_update.
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

SmallVector<Value> AdamWUpdateOp::buildScalars(OpBuilder &builder, ValueRange elements) {
  Location loc = getLoc();
  auto at = [&](int i) { return Scalar(builder, loc, elements[i]); };
  Scalar p = at(0), g = at(1), m = at(2), v = at(3), lr = at(4), beta1 = at(5), beta2 = at(6), eps = at(7),
         decay = at(8), step = at(9);
  Scalar one = p.constant(1);
  Scalar newM = beta1 * m + (one - beta1) * g;
  Scalar newV = beta2 * v + (one - beta2) * g * g;
  // 1 - beta^t, in f64 because it cancels where beta^t is near one. beta = 0 gives log = -inf and exp = 0, as it
  // should.
  auto correction = [&](Scalar beta) -> Scalar {
    auto wide = [&](Value value) { return Scalar(builder, loc, convert(builder, loc, value, builder.getF64Type())); };
    Scalar power = exp(wide(step) * log(wide(beta)));
    return {builder, loc, convert(builder, loc, power.constant(1) - power, getElementTypeOrSelf(Value(p).getType()))};
  };
  Scalar mHat = newM / correction(beta1);
  Scalar vHat = newV / correction(beta2);
  Scalar newP = p - lr * (decay * p + mHat / (sqrt(vHat) + eps));
  return {newP, newM, newV};
}

} // namespace weir
