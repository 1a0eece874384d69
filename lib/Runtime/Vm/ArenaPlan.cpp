// Turns a job into the planner's plain lifetimes, and the plan back into offsets.
#include "lib/Runtime/Vm/ArenaPlan.h"
#include "lib/Support/MemoryPlan.h"

namespace weir {

namespace {

class ArenaPlanner {
public:
  ArenaPlanner(const Job &job, const JobLayout &layout, std::span<const InstructionMemory> needs, ArenaPlan &plan)
      : job(job), layout(layout), needs(needs), plan(plan) {}

  Status run() {
    plan.bufferOffsets.assign(job.buffers.size(), 0);
    plan.memoryOffsets.assign(needs.size(), 0);
    for (Id id = 0; id < job.buffers.size(); ++id)
      if (const auto *storage = std::get_if<ArenaStorage>(&job.buffers[id].storage)) {
        arenaBuffers.push_back(id);
        isPlanned |= storage->offset.has_value();
      }
    return isPlanned ? takeOffsets() : planAll();
  }

private:
  const ArenaStorage &storage(Id buffer) const { return std::get<ArenaStorage>(job.buffers[buffer].storage); }

  Status takeOffsets() {
    std::vector<BufferLifetime> lifetimes;
    for (Id id : arenaBuffers) {
      plan.bufferOffsets[id] = *storage(id).offset;
      if (layout.buffers[id].bytes > job.arenaBytes - plan.bufferOffsets[id])
        return failure(WEIR_INVALID_ARTIFACT,
                       message("job '", job.name, "': expects buffer ", id, " to end within the arena of ",
                               job.arenaBytes, " bytes, got offset ", plan.bufferOffsets[id], " and ",
                               layout.buffers[id].bytes, " bytes"));
    }
    addNeeds(lifetimes);
    plan.liveBound = job.arenaBytes;
    return place(lifetimes, /*firstNeed=*/0, job.arenaBytes);
  }

  Status planAll() {
    std::vector<BufferLifetime> lifetimes;
    std::vector<uint32_t> position(job.buffers.size());
    for (Id id : arenaBuffers) {
      position[id] = uint32_t(lifetimes.size());
      BufferLifetime lifetime{layout.buffers[id].bytes, storage(id).first, storage(id).last, {}};
      if (storage(id).inPlaceOf)
        lifetime.inPlaceOf = position[*storage(id).inPlaceOf];
      lifetimes.push_back(lifetime);
    }
    addNeeds(lifetimes);
    return place(lifetimes, arenaBuffers.size(), 0);
  }

  void addNeeds(std::vector<BufferLifetime> &lifetimes) const {
    for (const InstructionMemory &need : needs)
      lifetimes.push_back({need.bytes, need.instruction, need.instruction, {}});
  }

  /// The needs follow the buffers in the list.
  Status place(const std::vector<BufferLifetime> &lifetimes, size_t firstNeed, int64_t base) {
    Result<MemoryPlan> placed = planMemory(lifetimes);
    if (!placed)
      return failure(WEIR_OUT_OF_MEMORY, message("job '", job.name, "': ", placed.message()));
    for (size_t i = 0; i < firstNeed; ++i)
      plan.bufferOffsets[arenaBuffers[i]] = base + placed->offsets[i];
    for (size_t i = 0; i < needs.size(); ++i)
      plan.memoryOffsets[i] = base + placed->offsets[firstNeed + i];
    plan.bytes = base + placed->peakBytes;
    plan.liveBound += placed->liveBound;
    return nullptr;
  }

  const Job &job;
  const JobLayout &layout;
  std::span<const InstructionMemory> needs;
  ArenaPlan &plan;
  std::vector<Id> arenaBuffers;
  bool isPlanned = false;
};

void addUses(const Artifact &artifact, const Job &job, const JobLayout &layout,
             std::span<const InstructionMemory> needs, ArenaPlan &plan) {
  plan.uses.resize(job.buffers.size() + needs.size());
  for (Id id = 0; id < job.buffers.size(); ++id)
    plan.uses[id] = {plan.bufferOffsets[id], plan.bufferOffsets[id] + layout.buffers[id].bytes, {}};
  for (Id id = 0; id < job.instructions.size(); ++id)
    for (const BufferUse &use : bufferUses(artifact, job.instructions[id])) {
      Id root = layout.buffers[use.buffer].root;
      std::vector<Id> &users = plan.uses[root].instructions;
      if (std::holds_alternative<ArenaStorage>(job.buffers[root].storage) && (users.empty() || users.back() != id))
        users.push_back(id);
    }
  for (size_t i = 0; i < needs.size(); ++i)
    plan.uses[job.buffers.size() + i] = {
        plan.memoryOffsets[i], plan.memoryOffsets[i] + needs[i].bytes, {needs[i].instruction}};
}

} // namespace

Status planArena(const Artifact &artifact, const Job &job, const JobLayout &layout,
                 std::span<const InstructionMemory> needs, ArenaPlan &plan) {
  if (Status failed = ArenaPlanner(job, layout, needs, plan).run())
    return failed;
  addUses(artifact, job, layout, needs, plan);
  return nullptr;
}

} // namespace weir
