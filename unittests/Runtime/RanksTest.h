// Devices of one process as ranks, and programs in which they meet.
#pragma once

#include "unittests/Runtime/RuntimeTest.h"

namespace weir {

using Floats = std::vector<float>;
using WorldHandle = std::unique_ptr<weir_world, Free<weir_world_free>>;

inline Holding split(int dim) { return {.kind = Holding::Kind::Split, .dim = dim}; }

/// Each rank's numbers beside those of the others.
inline Collective gathered(Id source, Id target, int64_t size, int64_t ranks) {
  std::vector<int64_t> all;
  for (int64_t rank = 0; rank < ranks; ++rank)
    all.push_back(rank);
  return {source, target, {size * ranks}, {split(0)}, {{}}, {ranks}, all};
}

/// Ranks of a world, each with a device of its own.
struct Together {
  explicit Together(const Artifact &artifact, int32_t ranks = 2, weir_device_options options = {.threads = 1},
                    const char *device = "cpu") {
    weir_world *created = nullptr;
    EXPECT_OK(weir_world_create_threads(ranks, &created));
    world.reset(created);
    for (int32_t rank = 0; rank < ranks; ++rank) {
      harness.push_back(std::make_unique<Harness>(options, device));
      EXPECT_OK(weir_device_join(harness.back()->device.get(), created, rank));
      loaded.push_back(harness.back()->load(artifact));
    }
  }

  /// Calls a function for each rank on a thread of its own.
  void onEach(const std::function<void(Harness &h, const ArtifactHandle &artifact, float rank)> &work) {
    Floats numbers;
    for (size_t rank = 0; rank < harness.size(); ++rank)
      numbers.push_back(float(rank));
    onThreads(numbers, [&](float rank) { work(*harness[size_t(rank)], loaded[size_t(rank)], rank); });
  }

  /// What each rank's run of a job says; "" where it went well.
  std::vector<std::string> messages(const std::vector<const char *> &jobs,
                                    const std::function<std::vector<TensorHandle>(Harness &h, int rank)> &inputs,
                                    size_t numResults = 1) {
    std::vector<std::string> said(harness.size());
    onEach([&](Harness &h, const ArtifactHandle &artifact, float rank) {
      const char *name = jobs[size_t(rank)];
      if (!name)
        return;
      std::vector<TensorHandle> results;
      StatusHandle status(h.tryRun(h.job(artifact, name), inputs(h, int(rank)), results, numResults));
      said[size_t(rank)] = status ? weir_status_message(status.get()) : "";
    });
    return said;
  }

  WorldHandle world;
  std::vector<std::unique_ptr<Harness>> harness;
  std::vector<ArtifactHandle> loaded;
};

/// Streams of what waits for others, and of meetings that others do not wait for.
inline constexpr uint32_t kAside = 1, kMeetings = 2, kMeetingsAside = 3;

/// So many times: what the first and the last rank have, and twice one's own, is one's own from then on. Every other
/// meeting is aside, if some are to be.
inline void addMeetings(Artifact &artifact, int64_t ranks, int length, bool someAside = false) {
  JobBuilder b(artifact, "meetings");
  Id x = b.input("x", DType::F32, {2});
  Id mine = x;
  std::vector<Id> before;
  for (int i = 0; i < length; ++i) {
    Id all = b.arena(DType::F32, {2 * ranks}), doubled = b.arena(DType::F32, {2});
    Id met = b.add(gathered(mine, all, 2, ranks), someAside && i % 2 ? kMeetingsAside : kMeetings, before);
    b.call("double_f32", {mine, doubled}); // beside the meeting
    Id first = b.view(all, b.sizes({2}), 0, {1}), last = b.view(all, b.sizes({2}), 2 * (ranks - 1), {1});
    Id next = b.arena(DType::F32, {2});
    Id added = b.call("add_f32", {first, last, next}, someAside ? kAside : 0, {met});
    mine = b.arena(DType::F32, {2});
    before = {b.call("add_f32", {next, doubled, mine}, 0, {added})};
  }
  b.add(Copy{mine, b.result("y", DType::F32, {2})});
  b.finish();
}

/// Runs of `addMeetings` with this length, so many under way at a time, which begin with a rank's number and 1.
inline void expectMeetings(Together &together, int length, int runs) {
  Floats values = iota(int64_t(together.harness.size()));
  for (float &value : values)
    value += 1;
  Floats begun = values;
  for (int i = 0; i < length; ++i) {
    float ends = values.front() + values.back();
    for (float &value : values)
      value = ends + 2 * value;
  }
  together.onEach([&](Harness &h, const ArtifactHandle &loaded, float rank) {
    JobHandle job = h.job(loaded, "meetings");
    std::vector<TensorHandle> results;
    TensorHandle x = h.tensor(Floats(2, begun[size_t(rank)]));
    for (int run = 0; run < runs; ++run)
      for (TensorHandle &result : h.launch(job, {&x}, 1))
        results.push_back(std::move(result));
    for (const TensorHandle &result : results)
      EXPECT_EQ(valuesOf<float>(result), Floats(2, values[size_t(rank)])) << "rank " << rank;
  });
}

/// y = table[index], met, and w -= what came, which is of the first rank alone.
inline void addGather(Artifact &artifact) {
  artifact.variables.push_back({"w", DType::F32, {2}, {}, {}});
  JobBuilder b(artifact, "gather");
  Id index = b.input("index", DType::I64, {2}), table = b.input("table", DType::F32, {2});
  Id found = b.arena(DType::F32, {2}), all = b.arena(DType::F32, {4}), y = b.result("y", DType::F32, {2});
  Id picked = b.call("gather_f32", {index, table, found});
  Id met = b.add(gathered(found, all, 2, 2), kMeetings, {picked});
  b.call("subtract_f32", {b.variable("w"), b.view(all, b.sizes({2}), 0, {1})}, 0, {met});
  b.call("double_f32", {found, y});
  b.finish();
}

} // namespace weir
