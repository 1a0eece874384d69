// An artifact with the variables of a session: its jobs can be run.
#pragma once

#include "lib/Runtime/Session.h"

namespace weir {

/// Whose place a run's results may take, of the inputs that its job may overwrite; or the number of one.
inline constexpr int32_t kAnyInput = -2, kNoInput = -1;

class BoundArtifact : public std::enable_shared_from_this<BoundArtifact> {
public:
  BoundArtifact(std::shared_ptr<const LoadedArtifact> loaded, std::vector<std::shared_ptr<VariableSlot>> slots,
                std::shared_ptr<const uint64_t> changes, HostFunctions callbacks);

  /// Submits a run, after those that bring up to date what the job reads of derived variables; with the engine's lock
  /// held. The results can be waited for. Where the caller would run it as soon as hand it over, that is left to him:
  /// `held` is for `Scheduler::runIfReady`, without the lock.
  Status launch(Id job, std::span<weir_tensor *const> inputs, int32_t giver, std::span<TensorRef> results,
                Scheduler::Submission::Held &held);
  /// The same for one who calls `Scheduler::runAndWait` next, without the lock; `outcome` is what became of it.
  Status launchHeld(Id job, std::span<weir_tensor *const> inputs, std::span<TensorRef> results, Status &outcome,
                    Scheduler::Submission::Held &held);
  /// Runs the job where that takes less than to hand it over and waits for nobody; `isDone` says whether. With the
  /// engine's lock held. Results have memory of their own. Without an `outcome` they carry what became of it.
  Status runAtOnce(Id job, std::span<weir_tensor *const> inputs, std::span<TensorRef> results, bool &isDone,
                   Status *outcome = nullptr);
  bool uses(const VariableSlot &slot) const;
  /// Of the shapes run last; null before the first run.
  const Plan *lastRun(Id job) const;

  const std::shared_ptr<const LoadedArtifact> loaded;

private:
  /// For inputs of some sizes and strides.
  struct Program {
    bool isFor(int lanes, std::span<const weir_tensor *const> inputs) const;
    bool isTiny() const { return !frames.empty() && frames.back()->isTiny(); }

    std::vector<int64_t> key; ///< lanes, then sizes and strides of each input; row-major ones as if no size were 1
    std::shared_ptr<const Plan> plan;
    std::vector<std::shared_ptr<RunFrame>> frames; ///< used last, last
  };
  struct JobState {
    std::vector<Program> programs;                       ///< used last first
    std::vector<Id> neededDerives;                       ///< in the order to run them in
    std::optional<std::vector<uint64_t>> sourceVersions; ///< of a derive job: as of its last run; none before it
    FailureSlot deriveFailure;                           ///< of that run
    std::vector<VariableSlot *> sources;                 ///< of a derive job
    std::vector<VariableAccess *> reads, writes;         ///< groups of variables; those of `writes` are in it alone
    bool usesOperandsAlone = false;                      ///< no variables
    bool mayOverwrite = false;                           ///< inputs, by results
    RunCount runs = std::make_shared<std::atomic<uint64_t>>(0);
  };
  struct Run;

  Status prepare(Id job, std::span<weir_tensor *const> inputs, int32_t giver, std::span<TensorRef> results, bool isHeld,
                 std::unique_ptr<Run> &run);
  Status prepareOnce(Id job, std::span<weir_tensor *const> inputs, int32_t giver, bool isHeld,
                     std::unique_ptr<Run> &run);
  Program *programForNow(Id job, std::span<weir_tensor *const> inputs, const Scheduler::Interlude &now);
  void tellOf(const std::shared_ptr<const TaskFailure> &failed, std::span<const TensorRef> results) const;
  Status copyExposed(Run &run) const;
  bool usesExposed(Id job) const;
  void tell(Trace::Span &span, const Plan &plan) const;
  void submit(Scheduler::Submission &submission, std::unique_ptr<Run> run);
  Status derive(Id job);
  Status checkInputs(const Job &job, std::span<weir_tensor *const> inputs, size_t numResults) const;
  Status stageInputs(Id job, Run &run) const;
  Status findProgram(Id job, Run &run);
  Status makeProgram(Id job, const Run &run, std::vector<int64_t> key);
  Status chooseFrame(Id job, Program &program, std::shared_ptr<RunFrame> &frame) const;
  bool mayOverwrite(const Run &run, int32_t input) const;
  Status promiseResults(Id job, Run &run) const;
  void findVariables();
  // Bodies of tasks.
  static void runWhole(Task &task, int seat);
  static void beginQueued(Task &task, int seat);
  static void finishQueued(Task &task, int seat);
  bool execute(Run &run, const Task &task, int seat);
  bool enqueue(Run &run, const Task &task, int seat);
  void finish(Run &run);
  std::vector<std::shared_ptr<const QueuedRun>> queuedBefore(const Run &run) const;
  std::shared_ptr<const TaskFailure> failureBefore(const Run &run) const;
  void letGo(Run &run) const;
  Status takeMemory(const Run &run, std::shared_ptr<DeviceStorage> &arena) const;
  Addresses addressesOf(const Run &run, const DeviceStorage *arena) const;
  Status runFrame(const Run &run, const DeviceStorage *arena, int seat) const;
  std::shared_ptr<const TaskFailure> missing(const Run &run) const;
  void settle(const Run &run, std::shared_ptr<const TaskFailure> failed);
  Status cannotDerive(Id job, Status cause) const;

  const std::vector<std::shared_ptr<VariableSlot>> slots; ///< by variable of the artifact
  const std::shared_ptr<const uint64_t> changes;          ///< the session's
  VariableAddresses addresses;                            ///< as of so many changes, like the jobs' groups
  uint64_t changesSeen = 0;
  const HostFunctions callbacks;
  std::vector<JobState> jobs;
};

} // namespace weir

struct weir_job {
  std::shared_ptr<weir::Session> session;
  std::shared_ptr<weir::BoundArtifact> bound;
  weir::Id job = 0;
};
