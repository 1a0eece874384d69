// A program for one set of input shapes: every size is known, every kernel prepared, every byte planned. What a run
// adds is the addresses of its inputs, results, variables and arena.
#pragma once

#include "lib/Runtime/Vm/ArenaPlan.h"
#include "lib/Runtime/Vm/LoadedArtifact.h"

#include <atomic>
#include <deque>
#include <map>

namespace weir {

class Specialization;

/// Host functions by name, as a session registers them.
struct HostFunction {
  weir_host_callback function = nullptr;
  void *context = nullptr;
};

/// By variable of the artifact. A run that has the same ones as the last has nothing to look at.
using VariableAddresses = std::shared_ptr<const std::vector<void *>>;

/// The addresses of one run.
struct Addresses {
  std::span<void *const> inputs, results; ///< by port
  VariableAddresses variables;
  void *arena = nullptr;
};

/// A flat instruction. What kind it is says in which table of the specialization `index` counts.
struct Action {
  enum class Kind : uint8_t { Launch, Copy, Fill, Record, Wait, Callback, RunProgram };
  Kind kind = Kind::Launch;
  uint8_t lane = 0;
  uint32_t index = 0;
  Id instruction = 0;               ///< of the job: for faults and the trace
  void *const *predicate = nullptr; ///< address of a bool; null for always
};

/// A host callback's operand: what a weir_tensor over it needs.
struct CallbackOperand {
  void *const *address = nullptr;
  DType dtype = DType::F32;
  const BufferLayout *layout = nullptr;
};

class Specialization {
public:
  /// Evaluates sizes, prepares kernels, plans memory; `maxLanes` streams are driven at once.
  static Status create(std::shared_ptr<const LoadedArtifact> loaded, Id job, std::span<const InputLayout> inputs,
                       const std::map<std::string, HostFunction> &callbacks, int maxLanes,
                       std::unique_ptr<Specialization> &specialization);

  int64_t arenaBytes() const { return plan.bytes; }
  int64_t liveBound() const { return plan.liveBound; }
  int64_t scratchBytes() const { return scratch; }
  const BufferLayout &resultLayout(size_t result) const { return layout.buffers[info.results[result]]; }

  /// Runs all instructions; returns when they are done. One run at a time.
  Status run(const Addresses &addresses);

private:
  friend class Specializer;
  struct RunState;
  struct CallbackAction {
    HostFunction function;
    std::vector<CallbackOperand> operands;
  };
  struct ProgramAction {
    Id instruction = 0;
    std::unique_ptr<Specialization> program;
    void *const *operands = nullptr; ///< its inputs, then its results
    size_t numInputs = 0, numResults = 0;
    void *arena = nullptr;
  };
  /// A place that holds an address: `offset` bytes behind the base that the list it stands in is about.
  struct Slot {
    void **place = nullptr;
    int64_t offset = 0;
  };
  struct Base {
    void *address = nullptr; ///< as of the last run
    std::vector<Slot> slots;
  };

  Specialization(std::shared_ptr<const LoadedArtifact> loaded, Id job)
      : loaded(std::move(loaded)), job(this->loaded->artifact.jobs[job]), info(this->loaded->infos[job]) {}

  void bind(const Addresses &addresses);
  void giveNames(EventRing &ring);
  void runActions(std::span<const Action> actions, Stream &stream, RunState &state);
  void runOnOneThread(RunState &state);
  std::vector<Action> shuffledOrder() const;
  void runOne(const Action &action, Stream &stream, RunState &state, LaunchFault &fault);
  void runUncommon(const Action &action, Stream &stream, RunState &state, LaunchFault &fault);
  void failLaunch(const Action &action, int32_t code, LaunchFault &fault, RunState &state) const;
  Status runAction(const Action &action, Stream &stream, RunState &state);
  bool isSkipped(const Action &action, Stream &stream, RunState &state) const;
  Status callBack(const CallbackAction &action, Stream &stream);
  Status runProgram(const ProgramAction &action, Stream &stream, RunState &state);

  // Faults that device code left in its memory.
  void finishQueues(RunState &state);
  Status drainAndCheckFaults(Stream &stream, Id &instruction);
  Status readFaults(Stream &stream);
  Status takeFault(Id &instruction);
  Status faultStatus(Id instruction, int32_t code, const weir_fault &fault) const;

  const std::shared_ptr<const LoadedArtifact> loaded;
  const Job &job;
  const JobInfo &info;
  JobLayout layout;
  ArenaPlan plan;
  int64_t scratch = 0;

  std::vector<std::vector<Action>> lanes;
  std::vector<Action> queue; ///< of a device with queues: those of all lanes in the order of the job's list
  std::vector<std::vector<void *>> pointers; ///< by instruction: of its operands and, last, of its predicate
  std::vector<std::vector<int64_t>> sizes;   ///< by instruction: the table of a call's kernel
  std::deque<weir_launch_plan> launches;     ///< whose addresses stay
  std::vector<KernelLaunch> kernelLaunches;
  std::vector<StridedCopy> copies;
  std::vector<StridedFill> fills;
  std::vector<std::unique_ptr<Event>> events;
  std::vector<CallbackAction> callbacks;
  std::vector<ProgramAction> programs;

  std::shared_ptr<DeviceStorage> faults; ///< of a device with queues: a weir_fault per launch, in its memory
  std::shared_ptr<void> hostFaults;      ///< as they are read
  std::shared_ptr<void> hostFlag;        ///< of a device with queues: a predicate, as it is read

  std::vector<Base> inputBases, resultBases, variableBases;
  VariableAddresses boundVariables;
  Base arenaBase;
  uint64_t traceRing = 0; ///< to which the instructions' names were given
  uint32_t traceNames = 0;
};

} // namespace weir
