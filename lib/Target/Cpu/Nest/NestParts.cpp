// Takes a kernel apart: the ops behind each nest's results become a function, of which one of each text is kept.
#include "lib/Target/Cpu/Nest/NestParts.h"

#include "lib/Target/Cpu/Nest/KernelSlice.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace weir::cpu {

using nest::Nest;
using nest::NestPlan;

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
  OwningOpRef<func::FuncOp> whole = functionOf(kernel, ops, arguments, {}, outputs);
  nest::CollapsedFunction collapsed = nest::collapseLoops(*whole);
  OwningOpRef<func::FuncOp> function = std::move(collapsed.function);
  renumberLoops(*function);

  auto [found, isNew] = numbers.try_emplace(plan.nests().size() > 1 ? textOf(*function) : "", functions.size());
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

  std::tie(part.operands, part.scalars) = numbersOf(kernel, arguments);
  part.numInputs = part.operands.size();
  auto numInputs = static_cast<unsigned>(
      llvm::count_if(kernel.getArgumentTypes(), [](Type type) { return isa<RankedTensorType>(type); }));
  for (unsigned output : nest.outputs)
    part.operands.push_back(numInputs + output);
}

} // namespace weir::cpu
