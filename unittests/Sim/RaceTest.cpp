// Kernels whose threads share memory: silent as they stand, and reported under every schedule once an order is taken
// out. A kernel's last word says which; its two sites of conflict may be found from either side.
#include "unittests/Sim/Kernel.h"

namespace weir::sim {
namespace {

struct RaceCase {
  const char *name;
  weir_sim_phase entry;
  uint32_t threads, blocks;
  uint64_t bug;                ///< 0: none
  std::vector<uint32_t> sites; ///< of the accesses that conflict; a load that comes first reads what nobody has written
};

::testing::AssertionResult isRace(const std::optional<Report> &report, const std::vector<uint32_t> &sites) {
  auto isOneOf = [&](const Actor &actor) { return std::find(sites.begin(), sites.end(), actor.site) != sites.end(); };
  if (report && (report->problem == Problem::Race || report->problem == Problem::Unwritten) && isOneOf(report->actor) &&
      (!report->other || isOneOf(*report->other)))
    return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << textOf(report);
}

uint64_t bugOf(const uint64_t *words) { return words[1]; }

/// Each thread writes its word and reads its neighbour's, twice.
void exchange(weir_sim_thread *thread, const uint64_t *words) {
  auto *shared = sharedOf<uint32_t>(thread);
  uint32_t tid = thread->tid, next = (tid + 1) % thread->ntid;
  At(thread, 0).store(shared + tid, tid);
  if (bugOf(words) != 1)
    At(thread, 1).barrier();
  uint32_t value = At(thread, 2).load(shared + next);
  if (bugOf(words) != 2)
    At(thread, 3).barrier();
  At(thread, 4).store(shared + tid, value);
}

/// The same among the lanes of a warp.
void exchangeInWarp(weir_sim_thread *thread, const uint64_t *words) {
  auto *shared = sharedOf<uint32_t>(thread) + 32 * thread->warp;
  uint32_t next = (thread->lane + 1) % 32;
  At(thread, 0).store(shared + thread->lane, thread->tid);
  if (bugOf(words) == 1) // a shuffle is no order of memory
    At(thread, 1).shfl(WEIR_SIM_SHFL_BFLY, 0, 1, 31);
  else
    At(thread, 1).syncwarp();
  uint32_t value = At(thread, 2).load(shared + next);
  if (bugOf(words) != 2)
    At(thread, 3).syncwarp();
  At(thread, 4).store(shared + thread->lane, value);
}

/// Every thread reads word 0, then thread 0 writes it. Some orders are missing for some readers only.
void manyReaders(weir_sim_thread *thread, const uint64_t *words) {
  auto *shared = sharedOf<uint32_t>(thread);
  if (thread->tid == 0)
    At(thread, 0).store(shared, 1u);
  At(thread, 1).barrier();
  At(thread, 2).load(shared);
  if (bugOf(words) == 1) { // the second warp meets nobody
    if (thread->warp != 1)
      At(thread, 3).barrier(1, 64);
  } else if (bugOf(words) == 2) { // lanes 16 to 31 of the first warp meet nobody
    if (thread->warp != 0 || thread->lane < 16)
      At(thread, 4).syncwarp(thread->warp == 0 ? 0xFFFF : ~0u);
  } else {
    At(thread, 5).barrier(1, 96);
  }
  if (thread->tid == 0)
    At(thread, 6).store(shared, 2u);
}

/// A value goes from warp 0 to 1 to 2 by barriers of two warps each; order passes on through them.
void relay(weir_sim_thread *thread, const uint64_t *words) {
  auto *shared = sharedOf<uint32_t>(thread);
  uint32_t lane = thread->lane;
  if (thread->warp == 0)
    At(thread, 0).store(shared + lane, lane);
  if (thread->warp <= 1)
    At(thread, 1).barrier(1, 64);
  if (thread->warp == 1 && bugOf(words) != 2)
    At(thread, 2).load(shared + 31 - lane);
  if (thread->warp >= 1 && bugOf(words) != 1)
    At(thread, 3).barrier(2, 64);
  if (thread->warp == 2)
    At(thread, 4).store(shared + 31 - lane, lane);
  if (bugOf(words) == 2 && thread->warp == 1)
    At(thread, 5).load(shared + lane);
}

/// Halves of words belong to different threads: not one byte is shared.
void neighbouringBytes(weir_sim_thread *thread, const uint64_t *words) {
  auto *shared = sharedOf<uint16_t>(thread);
  auto *out = pointer<uint16_t>(words, 0);
  uint32_t tid = thread->tid, index = thread->ctaid * thread->ntid + tid;
  At(thread, 0).store(shared + tid, uint16_t(tid));
  At(thread, 1).store(out + index, At(thread, 2).load(shared + tid));
  if (bugOf(words) == 1)
    At(thread, 3).store(shared + (tid | 1), uint16_t(0));
  if (bugOf(words) == 2)
    At(thread, 4).store(out + index + 1, uint16_t(0));
}

/// Whole vectors are written, and read by halves.
void mixedSizes(weir_sim_thread *thread, const uint64_t *words) {
  auto *shared = sharedOf<Vector4>(thread);
  uint32_t tid = thread->tid;
  At(thread, 0).store(shared + tid, Vector4{{tid, tid, tid, tid}});
  if (bugOf(words) != 1)
    At(thread, 1).barrier();
  At(thread, 2).load(reinterpret_cast<const uint8_t *>(shared) + (16 * tid + 24) % (16 * thread->ntid));
}

/// All count in one word of the result, then thread 0 reads it.
void count(weir_sim_thread *thread, const uint64_t *words) {
  auto *counter = pointer<uint32_t>(words, 0) + thread->ctaid;
  if (thread->tid == 0)
    At(thread, 0).store(counter, 0u);
  if (bugOf(words) != 1)
    At(thread, 1).barrier();
  At(thread, 2).add(counter, 1u);
  if (bugOf(words) != 2)
    At(thread, 3).barrier();
  if (thread->tid == 0)
    At(thread, 4).load(counter);
}

/// Blocks write disjoint parts of the result, or the words of the block after them.
void acrossBlocks(weir_sim_thread *thread, const uint64_t *words) {
  auto *out = pointer<uint32_t>(words, 0);
  uint32_t index = thread->ctaid * thread->ntid + thread->tid;
  At(thread, 0).store(out + index, index);
  At(thread, 1).barrier();
  if (bugOf(words) == 1)
    At(thread, 2).store(out + (index + 1) % 64, index);
}

/// All blocks add to a word; the last one may also store or load there.
void sumAcrossBlocks(weir_sim_thread *thread, const uint64_t *words) {
  auto *out = pointer<uint32_t>(words, 0);
  At(thread, 0).add(out + 1023, 1u);
  if (thread->ctaid + 1 < thread->nctaid)
    return;
  At(thread, 3).barrier();
  if (bugOf(words) == 1 && thread->tid == 0)
    At(thread, 1).store(out + 1023, 0u);
  if (bugOf(words) == 2 && thread->tid == 0)
    At(thread, 2).load(out + 1023);
}

/// Lane 0 adds; lane 1, which has met lane 0, loads; lane 2 has met nobody.
void lateLoad(weir_sim_thread *thread, const uint64_t *words) {
  auto *out = pointer<uint32_t>(words, 0);
  if (thread->lane == 0)
    At(thread, 0).add(out, 1u);
  if (thread->lane < 2)
    At(thread, 1).syncwarp(3);
  if (thread->lane == 1)
    At(thread, 2).load(out);
  if (thread->lane >= 2 && bugOf(words) == 1) // so that it comes last in order
    At(thread, 3).syncwarp(~3u);
  if (thread->lane == 2 && bugOf(words) == 1)
    At(thread, 4).load(out);
}

const RaceCase kCases[] = {
    {"Exchange", exchange, 128, 2, 0, {}},
    {"ExchangeNoFirstBarrier", exchange, 128, 2, 1, {0, 2}},
    {"ExchangeNoSecondBarrier", exchange, 128, 2, 2, {2, 4}},
    {"ExchangeInWarp", exchangeInWarp, 96, 1, 0, {}},
    {"ExchangeInWarpNoFirstSync", exchangeInWarp, 96, 1, 1, {0, 2}},
    {"ExchangeInWarpNoSecondSync", exchangeInWarp, 96, 1, 2, {2, 4}},
    {"ManyReaders", manyReaders, 96, 1, 0, {}},
    {"ManyReadersOneWarpUnordered", manyReaders, 96, 1, 1, {2, 6}},
    {"ManyReadersSomeLanesUnordered", manyReaders, 96, 1, 2, {2, 6}},
    {"Relay", relay, 96, 1, 0, {}},
    {"RelayWithoutSecondBarrier", relay, 96, 1, 1, {0, 2, 4}},
    {"RelayReadsTooLate", relay, 96, 1, 2, {4, 5}},
    {"NeighbouringBytes", neighbouringBytes, 64, 2, 0, {}},
    {"NeighbouringBytesInShared", neighbouringBytes, 64, 1, 1, {0, 3}},
    {"NeighbouringBytesInGlobal", neighbouringBytes, 64, 1, 2, {1, 4}},
    {"MixedSizes", mixedSizes, 64, 1, 0, {}},
    {"MixedSizesNoBarrier", mixedSizes, 64, 1, 1, {0, 2}},
    {"Count", count, 64, 2, 0, {}},
    {"CountNoFirstBarrier", count, 64, 2, 1, {0, 2}},
    {"CountNoSecondBarrier", count, 64, 2, 2, {2, 4}},
    {"AcrossBlocks", acrossBlocks, 32, 2, 0, {}},
    {"AcrossBlocksOneWordTooFar", acrossBlocks, 32, 2, 1, {0, 2}},
    {"SumAcrossBlocks", sumAcrossBlocks, 32, 3, 0, {}},
    {"SumAcrossBlocksStored", sumAcrossBlocks, 32, 3, 1, {0, 1}},
    {"SumAcrossBlocksLoaded", sumAcrossBlocks, 32, 3, 2, {0, 2}},
    {"LateLoad", lateLoad, 32, 1, 0, {}},
    {"LateLoadUnordered", lateLoad, 32, 1, 1, {0, 4}},
};

class SimRace : public ::testing::TestWithParam<RaceCase> {};

TEST_P(SimRace, IsFoundWhereItIs) {
  const RaceCase &test = GetParam();
  for (Options options : allOptions()) {
    std::vector<uint32_t> out(1024);
    TestLaunch launch{
        .entry = test.entry, .threads = test.threads, .sharedBytes = 4096, .blocks = test.blocks, .options = options};
    launch.inOut(out).scalars = {test.bug};
    std::optional<Report> report = launch.run();
    ASSERT_TRUE(test.bug ? isRace(report, test.sites) : isSilent(report)) << options;
  }
}

INSTANTIATE_TEST_SUITE_P(Kernels, SimRace, ::testing::ValuesIn(kCases),
                         [](const auto &info) { return info.param.name; });

TEST(SimRace, ReportNamesBytesAndThreads) {
  std::vector<uint32_t> out(1024);
  TestLaunch launch{.entry = acrossBlocks, .threads = 32, .blocks = 2};
  launch.inOut(out).scalars = {1};
  EXPECT_EQ(textOf(launch.run()),
            "kernel 'k': data race: thread 0 of block 1 at op0 (k.py:0) stores 4 bytes at byte 128 of operand 0, and "
            "nothing orders that after a store by thread 31 of block 0 at op2 (k.py:2)");
}

} // namespace
} // namespace weir::sim
