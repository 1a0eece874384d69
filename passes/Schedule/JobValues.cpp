// Reading a job. Ops of the weir dialect are named here and in ProgramBuilder alone.
#include "passes/Schedule/JobValues.h"

#include "dialects/Comm/Comm.h"
#include "dialects/Vm/LaunchedJob.h"
#include "dialects/Weir/Shape/Ops.h"

using namespace mlir;

namespace weir {

bool isDonated(func::FuncOp job, unsigned input) { return bool(job.getArgAttr(input, kDonatedAttr)); }

Value viewedBy(Operation *op) {
  auto reshape = dyn_cast_or_null<ReshapeOp>(op);
  return reshape ? reshape.getX() : Value();
}

/// A constant of unknown size has no elements in the artifact: it is filled in when the program runs.
static bool isMaker(Operation *op) {
  auto constant = dyn_cast<ConstantOp>(op);
  return isa<kernel::CallOp, comm::CutOp, comm::ExchangeOp>(op) || (constant && !constant.getType().hasStaticShape());
}

FailureOr<JobValues> JobValues::of(func::FuncOp job) {
  if (failed(verifyLaunchedJob(job)))
    return failure();
  JobValues values;
  values.readOps(job);
  values.findMakers(job);
  return values;
}

FlatSymbolRefAttr JobValues::ownerOf(FlatSymbolRefAttr name, SymbolTable &symbols) {
  auto variable = symbols.lookup<VariableOp>(name.getAttr());
  if (variable && variable.getCarried())
    carriedVariables[name] = variable;
  return variable && variable.getAliasAttr() ? variable.getAliasAttr() : name;
}

void JobValues::readOps(func::FuncOp job) {
  SymbolTable symbols(job->getParentOfType<ModuleOp>());
  for (Operation &op : job.getBody().front()) {
    if (auto read = dyn_cast<ReadOp>(op)) {
      FlatSymbolRefAttr variable = variables[read.getResult()] = ownerOf(read.getVariableAttr(), symbols);
      oldValues.try_emplace(variable, read.getResult());
    }
    if (auto assign = dyn_cast<AssignOp>(op))
      outputList.push_back({assign.getValue(), assign, 0, ownerOf(assign.getVariableAttr(), symbols)});
  }
  Operation *last = job.getBody().front().getTerminator();
  for (auto [index, value] : llvm::enumerate(last->getOperands()))
    outputList.push_back({value, last, static_cast<unsigned>(index), {}});
}

void JobValues::findMakers(func::FuncOp job) {
  llvm::DenseSet<Operation *> live;
  auto require = [&](Value value) {
    if (isa<RankedTensorType>(value.getType()))
      if (Operation *maker = root(value).getDefiningOp())
        live.insert(maker);
  };
  for (const JobOutput &output : outputList)
    require(output.value);
  for (Operation &op : llvm::reverse(job.getBody().front())) {
    bool isNeeded = live.contains(&op) || isa<comm::ExchangeOp>(op); // others wait for what the rank sends
    if (!isMaker(&op) || !isNeeded)
      continue;
    needed.push_back(&op);
    llvm::for_each(op.getOperands(), require);
  }
  std::reverse(needed.begin(), needed.end());
}

Value JobValues::root(Value value) const {
  while (Value viewed = viewedBy(value.getDefiningOp()))
    value = viewed;
  if (FlatSymbolRefAttr variable = variables.lookup(value))
    return oldValues.lookup(variable);
  return value;
}

} // namespace weir
