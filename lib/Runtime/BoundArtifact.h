// An artifact with the variables of a session: its jobs can be run.
#pragma once

#include "lib/Runtime/Session.h"

namespace weir {

class BoundArtifact {
public:
  BoundArtifact(std::shared_ptr<const LoadedArtifact> loaded, std::vector<std::shared_ptr<VariableSlot>> slots,
                std::map<std::string, HostFunction> callbacks);

  /// With the engine's lock held; brings what the job reads of derived variables up to date first.
  Status run(Id job, std::span<weir_tensor *const> inputs, std::span<weir_tensor *> results);
  bool uses(const VariableSlot &slot) const;
  /// Of the shapes run last; null before the first run.
  const Specialization *lastRun(Id job) const;

  const std::shared_ptr<const LoadedArtifact> loaded;

private:
  struct Cached {
    std::vector<int64_t> key;
    std::unique_ptr<Specialization> specialization;
  };
  struct JobState {
    std::vector<Cached> cache;                           ///< used last first
    std::vector<Id> neededDerives;                       ///< in the order to run them in
    std::optional<std::vector<uint64_t>> sourceVersions; ///< of a derive job: as of its last run; none before it
    std::vector<VariableSlot *> sources;                 ///< of a derive job
    std::vector<VariableSlot *> written;
  };
  struct Run;

  Status runOnce(Id job, std::span<weir_tensor *const> inputs, std::span<weir_tensor *> results);
  Status derive(Id job);
  Status checkInputs(const Job &job, std::span<weir_tensor *const> inputs, size_t numResults) const;
  Status stageInputs(Id job, Run &run) const;
  Status specialize(Id job, Run &run, Specialization *&specialization);
  Status allocateResults(Id job, const Specialization &specialization, Run &run) const;

  const std::vector<std::shared_ptr<VariableSlot>> slots; ///< by variable of the artifact
  const std::map<std::string, HostFunction> callbacks;
  std::vector<JobState> jobs;
};

} // namespace weir

struct weir_job {
  std::shared_ptr<weir::Session> session;
  std::shared_ptr<weir::BoundArtifact> bound;
  weir::Id job = 0;
};
