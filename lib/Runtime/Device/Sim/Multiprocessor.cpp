// Turns. A thread that has not begun has no stack: the fiber on which the one before it ended goes on with it, so that
// a kernel without ops that wait is a plain loop on one stack.
#include "lib/Runtime/Device/Sim/Multiprocessor.h"

#include "lib/Runtime/Device/Sim/Ops.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>

namespace weir::sim {

namespace {

constexpr std::align_val_t kSharedAlignment{1024};
constexpr size_t kStackBytes = WEIR_SIM_STACK_BYTES + 16 * 1024; ///< the kernel's, and the simulator's own

uint32_t lanesOfWarp(uint32_t warp, uint32_t threads) {
  uint32_t count = std::min(kWarpSize, threads - warp * kWarpSize);
  return count == kWarpSize ? ~0u : (1u << count) - 1;
}

uint64_t mixed(uint64_t value) {
  value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9u;
  value = (value ^ value >> 27) * 0x94D049BB133111EBu;
  return value ^ value >> 31;
}

/// The position of the n-th bit that is set.
uint32_t nthBit(uint32_t mask, uint32_t n) {
  for (; n; --n)
    mask &= mask - 1;
  return static_cast<uint32_t>(std::countr_zero(mask));
}

} // namespace

Multiprocessor::Multiprocessor()
    : window(static_cast<char *>(::operator new(kSharedGuard + kSharedCapacity, kSharedAlignment))),
      shared(window + kSharedGuard) {}

Multiprocessor::~Multiprocessor() { ::operator delete(window, kSharedAlignment); }

void Multiprocessor::enter(Launch &next) {
  if (phaseId == next.phaseId)
    return;
  const Phase &phase = next.phase;
  launch = &next;
  check = next.options.check;
  shuffled = next.options.seed != 0;
  sharedBytes = phase.sharedBytes;
  threads.resize(phase.threads);
  for (uint32_t i = 0; i < phase.threads; ++i) {
    Thread &thread = threads[i];
    thread.calls = check ? &kCheckedCalls : &kUncheckedCalls;
    thread.shared = shared;
    thread.tid = i;
    thread.ntid = phase.threads;
    thread.nctaid = static_cast<uint32_t>(phase.blocks);
    thread.lane = i % kWarpSize;
    thread.warp = i / kWarpSize;
    thread.processor = this;
  }
  warps = {};
  barriers = {};
  clocks.resize(phase.threads);
  readers.forget();
  rules.resize(phase.threads);
  entryOfSite.clear();
  sharedPages.clear();
  sharedPages.resize((sharedBytes + ShadowPage::kBytes - 1) / ShadowPage::kBytes);
  phaseId = next.phaseId;
}

void Multiprocessor::resetBlock(int64_t number) {
  block = number;
  steps = 0;
  failed = false;
  randomState = mixed(launch->options.seed + mixed(static_cast<uint64_t>(number) << 8 | launch->phasesBegun));
  alive = threadCount();
  runnableWarps = 0;
  for (uint32_t warp = 0; warp * kWarpSize < alive; ++warp) {
    warps[warp].runnable = lanesOfWarp(warp, alive);
    warps[warp].ended = ~warps[warp].runnable;
    runnableWarps |= 1u << warp;
  }
  for (Thread &thread : threads) {
    thread.ctaid = static_cast<uint32_t>(number);
    thread.fiber = nullptr;
    thread.copies.clear();
    thread.copyGroup = 0;
    thread.deferred.clear();
  }
  if (sharedBytes)
    std::memset(shared, 0xFF, sharedBytes); // NaN in every float format
  synchronizeAll();
}

bool Multiprocessor::runBlock(int64_t number) {
  resetBlock(number);
  freeFibers.clear();
  for (auto &fiber : fibers)
    freeFibers.push_back(fiber.get());
  Fiber own;
  running = home = &own;
  current = shuffled ? nextAtRandom() : &threads[0];
  current->fiber = takeFiber();
  switchTo(*current->fiber);
  if (failed)
    phaseId = 0; // what the threads left behind is cleared by the next `enter`
  return !failed;
}

void Multiprocessor::switchTo(Fiber &to, bool last) {
  Fiber *from = running;
  running = &to;
  from->switchTo(to, last);
}

Fiber *Multiprocessor::takeFiber() {
  if (freeFibers.empty()) {
    freeFibers.reserve(fibers.size() + 1);
    fibers.push_back(std::make_unique<Fiber>(kStackBytes, static_cast<unsigned>(fibers.size())));
    freeFibers.push_back(fibers.back().get());
  }
  Fiber *fiber = freeFibers.back();
  freeFibers.pop_back();
  fiber->start(runThreads, this);
  return fiber;
}

void Multiprocessor::runThreads(void *self) {
  auto &processor = *static_cast<Multiprocessor *>(self);
  const Launch &launch = *processor.launch;
  for (;;) {
    Thread &thread = *processor.current;
    launch.phase.entry(&thread, launch.words.data());
    processor.end(thread);
    Thread *next = processor.next();
    if (!next)
      processor.alive ? processor.failDeadlocked() : processor.leaveBlock();
    processor.current = next;
    if (next->fiber) {
      processor.freeFibers.push_back(processor.running);
      processor.switchTo(*next->fiber, true);
    }
    next->fiber = processor.running;
  }
}

void Multiprocessor::end(Thread &thread) {
  if (!thread.deferred.empty())
    fail(thread, thread.deferred.back().site, Problem::Operand,
         "a deferred op of a warp to be done before its threads end");
  Warp &warp = warpOf(thread);
  uint32_t bit = 1u << thread.lane;
  if (warp.named & bit)
    failNamed(thread);
  warp.ended |= bit;
  warp.runnable &= ~bit;
  if (!warp.runnable)
    runnableWarps &= ~(1u << thread.warp);
  --alive;
}

void Multiprocessor::wait(Thread &thread, const char *what, uint32_t site) {
  countStep(thread, site);
  thread.wait = what;
  thread.waitSite = site;
  Warp &warp = warpOf(thread);
  warp.runnable &= ~(1u << thread.lane);
  if (!warp.runnable)
    runnableWarps &= ~(1u << thread.warp);
  Thread *to = next();
  if (!to)
    failDeadlocked();
  if (!to->fiber)
    to->fiber = takeFiber();
  current = to;
  switchTo(*to->fiber);
}

void Multiprocessor::failEndless(const Thread &thread, uint32_t site) {
  fail(thread, site, Problem::Endless, "the accesses and waits of a block to end", steps);
}

void Multiprocessor::wake(uint32_t warp, uint32_t lanes) {
  if (!lanes)
    return;
  warps[warp].runnable |= lanes;
  runnableWarps |= 1u << warp;
}

Thread *Multiprocessor::next() {
  if (!runnableWarps)
    return nullptr;
  return shuffled ? nextAtRandom() : nextInOrder();
}

/// The next lane of the same warp, else the next warp.
Thread *Multiprocessor::nextInOrder() {
  uint32_t warp = current->warp, above = ~1u << current->lane;
  uint32_t lanes = warps[warp].runnable & above;
  if (!lanes)
    lanes = warps[warp].runnable;
  if (!lanes) {
    uint32_t later = runnableWarps & (~1u << warp);
    warp = static_cast<uint32_t>(std::countr_zero(later ? later : runnableWarps));
    lanes = warps[warp].runnable;
  }
  return &threadAt(warp, static_cast<uint32_t>(std::countr_zero(lanes)));
}

Thread *Multiprocessor::nextAtRandom() {
  uint64_t bits = random();
  auto pick = [](uint32_t mask, uint32_t bits) {
    return nthBit(mask, bits % static_cast<uint32_t>(std::popcount(mask)));
  };
  uint32_t warp = pick(runnableWarps, static_cast<uint32_t>(bits));
  return &threadAt(warp, pick(warps[warp].runnable, static_cast<uint32_t>(bits >> 32)));
}

uint64_t Multiprocessor::random() { return mixed(randomState += 0x9E3779B97F4A7C15u); }

void Multiprocessor::synchronizeAll() {
  if (!check)
    return;
  clocks.synchronizeAll();
  readers.forget();
}

void Multiprocessor::synchronize(const ThreadSet &set) {
  if (check)
    clocks.synchronize(set);
}

Actor Multiprocessor::actor(const Thread &thread, uint32_t site, MemoryAccess access) const {
  return {block, thread.tid, site, access};
}

void Multiprocessor::leaveBlock() {
  switchTo(*home, true);
  __builtin_unreachable();
}

void Multiprocessor::fail(Report &&report) {
  launch->record(std::move(report));
  failed = true;
  leaveBlock();
}

void Multiprocessor::fail(const Thread &thread, uint32_t site, Problem problem, const char *expected,
                          std::optional<uint64_t> got, std::optional<Actor> other, bool gotMask) {
  Report report;
  report.problem = problem;
  report.actor = actor(thread, site);
  report.expected = expected;
  report.got = got;
  report.other = other;
  report.gotMask = gotMask;
  fail(std::move(report));
}

/// Threads that wait in the same way are one entry.
void Multiprocessor::failDeadlocked() {
  Report report;
  report.problem = Problem::Deadlock;
  report.actor.block = block;
  for (const Thread &thread : threads) {
    bool ended = warpOf(thread).ended >> thread.lane & 1;
    Waiters waiters{1, thread.tid, ended ? nullptr : thread.wait, ended ? 0 : thread.waitSite};
    auto same = std::find_if(report.waiters.begin(), report.waiters.end(), [&](const Waiters &other) {
      return other.what == waiters.what && other.site == waiters.site;
    });
    if (same == report.waiters.end())
      report.waiters.push_back(waiters);
    else
      ++same->count;
  }
  fail(std::move(report));
}

} // namespace weir::sim
