// See RowChain.h.
#include "lib/Target/Cpu/Chain/RowChain.h"

#include "lib/Target/Cpu/Nest/KernelSlice.h"

using namespace mlir;

namespace weir::cpu {
namespace {

bool isProduct(linalg::GenericOp generic) {
  return generic.getNumReductionLoops() > 0 && generic.getNumDpsInputs() == 2;
}

bool isReduced(Value value) {
  return llvm::any_of(opsBehind(value), [](Operation *op) {
    auto generic = dyn_cast<linalg::GenericOp>(op);
    return generic && generic.getNumReductionLoops() > 0;
  });
}

/// The last value that follows from this one, elementwise and in its shape, with what needs no reduction.
Value endOfElementwise(Value value) {
  while (value.hasOneUse()) {
    auto user = dyn_cast<linalg::GenericOp>(*value.user_begin());
    auto isOther = [&](Value operand) { return operand != value && isReduced(operand); };
    if (!user || llvm::any_of(user.getInputs(), isOther) || user.getNumReductionLoops() > 0 ||
        user.getNumResults() != 1 ||
        cast<ShapedType>(user->getResult(0).getType()).getShape() != cast<ShapedType>(value.getType()).getShape())
      break;
    value = user->getResult(0);
  }
  return value;
}

/// The part that computes `output`, from `cut` on if it isn't null.
ChainPart partOf(func::FuncOp kernel, Value output, Value cut) {
  SmallVector<Operation *> ops = opsBehind(output, cut);
  SmallVector<BlockArgument> arguments = argumentsOf(kernel, ops, {});
  auto [operands, scalars] = numbersOf(kernel, arguments);
  return {functionOf(kernel, ops, arguments, cut, output), std::move(operands), std::move(scalars)};
}

} // namespace

std::optional<RowChain> RowChain::of(func::FuncOp kernel) {
  SmallVector<linalg::GenericOp> products;
  for (auto generic : kernel.getBody().front().getOps<linalg::GenericOp>())
    if (isProduct(generic))
      products.push_back(generic);
  if (products.size() != 2 || kernel.getNumResults() > 2)
    return std::nullopt;
  Operation *terminator = kernel.getBody().front().getTerminator();
  Value result = terminator->getOperand(0), weights = products[1]->getOperand(0);
  Value scores = endOfElementwise(products[0]->getResult(0));
  auto holds = [](ArrayRef<Operation *> ops, linalg::GenericOp product) {
    return llvm::is_contained(ops, product.getOperation());
  };
  SmallVector<Operation *> behindWeights = opsBehind(weights, scores), behindResult = opsBehind(result, weights);
  bool keepsWeights = kernel.getNumResults() == 2;
  if (keepsWeights && terminator->getOperand(1) != weights)
    return std::nullopt;
  if (scores == weights || !weights.getDefiningOp() || holds(behindWeights, products[0]) ||
      holds(behindResult, products[0]) || !holds(behindResult, products[1]) || !holds(opsBehind(weights), products[0]))
    return std::nullopt;
  return RowChain{partOf(kernel, scores, nullptr), partOf(kernel, weights, scores), partOf(kernel, result, weights),
                  keepsWeights};
}

} // namespace weir::cpu
