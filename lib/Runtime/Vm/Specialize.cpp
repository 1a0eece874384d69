// From a job and the sizes of its inputs to a specialization: layout, kernels, memory, lanes, in this order.
#include "lib/Runtime/Vm/Specialization.h"

#include <algorithm>

namespace weir {

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

  Status prepare(Id instruction);
  Status prepareCall(Id instruction, const Call &call);
  Status prepareCallback(Id instruction, const HostCallback &callback);
  Status prepareProgram(Id instruction, const RunProgram &run);
  void prepareCopy(Id instruction, Id source, Id target);
  void prepareFill(Id instruction, const Fill &fill);
  void preparePoison(Id instruction, const Release &release);

  /// Operands of the instruction, so that their addresses can be filled in.
  void setOperands(Id instruction, const std::vector<Id> &buffers);
  void setAction(Id instruction, Action::Kind kind, size_t index) {
    actions[instruction] = Action{kind, uint32_t(index), instruction, nullptr};
  }
  void assignAddresses();
  void assignAddress(Id buffer, void **place);
  void addLanes(const LaneSchedule &schedule);
  const Instruction &instruction(Id id) const { return s.job.instructions[id]; }

  Specialization &s;
  const Artifact &artifact;
  const std::map<std::string, HostFunction> &callbacks;
  std::vector<std::optional<Action>> actions; ///< by instruction
  std::vector<std::vector<Id>> operands;      ///< by instruction: the buffers that `pointers` are about
  std::vector<Need> needs;
};

Status Specializer::build(std::span<const InputLayout> inputs, int maxLanes) {
  if (Status failed = layOut(artifact, s.job, s.info, inputs, s.layout))
    return failed;
  size_t count = s.job.instructions.size();
  actions.resize(count);
  operands.resize(count);
  s.pointers.resize(count);
  s.sizes.resize(count);
  s.programs.reserve(count); // so that the places inside stay
  s.kernelLaunches.reserve(count);
  s.poisons.reserve(count);
  for (Id id = 0; id < count; ++id)
    if (Status failed = prepare(id))
      return at(std::move(failed), instruction(id).location);

  std::vector<InstructionMemory> memory;
  for (const Need &need : needs)
    memory.push_back(need.memory);
  size_t lanes = numLanes(s.job, maxLanes);
  if (Status failed = planArena(artifact, s.job, s.layout, memory, lanes, s.plan))
    return failed;
  assignAddresses();
  addLanes(scheduleLanes(s.job, lanes, s.plan.uses));
  return s.loaded->engine->device->reserveScratch(s.scratch);
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
    operands[id].push_back(*instruction.predicate);
    s.pointers[id].push_back(nullptr);
    actions[id]->predicate = &s.pointers[id].back();
  }
  return nullptr;
}

/// Room for the predicate is kept, so that the places don't move.
void Specializer::setOperands(Id id, const std::vector<Id> &buffers) {
  operands[id] = buffers;
  s.pointers[id].reserve(buffers.size() + 1);
  s.pointers[id].resize(buffers.size());
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

  weir_launch &launch = s.launches.emplace_back();
  weir_fault fault = {};
  if (int32_t code = entry.prepare(sizes.data(), &launch, &fault))
    return s.faultStatus(id, code, fault);
  if (launch.tiles < 0 || launch.scratch_bytes < 0 || launch.workspace_bytes < 0)
    return failure(WEIR_INTERNAL, message("expects kernel '", kernel.name, "' to ask for no negative amounts, got ",
                                          launch.tiles, " tiles, ", launch.scratch_bytes, " bytes of scratch, ",
                                          launch.workspace_bytes, " of workspace"));
  setOperands(id, call.operands);
  KernelLaunch &kernelLaunch = s.kernelLaunches.emplace_back();
  kernelLaunch.run = entry.run;
  kernelLaunch.tiles = launch.tiles;
  kernelLaunch.call = {s.pointers[id].data(), sizes.data(), &launch, nullptr, nullptr};
  s.scratch = std::max(s.scratch, launch.scratch_bytes);
  if (launch.workspace_bytes > 0)
    needs.push_back({{id, launch.workspace_bytes}, &kernelLaunch.call.workspace});
  setAction(id, Action::Kind::Launch, s.kernelLaunches.size() - 1);
  return nullptr;
}

void Specializer::prepareCopy(Id id, Id source, Id target) {
  setOperands(id, {source, target});
  const BufferLayout &from = s.layout.buffers[source], &to = s.layout.buffers[target];
  s.copies.push_back({&s.pointers[id][0], &s.pointers[id][1], byteSize(s.job.buffers[source].dtype), from.sizes,
                      from.strides, to.strides});
  setAction(id, Action::Kind::Copy, s.copies.size() - 1);
}

/// A copy from one element with stride 0.
void Specializer::prepareFill(Id id, const Fill &fill) {
  setOperands(id, {fill.target});
  auto &source = s.fills.emplace_back();
  source.bits = fill.bits;
  source.address = &source.bits;
  const BufferLayout &target = s.layout.buffers[fill.target];
  s.copies.push_back({&source.address, &s.pointers[id][0], byteSize(s.job.buffers[fill.target].dtype), target.sizes,
                      std::vector<int64_t>(target.sizes.size()), target.strides});
  setAction(id, Action::Kind::Copy, s.copies.size() - 1);
}

/// A static program needs no release; where memory is poisoned, what is read after it shows.
void Specializer::preparePoison(Id id, const Release &release) {
  Id root = s.layout.buffers[release.buffer].root;
  if (!s.loaded->engine->poison || !std::holds_alternative<ArenaStorage>(s.job.buffers[root].storage))
    return;
  setOperands(id, {root});
  s.poisons.push_back({&s.pointers[id][0], s.layout.buffers[root].bytes});
  setAction(id, Action::Kind::Poison, s.poisons.size() - 1);
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
  for (Id id = 0; id < s.job.instructions.size(); ++id)
    for (size_t i = 0; i < operands[id].size(); ++i)
      assignAddress(operands[id][i], &s.pointers[id][i]);
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
    *place = const_cast<uint8_t *>(artifact.constants[constant->constant].data.data()) + layout.offset;
  else
    s.arenaBase.slots.push_back({place, s.plan.bufferOffsets[layout.root] + layout.offset});
}

void Specializer::addLanes(const LaneSchedule &schedule) {
  for (uint32_t event = 0; event < schedule.numEvents; ++event)
    s.events.push_back(s.loaded->engine->device->createEvent());
  for (const std::vector<Step> &steps : schedule.lanes) {
    std::vector<Action> &lane = s.lanes.emplace_back();
    for (const Step &step : steps) {
      for (uint32_t event : step.waits)
        lane.push_back({Action::Kind::Wait, event, step.instruction, nullptr});
      if (actions[step.instruction])
        lane.push_back(*actions[step.instruction]);
      if (step.recorded)
        lane.push_back({Action::Kind::Record, *step.recorded, step.instruction, nullptr});
    }
  }
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
