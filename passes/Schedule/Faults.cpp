// Kernels are looked at by what their ops say of themselves: positions that are picked, integer divisions.
#include "passes/Schedule/Faults.h"

#include "dialects/Interfaces/Elementwise.h"
#include "dialects/Interfaces/Semantics.h"
#include "dialects/Weir/Shape/Ops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <set>

using namespace mlir;

namespace weir {

/// A kernel divides integers by arith.divsi alone.
static bool divides(Operation *op) {
  auto elementwise = dyn_cast<ElementwiseInterface>(op);
  auto isInteger = [](Type type) {
    return getElementTypeOrSelf(type).isInteger() && !getElementTypeOrSelf(type).isInteger(1);
  };
  if (!elementwise || llvm::none_of(op->getResultTypes(), isInteger))
    return false;
  Block block;
  OpBuilder builder(op->getContext());
  builder.setInsertionPointToStart(&block);
  for (Type type : op->getOperandTypes()) {
    Type element = getElementTypeOrSelf(type);
    block.addArgument(element.isUnsignedInteger(8) ? builder.getI32Type() : element, op->getLoc());
  }
  elementwise.buildScalars(builder, block.getArguments());
  return !block.getOps<arith::DivSIOp>().empty();
}

/// Whether the op gives each element of its operand at least once, and nothing else.
static bool repeatsAll(BroadcastOp op) {
  auto type = cast<RankedTensorType>(op.getResult().getType());
  for (int64_t d = 0; d < type.getRank(); ++d)
    if (!llvm::is_contained(op.getDims(), d) && (type.isDynamicDim(d) || type.getDimSize(d) == 0))
      return false;
  return true;
}

/// The value in a kernel of which this one has all elements, in another shape or repeated.
static Value elementsOf(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    auto broadcast = dyn_cast<BroadcastOp>(op);
    Value from = broadcast && repeatsAll(broadcast) ? broadcast.getX() : viewedBy(op);
    if (!from)
      break;
    value = from;
  }
  return value;
}

/// Whether all of them are positions below the size.
static bool areBelow(Value indices, int64_t size) {
  auto positions = indices.getDefiningOp<IotaOp>();
  return positions && !ShapedType::isDynamic(positions.getType().getDimSize(0)) &&
         positions.getType().getDimSize(0) <= size;
}

SmallVector<Faults::Check> Faults::checksOf(func::FuncOp kernel) const {
  SmallVector<Check> checks;
  kernel.walk([&](Operation *op) {
    if (divides(op))
      checks.push_back({});
    if (!isa<SemanticsInterface>(op))
      return;
    FailureOr<IterationRule> rule = iterationRuleOf(op);
    if (failed(rule))
      return;
    std::optional<int64_t> size;
    SmallVector<Value> indices;
    for (auto [operand, map] : llvm::zip(op->getOperands(), rule->operands)) {
      auto type = dyn_cast<RankedTensorType>(operand.getType());
      bool isPicked = false;
      for (auto [d, position] : llvm::enumerate(map)) {
        isPicked |= position.picked;
        if (position.picked)
          size = type.getDimSize(static_cast<unsigned>(d));
      }
      if (type && !isPicked && type.getElementType().isInteger())
        indices.push_back(operand);
    }
    if (size)
      for (Value index : indices)
        checks.push_back({ShapedType::isDynamic(*size) ? Value() : elementsOf(index), *size});
  });
  return checks;
}

/// Where the indices that a value in the call's kernel has come from: a value of the job, or positions. None where the
/// kernel computes them.
Value Faults::sourceOf(Value indices, kernel::CallOp call, const JobValues &values) {
  if (!isa<BlockArgument>(indices) && !indices.getDefiningOp<IotaOp>())
    return nullptr;
  while (auto argument = dyn_cast<BlockArgument>(indices)) {
    Value given = values.root(call.getInputs()[argument.getArgNumber()]);
    call = given.getDefiningOp<kernel::CallOp>();
    if (!call)
      return given;
    auto callee = symbols.lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
    Operation *terminator = callee.getBody().front().getTerminator();
    indices = elementsOf(terminator->getOperand(cast<OpResult>(given).getResultNumber()));
    if (!isa<BlockArgument>(indices) && !indices.getDefiningOp<IotaOp>())
      return given;
  }
  return indices;
}

Faults::Faults(const JobValues &values) {
  llvm::DenseMap<Operation *, SmallVector<Check>> byKernel;
  std::set<std::pair<void *, int64_t>> known; // indices and the sizes that they are below
  for (Operation *op : values.makers()) {
    auto call = dyn_cast<kernel::CallOp>(op);
    if (!call)
      continue;
    auto callee = symbols.lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
    auto [checks, isNew] = byKernel.try_emplace(callee);
    if (isNew)
      checks->second = checksOf(callee);
    for (const Check &check : checks->second) {
      Value indices = check.indices ? sourceOf(check.indices, call, values) : Value();
      bool isKnown = indices && (areBelow(indices, check.size) ||
                                 !known.insert({indices.getAsOpaquePointer(), check.size}).second);
      if (!isKnown)
        calls.insert(call);
    }
  }
}

} // namespace weir
