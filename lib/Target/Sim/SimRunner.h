// Launches a kernel of target sim in this process. For tests and oracles: it has neither artifact nor runtime around
// it.
#pragma once

#include "lib/Runtime/Device/Sim/Launch.h"
#include "lib/Target/Native/KernelRunner.h"

namespace weir::sim {

class SimRunner {
public:
  /// `kernel` has one image, and must live as long as the runner.
  explicit SimRunner(const Kernel &kernel, const sim::Options &options = {});

  bool isMapped() const { return host.isMapped() && device.isMapped(); }

  /// Runs all blocks of each phase; the fault's code, or -1 where the simulator found something wrong.
  int32_t run(std::span<const LaunchOperand> operands, std::span<const int64_t> scalars);

  /// Of the latest run.
  weir_launch_plan launch = {};
  weir_fault fault = {};
  std::optional<sim::Report> report;

  /// The report as a paragraph; empty where there is none.
  std::string reportText() const;

private:
  bool runPhases(std::span<const sim::MemoryRange> ranges, std::span<const uint64_t> words);

  const Kernel &kernel;
  MappedCode host, device;
  sim::Options options;
};

} // namespace weir::sim
