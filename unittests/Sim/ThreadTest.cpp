// Threads, blocks and barriers: every thread runs once with its own numbers, and barriers hold them together.
#include "unittests/Sim/Kernel.h"

#include <numeric>

namespace weir::sim {
namespace {

void writeNumbers(weir_sim_thread *thread, const uint64_t *words) {
  auto *out = pointer<uint32_t>(words, 0) + 6 * (thread->ctaid * thread->ntid + thread->tid);
  uint32_t values[] = {thread->tid, thread->ntid, thread->ctaid, thread->nctaid, thread->lane, thread->warp};
  for (int i = 0; i < 6; ++i)
    At(thread, 0).store(out + i, values[i]);
}

TEST(SimThread, NumbersAreThoseOfTheGrid) {
  for (uint32_t threads : {1u, 31u, 32u, 96u, 1024u})
    for (Options options : allOptions(3)) {
      std::vector<uint32_t> out(6 * 3 * threads);
      TestLaunch launch{.entry = writeNumbers, .threads = threads, .blocks = 3, .options = options};
      ASSERT_TRUE(isSilent(launch.out(out).run()));
      for (uint32_t i = 0; i < 3 * threads; ++i) {
        uint32_t tid = i % threads;
        std::vector<uint32_t> expected = {tid, threads, i / threads, 3, tid % 32, tid / 32};
        ASSERT_EQ(std::vector<uint32_t>(&out[6 * i], &out[6 * i] + 6), expected);
      }
    }
}

/// A tree in shared memory: a barrier between any two levels.
void sumOfBlock(weir_sim_thread *thread, const uint64_t *words) {
  auto *shared = sharedOf<uint32_t>(thread);
  uint32_t tid = thread->tid;
  At(thread, 0).store(shared + tid,
                      At(thread, 1).load(pointer<uint32_t>(words, 0) + thread->ctaid * thread->ntid + tid));
  for (uint32_t half = thread->ntid / 2; half; half /= 2) {
    At(thread, 2).barrier();
    if (tid < half)
      At(thread, 3).store(shared + tid, At(thread, 4).load(shared + tid) + At(thread, 4).load(shared + tid + half));
  }
  if (tid == 0)
    At(thread, 5).store(pointer<uint32_t>(words, 1) + thread->ctaid, At(thread, 6).load(shared));
}

TEST(SimThread, TreeSumIsRightUnderAllSchedules) {
  for (uint32_t threads : {2u, 64u, 1024u})
    for (Options options : allOptions(6)) {
      std::vector<uint32_t> in(4 * threads), out(4);
      std::iota(in.begin(), in.end(), 7);
      TestLaunch launch{
          .entry = sumOfBlock, .threads = threads, .sharedBytes = threads * 4, .blocks = 4, .options = options};
      ASSERT_TRUE(isSilent(launch.in(in).out(out).run())) << options;
      for (int block = 0; block < 4; ++block)
        ASSERT_EQ(out[block], std::accumulate(&in[block * threads], &in[block * threads] + threads, 0u));
    }
}

/// Two halves of the block meet on barriers of their own, at different paces, then all on barrier 0.
void halvesMeet(weir_sim_thread *thread, const uint64_t *words) {
  auto *shared = sharedOf<uint32_t>(thread);
  uint32_t tid = thread->tid, half = tid / 64;
  for (uint32_t round = 0; round < 3 + 2 * half; ++round) {
    At(thread, 0).store(shared + tid, tid + round);
    At(thread, 1).barrier(1 + half, 64);
    uint32_t neighbour = half * 64 + (tid + 1) % 64;
    EXPECT_EQ(At(thread, 2).load(shared + neighbour), neighbour + round);
    At(thread, 3).barrier(1 + half, 64);
  }
  At(thread, 4).barrier();
  EXPECT_EQ(At(thread, 5).load(shared + 127 - tid), 127 - tid + 2 + 2 * (1 - half));
}

TEST(SimThread, NamedBarriersHoldTheirThreads) {
  for (Options options : allOptions())
    EXPECT_TRUE(isSilent(
        TestLaunch{.entry = halvesMeet, .threads = 128, .sharedBytes = 512, .blocks = 2, .options = options}.run()))
        << options;
}

/// Scalars: kind, and which predicates are true.
void reduceAtBarrier(weir_sim_thread *thread, const uint64_t *words) {
  auto kind = static_cast<uint32_t>(words[1]);
  uint64_t period = words[2];
  uint32_t first = thread->calls->barrier_reduce(thread, 0, 3, 0, kind, period && thread->tid % period == 0);
  uint32_t second = thread->calls->barrier_reduce(thread, 1, 3, 0, kind, 1);
  At(thread, 2).store(pointer<uint32_t>(words, 0) + thread->tid, first + 1000 * second);
}

TEST(SimThread, BarriersReducePredicates) {
  for (Options options : allOptions(4))
    for (uint32_t kind : {WEIR_SIM_BARRIER_POPC, WEIR_SIM_BARRIER_AND, WEIR_SIM_BARRIER_OR})
      for (uint64_t period : {0, 1, 3}) {
        std::vector<uint32_t> out(96);
        TestLaunch launch{.entry = reduceAtBarrier, .threads = 96, .options = options};
        launch.out(out).scalars = {kind, period};
        ASSERT_TRUE(isSilent(launch.run()));
        uint32_t trues = period ? 96 / period : 0;
        uint32_t first = kind == WEIR_SIM_BARRIER_POPC ? trues : kind == WEIR_SIM_BARRIER_AND ? trues == 96 : trues > 0;
        uint32_t second = kind == WEIR_SIM_BARRIER_POPC ? 96 : 1;
        EXPECT_EQ(out, std::vector<uint32_t>(96, first + 1000 * second)) << kind << " " << period;
      }
}

void noteOrder(weir_sim_thread *thread, const uint64_t *words) {
  auto *next = pointer<uint32_t>(words, 0);
  uint32_t place = At(thread, 0).add(next, 1u);
  At(thread, 1).store(pointer<uint32_t>(words, 1) + place, thread->tid);
}

TEST(SimThread, SeedsShuffleTurnsAndRepeat) {
  auto orderOf = [](uint64_t seed) {
    std::vector<uint32_t> next(1), order(64);
    TestLaunch launch{.entry = noteOrder, .threads = 64};
    launch.options.seed = seed;
    EXPECT_TRUE(isSilent(launch.inOut(next).out(order).run()));
    return order;
  };
  std::vector<uint32_t> inOrder(64);
  std::iota(inOrder.begin(), inOrder.end(), 0);
  EXPECT_EQ(orderOf(0), inOrder);
  EXPECT_EQ(orderOf(5), orderOf(5));
  EXPECT_NE(orderOf(5), orderOf(6));
  EXPECT_NE(orderOf(5), inOrder);
}

void readShared(weir_sim_thread *thread, const uint64_t *words) {
  pointer<uint32_t>(words, 0)[thread->ctaid] = sharedOf<uint32_t>(thread)[3];
  sharedOf<uint32_t>(thread)[3] = 1;
}

TEST(SimThread, UnwrittenSharedMemoryIsNaNWithoutChecks) {
  std::vector<uint32_t> out(2);
  TestLaunch launch{.entry = readShared, .threads = 1, .sharedBytes = 64, .blocks = 2, .options = {.check = false}};
  EXPECT_TRUE(isSilent(launch.out(out).run()));
  EXPECT_EQ(out, std::vector<uint32_t>(2, ~0u));
}

} // namespace
} // namespace weir::sim
