// Finds what a value follows from, and builds derive jobs.
#include "passes/Layout/DeriveJobs.h"

#include "dialects/Comm/Comm.h"
#include "dialects/Weir/Control/NormalForm.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"
#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace weir {

DeriveJobs::DeriveJobs(ModuleOp module) : symbols(module) {
  module.walk([&](AssignOp assign) { assigned.insert(storageOf(symbols, assign.getVariableAttr().getAttr())); });
}

bool DeriveJobs::isConstantStep(Operation *op) const {
  auto isKnown = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.hasStaticShape();
  };
  if (!isPure(op) || op->getNumResults() == 0 || !llvm::all_of(op->getResultTypes(), isKnown))
    return false;
  auto read = dyn_cast<ReadOp>(op);
  return !read || !assigned.contains(storageOf(symbols, read.getVariableAttr().getAttr()));
}

SmallVector<Operation *> DeriveJobs::sourcesOf(Value value) const {
  SetVector<Operation *> sources;
  SmallVector<Value> open{value};
  while (!open.empty()) {
    Operation *op = open.pop_back_val().getDefiningOp();
    if (!op || !isConstantStep(op))
      return {};
    if (sources.insert(op))
      open.append(op->operand_begin(), op->operand_end());
  }
  return llvm::to_vector(topologicalSort(sources));
}

bool DeriveJobs::followsFromVariables(Operation *op, const llvm::DenseSet<Operation *> &others) const {
  return isConstantStep(op) && llvm::all_of(op->getOperands(), [&](Value operand) {
           Operation *source = operand.getDefiningOp();
           return source && others.contains(source);
         });
}

/// Artifacts that are compiled apart share variables by name, so a derived one is named after what derives it.
static std::string contentName(func::FuncOp job, StringRef base) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  job.print(stream, OpPrintingFlags().useLocalScope());
  return (base + "." + llvm::utohexstr(llvm::xxh3_64bits(text), /*LowerCase=*/true, /*Width=*/16)).str();
}

/// Says which ranks have it: those that run the program in which it was.
static void setRanks(Operation *op, StringAttr name, comm::RanksAttr of) {
  if (of)
    op->setAttr(comm::kRanksAttr,
                comm::RanksAttr::get(op->getContext(), name, of.getMesh(), of.getDevices(), of.getPlaces()));
}

/// In names of variables that are derived from no variable.
static constexpr StringLiteral kConstantBase = "constant";

VariableOp DeriveJobs::derive(Value value, ArrayRef<Operation *> sources, StringRef suffix,
                              llvm::function_ref<Value(OpBuilder &, Value)> finish) {
  StringRef base = kConstantBase;
  for (Operation *op : sources)
    if (auto read = dyn_cast<ReadOp>(op))
      base = read.getVariable();

  Location loc = value.getLoc();
  auto program = value.getDefiningOp()->getParentOfType<func::FuncOp>();
  auto ranks = program->getAttrOfType<comm::RanksAttr>(comm::kRanksAttr);
  OpBuilder builder(program);
  auto job = func::FuncOp::create(builder, loc, (base + suffix).str(), builder.getFunctionType({}, {}));
  job->setAttr(kJobAttr, builder.getUnitAttr());
  job->setAttr(kDeriveAttr, builder.getUnitAttr());
  setRanks(job, job.getSymNameAttr(), ranks);
  builder.setInsertionPointToStart(job.addEntryBlock());
  IRMapping mapping;
  for (Operation *op : sources)
    builder.clone(*op, mapping);
  Value derived = finish(builder, mapping.lookup(value));
  auto assign = AssignOp::create(builder, loc, job.getSymName(), derived);
  func::ReturnOp::create(builder, loc);

  std::string name = contentName(job, job.getSymName());
  if (auto variable = symbols.lookup<VariableOp>(name)) {
    job.erase();
    return variable;
  }
  builder.setInsertionPoint(job);
  auto variable = VariableOp::create(builder, loc, name, derived.getType(), /*initial=*/nullptr, /*alias=*/nullptr);
  assign.setVariable(name);
  job.setSymName(name + ".derive");
  setRanks(job, job.getSymNameAttr(), ranks);
  setRanks(variable, variable.getSymNameAttr(), ranks);
  symbols.insert(variable);
  symbols.insert(job);
  return variable;
}

} // namespace weir
