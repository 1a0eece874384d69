// Reading a job. The ops that a job may hold are named here and nowhere else in this room.
#include "passes/Schedule/JobValues.h"

#include "dialects/Vm/HostScalars.h"
#include "dialects/Weir/Control/Ops.h"
#include "dialects/Weir/Shape/Ops.h"

using namespace mlir;

namespace weir {

Value viewedBy(Operation *op) {
  auto reshape = dyn_cast_or_null<ReshapeOp>(op);
  return reshape ? reshape.getX() : Value();
}

/// The name of the variable that owns the storage: aliases are followed.
static FlatSymbolRefAttr owner(Operation *user, FlatSymbolRefAttr name) {
  auto variable = SymbolTable::lookupNearestSymbolFrom<VariableOp>(user, name);
  while (variable && variable.getAlias()) {
    name = variable.getAliasAttr();
    variable = SymbolTable::lookupNearestSymbolFrom<VariableOp>(user, name);
  }
  return name;
}

static FlatSymbolRefAttr readVariable(Operation *op) {
  auto read = dyn_cast_or_null<ReadOp>(op);
  return read ? owner(read, read.getVariableAttr()) : FlatSymbolRefAttr();
}

static bool isScalar(Operation *op) {
  if (isa<DimOp>(op))
    return true;
  return vm::hostScalarKind(op).has_value();
}

/// A constant of unknown size has no elements in the artifact: it is filled in when the program runs.
static bool isMaker(Operation *op) {
  auto constant = dyn_cast<ConstantOp>(op);
  return isa<kernel::CallOp>(op) || (constant && !constant.getType().hasStaticShape());
}

static bool isOutput(Operation *op) { return isa<AssignOp, func::ReturnOp>(op); }

static bool isSupported(Operation *op) {
  return isMaker(op) || isOutput(op) || isScalar(op) || viewedBy(op) || readVariable(op) || isa<ConstantOp>(op);
}

FailureOr<JobValues> JobValues::of(func::FuncOp job) {
  JobValues values;
  if (failed(values.readOps(job)) || failed(values.readOutputs(job)))
    return failure();
  values.findMakers(job);
  return values;
}

LogicalResult JobValues::readOps(func::FuncOp job) {
  if (!job.getBody().hasOneBlock())
    return job.emitOpError("expects a job to have a body of one block");
  bool allSupported = true;
  for (auto [index, type] : llvm::enumerate(job.getArgumentTypes()))
    if (!isa<RankedTensorType>(type)) {
      job.emitOpError("expects a job's inputs to be tensors, got ") << type << " as input " << index;
      allSupported = false;
    }
  for (Operation &op : job.getBody().front()) {
    if (!isSupported(&op)) {
      op.emitOpError("expects to be gone from a job after the stage launch, which leaves variables, constants, "
                     "kernel.call, reshapes, weir.dim and host scalars: ")
          << vm::hostScalarNames();
      allSupported = false;
    }
    if (FlatSymbolRefAttr variable = readVariable(&op))
      oldValues.try_emplace(variable, op.getResult(0));
  }
  return success(allSupported);
}

LogicalResult JobValues::readOutputs(func::FuncOp job) {
  llvm::DenseMap<Attribute, Operation *> assigned;
  for (auto assign : job.getBody().getOps<AssignOp>()) {
    FlatSymbolRefAttr variable = owner(assign, assign.getVariableAttr());
    auto [entry, isNew] = assigned.try_emplace(variable, assign);
    if (!isNew) {
      InFlightDiagnostic error = assign.emitOpError("expects one weir.assign per storage and job, got two for ");
      error << variable;
      error.attachNote(entry->second->getLoc()) << "the other one is here";
      return error;
    }
    outputList.push_back({assign.getValue(), assign, 0, variable});
  }
  Operation *last = job.getBody().front().getTerminator();
  for (auto [index, value] : llvm::enumerate(last->getOperands())) {
    if (!isa<RankedTensorType>(value.getType()))
      return last->emitOpError("expects a job to return tensors, got ") << value.getType();
    outputList.push_back({value, last, static_cast<unsigned>(index), {}});
  }
  return success();
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
    if (!isMaker(&op) || !live.contains(&op))
      continue;
    needed.push_back(&op);
    llvm::for_each(op.getOperands(), require);
  }
  std::reverse(needed.begin(), needed.end());
}

Value JobValues::root(Value value) const {
  while (Value viewed = viewedBy(value.getDefiningOp()))
    value = viewed;
  if (FlatSymbolRefAttr variable = readVariable(value.getDefiningOp()))
    return oldValues.lookup(variable);
  return value;
}

FlatSymbolRefAttr JobValues::variableOf(Value root) const { return readVariable(root.getDefiningOp()); }

} // namespace weir
