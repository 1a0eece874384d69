// The graph of a job's steps: data flows along its edges, and readers of old bytes come before who overwrites them. A
// value may live where something else was only if these edges close no cycle.
#include "passes/Schedule/StorageDecisions.h"

#include "dialects/Comm/Comm.h"
#include "dialects/Weir/Control/Repetition.h"
#include "dialects/Weir/IR/Splat.h"
#include "dialects/Weir/Shape/Ops.h"

#include <algorithm>
#include <set>

using namespace mlir;

namespace weir {

/// Edges that a question whether bytes may be overwritten may look at: beyond, they are copied. It is more than
/// training steps of ordinary networks need.
constexpr uint64_t kMostSteps = 10000;

static int64_t bytesOf(Value value) {
  Result<int64_t> bytes = vm::BufferType::get(cast<RankedTensorType>(value.getType())).numBytes();
  return bytes ? *bytes : 0;
}

StorageDecisions::StorageDecisions(func::FuncOp job, const JobValues &values)
    : job(job), values(values), faults(values) {
  findCarried();
  addMakers();
  addGate();
  addResults();
  addMovesOfOldValues();
  addNewValues();
  placeInDonatedInputs();
}

// Steps and edges.

uint32_t StorageDecisions::addStep(ProgramStep step) {
  steps.push_back(std::move(step));
  return order.addNode();
}

void StorageDecisions::findCarried() {
  for (const auto &[variable, declared] : values.carried())
    carried.insert(variable);
  if (repeatOf(job) > 1 && faults.any())
    for (const JobOutput &output : values.outputs())
      if (output.variable && !output.isLast())
        carried.insert(output.variable);
}

static ProgramStep::Kind kindOf(Operation *maker) {
  if (isa<kernel::CallOp>(maker))
    return ProgramStep::Kind::Call;
  return isa<ConstantOp>(maker) ? ProgramStep::Kind::Fill : ProgramStep::Kind::Part;
}

void StorageDecisions::addMakers() {
  for (Operation *op : values.makers()) {
    uint32_t step = addStep({kindOf(op), op, {}, {}, {}, false});
    for (OpResult result : op->getResults())
      makerOf[result] = step;
    if (steps[step].kind == ProgramStep::Kind::Fill) {
      steps[step].target.value = op->getResult(0);
      steps[step].number = splatOf(op->getResult(0));
    }
  }
  for (auto [step, op] : llvm::enumerate(values.makers()))
    addReadsOf(op, static_cast<uint32_t>(step));
  orderMeetings();
}

void StorageDecisions::addReadsOf(Operation *maker, uint32_t step) {
  if (auto call = dyn_cast<kernel::CallOp>(maker)) {
    for (auto [index, operand] : llvm::enumerate(call.getInputs()))
      if (isa<RankedTensorType>(operand.getType()))
        readBy(operand, step, readsTemporary(call, static_cast<unsigned>(index)));
  } else if (steps[step].kind == ProgramStep::Kind::Part) {
    readBy(maker->getOperand(0), step, readsTemporary(maker->getOperand(0)));
  }
}

/// All ranks have them in the order of the job.
void StorageDecisions::orderMeetings() {
  std::optional<uint32_t> last;
  for (uint32_t step = 0; step < steps.size(); ++step) {
    if (!isa_and_nonnull<comm::CollectiveInterface>(steps[step].origin) || steps[step].kind != ProgramStep::Kind::Part)
      continue;
    if (last)
      order.tryEdge(*last, step);
    last = step;
  }
}

/// A run that fails changes no variable: what may fault comes first.
void StorageDecisions::addGate() {
  gate = addStep({ProgramStep::Kind::Gate, nullptr, {}, {}, {}, false});
  for (uint32_t step = 0; step < gate; ++step)
    if (mayFault(steps[step]))
      order.tryEdge(step, gate);
}

/// Where ranks meet, one may not come.
bool StorageDecisions::mayFault(const ProgramStep &step) const {
  if (step.kind == ProgramStep::Kind::Call)
    return mayFault(cast<kernel::CallOp>(step.origin));
  return step.kind == ProgramStep::Kind::Part && isa<comm::CollectiveInterface>(step.origin);
}

void StorageDecisions::readBy(Value value, uint32_t step, bool throughTemporary) {
  Value root = values.root(value);
  if (throughTemporary) {
    order.tryEdge(temporaryOf(root), step);
    return;
  }
  readers[root].push_back(step);
  if (isMade(root))
    order.tryEdge(makerOf[root], step);
}

uint32_t StorageDecisions::temporaryOf(Value root) {
  auto known = temporaries.find(root);
  if (known != temporaries.end())
    return known->second;
  Storage target{Storage::Kind::Temporary, root, 0, {}};
  uint32_t step = addStep({ProgramStep::Kind::Copy, root.getDefiningOp(), target, {}, root, false});
  temporaries[root] = step;
  readBy(root, step, false);
  return step;
}

void StorageDecisions::addCopy(const JobOutput &output, Storage target) {
  bool outlivesFaults = target.kind == Storage::Kind::Variable && !isCarried(target.variable);
  if (TypedAttr number = splatOf(output.value)) {
    uint32_t fill = addStep({ProgramStep::Kind::Fill, output.origin, target, number, output.value, false});
    if (outlivesFaults)
      order.tryEdge(gate, fill);
    return;
  }
  bool fromTemporary = needsRowMajor(output.value) || temporaries.contains(values.root(output.value));
  uint32_t step = addStep({ProgramStep::Kind::Copy, output.origin, target, {}, output.value, fromTemporary});
  if (outlivesFaults)
    order.tryEdge(gate, step);
  readBy(output.value, step, fromTemporary);
}

/// None of the edges, if one of them would close a cycle.
bool StorageDecisions::tryEdgesFromReaders(Value root, uint32_t writer, uint64_t limit) {
  SmallVector<uint32_t> others = readers.lookup(root);
  llvm::erase(others, writer);
  for (size_t i = 0; i < others.size(); ++i) {
    if (order.tryEdge(others[i], writer, limit))
      continue;
    while (i > 0)
      order.removeLastEdge(others[--i]);
    return false;
  }
  return true;
}

// Inputs with strides.

static bool isStrided(Value root, func::FuncOp job) {
  auto argument = dyn_cast<BlockArgument>(root);
  return argument && job.getArgAttr(argument.getArgNumber(), kernel::kStridedAttr);
}

/// A view's sizes say nothing of the strides of what it views.
bool StorageDecisions::needsRowMajor(Value value) const {
  Value root = values.root(value);
  return value != root && isStrided(root, job);
}

bool StorageDecisions::readsTemporary(Value sent) const { return isStrided(values.root(sent), job); }

bool StorageDecisions::readsTemporary(kernel::CallOp call, unsigned index) const {
  Value operand = call.getInputs()[index];
  if (!isStrided(values.root(operand), job))
    return false;
  auto callee = symbols.lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
  return needsRowMajor(operand) || !callee.getArgAttr(index, kernel::kStridedAttr);
}

// Outputs.

/// What a call or fill makes is written where the caller wants it, the first time that it is returned.
void StorageDecisions::addResults() {
  for (const JobOutput &output : values.outputs()) {
    if (output.variable)
      continue;
    Value root = values.root(output.value);
    Storage result{Storage::Kind::Result, {}, output.result, {}};
    if (isMade(root) && !homes.contains(root)) {
      homes[root] = result;
      outputOf[root] = output.value;
    } else {
      addCopy(output, result);
    }
  }
}

/// Variables that get each other's old values in a ring: for each ring, the old value of its smallest variable is saved
/// before any of them is overwritten.
llvm::DenseSet<Attribute> StorageDecisions::variablesThatNeedTemporaries() const {
  llvm::DenseMap<Attribute, Attribute> source;
  for (const JobOutput &output : values.outputs())
    if (output.variable)
      if (FlatSymbolRefAttr old = values.variableOf(values.root(output.value)))
        source[output.variable] = old;
  llvm::DenseSet<Attribute> saved;
  for (const JobOutput &output : values.outputs()) {
    SmallVector<Attribute> ring;
    for (Attribute at = output.variable; at && !llvm::is_contained(ring, at); at = source.lookup(at))
      ring.push_back(at);
    bool isRing = ring.size() > 1 && source.lookup(ring.back()) == ring.front();
    if (!isRing || llvm::any_of(ring, [&](Attribute a) { return saved.contains(a); }))
      continue;
    auto bytes = [&](Attribute variable) { return bytesOf(values.oldValueOf(cast<FlatSymbolRefAttr>(variable))); };
    saved.insert(*llvm::min_element(ring, [&](Attribute a, Attribute b) { return bytes(a) < bytes(b); }));
  }
  return saved;
}

void StorageDecisions::addMovesOfOldValues() {
  llvm::DenseSet<Attribute> saved = variablesThatNeedTemporaries();
  for (const JobOutput &output : values.outputs())
    if (Value root = values.root(output.value); saved.contains(values.variableOf(root)))
      temporaryOf(root);
  SmallVector<std::pair<Value, uint32_t>> writers;
  for (const JobOutput &output : values.outputs()) {
    Value root = values.root(output.value);
    if (!output.variable || isMade(root) || values.variableOf(root) == output.variable)
      continue;
    writers.push_back({values.oldValueOf(output.variable), static_cast<uint32_t>(steps.size())});
    addCopy(output, {Storage::Kind::Variable, {}, 0, output.variable});
  }
  for (auto [root, writer] : writers) {
    [[maybe_unused]] bool isAcyclic = tryEdgesFromReaders(root, writer);
    assert(isAcyclic && "rings are broken by temporaries");
  }
}

/// Large variables choose first.
void StorageDecisions::addNewValues() {
  SmallVector<const JobOutput *> assigned;
  for (const JobOutput &output : values.outputs())
    if (output.variable && isMade(values.root(output.value)))
      assigned.push_back(&output);
  // Outputs stand in one array, so that their addresses are their order.
  llvm::sort(assigned, [](const JobOutput *a, const JobOutput *b) {
    return std::pair(-bytesOf(a->value), a) < std::pair(-bytesOf(b->value), b);
  });
  for (const JobOutput *output : assigned) {
    if (placeInVariable(*output))
      continue;
    auto writer = static_cast<uint32_t>(steps.size());
    addCopy(*output, {Storage::Kind::Variable, {}, 0, output->variable});
    tryEdgesFromReaders(values.oldValueOf(output->variable), writer);
  }
}

bool StorageDecisions::placeInVariable(const JobOutput &output) {
  Value root = values.root(output.value), old = values.oldValueOf(output.variable);
  // The sizes of a dynamic value are checked against the variable's only where it is copied.
  if (homes.contains(root) || !cast<RankedTensorType>(root.getType()).hasStaticShape())
    return false;
  if (output.isLast() && !root.getDefiningOp()->hasAttr(kLastAttr))
    return false;
  if (old && !mayWriteOver(cast<OpResult>(root), old))
    return false;
  bool isGated = !isCarried(output.variable);
  if (isGated && !order.tryEdge(gate, makerOf[root], kMostSteps))
    return false;
  if (old && !tryEdgesFromReaders(old, makerOf[root], kMostSteps)) {
    if (isGated)
      order.removeLastEdge(gate);
    return false;
  }
  homes[root] = {Storage::Kind::Variable, {}, 0, output.variable};
  outputOf[root] = output.value;
  return true;
}

/// A call may write over bytes that it doesn't read, or reads only as the operand that in_place pairs with the result.
bool StorageDecisions::mayWriteOver(OpResult result, Value root) const {
  auto call = dyn_cast<kernel::CallOp>(result.getOwner());
  if (!call)
    return llvm::none_of(result.getOwner()->getOperands(), [&](Value operand) {
      return isa<RankedTensorType>(operand.getType()) && values.root(operand) == root;
    });
  int64_t allowed = call.getInPlace() ? (*call.getInPlace())[result.getResultNumber()] : -1;
  for (auto [index, operand] : llvm::enumerate(call.getInputs()))
    if (values.root(operand) == root && static_cast<int64_t>(index) != allowed)
      return false;
  return true;
}

void StorageDecisions::placeInDonatedInputs() {
  if (repeatOf(job) > 1)
    return; // whose parts are not the iterations' alone
  llvm::DenseSet<Value> taken;
  for (const JobOutput &output : values.outputs()) {
    auto result = dyn_cast<OpResult>(output.value);
    auto call = result ? dyn_cast<kernel::CallOp>(result.getOwner()) : kernel::CallOp();
    bool isHome = call && makerOf.contains(result) && storageOf(result).kind == Storage::Kind::Result &&
                  storageOf(result).result == output.result && !output.variable;
    if (!isHome || !call.getInPlace() || (*call.getInPlace())[result.getResultNumber()] < 0)
      continue;
    Value operand = call.getInputs()[(*call.getInPlace())[result.getResultNumber()]];
    auto input = dyn_cast<BlockArgument>(operand);
    // A run looks whether the input is as large as the result. Kernels expect none that may be strided in its place.
    bool canTake = input && isDonated(job, input.getArgNumber()) && !isStrided(input, job);
    if (!canTake || input.getType() != result.getType() || taken.contains(input))
      continue;
    if (mayWriteOver(result, input) && tryEdgesFromReaders(input, makerOf[result], kMostSteps)) {
      taken.insert(input);
      donors[output.result] = input;
    }
  }
}

// Order.

/// As the job has them; what saves or keeps a value runs as soon as it can.
std::vector<ProgramStep> StorageDecisions::orderedSteps() const {
  std::vector<uint32_t> waitingFor(steps.size());
  for (uint32_t step = 0; step < steps.size(); ++step)
    for (uint32_t next : order.successors(step))
      ++waitingFor[next];
  auto numMakers = static_cast<uint32_t>(values.makers().size());
  auto rank = [&](uint32_t step) { return std::pair(step < numMakers, step); };
  std::set<std::pair<bool, uint32_t>> ready;
  for (uint32_t step = 0; step < steps.size(); ++step)
    if (waitingFor[step] == 0)
      ready.insert(rank(step));
  std::vector<ProgramStep> ordered;
  while (!ready.empty()) {
    uint32_t step = ready.begin()->second;
    ready.erase(ready.begin());
    if (step != gate)
      ordered.push_back(steps[step]);
    for (uint32_t next : order.successors(step))
      if (--waitingFor[next] == 0)
        ready.insert(rank(next));
  }
  assert(ordered.size() + 1 == steps.size() && "edges close no cycle");
  return ordered;
}

} // namespace weir
