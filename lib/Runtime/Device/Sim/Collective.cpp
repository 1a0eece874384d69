// Ops in which the lanes of a mask take part together.
#include "lib/Runtime/Device/Sim/Ops.h"

#include <algorithm>
#include <bit>

namespace weir::sim {

namespace {

constexpr const char *kSyncwarp = "warp barrier";

template <typename Body> void forEachLane(uint32_t mask, Body body) {
  for (; mask; mask &= mask - 1)
    body(static_cast<uint32_t>(std::countr_zero(mask)));
}

template <typename Operands> Operands &operandsOf(Thread &thread, uint32_t lane) {
  return *static_cast<Operands *>(thread.processor->threadAt(thread.warp, lane).operands);
}

void checkMask(Thread &thread, uint32_t site, uint32_t mask) {
  Multiprocessor &processor = *thread.processor;
  if (!(mask >> thread.lane & 1))
    processor.fail(thread, site, Problem::DivergentWarp, "a mask that contains the lane itself", mask, {}, true);
  if (mask & processor.warpOf(thread).ended)
    processor.fail(thread, site, Problem::DivergentWarp, "a mask of lanes that exist and have not ended", mask, {},
                   true);
}

/// The meeting of the warp that waits for one of the lanes.
const Meeting &meetingOf(const Warp &warp, uint32_t lanes) {
  return *std::find_if(warp.meetings.begin(), warp.meetings.end(),
                       [&](const Meeting &meeting) { return meeting.arrived && meeting.mask & lanes; });
}

[[noreturn]] void failDivergent(Thread &thread, uint32_t site, const char *expected, uint32_t mask,
                                const Meeting &meeting) {
  Multiprocessor &processor = *thread.processor;
  Thread &other = processor.threadAt(thread.warp, static_cast<uint32_t>(std::countr_zero(meeting.arrived)));
  processor.fail(thread, site, Problem::DivergentWarp, expected, mask, processor.actor(other, other.waitSite), true);
}

/// Compares a lane's op with those at which lanes that concern it wait.
void checkOthers(Thread &thread, uint32_t site, uint32_t mask, const char *what, const Meeting &meeting) {
  const Warp &warp = thread.processor->warpOf(thread);
  bool joins = meeting.arrived && meeting.mask == mask;
  if (uint32_t elsewhere = warp.named & mask & ~(joins ? mask : 0))
    failDivergent(thread, site, "the same mask in all lanes that it names", mask, meetingOf(warp, elsewhere));
  if (joins && (meeting.what != what || (meeting.site != site && what != kSyncwarp)))
    failDivergent(thread, site, "all lanes of the mask at the same op", mask, meeting);
}

/// Kinds are 0 to `last`.
void checkKind(Thread &thread, uint32_t site, uint32_t kind, uint32_t last) {
  if (kind > last)
    thread.processor->fail(thread, site, Problem::Operand, "a kind that SimAbi.h lists", kind);
}

struct Shuffle {
  uint32_t value, offset, clamp;
  uint64_t result;
};

struct Vote {
  uint64_t value;
  uint64_t result;
};

/// The lane that a lane reads from; not `inRange`: its own.
uint32_t sourceLane(uint32_t lane, const Shuffle &shuffle, uint32_t kind, bool &inRange) {
  uint32_t clamp = shuffle.clamp & 31, segment = shuffle.clamp >> 8 & 31, offset = shuffle.offset & 31;
  uint32_t highest = (lane & segment) | (clamp & ~segment), lowest = lane & segment;
  uint32_t source = lane;
  switch (kind) {
  case WEIR_SIM_SHFL_UP: // here c bounds from below
    inRange = int64_t{lane} - offset >= highest;
    source = lane - offset;
    break;
  case WEIR_SIM_SHFL_DOWN:
    source = lane + offset;
    inRange = source <= highest;
    break;
  case WEIR_SIM_SHFL_BFLY:
    source = lane ^ offset;
    inRange = source <= highest;
    break;
  default:
    source = lowest | (offset & ~segment);
    inRange = source <= highest;
  }
  return inRange ? source : lane;
}

uint32_t combined(uint32_t kind, uint32_t a, uint32_t b) {
  auto isLess = static_cast<int32_t>(a) < static_cast<int32_t>(b);
  switch (kind) {
  case WEIR_SIM_REDUX_ADD:
    return a + b;
  case WEIR_SIM_REDUX_AND:
    return a & b;
  case WEIR_SIM_REDUX_MAX:
    return isLess ? b : a;
  case WEIR_SIM_REDUX_MIN:
    return isLess ? a : b;
  case WEIR_SIM_REDUX_OR:
    return a | b;
  case WEIR_SIM_REDUX_UMAX:
    return a < b ? b : a;
  case WEIR_SIM_REDUX_UMIN:
    return a < b ? a : b;
  default:
    return a ^ b;
  }
}

} // namespace

bool meet(Thread &thread, uint32_t site, uint32_t mask, const char *what, void *operands) {
  checkMask(thread, site, mask);
  Multiprocessor &processor = *thread.processor;
  Warp &warp = processor.warpOf(thread);
  Meeting &meeting = warp.meetings[static_cast<uint32_t>(std::countr_zero(mask))];
  checkOthers(thread, site, mask, what, meeting);
  uint32_t self = 1u << thread.lane;
  thread.operands = operands;
  if (meeting.arrived == 0) {
    meeting = {mask, 0, what, site};
    warp.named |= mask;
  }
  meeting.arrived |= self;
  if (meeting.arrived != mask) {
    processor.wait(thread, what, site);
    return false;
  }
  meeting.arrived = 0;
  warp.named &= ~mask;
  processor.wake(thread.warp, mask & ~self);
  return true;
}

void failNamed(Thread &thread) {
  const Meeting &meeting = meetingOf(thread.processor->warpOf(thread), 1u << thread.lane);
  Thread &waiting = thread.processor->threadAt(thread.warp, static_cast<uint32_t>(std::countr_zero(meeting.arrived)));
  thread.processor->fail(waiting, waiting.waitSite, Problem::DivergentWarp,
                         "a mask of lanes that exist and have not ended", meeting.mask, {}, true);
}

void syncwarp(Thread &thread, uint32_t site, uint32_t mask) {
  if (!meet(thread, site, mask, kSyncwarp, nullptr))
    return;
  ThreadSet set = {};
  set[thread.warp] = mask;
  thread.processor->synchronize(set);
}

uint64_t shfl(Thread &thread, uint32_t site, uint32_t mask, uint32_t value, uint32_t offset, uint32_t clamp,
              uint32_t kind) {
  checkKind(thread, site, kind, WEIR_SIM_SHFL_IDX);
  Shuffle own{value, offset, clamp, 0};
  if (meet(thread, site, mask, "shuffle", &own))
    forEachLane(mask, [&](uint32_t lane) {
      auto &shuffle = operandsOf<Shuffle>(thread, lane);
      bool inRange = false;
      uint32_t source = sourceLane(lane, shuffle, kind, inRange);
      if (!(mask >> source & 1)) {
        Multiprocessor &processor = *thread.processor;
        processor.fail(processor.threadAt(thread.warp, lane), site, Problem::Operand,
                       "a shuffle to read from a lane of its mask", source);
      }
      shuffle.result = operandsOf<Shuffle>(thread, source).value | uint64_t{inRange} << 32;
    });
  return own.result;
}

uint32_t vote(Thread &thread, uint32_t site, uint32_t mask, uint32_t predicate, uint32_t kind) {
  checkKind(thread, site, kind, WEIR_SIM_VOTE_UNI);
  Vote own{predicate, 0};
  if (meet(thread, site, mask, "vote", &own)) {
    uint32_t ballot = 0;
    forEachLane(mask, [&](uint32_t lane) { ballot |= uint32_t{operandsOf<Vote>(thread, lane).value != 0} << lane; });
    uint32_t result = kind == WEIR_SIM_VOTE_ANY      ? ballot != 0
                      : kind == WEIR_SIM_VOTE_ALL    ? ballot == mask
                      : kind == WEIR_SIM_VOTE_BALLOT ? ballot
                                                     : ballot == 0 || ballot == mask;
    forEachLane(mask, [&](uint32_t lane) { operandsOf<Vote>(thread, lane).result = result; });
  }
  return static_cast<uint32_t>(own.result);
}

uint32_t redux(Thread &thread, uint32_t site, uint32_t mask, uint32_t value, uint32_t kind) {
  checkKind(thread, site, kind, WEIR_SIM_REDUX_XOR);
  Vote own{value, 0};
  if (meet(thread, site, mask, "warp reduction", &own)) {
    auto valueOf = [&](uint32_t lane) { return static_cast<uint32_t>(operandsOf<Vote>(thread, lane).value); };
    uint32_t result = valueOf(static_cast<uint32_t>(std::countr_zero(mask)));
    forEachLane(mask & (mask - 1), [&](uint32_t lane) { result = combined(kind, result, valueOf(lane)); });
    forEachLane(mask, [&](uint32_t lane) { operandsOf<Vote>(thread, lane).result = result; });
  }
  return static_cast<uint32_t>(own.result);
}

uint64_t match(Thread &thread, uint32_t site, uint32_t mask, uint64_t value, uint32_t kind) {
  checkKind(thread, site, kind, WEIR_SIM_MATCH_ALL);
  Vote own{value, 0};
  if (meet(thread, site, mask, "match", &own))
    forEachLane(mask, [&](uint32_t lane) {
      auto &vote = operandsOf<Vote>(thread, lane);
      uint32_t equal = 0;
      forEachLane(mask, [&](uint32_t other) {
        equal |= uint32_t{operandsOf<Vote>(thread, other).value == vote.value} << other;
      });
      uint64_t all = equal == mask;
      vote.result = kind == WEIR_SIM_MATCH_ANY || all ? equal | all << 32 : 0;
    });
  return own.result;
}

uint32_t elect(Thread &thread, uint32_t site, uint32_t mask) {
  Vote own{0, 0};
  if (meet(thread, site, mask, "election", &own))
    operandsOf<Vote>(thread, static_cast<uint32_t>(std::countr_zero(mask))).result = 1;
  return static_cast<uint32_t>(own.result);
}

} // namespace weir::sim
