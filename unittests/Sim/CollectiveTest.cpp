// Warp collectives against their definitions for one lane at a time.
#include "unittests/Sim/Kernel.h"

#include <algorithm>

namespace weir::sim {
namespace {

constexpr uint32_t kLanes = 32;

uint32_t valueOf(uint32_t lane) { return 0x9E3779B9u * (lane + 1); }

/// Scalars: kind, offset, clamp.
void shuffle(weir_sim_thread *thread, const uint64_t *words) {
  auto scalar = [&](int i) { return static_cast<uint32_t>(words[1 + i]); };
  uint64_t result = At(thread, 0).shfl(scalar(0), valueOf(thread->lane), scalar(1), scalar(2));
  At(thread, 1).store(pointer<uint64_t>(words, 0) + thread->lane, result);
}

/// What CUDA's __shfl_*_sync with a width, a power of two, says of the lane's source; -1 where it is out of range.
int sourceByWidth(uint32_t kind, int lane, int offset, int width) {
  int first = lane / width * width, source = 0;
  switch (kind) {
  case WEIR_SIM_SHFL_UP:
    source = lane - offset;
    break;
  case WEIR_SIM_SHFL_DOWN:
    source = lane + offset;
    break;
  case WEIR_SIM_SHFL_BFLY: // may reach into segments below, not above
    source = lane ^ offset;
    return source < first + width ? source : -1;
  default:
    source = first + offset % width;
  }
  return source >= first && source < first + width ? source : -1;
}

TEST(SimCollective, ShuffleReadsTheLaneThatItsModeNames) {
  for (uint32_t kind : {WEIR_SIM_SHFL_BFLY, WEIR_SIM_SHFL_UP, WEIR_SIM_SHFL_DOWN, WEIR_SIM_SHFL_IDX})
    for (uint32_t width : {1, 2, 8, 32})
      for (uint32_t offset = 0; offset < kLanes; ++offset) {
        std::vector<uint64_t> out(kLanes);
        TestLaunch launch{.entry = shuffle, .options = {.seed = offset}};
        uint32_t clamp = (32 - width) << 8 | (kind == WEIR_SIM_SHFL_UP ? 0 : 31);
        launch.out(out).scalars = {kind, offset, clamp};
        ASSERT_TRUE(isSilent(launch.run()));
        for (uint32_t lane = 0; lane < kLanes; ++lane) {
          int source = sourceByWidth(kind, int(lane), int(offset), int(width));
          uint64_t expected = source < 0 ? valueOf(lane) : valueOf(uint32_t(source)) | uint64_t{1} << 32;
          ASSERT_EQ(out[lane], expected) << "kind " << kind << " width " << width << " offset " << offset << " lane "
                                         << lane;
        }
      }
}

/// The two halves of a warp do different ops at the same time; each knows its half alone.
void halves(weir_sim_thread *thread, const uint64_t *words) {
  const weir_sim_calls &calls = *thread->calls;
  uint32_t lane = thread->lane, result = 0;
  if (lane < 16) {
    At(thread, 0).syncwarp(0xFFFF);
    result = calls.redux(thread, 1, 0xFFFF, lane + 1, WEIR_SIM_REDUX_ADD);
  } else {
    result = calls.vote(thread, 2, 0xFFFF0000, lane % 3 == 0, WEIR_SIM_VOTE_BALLOT);
    result += static_cast<uint32_t>(At(thread, 3).shfl(WEIR_SIM_SHFL_BFLY, lane, 1, 31, 0xFFFF0000));
  }
  At(thread, 4).store(pointer<uint32_t>(words, 0) + lane, result);
}

TEST(SimCollective, DisjointMasksMeetApart) {
  uint32_t ballot = 0;
  for (uint32_t lane = 16; lane < 32; ++lane)
    ballot |= uint32_t{lane % 3 == 0} << lane;
  for (Options options : allOptions(4)) {
    std::vector<uint32_t> out(kLanes);
    ASSERT_TRUE(isSilent(TestLaunch{.entry = halves, .options = options}.out(out).run()));
    for (uint32_t lane = 0; lane < kLanes; ++lane)
      EXPECT_EQ(out[lane], lane < 16 ? 136 : ballot + (lane ^ 1));
  }
}

/// Scalars: mask of lanes that take part, bits of the predicates.
void votes(weir_sim_thread *thread, const uint64_t *words) {
  auto mask = static_cast<uint32_t>(words[1]);
  if (!(mask >> thread->lane & 1))
    return;
  for (uint32_t kind : {WEIR_SIM_VOTE_ANY, WEIR_SIM_VOTE_ALL, WEIR_SIM_VOTE_BALLOT, WEIR_SIM_VOTE_UNI}) {
    uint32_t result = thread->calls->vote(thread, 0, mask, words[2] >> thread->lane & 1, kind);
    At(thread, 1).store(pointer<uint32_t>(words, 0) + 4 * thread->lane + kind, result);
  }
}

TEST(SimCollective, Votes) {
  for (uint32_t mask : {0xFFFFFFFFu, 0x80000001u, 0x00F0FF00u})
    for (uint32_t predicates : {0u, 0xFFFFFFFFu, 0x00F00000u, 0x12345678u}) {
      std::vector<uint32_t> out(4 * kLanes, 77);
      TestLaunch launch{.entry = votes};
      launch.out(out).scalars = {mask, predicates};
      ASSERT_TRUE(isSilent(launch.run()));
      uint32_t ballot = mask & predicates;
      for (uint32_t lane = 0; lane < kLanes; ++lane) {
        std::vector<uint32_t> got(&out[4 * lane], &out[4 * lane] + 4);
        std::vector<uint32_t> expected = {ballot != 0, ballot == mask, ballot, ballot == 0 || ballot == mask};
        EXPECT_EQ(got, mask >> lane & 1 ? expected : std::vector<uint32_t>(4, 77));
      }
    }
}

/// Scalar: kind.
void reduce(weir_sim_thread *thread, const uint64_t *words) {
  uint32_t result = thread->calls->redux(thread, 0, ~0u, valueOf(thread->lane), static_cast<uint32_t>(words[1]));
  At(thread, 1).store(pointer<uint32_t>(words, 0) + thread->lane, result);
}

TEST(SimCollective, Reductions) {
  std::vector<uint32_t> unsignedValues;
  std::vector<int32_t> signedValues;
  uint32_t sum = 0, conjunction = ~0u, disjunction = 0, parity = 0;
  for (uint32_t lane = 0; lane < kLanes; ++lane) {
    unsignedValues.push_back(valueOf(lane));
    signedValues.push_back(static_cast<int32_t>(valueOf(lane)));
    sum += valueOf(lane);
    conjunction &= valueOf(lane);
    disjunction |= valueOf(lane);
    parity ^= valueOf(lane);
  }
  std::pair<uint32_t, uint32_t> cases[] = {
      {WEIR_SIM_REDUX_ADD, sum},
      {WEIR_SIM_REDUX_AND, conjunction},
      {WEIR_SIM_REDUX_OR, disjunction},
      {WEIR_SIM_REDUX_XOR, parity},
      {WEIR_SIM_REDUX_UMIN, std::ranges::min(unsignedValues)},
      {WEIR_SIM_REDUX_UMAX, std::ranges::max(unsignedValues)},
      {WEIR_SIM_REDUX_MIN, static_cast<uint32_t>(std::ranges::min(signedValues))},
      {WEIR_SIM_REDUX_MAX, static_cast<uint32_t>(std::ranges::max(signedValues))},
  };
  for (auto [kind, expected] : cases) {
    std::vector<uint32_t> out(kLanes);
    TestLaunch launch{.entry = reduce, .options = {.seed = kind}};
    launch.out(out).scalars = {kind};
    ASSERT_TRUE(isSilent(launch.run()));
    EXPECT_EQ(out, std::vector<uint32_t>(kLanes, expected)) << kind;
  }
}

/// Lanes of equal `lane % scalar` have equal values, which differ in the upper half alone.
void matches(weir_sim_thread *thread, const uint64_t *words) {
  uint64_t value = thread->lane % words[1] << 40;
  auto *out = pointer<uint64_t>(words, 0) + 2 * thread->lane;
  At(thread, 0).store(out, thread->calls->match(thread, 1, ~0u, value, WEIR_SIM_MATCH_ANY));
  At(thread, 0).store(out + 1, thread->calls->match(thread, 2, ~0u, value, WEIR_SIM_MATCH_ALL));
}

TEST(SimCollective, Matches) {
  for (uint32_t period : {1u, 5u, 32u}) {
    std::vector<uint64_t> out(2 * kLanes);
    TestLaunch launch{.entry = matches};
    launch.out(out).scalars = {period};
    ASSERT_TRUE(isSilent(launch.run()));
    for (uint32_t lane = 0; lane < kLanes; ++lane) {
      uint32_t equal = 0;
      for (uint32_t other = lane % period; other < kLanes; other += period)
        equal |= 1u << other;
      EXPECT_EQ(static_cast<uint32_t>(out[2 * lane]), equal);
      EXPECT_EQ(out[2 * lane + 1], period == 1 ? uint64_t{1} << 32 | 0xFFFFFFFF : 0);
    }
  }
}

void electOne(weir_sim_thread *thread, const uint64_t *words) {
  uint32_t mask = thread->lane < 8 ? 0xFF : 0xFFFFFF00;
  At(thread, 0).store(pointer<uint32_t>(words, 0) + thread->lane, thread->calls->elect(thread, 1, mask));
}

TEST(SimCollective, ElectsOneLanePerMask) {
  std::vector<uint32_t> out(kLanes);
  ASSERT_TRUE(isSilent(TestLaunch{.entry = electOne}.out(out).run()));
  EXPECT_EQ(std::count(out.begin(), out.begin() + 8, 1u), 1);
  EXPECT_EQ(std::count(out.begin() + 8, out.end(), 1u), 1);
  EXPECT_EQ(std::count(out.begin(), out.end(), 0u), 30);
}

/// Values pass from lane to lane through shared memory, a warp barrier between any two steps.
void passAlong(weir_sim_thread *thread, const uint64_t *words) {
  auto *own = sharedOf<uint32_t>(thread) + thread->warp * kLanes;
  uint32_t value = thread->tid;
  for (int round = 0; round < 5; ++round) {
    At(thread, 0).store(own + thread->lane, value);
    At(thread, 1).syncwarp();
    value = At(thread, 2).load(own + (thread->lane + 1) % kLanes);
    At(thread, 3).syncwarp();
  }
  At(thread, 4).store(pointer<uint32_t>(words, 0) + thread->tid, value);
}

TEST(SimCollective, WarpBarriersOrderSharedMemory) {
  for (Options options : allOptions()) {
    std::vector<uint32_t> out(96);
    TestLaunch launch{.entry = passAlong, .threads = 96, .sharedBytes = 4 * 96, .options = options};
    ASSERT_TRUE(isSilent(launch.out(out).run())) << options;
    for (uint32_t tid = 0; tid < 96; ++tid)
      EXPECT_EQ(out[tid], tid / kLanes * kLanes + (tid + 5) % kLanes);
  }
}

} // namespace
} // namespace weir::sim
