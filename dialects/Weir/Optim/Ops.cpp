// Registration of the Optim family and the scalar function of adamw_update.
#include "dialects/Weir/Optim/Ops.h"

#include "dialects/Weir/IR/Expression.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

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
  // beta^t as exp(t * log(beta)); beta = 0 gives log = -inf and exp = 0, as it should.
  Scalar mHat = newM / (one - exp(step * log(beta1)));
  Scalar vHat = newV / (one - exp(step * log(beta2)));
  Scalar newP = p - lr * (decay * p + mHat / (sqrt(vHat) + eps));
  return {newP, newM, newV};
}

} // namespace weir
