// Barriers of a block: all of its threads, or a number of them under a name.
#include "lib/Runtime/Device/Sim/Ops.h"

namespace weir::sim {

namespace {

constexpr const char *kBarrier = "barrier";

void checkOperands(Thread &thread, uint32_t site, uint32_t id, uint32_t count) {
  Multiprocessor &processor = *thread.processor;
  if (id >= Multiprocessor::kBarriers)
    processor.fail(thread, site, Problem::Operand, "a barrier's number to be below 16", id);
  if (count % kWarpSize || count > processor.threadCount())
    processor.fail(thread, site, Problem::Operand,
                   "a barrier's number of threads to be a multiple of 32 that the block has", count);
}

/// Compares a thread with those that have arrived: one that waits for others than they do would wait at another barrier
/// of the source. Warps that name a number of threads may come from different ops.
void checkOthers(Thread &thread, uint32_t site, const BlockBarrier &barrier, uint32_t expected, bool all) {
  Multiprocessor &processor = *thread.processor;
  auto other = [&](uint32_t tid, uint32_t site) {
    return processor.actor(processor.threadAt(tid / kWarpSize, tid % kWarpSize), site);
  };
  if (barrier.expected != expected)
    processor.fail(thread, site, Problem::DivergentBarrier, "as many threads as those that arrived before it", expected,
                   other(barrier.firstThread, barrier.site));
  if (all && barrier.site != site)
    processor.fail(thread, site, Problem::DivergentBarrier, "all threads of the block at the same barrier", {},
                   other(barrier.firstThread, barrier.site));
  uint32_t lanes = barrier.waiters[thread.warp];
  if (lanes && barrier.warpSites[thread.warp] != site) {
    uint32_t lane = static_cast<uint32_t>(__builtin_ctz(lanes));
    processor.fail(thread, site, Problem::DivergentBarrier, "all threads of a warp at the same barrier", {},
                   other(thread.warp * kWarpSize + lane, barrier.warpSites[thread.warp]));
  }
}

uint32_t reduced(uint32_t kind, uint32_t predicates, uint32_t threads) {
  switch (kind) {
  case WEIR_SIM_BARRIER_POPC:
    return predicates;
  case WEIR_SIM_BARRIER_AND:
    return predicates == threads;
  default:
    return predicates != 0;
  }
}

/// The last thread to arrive lets the others go and goes on itself. `kind` is null for a barrier that reduces nothing.
void arrive(Thread &thread, uint32_t site, uint32_t id, uint32_t count, const uint32_t *kind, bool predicate) {
  Multiprocessor &processor = *thread.processor;
  checkOperands(thread, site, id, count);
  BlockBarrier &barrier = processor.barrier(id);
  uint32_t expected = count ? count : processor.threadCount();
  if (barrier.arrived == 0) {
    barrier.expected = expected;
    barrier.firstThread = thread.tid;
    barrier.site = site;
    barrier.predicates = 0;
  } else {
    checkOthers(thread, site, barrier, expected, count == 0);
  }
  barrier.warpSites[thread.warp] = site;
  barrier.waiters[thread.warp] |= 1u << thread.lane;
  barrier.predicates += predicate;
  if (++barrier.arrived < expected) {
    processor.wait(thread, kBarrier, site);
    return;
  }
  if (expected == processor.threadCount())
    processor.synchronizeAll();
  else
    processor.synchronize(barrier.waiters);
  barrier.arrived = 0;
  for (uint32_t warp = 0; warp * kWarpSize < processor.threadCount(); ++warp) {
    uint32_t lanes = barrier.waiters[warp];
    barrier.waiters[warp] = 0;
    for (uint32_t rest = kind ? lanes : 0; rest; rest &= rest - 1)
      processor.threadAt(warp, static_cast<uint32_t>(__builtin_ctz(rest))).result =
          reduced(*kind, barrier.predicates, expected);
    processor.wake(warp, lanes & ~(warp == thread.warp ? 1u << thread.lane : 0));
  }
}

} // namespace

void barrier(Thread &thread, uint32_t site, uint32_t id, uint32_t count) {
  arrive(thread, site, id, count, nullptr, false);
}

uint32_t barrierReduce(Thread &thread, uint32_t site, uint32_t id, uint32_t count, uint32_t kind, uint32_t predicate) {
  if (kind > WEIR_SIM_BARRIER_OR)
    thread.processor->fail(thread, site, Problem::Operand, "a kind that SimAbi.h lists", kind);
  arrive(thread, site, id, count, &kind, predicate != 0);
  return thread.result;
}

} // namespace weir::sim
