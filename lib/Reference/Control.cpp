// Steps of what jobs need: variables, sizes, calls.
#include "dialects/Weir/Control/Ops.h"
#include "dialects/Weir/Shape/Ops.h"
#include "lib/Reference/Elements.h"
#include "lib/Reference/Frame.h"

#include "dialects/Interfaces/Semantics.h"

#include "mlir/IR/SymbolTable.h"

using namespace mlir;

namespace weir {

/// Deep enough for any model, and far from the end of the host's stack.
static constexpr int kMaxCallDepth = 200;

std::string storageOf(Operation *user, StringRef name) {
  SmallVector<StringRef> seen;
  while (!llvm::is_contained(seen, name)) {
    seen.push_back(name);
    auto variable = SymbolTable::lookupNearestSymbolFrom<VariableOp>(user, StringAttr::get(user->getContext(), name));
    if (!variable || !variable.getAlias())
      break;
    name = *variable.getAlias();
  }
  return name.str();
}

Result<HostTensor> initialValue(std::optional<ElementsAttr> initial, const StaticMeta &meta) {
  return initial ? tensorOf(*initial, meta) : zerosOf(meta);
}

Result<VariableStore> initialVariables(ModuleOp module) {
  VariableStore variables;
  for (auto variable : module.getOps<VariableOp>()) {
    if (variable.getAlias())
      continue;
    StaticMeta meta = staticMetaOf(cast<RankedTensorType>(variable.getTypeAttr().getValue()));
    Result<HostTensor> value = initialValue(variable.getInitial(), meta);
    if (!value)
      return Failure{value.message() + " in variable " + variable.getSymName().str()};
    variables.emplace(variable.getSymName(), std::move(*value));
  }
  return variables;
}

static std::optional<Fault> runRead(Operation *op, Frame &frame) {
  auto read = cast<ReadOp>(op);
  auto found = frame.run.variables.find(storageOf(op, read.getVariable()));
  if (found == frame.run.variables.end())
    return Fault("expects a value of variable " + read.getVariable().str() + ", got none");
  if (auto fault = reserve(frame.run, found->second.meta))
    return fault;
  frame.bind(read.getValue(), found->second);
  return std::nullopt;
}

static std::optional<Fault> runAssign(Operation *op, Frame &frame) {
  auto assign = cast<AssignOp>(op);
  std::string storage = storageOf(op, assign.getVariable());
  if (!frame.run.assigned.emplace(storage, frame.tensor(assign.getValue())).second)
    return Fault("expects at most one assignment of a variable in a run, got a second one of " + storage);
  return std::nullopt;
}

static std::optional<Fault> runDim(Operation *op, Frame &frame) {
  auto dim = cast<DimOp>(op);
  frame.bind(dim.getSize(), HostValue(frame.tensor(dim.getX()).meta.shape[dim.getDim()]));
  return std::nullopt;
}

static std::optional<Fault> runCall(Operation *op, Frame &frame) {
  auto call = cast<CallOp>(op);
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(op, call.getCalleeAttr());
  if (!callee)
    return Fault("expects a function named " + call.getCallee().str() + ", got none");
  if (frame.run.callDepth >= kMaxCallDepth)
    return Fault("expects calls to nest at most " + std::to_string(kMaxCallDepth) + " deep");
  ++frame.run.callDepth;
  auto results = runFunction(callee, frame.get(op->getOperands()), frame.run);
  --frame.run.callDepth;
  if (auto *fault = std::get_if<Fault>(&results))
    return std::move(*fault);
  frame.bind(op->getResults(), std::get<std::vector<HostValue>>(std::move(results)));
  return std::nullopt;
}

void addControlSteps(StepTable &table) {
  table.add<ReadOp>(runRead);
  table.add<AssignOp>(runAssign);
  table.add<DimOp>(runDim);
  table.add<CallOp>(runCall);
}

} // namespace weir
