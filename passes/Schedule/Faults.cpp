// Kernels are looked at by what their ops say of themselves: positions that are picked, integer divisions.
#include "passes/Schedule/Faults.h"

#include "dialects/Interfaces/Elementwise.h"
#include "dialects/Interfaces/Semantics.h"

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

/// The kernel's argument that the value is another shape of, if it is one.
static std::optional<unsigned> argumentOf(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    value = viewedBy(op);
    if (!value)
      return std::nullopt;
  }
  return cast<BlockArgument>(value).getArgNumber();
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
        checks.push_back({ShapedType::isDynamic(*size) ? std::nullopt : argumentOf(index), *size});
  });
  return checks;
}

Faults::Faults(const JobValues &values) {
  SymbolTableCollection symbols;
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
      if (check.argument) {
        Value indices = values.root(call.getInputs()[*check.argument]);
        if (!known.insert({indices.getAsOpaquePointer(), check.size}).second)
          continue;
      }
      calls.insert(call);
    }
  }
}

} // namespace weir
