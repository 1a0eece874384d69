// A program of several ranks, as threads of this process or as the processes of an mpirun, on whole values: each rank
// is given its parts, and what they leave is put together.
#pragma once

#include "lib/Run/OtherRanks.h"
#include "lib/Run/RunArtifact.h"

namespace weir {

class RankRunners {
public:
  /// A device for each of so many ranks.
  static Result<RankRunners> load(std::span<const uint8_t> artifact, const std::string &device, int32_t ranks,
                                  RunnerOptions options);
  /// A device for the rank that this process is. All processes call the same functions in the same order.
  static Result<RankRunners> loadUnderMpi(std::span<const uint8_t> artifact, const std::string &device,
                                          RunnerOptions options);

  /// Whether it is for this process to say what came out.
  bool isFirst() const { return !others || others->rank() == 0; }
  std::vector<std::string> jobs() const { return runners.front().jobs(); }
  /// Of whole values.
  Result<std::vector<NamedMeta>> inputs(const std::string &job) const;
  Result<std::vector<NamedMeta>> results(const std::string &job) const;
  std::vector<NamedMeta> variables() const;

  using Variables = std::vector<std::pair<std::string, HostTensor>>;
  /// Runs a job once, on all ranks at the same time, on new variables with these values, which become what the run
  /// leaves. Ranks that have the same part have to leave the same numbers. A failure names the ranks that have failed.
  Result<std::vector<HostTensor>> run(const std::string &job, std::span<const HostTensor> inputs,
                                      Variables &variables) const;

private:
  std::optional<Failure> add(std::span<const uint8_t> artifact, const std::string &device,
                             const RunnerOptions &options);

  std::unique_ptr<weir_world, ReleasedBy<weir_world_free>> world;
  std::vector<JobRunner> runners;   ///< of the ranks of this process, in their order
  std::optional<OtherRanks> others; ///< of an mpirun
};

/// What runArtifact does, on so many ranks; 0: on those of an mpirun, of which the first has the text.
Result<std::string> runArtifactOnRanks(std::span<const uint8_t> artifact, const InputsFn &inputs,
                                       const RunArtifactOptions &options, int32_t ranks);

} // namespace weir
