// From a job and the sizes of its inputs to a plan: layout, kernels, memory, lanes, in this order.
#include "lib/Runtime/Vm/Plan.h"
#include "lib/Runtime/Vm/Faults.h"
#include "lib/Runtime/Vm/RegisterUses.h"

#include <algorithm>

namespace weir {

namespace {

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

Status Plan::create(std::shared_ptr<const LoadedArtifact> loaded, Id job, std::span<const InputLayout> inputs,
                    const HostFunctions &callbacks, int maxLanes, std::shared_ptr<const Plan> &plan) {
  std::shared_ptr<Plan> created(new Plan(std::move(loaded), job));
  if (Status failed = created->build(inputs, callbacks, maxLanes))
    return failed;
  plan = std::move(created);
  return nullptr;
}

Status Plan::build(std::span<const InputLayout> inputs, const HostFunctions &callbacks, int maxLanes) {
  if (Status failed = layOut(loaded->artifact, job, info, inputs, layout))
    return failed;
  steps.resize(job.instructions.size());
  for (Id id = 0; id < steps.size(); ++id)
    if (Status failed = prepare(id, callbacks))
      return at(std::move(failed), job.instructions[id].location);
  const Engine &engine = *loaded->engine;
  fold = LaneFold::of(job, maxLanes, engine.isShuffled || engine.device->isQueued());
  size_t lanes = fold.numLanes();
  if (lanes > 1)
    addRegisters();
  if (Status failed = planMemory())
    return failed;
  std::vector<RegisterUse> shared;
  if (job.repeat > 1 && lanes > 1)
    shared = registerUses(loaded->artifact, job, loaded->infos, layout);
  schedule = scheduleLanes(job, fold, arena.uses, shared);
  return nullptr;
}

/// On one lane no two iterations are under way.
void Plan::addRegisters() {
  for (Id id = 0; id < job.buffers.size(); ++id)
    if (const auto *storage = std::get_if<ArenaStorage>(&job.buffers[id].storage); storage && storage->registers > 1) {
      BufferLayout &buffer = layout.buffers[id];
      buffer.places = storage->registers;
      buffer.step = (buffer.bytes + kArenaAlignment - 1) / kArenaAlignment * kArenaAlignment;
    }
}

uint32_t Plan::traceNames() const {
  std::call_once(named, [&] { firstName = loaded->engine->trace->addNames(job, loaded->artifact.kernels); });
  return firstName;
}

Status Plan::prepare(Id id, const HostFunctions &callbacks) {
  const InstructionBody &body = job.instructions[id].body;
  if (const auto *call = std::get_if<Call>(&body))
    return prepareCall(id, *call);
  if (const auto *copy = std::get_if<Copy>(&body))
    return checkCopy(*copy);
  if (const auto *run = std::get_if<RunProgram>(&body))
    return prepareProgram(id, *run, callbacks);
  if (const auto *callback = std::get_if<HostCallback>(&body)) {
    auto it = callbacks.find(callback->name);
    if (it == callbacks.end())
      return failure(WEIR_NOT_FOUND, "expects the session to have a callback '" + callback->name + "'");
    steps[id].callback = it->second;
  } else if (const auto *collective = std::get_if<Collective>(&body)) {
    return prepareCollective(id, *collective);
  }
  return nullptr;
}

Status Plan::prepareCall(Id id, const Call &call) {
  const Kernel &kernel = loaded->artifact.kernels[call.kernel];
  const KernelEntry &entry = (*loaded->kernels)[call.kernel];
  Step &step = steps[id];
  for (Id operand : call.operands) {
    const BufferLayout &buffer = layout.buffers[operand];
    step.sizes.insert(step.sizes.end(), buffer.sizes.begin(), buffer.sizes.end());
    step.sizes.insert(step.sizes.end(), buffer.strides.begin(), buffer.strides.end());
  }
  for (Id scalar : call.scalars)
    step.sizes.push_back(layout.scalars[scalar]);

  weir_fault fault = {};
  if (int32_t code = entry.prepare(step.sizes.data(), &step.launch, &fault))
    return faultStatus(loaded->artifact, job, id, code, fault);
  if (Status failed = checkLaunch(kernel, entry, step.launch, !loaded->engine->device->isQueued()))
    return failed;
  scratch = std::max(scratch, step.launch.scratch_bytes);
  step.memoryBytes = step.launch.workspace_bytes;
  return nullptr;
}

Status Plan::checkCopy(const Copy &copy) const {
  const std::vector<int64_t> &source = layout.buffers[copy.source].sizes, &target = layout.buffers[copy.target].sizes;
  if (source == target)
    return nullptr;
  return failure(WEIR_INVALID_ARGUMENT,
                 message("expects a copy between equal sizes, got ", toString(source), " and ", toString(target)));
}

/// What the device's rank gives and takes.
Status Plan::prepareCollective(Id id, const Collective &collective) {
  const Engine &engine = *loaded->engine;
  if (!engine.membership)
    return failure(WEIR_INVALID_ARGUMENT, "expects a device that is a rank, for what ranks have parts of");
  int64_t rank = engine.membership->transport->rank();
  auto found = std::ranges::find(collective.ranks, rank);
  if (found == collective.ranks.end())
    return failure(WEIR_INVALID_ARGUMENT, message("expects a group with rank ", rank));
  int64_t members = 1;
  for (int64_t size : collective.mesh)
    members *= size;
  int64_t member = (found - collective.ranks.begin()) % members;
  const std::vector<int64_t> &source = layout.buffers[collective.source].sizes;
  const std::vector<int64_t> &target = layout.buffers[collective.target].sizes;
  HeldOn from = collective.given(), to = collective.taken();
  Sizes given = heldSizes(collective.whole, from, member), taken = heldSizes(collective.whole, to, member);
  if (source != given || target != taken)
    return failure(WEIR_INVALID_ARGUMENT,
                   message("expects rank ", rank, " to give ", toString(given), " and take ", toString(taken), ", got ",
                           toString(source), " and ", toString(target)));
  int64_t bytes = byteSize(job.buffers[collective.source].dtype);
  steps[id].exchange = planExchange(collective.whole, from, to, members, member, bytes);
  return nullptr;
}

/// The called program runs in a part of this program's arena.
Status Plan::prepareProgram(Id id, const RunProgram &run, const HostFunctions &callbacks) {
  const Job &callee = loaded->artifact.jobs[run.job];
  std::vector<InputLayout> inputs;
  for (size_t i = 0; i < run.operands.size(); ++i) {
    const BufferLayout &buffer = layout.buffers[run.operands[i]];
    if (buffer.strides != contiguousStrides(buffer.sizes))
      return failure(WEIR_INVALID_ARGUMENT,
                     message("expects operand ", i, " of job '", callee.name, "' to be row-major"));
    if (i < callee.inputs.size())
      inputs.push_back({buffer.sizes, buffer.strides});
  }
  if (std::ranges::any_of(callee.instructions, meetsOthers))
    return failure(WEIR_UNSUPPORTED,
                   message("not supported yet: job '", callee.name, "', which meets other ranks, within another one"));
  Step &step = steps[id];
  if (Status failed = create(loaded, run.job, inputs, callbacks, 1, step.program))
    return failed;
  for (size_t i = 0; i < callee.results.size(); ++i) {
    const std::vector<int64_t> &ours = layout.buffers[run.operands[inputs.size() + i]].sizes;
    const std::vector<int64_t> &theirs = step.program->resultLayout(i).sizes;
    if (ours != theirs)
      return failure(WEIR_INVALID_ARGUMENT,
                     message("expects result '", callee.results[i].name, "' of job '", callee.name, "' to be of sizes ",
                             toString(ours), ", got ", toString(theirs)));
  }
  scratch = std::max(scratch, step.program->scratchBytes());
  step.memoryBytes = step.program->arenaBytes();
  return nullptr;
}

Status Plan::planMemory() {
  std::vector<InstructionMemory> needs;
  for (Id id = 0; id < steps.size(); ++id)
    if (steps[id].memoryBytes > 0)
      needs.push_back({id, steps[id].memoryBytes});
  if (Status failed = planArena(loaded->artifact, job, layout, needs, fold, arena))
    return failed;
  for (size_t i = 0; i < needs.size(); ++i)
    steps[needs[i].instruction].memoryOffset = arena.memoryOffsets[i];
  return nullptr;
}

} // namespace weir
