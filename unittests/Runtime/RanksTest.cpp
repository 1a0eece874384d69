// Devices of one process as ranks: programs that meet, beside what they compute, and what becomes of those whose others
// fail, are elsewhere, or don't come.
#include "unittests/Runtime/RanksTest.h"

#include <atomic>
#include <cstdlib>

namespace weir {
namespace {

TEST(Ranks, MeetBesideWhatTheyCompute) {
  for (int32_t ranks : {1, 2, 3})
    for (auto [threads, someAside] : {std::pair(1, false), {1, true}, {2, false}, {2, true}}) {
      constexpr int kLength = 6, kRuns = 50;
      Artifact artifact = testArtifact();
      addMeetings(artifact, ranks, kLength, someAside);
      Together together(artifact, ranks, {.threads = threads});
      expectMeetings(together, kLength, kRuns);
    }
}

/// Rank 1 comes once rank 0 has gone on.
TEST(Ranks, GoOnWhileTheyWait) {
  Artifact artifact = testArtifact();
  JobBuilder b(artifact, "beside");
  Id x = b.input("x", DType::F32, {2}), y = b.result("y", DType::F32, {4});
  b.add(gathered(x, y, 2, 2), kMeetings);
  b.add(HostCallback{"go", {x}});
  b.finish();
  Together together(artifact);
  std::atomic<bool> isOn{false};
  auto goOn = [](void *context, weir_tensor *const *, int32_t) -> weir_status * {
    static_cast<std::atomic<bool> *>(context)->store(true);
    return nullptr;
  };
  for (const std::unique_ptr<Harness> &h : together.harness)
    ASSERT_OK(weir_session_set_callback(h->session.get(), "go", goOn, &isOn));
  std::vector<std::string> said = together.messages({"beside", "beside"}, [&](Harness &h, int rank) {
    while (rank == 1 && !isOn)
      std::this_thread::yield();
    return list(h.tensor<float>({1, 2}));
  });
  EXPECT_EQ(said, (std::vector<std::string>{"", ""}));
}

/// Rank 1 comes to what is aside once rank 0 has gone on from what is not, which it has behind it in the list.
TEST(Ranks, WhatIsAsideLetsNobodyWait) {
  std::atomic<bool> isOn{false};
  auto goOn = [](void *context, weir_tensor *const *, int32_t) -> weir_status * {
    static_cast<std::atomic<bool> *>(context)->store(true);
    return nullptr;
  };
  auto await = [](void *context, weir_tensor *const *, int32_t) -> weir_status * {
    while (!static_cast<std::atomic<bool> *>(context)->load())
      std::this_thread::yield();
    return nullptr;
  };
  Artifact artifacts[] = {testArtifact(), testArtifact()};
  for (Artifact &artifact : artifacts) {
    bool isLast = &artifact == &artifacts[1];
    JobBuilder b(artifact, "aside");
    Id x = b.input("x", DType::F32, {2}), y = b.result("y", DType::F32, {4}), z = b.result("z", DType::F32, {4});
    Id all = b.arena(DType::F32, {4});
    std::vector<Id> before;
    auto meetAside = [&] {
      Id met = b.add(gathered(x, all, 2, 2), kMeetingsAside, before);
      b.call("double_f32", {all, z}, kAside, {met});
    };
    if (!isLast)
      meetAside();
    Id met = b.add(gathered(x, y, 2, 2), kMeetings);
    before = {b.add(HostCallback{isLast ? "await" : "go", {x}}, 0, {met})};
    if (isLast)
      meetAside();
    b.finish();
    for (Instruction &instruction : artifact.jobs.back().instructions) // it tells which meeting it is
      instruction.location = {.op = "stream " + std::to_string(instruction.stream)};
  }
  Together together(artifacts[0]);
  together.loaded[1] = together.harness[1]->load(artifacts[1]);
  for (const std::unique_ptr<Harness> &h : together.harness) {
    ASSERT_OK(weir_session_set_callback(h->session.get(), "go", goOn, &isOn));
    ASSERT_OK(weir_session_set_callback(h->session.get(), "await", await, &isOn));
  }
  together.onEach([](Harness &h, const ArtifactHandle &loaded, float rank) {
    std::vector<TensorHandle> results = h.run(h.job(loaded, "aside"), list(h.tensor<float>({rank, rank + 10})), 2);
    EXPECT_EQ(valuesOf<float>(results[0]), (Floats{0, 10, 1, 11}));
    EXPECT_EQ(valuesOf<float>(results[1]), (Floats{0, 20, 2, 22}));
  });
}

/// Rank 1 has failed in between, and waits aside for rank 0, which waits for it where it will not come.
TEST(Ranks, AFailureIsToldAtOnce) {
  auto fail = [](void *, weir_tensor *const *, int32_t) { return weir_status_create(WEIR_CALLBACK, "enough"); };
  Artifact artifacts[] = {testArtifact(), testArtifact()};
  for (Artifact &artifact : artifacts) {
    bool isLast = &artifact == &artifacts[1];
    JobBuilder b(artifact, "aside");
    Id x = b.input("x", DType::F32, {2}), y = b.result("y", DType::F32, {4}), z = b.arena(DType::F32, {4});
    std::vector<Id> before;
    if (isLast)
      b.add(gathered(x, z, 2, 2), kMeetingsAside);
    if (isLast)
      before = {b.add(HostCallback{"fail", {x}})};
    Id met = b.add(gathered(x, y, 2, 2), kMeetings, before);
    if (!isLast)
      b.add(gathered(x, z, 2, 2), kMeetingsAside, {met});
    b.finish();
    for (Instruction &instruction : artifact.jobs.back().instructions) // it tells which meeting it is
      instruction.location = {.op = "stream " + std::to_string(instruction.stream)};
  }
  Together together(artifacts[0]);
  together.loaded[1] = together.harness[1]->load(artifacts[1]);
  ASSERT_OK(weir_session_set_callback(together.harness[1]->session.get(), "fail", fail, nullptr));
  std::vector<std::string> said =
      together.messages({"aside", "aside"}, [](Harness &h, int) { return list(h.tensor<float>({1, 2})); });
  EXPECT_NE(said[0].find("rank 0 waits in stream 2 of 'aside' for rank 1, which has failed"), std::string::npos)
      << said[0];
  EXPECT_NE(said[1].find("a host callback failed: enough"), std::string::npos) << said[1];
}

TEST(Ranks, MeetInOneOrderWhereInstructionsAreShuffled) {
  Artifact artifact = testArtifact();
  addMeetings(artifact, 2, 4, /*someAside=*/true);
  for (uint64_t seed = 1; seed < 10; ++seed) {
    Together together(artifact, 2, {.threads = 1, .poison = 1, .shuffle_seed = seed});
    EXPECT_EQ(
        together.messages({"meetings", "meetings"}, [](Harness &h, int) { return list(h.tensor<float>({1, 2})); }),
        (std::vector<std::string>{"", ""}));
  }
}

/// Where each has what it takes nobody waits.
TEST(Ranks, CutWithoutMeeting) {
  Artifact artifact = testArtifact();
  JobBuilder b(artifact, "cut");
  Id x = b.input("x", DType::F32, {4}), y = b.result("y", DType::F32, {2});
  b.add(Collective{x, y, {4}, {{}}, {split(0)}, {2}, {0, 1}});
  b.finish();
  Together together(artifact);
  Harness &h = *together.harness[1];
  std::vector<TensorHandle> results = h.run(h.job(together.loaded[1], "cut"), list(h.tensor<float>({1, 2, 3, 4})), 1);
  EXPECT_EQ(valuesOf<float>(results[0]), (Floats{3, 4}));
}

TEST(Ranks, AFailureIsToldToAllAndChangesNothing) {
  Artifact artifact = testArtifact();
  addGather(artifact);
  Together together(artifact);
  std::vector<std::string> said = together.messages({"gather", "gather"}, [](Harness &h, int rank) {
    return list(h.tensor<int64_t>({0, rank == 1 ? 5 : 1}), h.tensor<float>({3, 4}));
  });
  EXPECT_NE(said[0].find("waits in test.op1 at model.py:11 of 'gather' for rank 1, which has failed: "),
            std::string::npos)
      << said[0];
  EXPECT_NE(said[0].find(said[1]), std::string::npos) << said[0] << "\n" << said[1];
  EXPECT_NE(said[1].find("index"), std::string::npos) << said[1];
  for (const std::unique_ptr<Harness> &h : together.harness)
    EXPECT_EQ(valuesOf<float>(h->variable("w")), (Floats{0, 0}));
  said = together.messages({"gather", "gather"},
                           [](Harness &h, int) { return list(h.tensor<int64_t>({0, 1}), h.tensor<float>({3, 4})); });
  EXPECT_NE(said[0].find("rank 0 meets nobody"), std::string::npos) << said[0];
}

TEST(Ranks, WhoIsElsewhereIsTold) {
  Artifact artifact = testArtifact();
  addMeetings(artifact, 2, 1);
  addGather(artifact);
  Together together(artifact);
  std::vector<std::string> said = together.messages({"meetings", "gather"}, [](Harness &h, int rank) {
    return rank == 0 ? list(h.tensor<float>({1, 2})) : list(h.tensor<int64_t>({0, 1}), h.tensor<float>({3, 4}));
  });
  for (const std::string &message : said)
    EXPECT_TRUE(message.find("rank 0 in test.op0 at model.py:10") != std::string::npos &&
                message.find("rank 1") != std::string::npos)
        << message;
}

TEST(Ranks, WhoDoesNotComeIsNamed) {
  setenv("WEIR_TIMEOUT", "0.2", 1);
  Artifact artifact = testArtifact();
  addMeetings(artifact, 2, 1);
  Together together(artifact);
  unsetenv("WEIR_TIMEOUT");
  testing::internal::CaptureStderr(); // which says what is blocked
  std::string said =
      together.messages({"meetings", nullptr}, [](Harness &h, int) { return list(h.tensor<float>({1, 2})); })[0];
  testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("until its time was over (WEIR_TIMEOUT) for rank 1"), std::string::npos) << said;
}

TEST(Ranks, WhoHasEndedIsNamed) {
  Artifact artifact = testArtifact();
  addMeetings(artifact, 2, 1);
  Together together(artifact);
  together.loaded[1].reset();
  together.harness[1].reset();
  Harness &h = *together.harness[0];
  std::vector<TensorHandle> results;
  std::string said = messageOf(
      h.tryRun(h.job(together.loaded[0], "meetings"), list(h.tensor<float>({1, 2})), results, 1), WEIR_INTERNAL);
  EXPECT_NE(said.find("for rank 1, which has ended"), std::string::npos) << said;
}

/// Variables and jobs of one name, of which each rank sees its own.
TEST(Ranks, SeeTheirOwn) {
  Artifact artifact = testArtifact();
  for (int64_t rank : {0, 1}) {
    Ranks own{{2}, {0, 1}, {rank}};
    artifact.variables.push_back({"w", DType::F32, {3 + rank}, {}, {}, own, ValuePart{{7}, {split(0)}}});
    JobBuilder b(artifact, "fill");
    Id w = Id(artifact.variables.size() - 1);
    b.job.buffers.push_back({DType::F32, b.sizes({3 + rank}), VariableStorage{w}});
    b.add(Fill{Id(b.job.buffers.size() - 1), 0x3f800000});
    b.job.ranks = own;
    b.finish();
  }
  Together together(artifact);
  together.onEach([&](Harness &h, const ArtifactHandle &loaded, float rank) {
    EXPECT_EQ(weir_artifact_num_jobs(loaded.get()), 1);
    EXPECT_EQ(weir_device_rank(h.device.get()), int32_t(rank));
    weir_part part{};
    ASSERT_EQ(weir_artifact_variable_part(loaded.get(), 0, &part), 1);
    EXPECT_EQ(part.shape[0], 7);
    EXPECT_EQ(part.place, int64_t(rank));
    EXPECT_EQ(weir_part_held(&part, 0).kind, WEIR_SPLIT);
    h.run(h.job(loaded, "fill"), {}, 0);
    EXPECT_EQ(valuesOf<float>(h.variable("w")), Floats(size_t(3 + rank), 1));
  });
  Harness alone;
  weir_artifact *loaded = nullptr;
  Result<std::vector<uint8_t>> bytes = serialize(artifact);
  ASSERT_TRUE(bytes) << bytes.message();
  EXPECT_EQ(messageOf(weir_artifact_load_memory(alone.device.get(), bytes->data(), bytes->size(), &loaded),
                      WEIR_INVALID_ARGUMENT),
            "expects a device that is one of 2 ranks, got one that has joined no world (weir_device_join)");
}

TEST(Ranks, AWorldIsJoinedOnce) {
  Artifact artifact = testArtifact();
  Together together(artifact);
  weir_device *device = together.harness[0]->device.get();
  EXPECT_EQ(messageOf(weir_device_join(device, together.world.get(), 1), WEIR_INVALID_ARGUMENT),
            "expects a device to join a world once, got rank 0 as 1");
  EXPECT_EQ(messageOf(weir_device_join(device, together.world.get(), 2), WEIR_INVALID_ARGUMENT),
            "expects a rank below 2, got 2");
  weir_world *none = nullptr;
  EXPECT_EQ(messageOf(weir_world_create_threads(0, &none), WEIR_INVALID_ARGUMENT), "expects 1 to 1024 ranks, got 0");
}

} // namespace
} // namespace weir
