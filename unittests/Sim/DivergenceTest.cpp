// Threads that part where they should stay together, operands that an op doesn't allow, and what nobody can end.
#include "lib/Support/Half.h"
#include "unittests/Sim/Kernel.h"

#include <bit>

namespace weir::sim {
namespace {

struct PlantedCase {
  const char *name;
  weir_sim_phase entry;
  Problem problem;
  std::vector<uint32_t> sites; ///< of those from which it may be found; none: it belongs to no single op
};

void barrierPerBranch(weir_sim_thread *thread, const uint64_t *) {
  if (thread->tid < 32)
    At(thread, 1).barrier();
  else
    At(thread, 2).barrier();
}

void barrierInHalfOfAWarp(weir_sim_thread *thread, const uint64_t *) {
  if (thread->lane < 16)
    At(thread, 1).barrier(1, 64);
  else
    At(thread, 2).barrier(1, 64);
}

void barrierOfDifferentCounts(weir_sim_thread *thread, const uint64_t *) {
  if (thread->warp == 0)
    At(thread, 1).barrier(1, 64);
  else
    At(thread, 2).barrier(1, 32);
}

void barrierWithoutSome(weir_sim_thread *thread, const uint64_t *) {
  if (thread->tid < 40)
    At(thread, 1).barrier();
}

void barrierAfterExit(weir_sim_thread *thread, const uint64_t *) {
  if (thread->tid == 63)
    return;
  At(thread, 1).barrier();
}

void barrierOnce(weir_sim_thread *thread, const uint64_t *) {
  for (uint32_t i = 0; i < (thread->tid == 3 ? 2u : 1u); ++i)
    At(thread, 1).barrier();
}

void barrierNumber(weir_sim_thread *thread, const uint64_t *) { At(thread, 1).barrier(16); }
void barrierOfPartOfAWarp(weir_sim_thread *thread, const uint64_t *) { At(thread, 1).barrier(0, 48); }
void barrierOfTooMany(weir_sim_thread *thread, const uint64_t *) { At(thread, 1).barrier(0, 96); }

void shuffleInBranches(weir_sim_thread *thread, const uint64_t *) {
  At(thread, thread->lane < 16 ? 1 : 2).shfl(WEIR_SIM_SHFL_BFLY, 0, 1, 31);
}

void shuffleUnderCondition(weir_sim_thread *thread, const uint64_t *) {
  if (thread->lane < 16)
    At(thread, 1).shfl(WEIR_SIM_SHFL_BFLY, 0, 1, 31);
}

void masksThatOverlap(weir_sim_thread *thread, const uint64_t *) {
  At(thread, 1).syncwarp(thread->lane < 16 ? 0x0001FFFF : 0xFFFF0000);
}

void maskWithoutItself(weir_sim_thread *thread, const uint64_t *) { At(thread, 1).syncwarp(0x0000FFFF); }

void maskOfAnEndedLane(weir_sim_thread *thread, const uint64_t *) {
  if (thread->lane == 9)
    return;
  At(thread, 1).syncwarp(thread->lane < 9 ? 0x1FF : ~0u << 9);
}

void differentCollectives(weir_sim_thread *thread, const uint64_t *) {
  if (thread->lane < 16)
    At(thread, 1).syncwarp();
  else
    thread->calls->vote(thread, 2, ~0u, 1, WEIR_SIM_VOTE_ALL);
}

void differentCollectivesTurned(weir_sim_thread *thread, const uint64_t *) {
  if (thread->lane < 16)
    thread->calls->vote(thread, 1, ~0u, 1, WEIR_SIM_VOTE_ALL);
  else
    At(thread, 2).syncwarp();
}

void shuffleFromOutside(weir_sim_thread *thread, const uint64_t *) {
  if (thread->lane < 16)
    At(thread, 1).shfl(WEIR_SIM_SHFL_DOWN, 0, 8, 31, 0xFFFF);
}

void collectiveAgainstBarrier(weir_sim_thread *thread, const uint64_t *) {
  if (thread->lane == 0)
    At(thread, 1).barrier();
  else
    At(thread, 2).syncwarp();
}

void matrixOfHalfAWarp(weir_sim_thread *thread, const uint64_t *) {
  uint32_t registers[4] = {};
  if (thread->lane < 16)
    thread->calls->mma(thread, 1, WEIR_SIM_MMA(WEIR_SIM_BF16, 8, 0), 0, registers, registers, registers, registers);
}

void differentDeferredOps(weir_sim_thread *thread, const uint64_t *) {
  uint32_t registers[4] = {};
  uint32_t site = thread->lane < 16 ? 1 : 2;
  thread->calls->mma(thread, site, WEIR_SIM_MMA(WEIR_SIM_BF16, 8, 0), WEIR_SIM_MATRIX_DEFERRED, registers, registers,
                     registers, registers);
  thread->calls->matrix_flush(thread, 3);
}

void unequallyManyDeferredOps(weir_sim_thread *thread, const uint64_t *) {
  uint32_t registers[4] = {};
  for (uint32_t i = 0; i < (thread->lane == 0 ? 2u : 1u); ++i)
    thread->calls->mma(thread, 1, WEIR_SIM_MMA(WEIR_SIM_BF16, 8, 0), WEIR_SIM_MATRIX_DEFERRED, registers, registers,
                       registers, registers);
  thread->calls->matrix_flush(thread, 3);
}

void deferredForEver(weir_sim_thread *thread, const uint64_t *) {
  uint32_t registers[4] = {};
  thread->calls->mma(thread, 1, WEIR_SIM_MMA(WEIR_SIM_BF16, 8, 0), WEIR_SIM_MATRIX_DEFERRED, registers, registers,
                     registers, registers);
}

void unknownProduct(weir_sim_thread *thread, const uint64_t *) {
  uint32_t registers[4] = {};
  thread->calls->mma(thread, 1, WEIR_SIM_MMA(WEIR_SIM_BF16, 8, 1), 0, registers, registers, registers, registers);
}

void unknownShuffle(weir_sim_thread *thread, const uint64_t *) { At(thread, 1).shfl(4, 0, 1, 31); }
void unknownVote(weir_sim_thread *thread, const uint64_t *) { thread->calls->vote(thread, 1, ~0u, 1, 4); }
void unknownReduction(weir_sim_thread *thread, const uint64_t *) { thread->calls->redux(thread, 1, ~0u, 1, 9); }
void unknownMatch(weir_sim_thread *thread, const uint64_t *) { thread->calls->match(thread, 1, ~0u, 1, 2); }
void unknownAtBarrier(weir_sim_thread *thread, const uint64_t *) {
  thread->calls->barrier_reduce(thread, 1, 0, 0, 3, 1);
}
void unknownFunction(weir_sim_thread *thread, const uint64_t *) { thread->calls->approx(thread, 1, 1.0f, 8); }

void threeMatrices(weir_sim_thread *thread, const uint64_t *) {
  uint32_t registers[4] = {};
  thread->calls->ldmatrix(thread, 1, thread->shared, 3, 0, registers);
}

void matrixOutOfBounds(weir_sim_thread *thread, const uint64_t *) {
  uint32_t registers[4] = {};
  thread->calls->stmatrix(thread, 1, thread->shared + 960 + 16 * (thread->lane % 8), 1, 0, registers);
}

/// The thread's own variables have addresses, too, but no shared ones.
void matrixFromTheStack(weir_sim_thread *thread, const uint64_t *) {
  alignas(16) char row[16] = {};
  uint32_t registers[4] = {};
  thread->calls->ldmatrix(thread, 1, row, 1, 0, registers);
}

void misalignedMatrix(weir_sim_thread *thread, const uint64_t *) {
  uint32_t registers[4] = {};
  thread->calls->stmatrix(thread, 1, thread->shared + 8, 1, 0, registers);
}

void unwrittenMatrix(weir_sim_thread *thread, const uint64_t *) {
  uint32_t registers[4] = {};
  thread->calls->ldmatrix(thread, 1, thread->shared + 16 * (thread->lane % 8), 1, 0, registers);
}

/// Lanes of one matrix write the same row.
void matrixRowTwice(weir_sim_thread *thread, const uint64_t *) {
  uint32_t registers[4] = {};
  thread->calls->stmatrix(thread, 1, thread->shared + 16 * (thread->lane % 7), 1, 0, registers);
}

void copyOfOddSize(weir_sim_thread *thread, const uint64_t *words) {
  At(thread, 1).copy(thread->shared, pointer<char>(words, 0), 12, 12);
}

void copyOfMoreThanItsSize(weir_sim_thread *thread, const uint64_t *words) {
  At(thread, 1).copy(thread->shared, pointer<char>(words, 0), 4, 8);
}

void copyToGlobal(weir_sim_thread *thread, const uint64_t *words) {
  At(thread, 1).copy(pointer<char>(words, 0), pointer<char>(words, 0), 4, 4);
}

void copyFromOutside(weir_sim_thread *thread, const uint64_t *words) {
  At(thread, 1).copy(thread->shared + 16 * thread->tid, pointer<char>(words, 0) + 1024 - 8, 8, 8);
  At(thread, 2).copy(thread->shared + 16 * thread->tid + 8, pointer<char>(words, 0) + 1024, 8, 0);
  At(thread, 3).copy(thread->shared + 16 * thread->tid + 8, pointer<char>(words, 0) + 1024, 8, 4);
}

void misalignedCopy(weir_sim_thread *thread, const uint64_t *words) {
  At(thread, 1).copy(thread->shared + 16 * thread->tid, pointer<char>(words, 0) + 8, 16, 16);
}

const PlantedCase kCases[] = {
    {"BarrierPerBranch", barrierPerBranch, Problem::DivergentBarrier, {1, 2}},
    {"BarrierInHalfOfAWarp", barrierInHalfOfAWarp, Problem::DivergentBarrier, {1, 2}},
    {"BarrierOfDifferentCounts", barrierOfDifferentCounts, Problem::DivergentBarrier, {1, 2}},
    {"BarrierWithoutSome", barrierWithoutSome, Problem::Deadlock, {}},
    {"BarrierAfterExit", barrierAfterExit, Problem::Deadlock, {}},
    {"BarrierOnce", barrierOnce, Problem::Deadlock, {}},
    {"BarrierNumber", barrierNumber, Problem::Operand, {1}},
    {"BarrierOfPartOfAWarp", barrierOfPartOfAWarp, Problem::Operand, {1}},
    {"BarrierOfTooMany", barrierOfTooMany, Problem::Operand, {1}},
    {"ShuffleInBranches", shuffleInBranches, Problem::DivergentWarp, {1, 2}},
    {"ShuffleUnderCondition", shuffleUnderCondition, Problem::DivergentWarp, {1}},
    {"MasksThatOverlap", masksThatOverlap, Problem::DivergentWarp, {1}},
    {"MaskWithoutItself", maskWithoutItself, Problem::DivergentWarp, {1}},
    {"MaskOfAnEndedLane", maskOfAnEndedLane, Problem::DivergentWarp, {1}},
    {"DifferentCollectives", differentCollectives, Problem::DivergentWarp, {1, 2}},
    {"DifferentCollectivesTurned", differentCollectivesTurned, Problem::DivergentWarp, {1, 2}},
    {"ShuffleFromOutside", shuffleFromOutside, Problem::Operand, {1}},
    {"CollectiveAgainstBarrier", collectiveAgainstBarrier, Problem::Deadlock, {}},
    {"MatrixOfHalfAWarp", matrixOfHalfAWarp, Problem::DivergentWarp, {1}},
    {"DifferentDeferredOps", differentDeferredOps, Problem::DivergentWarp, {1, 2}},
    {"UnequallyManyDeferredOps", unequallyManyDeferredOps, Problem::DivergentWarp, {1}},
    {"DeferredForEver", deferredForEver, Problem::Operand, {1}},
    {"UnknownProduct", unknownProduct, Problem::Operand, {1}},
    {"UnknownShuffle", unknownShuffle, Problem::Operand, {1}},
    {"UnknownVote", unknownVote, Problem::Operand, {1}},
    {"UnknownReduction", unknownReduction, Problem::Operand, {1}},
    {"UnknownMatch", unknownMatch, Problem::Operand, {1}},
    {"UnknownAtBarrier", unknownAtBarrier, Problem::Operand, {1}},
    {"UnknownFunction", unknownFunction, Problem::Operand, {1}},
    {"ThreeMatrices", threeMatrices, Problem::Operand, {1}},
    {"MatrixOutOfBounds", matrixOutOfBounds, Problem::OutOfBounds, {1}},
    {"MatrixFromTheStack", matrixFromTheStack, Problem::Operand, {1}},
    {"MisalignedMatrix", misalignedMatrix, Problem::Misaligned, {1}},
    {"UnwrittenMatrix", unwrittenMatrix, Problem::Unwritten, {1}},
    {"MatrixRowTwice", matrixRowTwice, Problem::Race, {1}},
    {"CopyOfOddSize", copyOfOddSize, Problem::Operand, {1}},
    {"CopyOfMoreThanItsSize", copyOfMoreThanItsSize, Problem::Operand, {1}},
    {"CopyToGlobal", copyToGlobal, Problem::Operand, {1}},
    {"CopyFromOutside", copyFromOutside, Problem::OutOfBounds, {3}},
    {"MisalignedCopy", misalignedCopy, Problem::Misaligned, {1}},
};

class SimPlanted : public ::testing::TestWithParam<PlantedCase> {};

TEST_P(SimPlanted, IsReported) {
  const PlantedCase &test = GetParam();
  for (Options options : allOptions(6)) {
    alignas(16) static const std::array<char, 1024> in = {};
    TestLaunch launch{.entry = test.entry, .threads = 64, .sharedBytes = 1024, .options = options};
    launch.operands = {{in.data(), in.size()}};
    std::optional<Report> report = launch.run();
    ASSERT_TRUE(report) << options;
    EXPECT_EQ(report->problem, test.problem) << textOf(report) << ", " << options;
    if (!test.sites.empty())
      EXPECT_NE(std::find(test.sites.begin(), test.sites.end(), report->actor.site), test.sites.end())
          << textOf(report) << ", " << options;
  }
}

INSTANTIATE_TEST_SUITE_P(Kernels, SimPlanted, ::testing::ValuesIn(kCases),
                         [](const auto &info) { return info.param.name; });

std::string textOfRun(weir_sim_phase entry) {
  TestLaunch launch{.entry = entry, .threads = 64, .sharedBytes = 1024};
  std::vector<char> in(1024);
  return textOf(launch.in(in).run());
}

TEST(SimDivergence, ReportsSayWhoDoesWhat) {
  EXPECT_EQ(textOfRun(barrierAfterExit),
            "kernel 'k': block 0 is in a deadlock: 63 threads wait at a barrier, op1 (k.py:1) (first: thread 0); 1 "
            "thread has ended (first: thread 63)");
  EXPECT_EQ(textOfRun(barrierPerBranch),
            "kernel 'k': divergent barrier: thread 32 of block 0 at op2 (k.py:2) expects all threads of the block at "
            "the same barrier; the other one is thread 0 of block 0 at op1 (k.py:1)");
  EXPECT_EQ(textOfRun(masksThatOverlap),
            "kernel 'k': divergent warp: thread 16 of block 0 at op1 (k.py:1) expects the same mask in all lanes that "
            "it names, got 0xffff0000; the other one is thread 0 of block 0 at op1 (k.py:1)");
  EXPECT_EQ(textOfRun(barrierNumber), "kernel 'k': bad operand: thread 0 of block 0 at op1 (k.py:1) expects a "
                                      "barrier's number to be below 16, got 16");
}

/// Waits for another block by an atomic, which is no race.
void pollAnother(weir_sim_thread *thread, const uint64_t *words) {
  while (At(thread, 1).add(pointer<uint32_t>(words, 0), 0u) == 0)
    ;
}

void pollTogether(weir_sim_thread *thread, const uint64_t *) {
  for (;;)
    At(thread, 2).syncwarp();
}

TEST(SimDivergence, EndlessLoopsAreReported) {
  for (weir_sim_phase entry : {pollAnother, pollTogether})
    for (Options options : allOptions(4)) {
      options.maxSteps = 1000;
      std::vector<uint32_t> flag(1);
      TestLaunch launch{.entry = entry, .threads = 64, .options = options};
      uint32_t site = entry == pollAnother ? 1 : 2;
      if (options.check || entry == pollTogether)
        EXPECT_TRUE(isReported(launch.inOut(flag).run(), Problem::Endless, site));
    }
  std::vector<uint32_t> flag(1);
  TestLaunch launch{.entry = pollAnother, .options = {.maxSteps = 1000}};
  EXPECT_EQ(textOf(launch.inOut(flag).run()),
            "kernel 'k': endless kernel: thread 0 of block 0 at op1 (k.py:1) expects the accesses and waits of a block "
            "to end, got 1001");
}

/// Lanes at different warp barriers with the same mask: as the hardware allows.
void syncwarpsOfBranches(weir_sim_thread *thread, const uint64_t *) {
  if (thread->lane < 16)
    At(thread, 1).syncwarp();
  else
    At(thread, 2).syncwarp();
}

/// Warps at different ops of a barrier that counts 64 threads: as the hardware allows.
void barriersOfBranches(weir_sim_thread *thread, const uint64_t *) {
  if (thread->warp == 0)
    At(thread, 1).barrier(1, 64);
  else
    At(thread, 2).barrier(1, 64);
}

TEST(SimDivergence, WhatIsAllowedIsSilent) {
  for (Options options : allOptions(4)) {
    EXPECT_TRUE(isSilent(TestLaunch{.entry = syncwarpsOfBranches, .threads = 64, .options = options}.run()));
    EXPECT_TRUE(isSilent(TestLaunch{.entry = barriersOfBranches, .threads = 64, .options = options}.run()));
  }
}

} // namespace
} // namespace weir::sim
