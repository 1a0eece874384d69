// cp.async: what arrives, and that everything that must wait for it does.
#include "unittests/Sim/Kernel.h"

#include <numeric>

namespace weir::sim {
namespace {

/// Scalars: bytes, bytes from the source.
void copyAndFill(weir_sim_thread *thread, const uint64_t *words) {
  auto bytes = static_cast<uint32_t>(words[2]), sourceBytes = static_cast<uint32_t>(words[3]);
  char *own = thread->shared + 16 * thread->tid;
  At(thread, 0).copy(own, pointer<char>(words, 0) + 16 * thread->tid, bytes, sourceBytes);
  thread->calls->cp_async_wait_all(thread, 1);
  for (uint32_t i = 0; i < bytes; ++i)
    At(thread, 2).store(pointer<char>(words, 1) + 16 * thread->tid + i, At(thread, 3).load(own + i));
}

TEST(SimAsyncCopy, CopiesAndFillsWithZeros) {
  for (uint32_t bytes : {4u, 8u, 16u})
    for (uint32_t sourceBytes = 0; sourceBytes <= bytes; ++sourceBytes)
      for (Options options : allOptions(2)) {
        std::vector<char> in(16 * 32), out(16 * 32, 99);
        std::iota(in.begin(), in.end(), 1);
        TestLaunch launch{.entry = copyAndFill, .threads = 32, .sharedBytes = 512, .options = options};
        launch.in(in).out(out).scalars = {bytes, sourceBytes};
        ASSERT_TRUE(isSilent(launch.run()));
        for (uint32_t i = 0; i < out.size(); ++i)
          ASSERT_EQ(out[i], i % 16 < sourceBytes ? in[i] : i % 16 < bytes ? 0 : 99);
      }
}

constexpr uint32_t kThreads = 64, kStages = 3, kTiles = 7;
enum Bug : uint64_t {
  NoBug,
  NoWait,
  WaitTooShort,
  NoCommit,
  NoBarrierAfterWait,
  NoBarrierBeforeRefill,
  UncommittedTail,
  OwnReadTooEarly
};

/// A ring of stages: tile t is computed from stage t % kStages while later tiles are on their way. Every thread sums
/// what its neighbour copied.
void pipeline(weir_sim_thread *thread, const uint64_t *words) {
  auto *in = pointer<uint32_t>(words, 0);
  auto *stages = sharedOf<uint32_t>(thread);
  uint64_t bug = words[2];
  uint32_t tid = thread->tid, sum = 0;
  auto issue = [&](uint32_t tile) {
    uint32_t *target = stages + tile % kStages * kThreads + tid;
    At(thread, 0).copy(target, in + tile * kThreads + tid, 4, 4);
  };
  for (uint32_t tile = 0; tile + 1 < kStages; ++tile) {
    issue(tile);
    At(thread, 1).commit();
  }
  for (uint32_t tile = 0; tile < kTiles; ++tile) {
    if (bug != NoWait)
      At(thread, 2).wait(bug == WaitTooShort ? kStages - 1 : kStages - 2);
    if (bug == OwnReadTooEarly)
      At(thread, 3).load(stages + (tile + 1) % kStages * kThreads + tid);
    if (bug != NoBarrierAfterWait)
      At(thread, 4).barrier();
    if (bug == NoBarrierBeforeRefill && tile + kStages - 1 < kTiles) { // the stage of the tile that is read below
      uint32_t *target = stages + tile % kStages * kThreads + tid;
      At(thread, 5).copy(target, in + tid, 4, 4);
    }
    sum += At(thread, 6).load(stages + tile % kStages * kThreads + (tid + 1) % kThreads);
    if (tile + kStages - 1 < kTiles)
      issue(tile + kStages - 1);
    if (bug != NoCommit && (bug != UncommittedTail || tile + kStages - 1 < kTiles))
      At(thread, 7).commit();
  }
  At(thread, 8).store(pointer<uint32_t>(words, 1) + tid, sum);
}

std::optional<Report> runPipeline(uint64_t bug, const Options &options, std::vector<uint32_t> &out) {
  std::vector<uint32_t> in(kTiles * kThreads);
  std::iota(in.begin(), in.end(), 0);
  TestLaunch launch{.entry = pipeline, .threads = kThreads, .sharedBytes = 4 * kStages * kThreads, .options = options};
  launch.in(in).out(out).scalars = {bug};
  return launch.run();
}

TEST(SimAsyncCopy, PipelineIsSilentAndRight) {
  for (Options options : allOptions(40)) {
    std::vector<uint32_t> out(kThreads);
    ASSERT_TRUE(isSilent(runPipeline(NoBug, options, out))) << options;
    for (uint32_t tid = 0; tid < kThreads; ++tid) {
      uint32_t expected = 0;
      for (uint32_t tile = 0; tile < kTiles; ++tile)
        expected += tile * kThreads + (tid + 1) % kThreads;
      ASSERT_EQ(out[tid], expected);
    }
  }
}

struct PipelineCase {
  const char *name;
  uint64_t bug;
  Problem problem;
  std::vector<uint32_t> sites; ///< of those from which it may be found
};

class SimPipeline : public ::testing::TestWithParam<PipelineCase> {};

TEST_P(SimPipeline, BugIsFound) {
  const PipelineCase &test = GetParam();
  for (Options options : allOptions()) {
    std::vector<uint32_t> out(kThreads);
    std::optional<Report> report = runPipeline(test.bug, options, out);
    ASSERT_TRUE(report) << options;
    EXPECT_EQ(report->problem, test.problem) << textOf(report) << ", " << options;
    EXPECT_NE(std::find(test.sites.begin(), test.sites.end(), report->actor.site), test.sites.end())
        << textOf(report) << ", " << options;
  }
}

INSTANTIATE_TEST_SUITE_P(Bugs, SimPipeline,
                         ::testing::Values(PipelineCase{"NoWait", NoWait, Problem::InFlight, {6}},
                                           PipelineCase{"WaitTooShort", WaitTooShort, Problem::InFlight, {6}},
                                           PipelineCase{"NoCommit", NoCommit, Problem::InFlight, {6}},
                                           PipelineCase{"UncommittedTail", UncommittedTail, Problem::InFlight, {6}},
                                           PipelineCase{"OwnReadTooEarly", OwnReadTooEarly, Problem::InFlight, {3}}),
                         [](const auto &info) { return info.param.name; });

/// Without the barrier a neighbour may or may not have come to its wait.
TEST(SimAsyncCopy, MissingBarrierAfterTheWaitIsFound) {
  for (Options options : allOptions()) {
    std::vector<uint32_t> out(kThreads);
    std::optional<Report> report = runPipeline(NoBarrierAfterWait, options, out);
    ASSERT_TRUE(report) << options;
    EXPECT_TRUE(report->problem == Problem::Race || report->problem == Problem::InFlight ||
                report->problem == Problem::Unwritten)
        << textOf(report);
  }
}

/// The copy into the stage is found by the neighbour that reads it, or finds the neighbour that has read it.
TEST(SimAsyncCopy, RefillOfAStageInUseIsFound) {
  for (Options options : allOptions()) {
    std::vector<uint32_t> out(kThreads);
    std::optional<Report> report = runPipeline(NoBarrierBeforeRefill, options, out);
    ASSERT_TRUE(report) << options;
    EXPECT_TRUE(isReported(report, Problem::Race, 5) || isReported(report, Problem::InFlight, 6)) << textOf(report);
  }
}

/// The source is read until the wait, whenever the bytes arrive.
void overwriteSource(weir_sim_thread *thread, const uint64_t *words) {
  auto *source = pointer<uint32_t>(words, 0);
  if (thread->tid == 0) {
    At(thread, 0).copy(thread->shared, source, 16, 16);
    At(thread, 1).commit();
  }
  if (words[1] != 1)
    At(thread, 2).wait(0);
  At(thread, 3).barrier();
  if (thread->tid == 1)
    At(thread, 4).store(source + 1, 7u);
  At(thread, 5).wait(0);
}

TEST(SimAsyncCopy, SourceMayNotChangeBeforeTheWait) {
  for (Options options : allOptions())
    for (uint64_t bug : {0, 1}) {
      std::vector<uint32_t> source(4, 1);
      TestLaunch launch{.entry = overwriteSource, .threads = 32, .sharedBytes = 16, .options = options};
      launch.inOut(source).scalars = {bug};
      std::optional<Report> report = launch.run();
      EXPECT_TRUE(bug ? isReported(report, Problem::Race, 0) || isReported(report, Problem::Race, 4) : isSilent(report))
          << textOf(report) << ", " << options;
    }
}

/// The last thread copies for the first one; they meet before the wait, after it, or both.
void copyForAnother(weir_sim_thread *thread, const uint64_t *words) {
  bool copies = thread->tid + 1 == thread->ntid;
  if (copies)
    At(thread, 0).copy(thread->shared, pointer<char>(words, 0), 16, 16);
  At(thread, 1).barrier();
  if (copies)
    thread->calls->cp_async_wait_all(thread, 2);
  if (words[1] == 0)
    At(thread, 3).barrier();
  if (thread->tid == 0)
    At(thread, 4).load(sharedOf<uint32_t>(thread));
}

TEST(SimAsyncCopy, MeetingBeforeTheWaitIsNoOrder) {
  for (Options options : allOptions(20))
    for (uint64_t bug : {0, 1}) {
      std::vector<uint32_t> in(4, 1);
      TestLaunch launch{.entry = copyForAnother, .threads = 64, .sharedBytes = 16, .options = options};
      launch.in(in).scalars = {bug};
      std::optional<Report> report = launch.run();
      EXPECT_TRUE(bug ? isReported(report, Problem::Race, 4) || isReported(report, Problem::InFlight, 4)
                      : isSilent(report))
          << textOf(report) << ", " << options;
    }
}

/// Without checks the bytes arrive as late, or as early, as the option says.
void readInFlight(weir_sim_thread *thread, const uint64_t *words) {
  thread->calls->cp_async(thread, 0, thread->shared, pointer<uint32_t>(words, 0), 4, 4);
  *pointer<uint32_t>(words, 1) = *sharedOf<uint32_t>(thread);
  thread->calls->cp_async_wait_all(thread, 1);
}

TEST(SimAsyncCopy, LandsByOption) {
  int early = 0;
  for (Options options : allOptions(20)) {
    options.check = false;
    std::vector<uint32_t> in = {5}, out(1);
    ASSERT_TRUE(isSilent(
        TestLaunch{.entry = readInFlight, .threads = 1, .sharedBytes = 16, .options = options}.in(in).out(out).run()));
    ASSERT_TRUE(out[0] == 5 || out[0] == ~0u);
    if (options.landing == Landing::Random)
      early += out[0] == 5;
    else
      EXPECT_EQ(out[0] == 5, options.landing == Landing::Early);
  }
  EXPECT_GT(early, 0);
  EXPECT_LT(early, 20);
}

} // namespace
} // namespace weir::sim
