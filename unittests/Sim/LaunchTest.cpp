// A launch as a whole: limits, phases, several OS threads, and what is left after a report.
#include "unittests/Sim/Kernel.h"

#include <numeric>
#include <thread>

namespace weir::sim {
namespace {

void doNothing(weir_sim_thread *, const uint64_t *) {}

TEST(SimLaunch, RefusesWhatTheDriverWould) {
  auto textOfLaunch = [](TestLaunch launch) {
    launch.entry = doNothing;
    return textOf(launch.run());
  };
  const std::string start = "kernel 'k': a launch expects ";
  EXPECT_EQ(textOfLaunch({.threads = 1025}), start + "1 to 1024 threads in a block, got 1025");
  EXPECT_EQ(textOfLaunch({.threads = 0}), start + "1 to 1024 threads in a block, got 0");
  EXPECT_EQ(textOfLaunch({.sharedBytes = 227 * 1024 + 1}),
            start + "a block's shared memory within the architecture's limit, got 232449");
  EXPECT_EQ(textOfLaunch({.sharedBytes = 100 * 1024, .options = {.maxSharedBytes = 99 * 1024}}),
            start + "a block's shared memory within the architecture's limit, got 102400");
  EXPECT_EQ(textOfLaunch({.blocks = int64_t{1} << 31}), start + "0 to 2147483647 blocks, got 2147483648");
  EXPECT_EQ(textOfLaunch({.scalars = std::vector<uint64_t>(513), .options = {.maxParameterBytes = 4096}}),
            start + "parameters within the driver's limit of bytes, got 4104");
  EXPECT_EQ(textOfLaunch({.threads = 1024, .sharedBytes = 227 * 1024, .blocks = 2}), "no report");
  EXPECT_EQ(textOfLaunch({.blocks = 0}), "no report");
}

/// Phase 1: every block writes its part of the workspace. Phase 2: one block sums parts that others wrote.
void writePart(weir_sim_thread *thread, const uint64_t *words) {
  At(thread, 0).store(pointer<uint32_t>(words, 0) + thread->ctaid * thread->ntid + thread->tid, thread->ctaid);
}
void sumParts(weir_sim_thread *thread, const uint64_t *words) {
  uint32_t sum = 0;
  for (uint32_t part = 0; part < words[2]; ++part)
    sum += At(thread, 1).load(pointer<uint32_t>(words, 0) + part * thread->ntid + thread->tid);
  At(thread, 2).store(pointer<uint32_t>(words, 1) + thread->tid, sum);
}

struct TwoPhases {
  std::vector<uint32_t> workspace = std::vector<uint32_t>(32 * 8), out = std::vector<uint32_t>(32);
  std::vector<MemoryRange> ranges = {{workspace.data(), 32 * 8 * 4, Place::Space::Workspace, 0, true, true, false},
                                     {out.data(), 32 * 4, Place::Space::Operand, 0, true, true, false}};
  std::vector<uint64_t> words;
  Launch launch;
  Multiprocessor processor;

