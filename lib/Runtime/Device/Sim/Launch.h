// One launch of a GPU kernel on the CPU: its phases, one after the other, over all their blocks.
#pragma once

#include "lib/Runtime/Device/Sim/GlobalMemory.h"
#include "lib/Runtime/Device/Sim/SimAbi.h"

namespace weir::sim {

class Multiprocessor;

/// When the bytes of an asynchronous copy arrive: all are right if every access waits for them.
enum class Landing : uint8_t { Late, Early, Random };

struct Options {
  bool check = true;
  uint64_t seed = 0; ///< not 0: threads take turns in a random order that follows from it
  Landing landing = Landing::Late;
  uint64_t maxSteps = 1 << 28;          ///< accesses, where they are checked, and waits of a block
  uint32_t maxSharedBytes = 227 * 1024; ///< 99 KiB, 163 KiB: what a block of other architectures may have
  uint32_t maxParameterBytes = 32764;   ///< 4096 before CUDA 12.1
};

struct Phase {
  weir_sim_phase entry = nullptr;
  int64_t blocks = 0;
  uint32_t threads = 1; ///< of a block
  uint32_t sharedBytes = 0;
};

class Launch {
public:
  /// The words must outlive the launch; the fault record, the workspace and the operands are ranges like all others.
  Launch(std::span<const MemoryRange> ranges, std::span<const uint64_t> words, const Options &options)
      : options(options), words(words), memory(ranges) {}

  /// Once per phase, after the blocks of the one before have run. False: there is a report.
  bool beginPhase(const Phase &next);

  /// Runs blocks [first, first + count) of the phase. Several OS threads may do so at once, each on its own
  /// multiprocessor. False: there is a report, and blocks above the reported one may not have run.
  bool run(Multiprocessor &on, int64_t first, int64_t count);

  /// What is wrong, null while nothing is known to be; of several blocks the lowest one's. Not while blocks run.
  const Report *report() const { return found ? &*found : nullptr; }

private:
  friend class Multiprocessor;

  void record(Report &&report);

  const Options options;
  const std::span<const uint64_t> words;
  GlobalMemory memory;
  Phase phase;
  uint64_t phaseId = 0; ///< no other phase of any launch has the same
  uint32_t phasesBegun = 0;

  std::mutex recording;
  std::optional<Report> found;
  std::atomic<int64_t> failedBlock{INT64_MAX};
};

} // namespace weir::sim
