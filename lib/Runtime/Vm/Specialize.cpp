// From a job and the sizes of its inputs to a specialization: layout, kernels, memory, lanes, in this order.
#include "lib/Runtime/Vm/Specialization.h"

#include <algorithm>

namespace weir {

namespace {

/// Before the program's first instruction.
bool holdsSomething(const Buffer &buffer) {
  if (const auto *result = std::get_if<ResultStorage>(&buffer.storage))
    return result->inPlaceOf.has_value();
  const auto *arena = std::get_if<ArenaStorage>(&buffer.storage);
  return !arena || arena->inPlaceOf.has_value();
}

/// A kernel may ask for what it likes, but not for less than nothing or for tiles of phases that it hasn't.
Status checkLaunch(const Kernel &kernel, const KernelEntry &entry, const weir_launch_plan &launch, bool isHostCode) {
  for (size_t phase = 0; phase < WEIR_MAX_PHASES; ++phase)
    if (launch.tiles[phase] < 0 || (launch.tiles[phase] != 0 && phase >= entry.numPhases))
      return failure(WEIR_INTERNAL,
                     message("expects kernel '", kernel.name, "' to ask for tiles of its ", entry.numPhases,
                             " phases, got ", launch.tiles[phase], " of phase ", phase));
  if (launch.scratch_bytes < 0 || launch.workspace_bytes < 0)
    return failure(WEIR_INTERNAL,
                   message("expects kernel '", kernel.name, "' to ask for no negative amounts, got ",
                           launch.scratch_bytes, " bytes of scratch and ", launch.workspace_bytes, " of workspace"));
  if (!isHostCode && launch.scratch_bytes > 0)
    return failure(WEIR_INTERNAL, message("expects kernel '", kernel.name, "', which is device code, to ask for no ",
                                          "scratch, got ", launch.scratch_bytes, " bytes"));
  return nullptr;
}

} // namespace

class Specializer {
public:
  Specializer(Specialization &target, const std::map<std::string, HostFunction> &callbacks)
      : s(target), artifact(target.loaded->artifact), callbacks(callbacks) {}

  Status build(std::span<const InputLayout> inputs, int maxLanes);

private:
  struct Need {
    InstructionMemory memory;
    void **place; ///< that shall hold its address
  };
  struct Place {
    Id buffer = 0;
    void **place = nullptr; ///< that shall hold its address
  };

  Status prepare(Id instruction);
  Status prepareCall(Id instruction, const Call &call);
  std::unique_ptr<DeviceLaunch> deviceLaunch(Id instruction, const Call &call, const weir_launch_plan &launch);
  OperandRange rangeOf(Id buffer, Access access) const;
  void noteWrites(const Instruction &instruction);
  Status allocateFaults();
  Status prepareCallback(Id instruction, const HostCallback &callback);
  Status prepareProgram(Id instruction, const RunProgram &run);
  void prepareCopy(Id instruction, Id source, Id target);
  void prepareFill(Id instruction, const Fill &fill);
  void preparePoison(Id instruction, const Release &release);

  /// Room for addresses of the instruction's operands and for that of its predicate.
  void setOperands(Id instruction, const std::vector<Id> &buffers);
  void setAction(Id instruction, Action::Kind kind, size_t index) {
    actions[instruction] = Action{kind, 0, uint32_t(index), instruction, nullptr};
  }
  void assignAddresses();
  void assignAddress(Id buffer, void **place);
  Status addLanes(const LaneSchedule &schedule);
  const Instruction &instruction(Id id) const { return s.job.instructions[id]; }
  Device &device() const { return *s.loaded->engine->device; }

