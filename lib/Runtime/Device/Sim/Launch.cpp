// Limits, the phases' order, and the first report.
#include "lib/Runtime/Device/Sim/Launch.h"

#include "lib/Runtime/Device/Sim/Multiprocessor.h"

namespace weir::sim {

namespace {

std::atomic<uint64_t> lastPhaseId{0};

std::optional<Report> limitOf(const Phase &phase, size_t words, const Options &options) {
  auto broken = [](const char *expected, uint64_t got) {
    Report report;
    report.expected = expected;
    report.got = got;
    return report;
  };
  if (phase.threads == 0 || phase.threads > kMaxThreads)
    return broken("1 to 1024 threads in a block", phase.threads);
  if (phase.sharedBytes > options.maxSharedBytes)
    return broken("a block's shared memory within the architecture's limit", phase.sharedBytes);
  if (phase.blocks < 0 || phase.blocks > INT32_MAX)
    return broken("0 to 2147483647 blocks", static_cast<uint64_t>(phase.blocks));
  if (words * sizeof(uint64_t) > options.maxParameterBytes)
    return broken("parameters within the driver's limit of bytes", words * sizeof(uint64_t));
  return std::nullopt;
}

} // namespace

bool Launch::beginPhase(const Phase &next) {
  if (found)
    return false;
  if (phasesBegun++)
    memory.endPhase();
  phase = next;
  phaseId = ++lastPhaseId;
  found = limitOf(phase, words.size(), options);
  return !found;
}

bool Launch::run(Multiprocessor &on, int64_t first, int64_t count) {
  try {
    on.enter(*this);
    for (int64_t block = first; block < first + count; ++block)
      if (block > failedBlock.load(std::memory_order_relaxed) || !on.runBlock(block))
        return false;
  } catch (const std::bad_alloc &) {
    Report report;
    report.problem = Problem::NoMemory;
    report.actor.block = first;
    record(std::move(report));
    return false;
  }
  return true;
}

void Launch::record(Report &&report) {
  std::lock_guard lock(recording);
  if (found && found->actor.block <= report.actor.block)
    return;
  found = std::move(report);
  failedBlock.store(found->actor.block, std::memory_order_relaxed);
}

} // namespace weir::sim
