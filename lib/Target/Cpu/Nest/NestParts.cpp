// Takes a kernel apart: the ops behind each nest's results become a function, of which one of each text is kept.
#include "lib/Target/Cpu/Nest/NestParts.h"

#include "dialects/Kernel/Kernel.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

#include <map>

using namespace mlir;

namespace weir::cpu {

using nest::Nest;
using nest::NestPlan;

/// The kernel's ops that compute `outputs`, in order.
static SmallVector<Operation *> opsBehind(ArrayRef<Value> outputs) {
  llvm::SmallPtrSet<Operation *, 16> seen;
  SmallVector<Operation *> found;
  SmallVector<Value> wanted(outputs);
  while (!wanted.empty()) {
    Operation *op = wanted.pop_back_val().getDefiningOp();
    if (!op || !isa<func::FuncOp>(op->getParentOp()) || !seen.insert(op).second)
      continue;
    found.push_back(op);
    op->walk([&](Operation *inner) { llvm::append_range(wanted, inner->getOperands()); });
  }
  llvm::sort(found, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return found;
}

/// The kernel's arguments that the ops read or that are results themselves, in the order in which they are needed:
/// that of the kernel differs between nests that are equal.
static SmallVector<BlockArgument> argumentsOf(func::FuncOp kernel, ArrayRef<Operation *> ops, ArrayRef<Value> outputs) {
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

/// Numbers the loops of the function's generics anew, in the order of their first use: equal nests have equal numbers.
static void renumberLoops(func::FuncOp function) {
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

static OwningOpRef<func::FuncOp> functionOf(func::FuncOp kernel, ArrayRef<Operation *> ops,
                                            ArrayRef<BlockArgument> arguments, ArrayRef<Value> outputs) {
  OpBuilder builder(kernel.getContext());
  auto type = builder.getFunctionType(ValueRange(arguments).getTypes(), ValueRange(outputs).getTypes());
  OwningOpRef<func::FuncOp> function = func::FuncOp::create(kernel.getLoc(), "nest", type);
  IRMapping map;
  Block *body = function->addEntryBlock();
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    map.map(argument, body->getArgument(i));
    function->setArgAttrs(i, kernel.getArgAttrDict(argument.getArgNumber()));
  }
  builder.setInsertionPointToEnd(body);
  for (Operation *op : ops)
    builder.clone(*op, map);
  SmallVector<Value> results = llvm::map_to_vector(outputs, [&](Value output) { return map.lookup(output); });
  func::ReturnOp::create(builder, kernel.getLoc(), results);
  return function;
}

/// Nests of one text are one function. A nest that can report faults knows the user's lines.
static std::string textOf(func::FuncOp function) {
  auto isCheck = [](Operation *op) {
    return isa<kernel::CheckIndexOp, kernel::CheckDivisorOp>(op) ? WalkResult::interrupt() : WalkResult::advance();
  };
  bool withLines = function.walk(isCheck).wasInterrupted();
  std::string text;
  llvm::raw_string_ostream stream(text);
  function.print(stream, OpPrintingFlags().enableDebugInfo(withLines));
  return text;
}

SmallVector<Value> NestPart::ownOperands(OpBuilder &builder, ValueRange kernelOperands) const {
  SmallVector<Value> own;
  for (auto [number, joined] : llvm::zip_equal(operands, groups)) {
    Value memory = kernelOperands[number];
    bool isSame = joined.size() == static_cast<size_t>(cast<MemRefType>(memory.getType()).getRank());
    own.push_back(isSame ? memory
                         : memref::CollapseShapeOp::create(builder, memory.getLoc(), memory, joined).getResult());
  }
  return own;
}

NestParts::NestParts(func::FuncOp kernel) {
  NestPlan plan(kernel);
  for (const Nest &nest : plan.nests())
    addPart(kernel, plan, nest);
}

void NestParts::addPart(func::FuncOp kernel, const NestPlan &plan, const Nest &nest) {
  SmallVector<Value> outputs = llvm::map_to_vector(nest.outputs, [&](unsigned number) { return plan.output(number); });
  SmallVector<Operation *> ops = opsBehind(outputs);
  SmallVector<BlockArgument> arguments = argumentsOf(kernel, ops, outputs);
  OwningOpRef<func::FuncOp> whole = functionOf(kernel, ops, arguments, outputs);
  nest::CollapsedFunction collapsed = nest::collapseLoops(*whole);
  OwningOpRef<func::FuncOp> function = std::move(collapsed.function);
  renumberLoops(*function);

  auto [found, isNew] = numbers.try_emplace(textOf(*function), functions.size());
  if (isNew) {
    plans.push_back(std::make_unique<NestPlan>(*function));
    assert(plans.back()->nests().size() == 1 && "one nest's results are connected");
    functions.push_back(std::move(function));
  }
  NestPart &part = parts.emplace_back();
  part.number = found->second;
  part.groups = std::move(collapsed.operands);
  part.function = *functions[part.number];
  part.plan = plans[part.number].get();

  auto isTensor = [](BlockArgument argument) { return isa<RankedTensorType>(argument.getType()); };
  auto numberAmong = [&](BlockArgument argument, bool tensors) {
    auto before = kernel.getArguments().take_front(argument.getArgNumber());
    return static_cast<unsigned>(llvm::count_if(before, [&](auto other) { return isTensor(other) == tensors; }));
  };
  for (BlockArgument argument : arguments)
    (isTensor(argument) ? part.operands : part.scalars).push_back(numberAmong(argument, isTensor(argument)));
  part.numInputs = part.operands.size();
  auto numInputs = static_cast<unsigned>(llvm::count_if(kernel.getArguments(), isTensor));
  for (unsigned output : nest.outputs)
    part.operands.push_back(numInputs + output);
}

} // namespace weir::cpu
