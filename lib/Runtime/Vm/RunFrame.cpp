// Makes the flat tables of a plan's instructions, and lists the places that hold addresses.
#include "lib/Runtime/Vm/RunFrame.h"

#include <algorithm>

namespace weir {

namespace {

/// What members of a group say that they are at.
std::string whatOf(const Job &job, const Location &location) {
  std::string op = location.op.empty() ? "a collective" : location.op;
  std::string place = location.file.empty() ? "" : message(" at ", location.file, ":", location.line);
  return message(op, place, " of '", job.name, "'");
}

/// Before the program's first instruction.
bool holdsSomething(const Buffer &buffer) {
  if (const auto *result = std::get_if<ResultStorage>(&buffer.storage))
    return result->inPlaceOf.has_value();
  const auto *arena = std::get_if<ArenaStorage>(&buffer.storage);
  return !arena || arena->inPlaceOf.has_value();
}

} // namespace

class RunFrameBuilder {
public:
  explicit RunFrameBuilder(RunFrame &frame) : frame(frame), plan(*frame.plan), artifact(plan.loaded->artifact) {}

  Status build();

private:
  Status add(Id instruction);
  Status addCall(Id instruction, const Call &call);
  std::unique_ptr<DeviceLaunch> deviceLaunch(Id instruction, const Call &call);
  OperandRange rangeOf(Id buffer, Access access) const;
  void noteWrites(Id id);
  void addCopy(Id instruction, const Copy &copy);
  void addFill(Id instruction, const Fill &fill);
  void addPoison(Id instruction, const Release &release);
  void addCallback(Id instruction, const HostCallback &callback);
  Status addProgram(Id instruction, const RunProgram &run);
  Status addCollective(Id instruction, const Collective &collective);
  Status addPredicate(Id instruction, Id buffer);

  /// Room for addresses of the instruction's operands and for that of its predicate.
  void addOperands(Id instruction, const std::vector<Id> &buffers);
  void addAddress(Id instruction, Id buffer, void **place);
  RunFrame::Base *baseOf(Id root);
  /// The only iteration is each, the first and the last.
  When whenOf(Id instruction) const {
    return plan.job.repeat > 1 ? plan.job.instructions[instruction].when : When::Each;
  }
  void setAction(Id instruction, Action::Kind kind, size_t index) {
    Action &action = actions[instruction].emplace();
    action.kind = kind;
    action.when = whenOf(instruction);
    action.isPlain = kind == Action::Kind::Launch && action.when == When::Each;
    action.index = uint32_t(index);
    action.instruction = instruction;
  }
  Status addQueueState();
  /// What writes a variable comes after all that may find a fault: there the run looks whether one has.
  bool gathers() const { return device().isQueued() && !frame.writers.empty(); }
  Status allocateFaults();
  Status addEvents();
  void addLanes();
  void addQueue();
  Device &device() const { return *plan.loaded->engine->device; }

