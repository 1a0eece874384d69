// See Product.h.
#include "lib/Target/Nest/Product.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace weir::nest {

linalg::GenericOp onlyReduction(func::FuncOp kernel) {
  linalg::GenericOp found;
  for (auto generic : kernel.getBody().front().getOps<linalg::GenericOp>()) {
    if (generic.getNumReductionLoops() == 0)
      continue;
    if (found)
      return nullptr;
    found = generic;
  }
  return found;
}

Type productAccumulator(linalg::GenericOp generic) {
  Block &body = *generic.getBody();
  auto add = body.getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
  auto mul = add ? add.getRhs().getDefiningOp<arith::MulFOp>() : arith::MulFOp();
  auto isElement = [&](Value value, unsigned argument) {
    if (auto extend = value.getDefiningOp<arith::ExtFOp>())
      value = extend.getIn();
    return value == body.getArgument(argument);
  };
  bool isProduct = mul && generic.getNumDpsInputs() >= 2 && generic.getNumResults() == 1 &&
                   add.getLhs() == body.getArguments().back() && isElement(mul.getLhs(), 0) &&
                   isElement(mul.getRhs(), 1);
  return isProduct ? add.getType() : Type();
}

unsigned tensorNumber(BlockArgument argument) {
  return llvm::count_if(argument.getOwner()->getArguments().take_front(argument.getArgNumber()),
                        [](Value value) { return isa<RankedTensorType>(value.getType()); });
}

} // namespace weir::nest