  explicit TwoPhases(uint64_t parts)
      : words{reinterpret_cast<uint64_t>(workspace.data()), reinterpret_cast<uint64_t>(out.data()), parts},
        launch(ranges, words, {}) {
    EXPECT_TRUE(launch.beginPhase({writePart, 8, 32, 0}));
    EXPECT_TRUE(launch.run(processor, 0, 8));
  }
};

TEST(SimLaunch, PhasesPassOnWhatTheyWrite) {
  TwoPhases test(8);
  ASSERT_TRUE(test.launch.beginPhase({sumParts, 1, 32, 0}));
  EXPECT_TRUE(test.launch.run(test.processor, 0, 1));
  EXPECT_EQ(test.out, std::vector<uint32_t>(32, 28));
}

TEST(SimLaunch, PhaseMayNotReadBeyondWhatIsWritten) {
  TwoPhases test(9);
  ASSERT_TRUE(test.launch.beginPhase({sumParts, 1, 32, 0}));
  EXPECT_FALSE(test.launch.run(test.processor, 0, 1));
  EXPECT_EQ(describe(*test.launch.report(), "k", testSites()),
            "kernel 'k': access out of bounds: thread 0 of block 0 at op1 (k.py:1) loads 4 bytes at byte 1024 of the "
            "workspace, which has 1024 bytes");
  EXPECT_FALSE(test.launch.beginPhase({sumParts, 1, 32, 0}));
}

TEST(SimLaunch, UnwrittenWorkspaceIsReported) {
  TwoPhases test(8);
  std::vector<MemoryRange> ranges = test.ranges;
  Launch launch(ranges, test.words, {});
  ASSERT_TRUE(launch.beginPhase({sumParts, 1, 32, 0}));
  EXPECT_FALSE(launch.run(test.processor, 0, 1));
  EXPECT_EQ(launch.report()->problem, Problem::Unwritten);
}

/// Sums each block's part by shared memory and adds it to the total; `words[3]` is a block that stores too far.
void sumBlocks(weir_sim_thread *thread, const uint64_t *words) {
  auto *shared = sharedOf<uint32_t>(thread);
  uint32_t index = thread->ctaid * thread->ntid + thread->tid;
  At(thread, 0).store(shared + thread->tid, At(thread, 1).load(pointer<uint32_t>(words, 0) + index));
  At(thread, 2).barrier();
  uint32_t sum = 0;
  for (uint32_t i = 0; thread->tid == 0 && i < thread->ntid; ++i)
    sum += At(thread, 3).load(shared + i);
  if (thread->tid == 0)
    At(thread, 4).add(pointer<uint32_t>(words, 2), sum);
  uint32_t shift = thread->ctaid >= words[3];
  At(thread, 5).store(pointer<uint32_t>(words, 1) + index + shift, sum);
}

/// The launch in pieces of a few blocks, on two OS threads at once.
void runOnTwoThreads(Launch &launch, int64_t blocks) {
  std::atomic<int64_t> next{0};
  auto work = [&] {
    Multiprocessor processor;
    for (int64_t first; (first = next.fetch_add(3)) < blocks;)
      launch.run(processor, first, std::min<int64_t>(3, blocks - first));
  };
  std::thread other(work);
  work();
  other.join();
}

TEST(SimLaunch, BlocksRunOnSeveralThreads) {
  constexpr int64_t kBlocks = 100;
  for (uint64_t seed : {0, 1}) {
    std::vector<uint32_t> in(64 * kBlocks), out(64 * kBlocks), total(1);
    std::iota(in.begin(), in.end(), 0);
    TestLaunch test{.entry = sumBlocks, .options = {.seed = seed}};
    test.in(in).out(out).inOut(total).scalars = {kBlocks};
    std::vector<uint64_t> words = test.words();
    Launch launch(test.operands, words, test.options);
    ASSERT_TRUE(launch.beginPhase({sumBlocks, kBlocks, 64, 256}));
    runOnTwoThreads(launch, kBlocks);
    EXPECT_EQ(launch.report(), nullptr);
    EXPECT_EQ(total[0], std::accumulate(in.begin(), in.end(), 0u));
  }
}

/// Counts its blocks. Block b of those whose bit is set in the last word ends with half of its threads at a barrier.
void hangSome(weir_sim_thread *thread, const uint64_t *words) {
  if (thread->tid == 0)
    At(thread, 0).add(pointer<uint32_t>(words, 0), 1u);
  At(thread, 1).barrier();
  if (!(words[1] >> thread->ctaid & 1) || thread->tid % 2)
    At(thread, 2).syncwarp(0xAAAAAAAA >> (thread->tid + 1) % 2);
  if (!(words[1] >> thread->ctaid & 1) || thread->tid % 2)
    At(thread, 3).barrier();
}

TEST(SimLaunch, LowestBlocksReportStays) {
  std::vector<uint32_t> count(1);
  TestLaunch test;
  test.inOut(count).scalars = {uint64_t{1} << 39 | uint64_t{1} << 10};
  std::vector<uint64_t> words = test.words();
  Launch launch(test.operands, words, {});
  Multiprocessor processor;
  ASSERT_TRUE(launch.beginPhase({hangSome, 40, 64, 0}));
  EXPECT_FALSE(launch.run(processor, 30, 10));
  EXPECT_EQ(launch.report()->problem, Problem::Deadlock);
  EXPECT_EQ(launch.report()->actor.block, 39);
  EXPECT_TRUE(launch.run(processor, 0, 10)) << "blocks below the reported one still run, on clean ground";
  EXPECT_FALSE(launch.run(processor, 10, 5));
  EXPECT_EQ(launch.report()->actor.block, 10);
  EXPECT_EQ(count[0], 21u);
  EXPECT_FALSE(launch.run(processor, 11, 5)) << "those above don't";
  EXPECT_EQ(count[0], 21u);
  EXPECT_TRUE(launch.run(processor, 0, 1));
  EXPECT_EQ(launch.report()->actor.block, 10);
}

std::atomic<bool> isInside, mayFail;

/// Every block fails; block 1 says that it is running, and goes on when it is told to.
void failWhenTold(weir_sim_thread *thread, const uint64_t *) {
  if (thread->ctaid == 1) {
    isInside = true;
    isInside.notify_all();
    mayFail.wait(false);
  }
  At(thread, 0).barrier(16);
}

TEST(SimLaunch, HigherBlocksReportDoesNotReplaceIt) {
  isInside = mayFail = false;
  Launch launch({}, {}, {});
  ASSERT_TRUE(launch.beginPhase({failWhenTold, 2, 1, 0}));
  std::thread other([&] {
    Multiprocessor processor;
    EXPECT_FALSE(launch.run(processor, 1, 1));
  });
  isInside.wait(false);
  Multiprocessor processor;
  EXPECT_FALSE(launch.run(processor, 0, 1));
  mayFail = true;
  mayFail.notify_all();
  other.join();
  EXPECT_EQ(launch.report()->actor.block, 0);
}

void barrierUnlessLast(weir_sim_thread *thread, const uint64_t *words) {
  uint32_t last = static_cast<uint32_t>(words[1]);
  At(thread, 0).store(sharedOf<uint32_t>(thread) + thread->tid, 1u);
  if (thread->tid != last)
    At(thread, 1).barrier();
  At(thread, 2).store(pointer<uint32_t>(words, 0) + thread->tid, thread->tid);
}

TEST(SimLaunch, MultiprocessorWorksOnAfterAReport) {
  Multiprocessor processor;
  for (int round = 0; round < 4; ++round) {
    std::vector<uint32_t> out(256);
    TestLaunch test;
    test.out(out).scalars = {round % 2 ? 255u : ~0u};
    std::vector<uint64_t> words = test.words();
    Launch launch(test.operands, words, {});
    ASSERT_TRUE(launch.beginPhase({barrierUnlessLast, 1, 256, 1024}));
    EXPECT_EQ(launch.run(processor, 0, 1), round % 2 == 0);
    EXPECT_EQ(launch.report() && launch.report()->problem == Problem::Deadlock, round % 2 == 1);
  }
}

/// As a kernel of the compiler reports a bad index: the first one to find it fills in the record.
void faults(weir_sim_thread *thread, const uint64_t *words) {
  auto *code = pointer<int32_t>(words, 0);
  auto *value = pointer<int64_t>(words, 0) + 1;
  if (thread->tid % 7 != 3)
    return;
  thread->calls->check_atomic(thread, 0, code, 4, 4);
  int32_t none = 0;
  if (std::atomic_ref(*code).compare_exchange_strong(none, 1))
    At(thread, 1).store(value, int64_t{thread->tid});
}

TEST(SimLaunch, FaultRecordHasOneAuthor) {
  for (Options options : allOptions(4)) {
    std::vector<int64_t> fault(3);
    TestLaunch test{.entry = faults, .threads = 64, .blocks = 4, .options = options};
    EXPECT_TRUE(isSilent(test.inOut(fault).run()));
    EXPECT_EQ(static_cast<int32_t>(fault[0]), 1);
    EXPECT_EQ(fault[1] % 7, 3);
  }
}

TEST(SimLaunch, SitesWithoutNamesAreNumbers) {
  Report report;
  report.problem = Problem::Unwritten;
  report.actor = {2, 7, 99, MemoryAccess::Load};
  report.place = {Place::Space::Constants, 0, 12, 64};
  report.bytes = 4;
  EXPECT_EQ(describe(report, "k", testSites()), "kernel 'k': unwritten memory: thread 7 of block 2 at op 99 loads 4 "
                                                "bytes at byte 12 of the kernel's constants, which nobody has written");
  report.problem = Problem::NoMemory;
  EXPECT_EQ(describe(report, "k", testSites()), "kernel 'k': the simulator is out of memory");
}

} // namespace
} // namespace weir::sim
