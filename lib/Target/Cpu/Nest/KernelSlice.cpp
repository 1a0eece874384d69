// See KernelSlice.h.
#include "lib/Target/Cpu/Nest/KernelSlice.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace weir::cpu {

SmallVector<Operation *> opsBehind(ArrayRef<Value> outputs, Value cut) {
  llvm::SmallPtrSet<Operation *, 16> seen;
  SmallVector<Operation *> found;
  SmallVector<Value> wanted(outputs);
  while (!wanted.empty()) {
    Value value = wanted.pop_back_val();
    Operation *op = value == cut ? nullptr : value.getDefiningOp();
    if (!op || !isa<func::FuncOp>(op->getParentOp()) || !seen.insert(op).second)
      continue;
    found.push_back(op);
    op->walk([&](Operation *inner) { llvm::append_range(wanted, inner->getOperands()); });
  }
  llvm::sort(found, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return found;
}

SmallVector<BlockArgument> argumentsOf(func::FuncOp kernel, ArrayRef<Operation *> ops, ArrayRef<Value> outputs) {
  llvm::SmallSetVector<BlockArgument, 8> used;
  auto use = [&](Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value); argument && argument.getOwner() == &kernel.getBody().front())
      used.insert(argument);
  };
  for (Operation *op : ops)
    op->walk<WalkOrder::PreOrder>([&](Operation *inner) { llvm::for_each(inner->getOperands(), use); });
  llvm::for_each(outputs, use);
  return used.takeVector();
}

OwningOpRef<func::FuncOp> functionOf(func::FuncOp kernel, ArrayRef<Operation *> ops, ArrayRef<BlockArgument> arguments,
                                     Value cut, ArrayRef<Value> outputs) {
  OpBuilder builder(kernel.getContext());
  SmallVector<Type> types(ValueRange(arguments).getTypes());
  if (cut)
    types.push_back(cut.getType());
  auto type = builder.getFunctionType(types, ValueRange(outputs).getTypes());
  OwningOpRef<func::FuncOp> function = func::FuncOp::create(kernel.getLoc(), "nest", type);
  IRMapping map;
  Block *body = function->addEntryBlock();
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    map.map(argument, body->getArgument(i));
    function->setArgAttrs(i, kernel.getArgAttrDict(argument.getArgNumber()));
  }
  if (cut)
    map.map(cut, body->getArguments().back());
  builder.setInsertionPointToEnd(body);
  for (Operation *op : ops)
    builder.clone(*op, map);
  SmallVector<Value> results = llvm::map_to_vector(outputs, [&](Value output) { return map.lookup(output); });
  func::ReturnOp::create(builder, kernel.getLoc(), results);
  return function;
}

ArgumentNumbers numbersOf(func::FuncOp kernel, ArrayRef<BlockArgument> arguments) {
  auto isTensor = [](BlockArgument argument) { return isa<RankedTensorType>(argument.getType()); };
  auto numberAmong = [&](BlockArgument argument, bool tensors) {
    auto before = kernel.getArguments().take_front(argument.getArgNumber());
    return static_cast<unsigned>(llvm::count_if(before, [&](auto other) { return isTensor(other) == tensors; }));
  };
  ArgumentNumbers numbers;
  for (BlockArgument argument : arguments)
    (isTensor(argument) ? numbers.first : numbers.second).push_back(numberAmong(argument, isTensor(argument)));
  return numbers;
}

} // namespace weir::cpu
