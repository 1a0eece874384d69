// The C interface of worlds, and of what ranks have of values.
#include "lib/Runtime/Ranks/Mpi/MpiWorld.h"
#include "lib/Runtime/Ranks/SharedWorld.h"
#include "lib/Runtime/Vm/LoadedArtifact.h"

#include <algorithm>

using namespace weir;

/// More would have no wires worth the name.
static constexpr int32_t kMostRanks = 1024;

static Status checkCount(int32_t ranks) {
  return ranks >= 1 && ranks <= kMostRanks
             ? nullptr
             : failure(WEIR_INVALID_ARGUMENT, message("expects 1 to ", kMostRanks, " ranks, got ", ranks));
}

static Status keep(std::variant<std::shared_ptr<SharedWorld>, Status> made, weir_world **world) {
  if (auto *failed = std::get_if<Status>(&made))
    return std::move(*failed);
  *world = new weir_world{std::get<std::shared_ptr<SharedWorld>>(std::move(made))};
  return nullptr;
}

weir_status *weir_world_create_threads(int32_t ranks, weir_world **world) {
  return guarded([&]() -> Status {
    if (Status failed = checkCount(ranks))
      return failed;
    *world = new weir_world{SharedWorld::ofThreads(ranks)};
    return nullptr;
  });
}

weir_status *weir_world_create(const char *name, int32_t ranks, weir_world **world) {
  return guarded([&]() -> Status {
    if (Status failed = expect(name, "a world's name"))
      return failed;
    if (Status failed = checkCount(ranks))
      return failed;
    return keep(SharedWorld::create(name, ranks), world);
  });
}

weir_status *weir_world_open(const char *name, weir_world **world) {
  return guarded([&]() -> Status {
    if (Status failed = expect(name, "a world's name"))
      return failed;
    return keep(SharedWorld::open(name), world);
  });
}

int32_t weir_mpi_ranks() { return MpiStart::ofEnvironment().ranks; }

weir_status *weir_world_open_mpi(const char *library, weir_world **world, int32_t *rank) {
  return guarded([&]() -> Status {
    std::shared_ptr<MpiWorld> opened;
    if (Status failed = MpiWorld::open(library ? library : "", opened))
      return failed;
    *rank = opened->rank();
    *world = new weir_world{std::move(opened)};
    return nullptr;
  });
}

void weir_world_unlink(const char *name) { SharedWorld::unlink(name); }

void weir_world_free(weir_world *world) { delete world; }

int32_t weir_world_ranks(const weir_world *world) { return int32_t(world->world->numRanks()); }

static Status checkRank(const weir_world &world, int32_t rank) {
  int64_t count = world.world->numRanks();
  return rank >= 0 && rank < count
             ? nullptr
             : failure(WEIR_INVALID_ARGUMENT, message("expects a rank below ", count, ", got ", rank));
}

weir_status *weir_device_join(weir_device *device, weir_world *world, int32_t rank) {
  return guarded([&]() -> Status {
    if (Status failed = checkRank(*world, rank))
      return failed;
    std::unique_lock<std::mutex> lock;
    if (Status failed = device->engine->enter(lock))
      return failed;
    return device->engine->join(*world->world, rank);
  });
}

struct weir_rank {
  std::unique_ptr<Transport> transport;
};

weir_status *weir_rank_create(weir_world *world, int32_t rank, weir_rank **created) {
  return guarded([&]() -> Status {
    if (Status failed = checkRank(*world, rank))
      return failed;
    auto made = std::make_unique<weir_rank>();
    if (Status failed = world->world->connect(rank, World::Way::Awaited, made->transport))
      return failed;
    *created = made.release();
    return nullptr;
  });
}

void weir_rank_free(weir_rank *rank) { delete rank; }

weir_status *weir_rank_broadcast(weir_rank *rank, int32_t root, void *data, size_t size, const char *what,
                                 double seconds) {
  return guarded([&]() -> Status {
    Transport &transport = *rank->transport;
    auto ranks = size_t(transport.numRanks());
    Exchange exchange{{}, what, std::vector<std::vector<Strip>>(ranks), std::vector<std::vector<Strip>>(ranks)};
    for (size_t member = 0; member < ranks; ++member)
      exchange.group.push_back(int64_t(member));
    Strip all{static_cast<std::byte *>(data), size};
    if (transport.rank() != root)
      exchange.take[size_t(root)] = {all};
    for (size_t member = 0; transport.rank() == root && member < ranks; ++member)
      if (member != size_t(root))
        exchange.give[member] = {all};
    auto patience = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    return transport.run(exchange, Clock::now() + patience);
  });
}

int32_t weir_device_rank(const weir_device *device) {
  const Membership *membership = device->engine->membership.get();
  return membership ? int32_t(membership->transport->rank()) : -1;
}

int64_t weir_device_bytes_sent(const weir_device *device) {
  const Membership *membership = device->engine->membership.get();
  return membership ? int64_t(membership->transport->bytesSent() + membership->aside->bytesSent()) : 0;
}

static int32_t describe(const weir_artifact *artifact, const std::optional<Ranks> &ranks,
                        const std::optional<ValuePart> &of, weir_part *part) {
  if (!ranks || !of)
    return 0;
  int64_t rank = artifact->loaded->engine->membership->transport->rank();
  int64_t place = std::ranges::find(ranks->devices, rank) - ranks->devices.begin();
  const Sizes &mesh = of->grid ? of->grid->mesh : ranks->mesh;
  place = of->grid ? of->grid->numberOf(place).value_or(-1) : place;
  *part = {int32_t(of->whole.size()), of->whole.data(), int32_t(mesh.size()), mesh.data(), place, of->held.data()};
  return 1;
}

int32_t weir_artifact_input_part(const weir_artifact *artifact, int32_t job, int32_t input, weir_part *part) {
  const Job &of = artifact->loaded->artifact.jobs[size_t(job)];
  return describe(artifact, of.ranks, of.inputs[size_t(input)].part, part);
}

int32_t weir_artifact_result_part(const weir_artifact *artifact, int32_t job, int32_t result, weir_part *part) {
  const Job &of = artifact->loaded->artifact.jobs[size_t(job)];
  return describe(artifact, of.ranks, of.results[size_t(result)].part, part);
}

int32_t weir_artifact_variable_part(const weir_artifact *artifact, int32_t variable, weir_part *part) {
  const Variable &of = artifact->loaded->artifact.variables[size_t(variable)];
  return describe(artifact, of.ranks, of.part, part);
}

weir_holding weir_part_held(const weir_part *part, int32_t axis) {
  const Holding &held = static_cast<const Holding *>(part->held)[axis];
  return {weir_holding_kind(held.kind), held.dim, weir_combiner(held.combiner), held.outer, held.inner};
}
