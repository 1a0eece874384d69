// The eval of constraints: they say how a value is held, not what it is.
#include "dialects/Sbp/Sbp.h"
#include "lib/Reference/Models.h"

using namespace mlir;

namespace weir {

static Result<Tensors> evalConstrain(sbp::ConstrainOp, ArrayRef<HostTensor> operands, const EvalScope &) {
  return Tensors{operands[0]};
}

void attachSbpEvals(MLIRContext &context) { attachEval<sbp::ConstrainOp, evalConstrain>(context); }

} // namespace weir
