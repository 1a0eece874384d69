// A program for one set of input shapes: every size is known, every kernel prepared, every byte planned. It never
// changes; what a run of it needs besides is a RunFrame.
#pragma once

#include "lib/Runtime/Vm/ArenaPlan.h"
#include "lib/Runtime/Vm/LoadedArtifact.h"
#include "lib/Support/Exchange.h"

#include <map>
#include <mutex>

namespace weir {

/// Host functions by name, as a session registers them.
struct HostFunction {
  weir_host_callback function = nullptr;
  void *context = nullptr;
};
using HostFunctions = std::map<std::string, HostFunction>;

class Plan {
public:
  /// What is known of an instruction; which members count depends on its kind.
  struct Step {
    std::vector<int64_t> sizes;   ///< the table of a call's kernel
    weir_launch_plan launch = {}; ///< of a call
    int64_t memoryBytes = 0;      ///< that it needs beside its operands
    int64_t memoryOffset = 0;     ///< of these in the arena
    HostFunction callback;
    MemberExchange exchange;             ///< of a collective
    std::shared_ptr<const Plan> program; ///< that it runs, on its own lane
  };

  /// Evaluates sizes, prepares kernels, plans memory; `maxLanes` streams are driven at once.
  static Status create(std::shared_ptr<const LoadedArtifact> loaded, Id job, std::span<const InputLayout> inputs,
                       const HostFunctions &callbacks, int maxLanes, std::shared_ptr<const Plan> &plan);

  int64_t arenaBytes() const { return arena.bytes; }
  int64_t liveBound() const { return arena.liveBound; }
  int64_t scratchBytes() const { return scratch; }
  /// That of instruction i is the answer plus i, that of the job stands behind them.
  uint32_t traceNames() const;
  const BufferLayout &resultLayout(size_t result) const { return layout.results[result]; }

  const std::shared_ptr<const LoadedArtifact> loaded;
  const Job &job;
  const JobInfo &info;
  JobLayout layout;
  std::vector<Step> steps; ///< by instruction
  ArenaPlan arena;
  LaneFold fold;
  LaneSchedule schedule;

private:
  Plan(std::shared_ptr<const LoadedArtifact> loaded, Id job)
      : loaded(std::move(loaded)), job(this->loaded->artifact.jobs[job]), info(this->loaded->infos[job]) {}

  Status build(std::span<const InputLayout> inputs, const HostFunctions &callbacks, int maxLanes);
  Status prepare(Id instruction, const HostFunctions &callbacks);
  Status prepareCall(Id instruction, const Call &call);
  Status checkCopy(const Copy &copy) const;
  Status prepareCollective(Id instruction, const Collective &collective);
  Status prepareProgram(Id instruction, const RunProgram &run, const HostFunctions &callbacks);
  void addRegisters();
  Status planMemory();

  int64_t scratch = 0;
  mutable std::once_flag named; ///< to the engine's trace, the first time that it asks
  mutable uint32_t firstName = 0;
};

} // namespace weir