  Specialization &s;
  const Artifact &artifact;
  const std::map<std::string, HostFunction> &callbacks;
  std::vector<std::optional<Action>> actions; ///< by instruction
  std::vector<Place> places;
  std::vector<Need> needs;
  std::vector<bool> written; ///< by root buffer: whether it holds something by now
};

Status Specializer::build(std::span<const InputLayout> inputs, int maxLanes) {
  if (Status failed = layOut(artifact, s.job, s.info, inputs, s.layout))
    return failed;
  size_t count = s.job.instructions.size();
  actions.resize(count);
  s.pointers.resize(count);
  s.sizes.resize(count);
  s.programs.reserve(count); // so that the places inside stay
  s.kernelLaunches.reserve(count);
  for (const Buffer &buffer : s.job.buffers)
    written.push_back(holdsSomething(buffer));
  for (Id id = 0; id < count; ++id) {
    if (Status failed = prepare(id))
      return at(std::move(failed), instruction(id).location);
    noteWrites(instruction(id));
  }

  std::vector<InstructionMemory> memory;
  for (const Need &need : needs)
    memory.push_back(need.memory);
  size_t lanes = numLanes(s.job, maxLanes);
  if (Status failed = planArena(artifact, s.job, s.layout, memory, lanes, s.plan))
    return failed;
  assignAddresses();
  if (device().isQueued())
    if (Status failed = allocateFaults())
      return failed;
  return addLanes(scheduleLanes(s.job, lanes, s.plan.uses));
}

Status Specializer::prepare(Id id) {
  const Instruction &instruction = this->instruction(id);
  const InstructionBody &body = instruction.body;
  if (const auto *call = std::get_if<Call>(&body)) {
    if (Status failed = prepareCall(id, *call))
      return failed;
  } else if (const auto *copy = std::get_if<Copy>(&body)) {
    if (s.layout.buffers[copy->source].sizes != s.layout.buffers[copy->target].sizes)
      return failure(WEIR_INVALID_ARGUMENT,
                     message("expects a copy between equal sizes, got ", toString(s.layout.buffers[copy->source].sizes),
                             " and ", toString(s.layout.buffers[copy->target].sizes)));
    prepareCopy(id, copy->source, copy->target);
  } else if (const auto *fill = std::get_if<Fill>(&body)) {
    prepareFill(id, *fill);
  } else if (const auto *release = std::get_if<Release>(&body)) {
    preparePoison(id, *release);
  } else if (const auto *callback = std::get_if<HostCallback>(&body)) {
    if (Status failed = prepareCallback(id, *callback))
      return failed;
  } else if (const auto *run = std::get_if<RunProgram>(&body)) {
    if (Status failed = prepareProgram(id, *run))
      return failed;
  } else if (const auto *collective = std::get_if<Collective>(&body)) {
    return failure(WEIR_UNSUPPORTED, "expects a runtime with collectives for '" + collective->name + "'");
  }
  if (instruction.predicate && actions[id]) {
    s.pointers[id].push_back(nullptr);
    places.push_back({*instruction.predicate, &s.pointers[id].back()});
    actions[id]->predicate = &s.pointers[id].back();
    if (device().isQueued() && !s.hostFlag)
      return device().allocateHost(1, s.hostFlag);
  }
  return nullptr;
}

void Specializer::setOperands(Id id, const std::vector<Id> &buffers) {
  std::vector<void *> &pointers = s.pointers[id];
  pointers.reserve(buffers.size() + 1);
  pointers.resize(buffers.size());
  for (size_t i = 0; i < buffers.size(); ++i)
    places.push_back({buffers[i], &pointers[i]});
}

Status Specializer::prepareCall(Id id, const Call &call) {
  const Kernel &kernel = artifact.kernels[call.kernel];
  const KernelEntry &entry = (*s.loaded->kernels)[call.kernel];
  std::vector<int64_t> &sizes = s.sizes[id];
  for (Id operand : call.operands) {
    const BufferLayout &buffer = s.layout.buffers[operand];
    sizes.insert(sizes.end(), buffer.sizes.begin(), buffer.sizes.end());
    sizes.insert(sizes.end(), buffer.strides.begin(), buffer.strides.end());
  }
  for (Id scalar : call.scalars)
    sizes.push_back(s.layout.scalars[scalar]);

  weir_launch_plan &launch = s.launches.emplace_back();
  weir_fault fault = {};
  if (int32_t code = entry.prepare(sizes.data(), &launch, &fault))
    return s.faultStatus(id, code, fault);
  if (Status failed = checkLaunch(kernel, entry, launch, !device().isQueued()))
    return failed;
  KernelLaunch &kernelLaunch = s.kernelLaunches.emplace_back();
  kernelLaunch.kernel = &entry;
  kernelLaunch.tiles = launch.tiles[0];
  kernelLaunch.call.launch = &launch;
  if (device().isQueued()) {
    kernelLaunch.device = deviceLaunch(id, call, launch);
    if (Status failed = device().checkLaunch(kernelLaunch))
      return failed;
  } else {
    setOperands(id, call.operands);
    kernelLaunch.call.pointers = s.pointers[id].data();
    kernelLaunch.call.sizes = sizes.data();
  }
  s.scratch = std::max(s.scratch, launch.scratch_bytes);
  if (launch.workspace_bytes > 0)
    needs.push_back(
        {{id, launch.workspace_bytes},
         kernelLaunch.device ? &kernelLaunch.device->words[kWorkspaceWord].pointer : &kernelLaunch.call.workspace});
  setAction(id, Action::Kind::Launch, s.kernelLaunches.size() - 1);
  return nullptr;
}

/// Parameters in the order of KernelAbi.h. Addresses are filled in later, before each run.
std::unique_ptr<DeviceLaunch> Specializer::deviceLaunch(Id id, const Call &call, const weir_launch_plan &launch) {
  auto result = std::make_unique<DeviceLaunch>();
  result->instruction = id;
  result->kernel = &artifact.kernels[call.kernel];
  result->locations = call.locations.empty() ? &result->kernel->locations : &call.locations;
  result->workspaceBytes = launch.workspace_bytes;
  auto &words = result->words;
  words.resize(kFirstOperandWord + call.operands.size());
  for (int64_t number : s.sizes[id])
    words.push_back({.number = number});
  for (int64_t number : launch.scalars)
    words.push_back({.number = number});
  const std::vector<KernelOperand> &declared = result->kernel->operands;
  for (size_t i = 0; i < call.operands.size(); ++i) {
    places.push_back({call.operands[i], &words[kFirstOperandWord + i].pointer});
    result->operands.push_back(rangeOf(call.operands[i], declared[i].access));
  }
  return result;
}

OperandRange Specializer::rangeOf(Id id, Access access) const {
  const BufferLayout &buffer = s.layout.buffers[id];
  OperandRange range{0, 0, access == Access::Mut, written[buffer.root]};
  if (buffer.bytes == 0)
    return range;
  int64_t lowest = 0, highest = 0, elementBytes = byteSize(s.job.buffers[id].dtype);
  for (size_t i = 0; i < buffer.sizes.size(); ++i)
    ((buffer.strides[i] < 0) ? lowest : highest) += (buffer.sizes[i] - 1) * buffer.strides[i];
  range.begin = lowest * elementBytes;
  range.bytes = (highest - lowest + 1) * elementBytes;
  return range;
}

void Specializer::noteWrites(const Instruction &instruction) {
  for (const InstructionUse &use : bufferUses(artifact, instruction))
    if (use.access == Access::Mut)
      written[s.layout.buffers[use.buffer].root] = true;
}

/// All zero, as the first launch must find them.
Status Specializer::allocateFaults() {
  if (s.kernelLaunches.empty())
    return nullptr;
  auto bytes = int64_t(s.kernelLaunches.size() * sizeof(weir_fault));
  if (Status failed = s.loaded->engine->allocator->allocate(bytes, "the faults of a program", s.faults))
    return failed;
  if (Status failed = device().allocateHost(bytes, s.hostFaults))
    return failed;
  for (size_t i = 0; i < s.kernelLaunches.size(); ++i)
    s.kernelLaunches[i].device->words[kFaultWord].pointer = static_cast<weir_fault *>(s.faults->data()) + i;
  return device().fill({s.faults->place(), 1, 0, {bytes}, {1}});
}

void Specializer::prepareCopy(Id id, Id source, Id target) {
  setOperands(id, {source, target});
  const BufferLayout &from = s.layout.buffers[source], &to = s.layout.buffers[target];
  s.copies.push_back({&s.pointers[id][0], &s.pointers[id][1], byteSize(s.job.buffers[source].dtype), from.sizes,
                      from.strides, to.strides});
  setAction(id, Action::Kind::Copy, s.copies.size() - 1);
}

void Specializer::prepareFill(Id id, const Fill &fill) {
  setOperands(id, {fill.target});
  const BufferLayout &target = s.layout.buffers[fill.target];
  s.fills.push_back(
      {&s.pointers[id][0], byteSize(s.job.buffers[fill.target].dtype), fill.bits, target.sizes, target.strides});
  setAction(id, Action::Kind::Fill, s.fills.size() - 1);
}

/// A static program needs no release; where memory is poisoned, what is read after it shows.
void Specializer::preparePoison(Id id, const Release &release) {
  Id root = s.layout.buffers[release.buffer].root;
  if (!s.loaded->engine->poison || !std::holds_alternative<ArenaStorage>(s.job.buffers[root].storage))
    return;
  setOperands(id, {root});
  s.fills.push_back({&s.pointers[id][0], 1, 0xFF, {s.layout.buffers[root].bytes}, {1}});
  setAction(id, Action::Kind::Fill, s.fills.size() - 1);
}

Status Specializer::prepareCallback(Id id, const HostCallback &callback) {
  auto it = callbacks.find(callback.name);
  if (it == callbacks.end())
    return failure(WEIR_NOT_FOUND, "expects the session to have a callback '" + callback.name + "'");
  setOperands(id, callback.operands);
  std::vector<CallbackOperand> list;
  for (size_t i = 0; i < callback.operands.size(); ++i)
    list.push_back(
        {&s.pointers[id][i], s.job.buffers[callback.operands[i]].dtype, &s.layout.buffers[callback.operands[i]]});
  s.callbacks.push_back({it->second, std::move(list)});
  setAction(id, Action::Kind::Callback, s.callbacks.size() - 1);
  return nullptr;
}

/// The called program runs on the lane of the instruction, in a part of this program's arena.
Status Specializer::prepareProgram(Id id, const RunProgram &run) {
  const Job &callee = artifact.jobs[run.job];
  std::vector<InputLayout> inputs;
  for (size_t i = 0; i < run.operands.size(); ++i) {
    const BufferLayout &buffer = s.layout.buffers[run.operands[i]];
    if (buffer.strides != contiguousStrides(buffer.sizes))
      return failure(WEIR_INVALID_ARGUMENT,
                     message("expects operand ", i, " of job '", callee.name, "' to be row-major"));
    if (i < callee.inputs.size())
      inputs.push_back({buffer.sizes, buffer.strides});
  }
  auto &action = s.programs.emplace_back();
  if (Status failed = Specialization::create(s.loaded, run.job, inputs, callbacks, 1, action.program))
    return failed;
  for (size_t i = 0; i < callee.results.size(); ++i) {
    const BufferLayout &ours = s.layout.buffers[run.operands[inputs.size() + i]];
    if (ours.sizes != action.program->resultLayout(i).sizes)
      return failure(WEIR_INVALID_ARGUMENT,
                     message("expects result '", callee.results[i].name, "' of job '", callee.name, "' to be of sizes ",
                             toString(ours.sizes), ", got ", toString(action.program->resultLayout(i).sizes)));
  }
  setOperands(id, run.operands);
  action.instruction = id;
  action.operands = s.pointers[id].data();
  action.numInputs = inputs.size();
  action.numResults = callee.results.size();
  s.scratch = std::max(s.scratch, action.program->scratchBytes());
  if (action.program->arenaBytes() > 0)
    needs.push_back({{id, action.program->arenaBytes()}, &action.arena});
  setAction(id, Action::Kind::RunProgram, s.programs.size() - 1);
  return nullptr;
}

void Specializer::assignAddresses() {
  s.inputBases.resize(s.job.inputs.size());
  s.resultBases.resize(s.job.results.size());
  s.variableBases.resize(artifact.variables.size());
  for (const Place &place : places)
    assignAddress(place.buffer, place.place);
  for (size_t i = 0; i < needs.size(); ++i)
    s.arenaBase.slots.push_back({needs[i].place, s.plan.memoryOffsets[i]});
}

void Specializer::assignAddress(Id buffer, void **place) {
  const BufferLayout &layout = s.layout.buffers[buffer];
  const auto &storage = s.job.buffers[layout.root].storage;
  if (const auto *input = std::get_if<InputStorage>(&storage))
    s.inputBases[input->index].slots.push_back({place, layout.offset});
  else if (const auto *result = std::get_if<ResultStorage>(&storage))
    s.resultBases[result->index].slots.push_back({place, layout.offset});
  else if (const auto *variable = std::get_if<VariableStorage>(&storage))
    s.variableBases[variable->variable].slots.push_back({place, layout.offset});
  else if (const auto *constant = std::get_if<ConstantStorage>(&storage))
    *place = static_cast<char *>(const_cast<void *>(s.loaded->addressOf(constant->constant))) + layout.offset;
  else
    s.arenaBase.slots.push_back({place, s.plan.bufferOffsets[layout.root] + layout.offset});
}

Status Specializer::addLanes(const LaneSchedule &schedule) {
  for (uint32_t event = 0; event < schedule.numEvents; ++event)
    if (Status failed = device().createEvent(s.events.emplace_back()))
      return failed;
  for (const std::vector<LaneStep> &steps : schedule.lanes) {
    auto number = uint8_t(s.lanes.size());
    std::vector<Action> &lane = s.lanes.emplace_back();
    for (const LaneStep &step : steps) {
      for (uint32_t event : step.waits)
        lane.push_back({Action::Kind::Wait, number, event, step.instruction, nullptr});
      if (actions[step.instruction]) {
        lane.push_back(*actions[step.instruction]);
        lane.back().lane = number;
      }
      if (step.recorded)
        lane.push_back({Action::Kind::Record, number, *step.recorded, step.instruction, nullptr});
    }
  }
  if (!device().isQueued())
    return nullptr;
  // In the order of the list an event is recorded before it is waited for.
  std::vector<size_t> position(s.lanes.size());
  for (Id id = 0; id < s.job.instructions.size(); ++id) {
    size_t number = instruction(id).stream % s.lanes.size();
    const std::vector<Action> &lane = s.lanes[number];
    for (size_t &next = position[number]; next < lane.size() && lane[next].instruction == id; ++next)
      s.queue.push_back(lane[next]);
  }
  return nullptr;
}

Status Specialization::create(std::shared_ptr<const LoadedArtifact> loaded, Id job, std::span<const InputLayout> inputs,
                              const std::map<std::string, HostFunction> &callbacks, int maxLanes,
                              std::unique_ptr<Specialization> &specialization) {
  std::unique_ptr<Specialization> created(new Specialization(std::move(loaded), job));
  if (Status failed = Specializer(*created, callbacks).build(inputs, maxLanes))
    return failed;
  specialization = std::move(created);
  return nullptr;
}

} // namespace weir
