// Turns a job into the planner's plain lifetimes, and the plan back into offsets.
#include "lib/Runtime/Vm/ArenaPlan.h"
#include "lib/Support/MemoryPlan.h"

namespace weir {

namespace {

class ArenaPlanner {
public:
  ArenaPlanner(const Artifact &artifact, const Job &job, const JobLayout &layout,
               std::span<const InstructionMemory> needs, const LaneFold &fold, ArenaPlan &plan)
      : artifact(artifact), job(job), layout(layout), needs(needs), fold(fold), plan(plan) {}

  Status run();

private:
  /// Something with a lifetime that gets an offset: a buffer or a need.
  struct Item {
    BufferLifetime lifetime;
    ArenaUse use;
    int64_t *offset;
    std::optional<size_t> inPlaceOf; ///< item
    bool isPlaced = false;           ///< by the compiler
    bool isKept = false;             ///< for other iterations: shares bytes with nobody
  };

  Status addBuffers(std::vector<std::optional<size_t>> &itemOf);
  Status addItems();
  Status placePartition(size_t partition);
  /// A lane, or what follows all lanes for what several of them use.
  size_t partitionOf(const Item &item) const;

  const Artifact &artifact;
  const Job &job;
  const JobLayout &layout;
  std::span<const InstructionMemory> needs;
  const LaneFold fold;
  ArenaPlan &plan;
  std::vector<Item> items;
};

Status ArenaPlanner::addBuffers(std::vector<std::optional<size_t>> &itemOf) {
  for (Id id = 0; id < job.buffers.size(); ++id) {
    const auto *storage = std::get_if<ArenaStorage>(&job.buffers[id].storage);
    if (!storage)
      continue;
    itemOf[id] = items.size();
    const BufferLayout &buffer = layout.buffers[id];
    Item item{{buffer.bytes, storage->first, storage->last, {}}, {}, &plan.bufferOffsets[id], {}};
    if (__builtin_mul_overflow(buffer.step, int64_t(buffer.places) - 1, &item.lifetime.bytes) ||
        __builtin_add_overflow(item.lifetime.bytes, buffer.bytes, &item.lifetime.bytes))
      return failure(WEIR_OUT_OF_MEMORY, message("job '", job.name, "': expects buffer ", id, " with ", buffer.places,
                                                 " registers to fit 64 bits, got ", buffer.bytes, " bytes each"));
    item.isKept = (storage->isCarried && job.repeat > 1) || buffer.places > 1;
    if (item.isKept) {
      item.lifetime.first = 0;
      item.lifetime.last = Id(job.instructions.size() - 1);
    } else if (storage->inPlaceOf && !items[*itemOf[*storage->inPlaceOf]].isKept) {
      item.inPlaceOf = itemOf[*storage->inPlaceOf];
    }
    item.isPlaced = storage->offset.has_value();
    *item.offset = storage->offset.value_or(0);
    items.push_back(std::move(item));
  }
  return nullptr;
}

Status ArenaPlanner::addItems() {
  std::vector<std::optional<size_t>> itemOf(job.buffers.size());
  if (Status failed = addBuffers(itemOf))
    return failed;
  for (Id id = 0; id < job.instructions.size(); ++id)
    for (const InstructionUse &use : bufferUses(artifact, job.instructions[id]))
      if (std::optional<size_t> item = itemOf[layout.buffers[use.buffer].root]) {
        std::vector<Id> &users = items[*item].use.instructions;
        if (users.empty() || users.back() != id)
          users.push_back(id);
      }
  for (size_t i = 0; i < needs.size(); ++i) {
    Id id = needs[i].instruction;
    items.push_back({{needs[i].bytes, id, id, {}}, {0, 0, {id}}, &plan.memoryOffsets[i], {}});
  }
  return nullptr;
}

size_t ArenaPlanner::partitionOf(const Item &item) const {
  std::optional<size_t> lane;
  for (Id id : item.use.instructions) {
    size_t other = fold.laneOf(job.instructions[id]);
    if (lane.value_or(other) != other)
      return fold.numLanes();
    lane = other;
  }
  return lane.value_or(0);
}

/// Behind the bytes that are taken already.
Status ArenaPlanner::placePartition(size_t partition) {
  std::vector<BufferLifetime> lifetimes;
  std::vector<Item *> placed;
  std::vector<std::optional<uint32_t>> position(items.size());
  for (size_t i = 0; i < items.size(); ++i) {
    Item &item = items[i];
    if (item.isPlaced || partitionOf(item) != partition)
      continue;
    if (item.inPlaceOf)
      item.lifetime.inPlaceOf = position[*item.inPlaceOf];
    position[i] = uint32_t(lifetimes.size());
    lifetimes.push_back(item.lifetime);
    placed.push_back(&item);
  }
  Result<MemoryPlan> planned = planMemory(lifetimes);
  if (!planned)
    return failure(WEIR_OUT_OF_MEMORY, message("job '", job.name, "': ", planned.message()));
  for (size_t i = 0; i < placed.size(); ++i)
    *placed[i]->offset = plan.bytes + planned->offsets[i];
  plan.bytes += planned->peakBytes;
  plan.liveBound += planned->liveBound;
  return nullptr;
}

Status ArenaPlanner::run() {
  plan.bufferOffsets.assign(job.buffers.size(), 0);
  plan.memoryOffsets.assign(needs.size(), 0);
  plan.bytes = plan.liveBound = job.arenaBytes;
  if (Status failed = addItems())
    return failed;
  for (const Item &item : items)
    if (item.isPlaced && item.lifetime.bytes > job.arenaBytes - *item.offset)
      return failure(WEIR_INVALID_ARTIFACT,
                     message("job '", job.name, "': expects a buffer to end within the arena of ", job.arenaBytes,
                             " bytes, got offset ", *item.offset, " and ", item.lifetime.bytes, " bytes"));
  for (size_t partition = 0; partition <= fold.numLanes(); ++partition)
    if (Status failed = placePartition(partition))
      return failed;
  for (Item &item : items) {
    item.use.begin = *item.offset;
    item.use.end = *item.offset + item.lifetime.bytes;
    plan.uses.push_back(std::move(item.use));
  }
  return nullptr;
}

} // namespace

Status planArena(const Artifact &artifact, const Job &job, const JobLayout &layout,
                 std::span<const InstructionMemory> needs, const LaneFold &fold, ArenaPlan &plan) {
  return ArenaPlanner(artifact, job, layout, needs, fold, plan).run();
}

} // namespace weir
