// See KernelSlice.h.
#include "lib/Target/Cpu/Nest/KernelSlice.h"

#include "dialects/Kernel/Kernel.h"

#include "mlir/IR/IRMapping.h"

#include <map>

using namespace mlir;

namespace weir::cpu {

SmallVector<Operation *> opsBehind(ArrayRef<Value> outputs, ArrayRef<Value> cuts) {
  llvm::SmallPtrSet<Operation *, 16> seen;
  SmallVector<Operation *> found;
  SmallVector<Value> wanted(outputs);
  while (!wanted.empty()) {
    Value value = wanted.pop_back_val();
    Operation *op = llvm::is_contained(cuts, value) ? nullptr : value.getDefiningOp();
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
                                     ArrayRef<Value> cuts, ArrayRef<Value> outputs) {
  OpBuilder builder(kernel.getContext());
  SmallVector<Type> types(ValueRange(arguments).getTypes());
  llvm::append_range(types, ValueRange(cuts).getTypes());
  auto type = builder.getFunctionType(types, ValueRange(outputs).getTypes());
  OwningOpRef<func::FuncOp> function = func::FuncOp::create(kernel.getLoc(), "nest", type);
  IRMapping map;
  Block *body = function->addEntryBlock();
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    map.map(argument, body->getArgument(i));
    function->setArgAttrs(i, kernel.getArgAttrDict(argument.getArgNumber()));
  }
  map.map(cuts, body->getArguments().take_back(cuts.size()));
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

void renumberLoops(func::FuncOp function) {
  std::map<int64_t, int64_t> numbers{{-1, -1}};
  function.walk([&](Operation *op) {
    auto loops = op->getAttrOfType<DenseI64ArrayAttr>(kernel::kLoopsAttr);
    if (!loops)
      return;
    auto renumbered = llvm::map_to_vector(loops.asArrayRef(), [&](int64_t loop) {
      return numbers.try_emplace(loop, static_cast<int64_t>(numbers.size()) - 1).first->second;
    });
    op->setAttr(kernel::kLoopsAttr, DenseI64ArrayAttr::get(op->getContext(), renumbered));
  });
}

/// A nest that can report faults knows the user's lines.
std::string textOf(func::FuncOp function) {
  auto isCheck = [](Operation *op) {
    return isa<kernel::CheckIndexOp, kernel::CheckDivisorOp>(op) ? WalkResult::interrupt() : WalkResult::advance();
  };
  bool withLines = function.walk(isCheck).wasInterrupted();
  std::string text;
  llvm::raw_string_ostream stream(text);
  function.print(stream, OpPrintingFlags().enableDebugInfo(withLines));
  return text;
}

} // namespace weir::cpu