  RunFrame &frame;
  const Plan &plan;
  const Artifact &artifact;
  std::vector<std::optional<Action>> actions; ///< by instruction
  std::vector<bool> written;                  ///< by root buffer: whether it holds something by now
};

Status RunFrameBuilder::build() {
  const Job &job = plan.job;
  size_t count = job.instructions.size();
  actions.resize(count);
  frame.pointers.resize(count);
  frame.programs.reserve(count); // so that the places inside stay
  frame.launches.reserve(count);
  frame.inputs.resize(job.inputs.size());
  frame.inputBases.resize(job.inputs.size());
  frame.results.resize(job.results.size());
  frame.resultBases.resize(job.results.size());
  frame.variableBases.resize(artifact.variables.size());
  frame.moving.resize(plan.schedule.lanes.size());
  for (const Buffer &buffer : job.buffers)
    written.push_back(holdsSomething(buffer));
  for (Id id = 0; id < count; ++id) {
    if (Status failed = add(id))
      return at(std::move(failed), job.instructions[id].location);
    noteWrites(id);
  }
  if (Status failed = addEvents())
    return failed;
  addLanes();
  frame.trial = SharingTrial(frame.lanes.size() > 1);
  if (device().isQueued())
    if (Status failed = addQueueState())
      return failed;
  if (device().isQueued() || frame.lanes.size() > 1)
    addQueue();
  return nullptr;
}

Status RunFrameBuilder::add(Id id) {
  const Instruction &instruction = plan.job.instructions[id];
  const InstructionBody &body = instruction.body;
  Status failed;
  if (const auto *call = std::get_if<Call>(&body))
    failed = addCall(id, *call);
  else if (const auto *copy = std::get_if<Copy>(&body))
    addCopy(id, *copy);
  else if (const auto *fill = std::get_if<Fill>(&body))
    addFill(id, *fill);
  else if (const auto *release = std::get_if<Release>(&body))
    addPoison(id, *release);
  else if (const auto *callback = std::get_if<HostCallback>(&body))
    addCallback(id, *callback);
  else if (const auto *run = std::get_if<RunProgram>(&body))
    failed = addProgram(id, *run);
  else if (const auto *collective = std::get_if<Collective>(&body))
    failed = addCollective(id, *collective);
  if (!failed && instruction.predicate && actions[id])
    failed = addPredicate(id, *instruction.predicate);
  return failed;
}

Status RunFrameBuilder::addPredicate(Id id, Id buffer) {
  void *&place = frame.pointers[id].emplace_back();
  addAddress(id, buffer, &place);
  actions[id]->predicate = &place;
  actions[id]->isPlain = false;
  if (device().isQueued() && !frame.hostFlag)
    return device().allocateHost(1, frame.hostFlag);
  return nullptr;
}

void RunFrameBuilder::addOperands(Id id, const std::vector<Id> &buffers) {
  std::vector<void *> &pointers = frame.pointers[id];
  pointers.reserve(buffers.size() + 1);
  pointers.resize(buffers.size());
  for (size_t i = 0; i < buffers.size(); ++i)
    addAddress(id, buffers[i], &pointers[i]);
}

/// Null for a constant.
RunFrame::Base *RunFrameBuilder::baseOf(Id root) {
  const auto &storage = plan.job.buffers[root].storage;
  if (const auto *input = std::get_if<InputStorage>(&storage))
    return &frame.inputBases[input->index];
  if (const auto *result = std::get_if<ResultStorage>(&storage))
    return &frame.resultBases[result->index];
  if (const auto *variable = std::get_if<VariableStorage>(&storage))
    return &frame.variableBases[variable->variable];
  return std::holds_alternative<ConstantStorage>(storage) ? nullptr : &frame.arenaBase;
}

void RunFrameBuilder::addAddress(Id instruction, Id buffer, void **place) {
  const BufferLayout &layout = plan.layout.buffers[buffer], &root = plan.layout.buffers[layout.root];
  int64_t offset = plan.arena.bufferOffsets[layout.root] + layout.offset; // 0 of others than the arena's
  RunFrame::Base *base = baseOf(layout.root);
  if (!base) {
    Id constant = std::get<ConstantStorage>(plan.job.buffers[layout.root].storage).constant;
    *place = static_cast<char *>(const_cast<void *>(plan.loaded->addressOf(constant))) + offset;
  } else if (root.places > 1) {
    size_t lane = plan.fold.laneOf(plan.job.instructions[instruction]);
    frame.moving[lane].push_back({place, &base->address, offset, root.step, root.places});
  } else {
    base->slots.push_back({place, offset});
  }
}

Status RunFrameBuilder::addCall(Id id, const Call &call) {
  const Plan::Step &step = plan.steps[id];
  KernelLaunch &launch = frame.launches.emplace_back();
  launch.kernel = &(*plan.loaded->kernels)[call.kernel];
  launch.tiles = step.launch.tiles[0];
  launch.call.launch = &step.launch;
  void **workspace = &launch.call.workspace;
  if (device().isQueued()) {
    launch.device = deviceLaunch(id, call);
    if (Status failed = device().checkLaunch(launch))
      return failed;
    workspace = &launch.device->words[kWorkspaceWord].pointer;
  } else {
    addOperands(id, call.operands);
    launch.call.pointers = frame.pointers[id].data();
    launch.call.sizes = step.sizes.data();
  }
  if (step.memoryBytes > 0)
    frame.arenaBase.slots.push_back({workspace, step.memoryOffset});
  setAction(id, Action::Kind::Launch, frame.launches.size() - 1);
  return nullptr;
}

/// Parameters in the order of KernelAbi.h. Addresses are filled in later, before each run.
std::unique_ptr<DeviceLaunch> RunFrameBuilder::deviceLaunch(Id id, const Call &call) {
  const Plan::Step &step = plan.steps[id];
  auto result = std::make_unique<DeviceLaunch>();
  result->instruction = id;
  result->kernel = &artifact.kernels[call.kernel];
  result->locations = call.locations.empty() ? &result->kernel->locations : &call.locations;
  result->workspaceBytes = step.launch.workspace_bytes;
  auto &words = result->words;
  words.resize(kFirstOperandWord + call.operands.size());
  for (int64_t number : step.sizes)
    words.push_back({.number = number});
  for (int64_t number : step.launch.scalars)
    words.push_back({.number = number});
  const std::vector<KernelOperand> &declared = result->kernel->operands;
  for (size_t i = 0; i < call.operands.size(); ++i) {
    addAddress(id, call.operands[i], &words[kFirstOperandWord + i].pointer);
    result->operands.push_back(rangeOf(call.operands[i], declared[i].access));
  }
  return result;
}

OperandRange RunFrameBuilder::rangeOf(Id id, Access access) const {
  const BufferLayout &buffer = plan.layout.buffers[id];
  OperandRange range{0, 0, access == Access::Mut, written[buffer.root]};
  if (buffer.bytes == 0)
    return range;
  int64_t lowest = 0, highest = 0, elementBytes = byteSize(plan.job.buffers[id].dtype);
  for (size_t i = 0; i < buffer.sizes.size(); ++i)
    ((buffer.strides[i] < 0) ? lowest : highest) += (buffer.sizes[i] - 1) * buffer.strides[i];
  range.begin = lowest * elementBytes;
  range.bytes = (highest - lowest + 1) * elementBytes;
  return range;
}

void RunFrameBuilder::noteWrites(Id id) {
  for (const InstructionUse &use : bufferUses(artifact, plan.job.instructions[id])) {
    Id root = plan.layout.buffers[use.buffer].root;
    if (use.access != Access::Mut)
      continue;
    written[root] = true;
    bool isVariable = std::holds_alternative<VariableStorage>(plan.job.buffers[root].storage);
    if (isVariable && actions[id] && (frame.writers.empty() || frame.writers.back().instruction != id))
      frame.writers.push_back(*actions[id]);
  }
}

void RunFrameBuilder::addCopy(Id id, const Copy &copy) {
  addOperands(id, {copy.source, copy.target});
  const BufferLayout &from = plan.layout.buffers[copy.source], &to = plan.layout.buffers[copy.target];
  const std::vector<void *> &pointers = frame.pointers[id];
  frame.copies.push_back({&pointers[0], &pointers[1], byteSize(plan.job.buffers[copy.source].dtype), from.sizes,
                          from.strides, to.strides});
  setAction(id, Action::Kind::Copy, frame.copies.size() - 1);
}

void RunFrameBuilder::addFill(Id id, const Fill &fill) {
  addOperands(id, {fill.target});
  const BufferLayout &target = plan.layout.buffers[fill.target];
  frame.fills.push_back(
      {&frame.pointers[id][0], byteSize(plan.job.buffers[fill.target].dtype), fill.bits, target.sizes, target.strides});
  setAction(id, Action::Kind::Fill, frame.fills.size() - 1);
}

/// A static program needs no release; where memory is poisoned, what is read after it shows.
void RunFrameBuilder::addPoison(Id id, const Release &release) {
  Id root = plan.layout.buffers[release.buffer].root;
  if (!plan.loaded->engine->poison || !std::holds_alternative<ArenaStorage>(plan.job.buffers[root].storage))
    return;
  addOperands(id, {root});
  frame.fills.push_back({&frame.pointers[id][0], 1, 0xFF, {plan.layout.buffers[root].bytes}, {1}});
  setAction(id, Action::Kind::Fill, frame.fills.size() - 1);
}

void RunFrameBuilder::addCallback(Id id, const HostCallback &callback) {
  addOperands(id, callback.operands);
  RunFrame::CallbackAction &action = frame.callbacks.emplace_back();
  action.function = plan.steps[id].callback;
  for (size_t i = 0; i < callback.operands.size(); ++i) {
    Id operand = callback.operands[i];
    action.operands.push_back({&frame.pointers[id][i], plan.job.buffers[operand].dtype, &plan.layout.buffers[operand]});
  }
  setAction(id, Action::Kind::Callback, frame.callbacks.size() - 1);
}

/// The called program runs on the lane of the instruction.
Status RunFrameBuilder::addProgram(Id id, const RunProgram &run) {
  const Plan::Step &step = plan.steps[id];
  const Job &callee = step.program->job;
  addOperands(id, run.operands);
  RunFrame::ProgramAction &action = frame.programs.emplace_back();
  if (Status failed = RunFrame::create(step.program, action.program))
    return failed;
  action.instruction = id;
  action.operands = frame.pointers[id].data();
  action.numInputs = callee.inputs.size();
  action.numResults = callee.results.size();
  if (step.memoryBytes > 0)
    frame.arenaBase.slots.push_back({&action.arena, step.memoryOffset});
  setAction(id, Action::Kind::RunProgram, frame.programs.size() - 1);
  return nullptr;
}

/// From the beginning to the end of the last run.
static int64_t bytesUpTo(const std::vector<std::vector<ByteRun>> &ofMembers) {
  int64_t end = 0;
  for (const std::vector<ByteRun> &runs : ofMembers)
    for (const ByteRun &run : runs)
      end = std::max(end, run.offset + run.size);
  return end;
}

Status RunFrameBuilder::addCollective(Id id, const Collective &collective) {
  addOperands(id, {collective.source, collective.target});
  const std::vector<void *> &pointers = frame.pointers[id];
  RunFrame::CollectiveAction &action = frame.collectives.emplace_back();
  action.runs = &plan.steps[id].exchange;
  action.source = &pointers[0];
  action.target = &pointers[1];
  action.isLocal = sendsNothing(collective);
  action.isAside = isAside(plan.job.instructions[id]);
  Exchange &exchange = action.exchange;
  exchange.what = whatOf(plan.job, plan.job.instructions[id].location);
  size_t members = action.runs->give.size();
  auto rank = std::ranges::find(collective.ranks, plan.loaded->engine->membership->transport->rank());
  auto first = rank - (rank - collective.ranks.begin()) % ptrdiff_t(members);
  exchange.group.assign(first, first + ptrdiff_t(members));
  for (auto [strips, runs] : {std::pair(&exchange.give, &action.runs->give), {&exchange.take, &action.runs->take}})
    for (const std::vector<ByteRun> &ofMember : *runs) {
      std::vector<Strip> &list = strips->emplace_back();
      for (const ByteRun &run : ofMember)
        list.push_back({nullptr, size_t(run.size)});
    }
  setAction(id, Action::Kind::Collective, frame.collectives.size() - 1);
  if (!device().isQueued())
    return nullptr;
  action.sourceBytes = bytesUpTo(action.runs->give);
  int64_t targetBytes = bytesUpTo(action.runs->take), taken = 0;
  for (const std::vector<ByteRun> &runs : action.runs->take)
    for (const ByteRun &run : runs) {
      taken += run.size;
      action.written.push_back(run);
    }
  if (taken == targetBytes)
    action.written = {{0, targetBytes}};
  return device().allocateHost(std::max<int64_t>(action.sourceBytes + targetBytes, 1), action.staged);
}

Status RunFrameBuilder::addQueueState() {
  RunFrame::QueueEvents &events = frame.queueEvents;
  std::vector<std::unique_ptr<Event> *> wanted{&events.begun, &events.done};
  events.joined.resize(frame.lanes.size() - 1);
  for (std::unique_ptr<Event> &joined : events.joined)
    wanted.push_back(&joined);
  for (std::unique_ptr<Event> *event : wanted)
    if (Status failed = device().createEvent(*event))
      return failed;
  return allocateFaults();
}

/// All zero, as the first launch must find them.
Status RunFrameBuilder::allocateFaults() {
  auto bytes = int64_t((1 + frame.launches.size()) * sizeof(weir_fault));
  if (Status failed = plan.loaded->engine->allocator->allocate(bytes, "the faults of a program", frame.faults))
    return failed;
  if (Status failed = device().allocateHost(bytes, frame.hostFaults))
    return failed;
  for (size_t i = 0; i < frame.launches.size(); ++i)
    frame.launches[i].device->words[kFaultWord].pointer = static_cast<weir_fault *>(frame.faults->data()) + 1 + i;
  frame.stopBy(&static_cast<weir_fault *>(frame.faults->data())->code);
  return device().fill({frame.faults->place(), 1, 0, {bytes}, {1}});
}

/// Those of a device with queues don't count: there are as many as somebody looks back, and the last one.
Status RunFrameBuilder::addEvents() {
  if (device().isQueued())
    for (const std::vector<LaneStep> &steps : plan.schedule.lanes)
      for (const LaneStep &step : steps)
        for (const LaneWait &wait : step.waits)
          frame.numEventCopies = std::max(frame.numEventCopies, wait.lag + 1);
  size_t count = plan.schedule.events.size() + (gathers() ? 1 : 0);
  for (size_t event = 0; event < count * frame.numEventCopies; ++event)
    if (Status failed = device().createEvent(frame.events.emplace_back()))
      return failed;
  return nullptr;
}

void RunFrameBuilder::addLanes() {
  auto sync = [](Action::Kind kind, uint8_t lane, uint32_t event, Id instruction) {
    Action action;
    action.kind = kind;
    action.lane = lane;
    action.index = event;
    action.instruction = instruction;
    return action;
  };
  auto gathered = uint32_t(plan.schedule.events.size());
  for (const std::vector<LaneStep> &steps : plan.schedule.lanes) {
    auto number = uint8_t(frame.lanes.size());
    std::vector<Action> &lane = frame.lanes.emplace_back();
    bool writes = false;
    for (const LaneStep &step : steps) {
      for (const LaneWait &wait : step.waits) {
        lane.push_back(sync(Action::Kind::Wait, number, wait.event, step.instruction));
        lane.back().lag = wait.lag;
        lane.back().when = whenOf(step.instruction);
      }
      bool isFirst = gathers() && step.instruction == frame.writers.front().instruction;
      bool isWriter =
          gathers() && std::ranges::binary_search(frame.writers, step.instruction, {}, &Action::instruction);
      if (isFirst) {
        lane.push_back(sync(Action::Kind::GatherFaults, number, 0, step.instruction));
        lane.push_back(sync(Action::Kind::Record, number, gathered, step.instruction));
      } else if (isWriter && !writes) {
        lane.push_back(sync(Action::Kind::Wait, number, gathered, step.instruction));
      }
      writes |= isWriter;
      if (actions[step.instruction]) {
        lane.push_back(*actions[step.instruction]);
        lane.back().lane = number;
      }
      if (step.recorded)
        lane.push_back(sync(Action::Kind::Record, number, *step.recorded, step.instruction));
    }
  }
}

/// In the order of the job's list an event is recorded before it is waited for.
void RunFrameBuilder::addQueue() {
  std::vector<size_t> position(frame.lanes.size());
  for (Id id = 0; id < plan.job.instructions.size(); ++id) {
    size_t number = plan.fold.laneOf(plan.job.instructions[id]);
    if (number >= plan.fold.computing && !device().isQueued()) // threads of their own run these
      continue;
    const std::vector<Action> &lane = frame.lanes[number];
    for (size_t &next = position[number]; next < lane.size() && lane[next].instruction == id; ++next)
      frame.queue.push_back(lane[next]);
  }
}

/// Of the programs that it runs, too.
void RunFrame::stopBy(int32_t *word) {
  stopWord = word;
  for (const Action &writer : writers) {
    if (writer.kind == Action::Kind::Launch)
      launches[writer.index].device->words[kStopWord].pointer = word;
    else if (writer.kind == Action::Kind::Copy)
      copies[writer.index].stop = word;
    else if (writer.kind == Action::Kind::Fill)
      fills[writer.index].stop = word;
  }
  for (const ProgramAction &action : programs)
    action.program->stopBy(word);
}

Status RunFrame::create(std::shared_ptr<const Plan> plan, std::shared_ptr<RunFrame> &frame) {
  std::shared_ptr<RunFrame> created(new RunFrame(std::move(plan)));
  if (Status failed = RunFrameBuilder(*created).build())
    return failed;
  frame = std::move(created);
  return nullptr;
}

} // namespace weir
