// Jobs of an artifact, run through the runtime's C interface. Knows no MLIR.
#pragma once

#include "lib/Support/Holding.h"
#include "lib/Support/Status.h"
#include "lib/Tensors/InputFiles.h"
#include "lib/Tensors/StoredTensor.h"
#include "weir/Runtime/Runtime.h"

#include <memory>
#include <optional>
#include <span>
#include <string>

namespace weir {

/// Owns an object of the C interface.
template <auto release> struct ReleasedBy {
  template <typename T> void operator()(T *object) const { release(object); }
};

/// A job with variables of its own and the inputs of its runs.
class PreparedJob {
public:
  /// Runs the job; a failure of a kernel names op, file, line and column.
  std::optional<Failure> run();
  /// What the last run gave.
  Result<std::vector<HostTensor>> results() const;
  /// What an input holds now.
  Result<HostTensor> input(size_t number) const;
  /// What a variable holds now.
  Result<HostTensor> variable(const std::string &name) const;
  /// Of the sizes run last.
  Result<weir_job_memory> memory() const;

private:
  friend class JobRunner;
  template <typename T, auto release> using Owned = std::unique_ptr<T, ReleasedBy<release>>;

  std::vector<StoredTensor> stored; ///< behind the inputs
  std::vector<Owned<weir_tensor, weir_tensor_free>> inputs, outputs;
  Owned<weir_session, weir_session_free> session;
  Owned<weir_job, weir_job_free> job;
};

/// How a device of a JobRunner works. By default, what is not written is 0xFF, and two workers share the tiles of a
/// launch: both show results that depend on either.
struct RunnerOptions {
  int32_t threads = 2; ///< 0: one per core
  bool poison = true;
  weir_world *world = nullptr; ///< if set: the device is its rank `rank`
  int32_t rank = 0;
};

/// What a rank has of a value.
struct HeldPart {
  Sizes whole;
  std::vector<Holding> held; ///< by axis of the mesh
  Sizes mesh;
  int64_t place = 0;
};

/// An artifact on a device of its own.
class JobRunner {
public:
  /// On a device of this kind; see weir_device_count.
  static Result<JobRunner> load(std::span<const uint8_t> artifact, const std::string &device = "cpu",
                                const RunnerOptions &options = {});

  /// The jobs for the device, without those that the runtime runs by itself.
  std::vector<std::string> jobs() const;
  /// What a job takes and gives.
  Result<std::vector<NamedMeta>> inputs(const std::string &job) const;
  Result<std::vector<NamedMeta>> results(const std::string &job) const;
  std::vector<NamedMeta> variables() const;
  /// Of programs of several ranks, what the rank has of them; nothing of others.
  std::vector<std::optional<HeldPart>> inputParts(const std::string &job) const;
  std::vector<std::optional<HeldPart>> resultParts(const std::string &job) const;
  std::vector<std::optional<HeldPart>> variableParts() const;

  /// `variables` are values of variables by name; others have their initial values.
  Result<PreparedJob> prepare(const std::string &job, std::vector<StoredTensor> inputs,
                              const std::vector<std::pair<std::string, HostTensor>> &variables = {}) const;

  /// Runs a job once on new variables.
  Result<std::vector<HostTensor>> run(const std::string &job, std::vector<StoredTensor> inputs) const;

  /// Keeps the last `capacity` instructions; 0 ends that.
  std::optional<Failure> trace(int64_t capacity) const;
  std::optional<Failure> visitTrace(void (*visit)(void *context, const weir_trace_event *event), void *context) const;
  std::optional<Failure> exportTrace(const std::string &path) const;

  int64_t bytesInUse() const { return weir_device_bytes_in_use(device.get()); }
  int64_t peakBytes() const { return weir_device_peak_bytes(device.get()); }

private:
  JobRunner() = default;

  std::unique_ptr<weir_device, ReleasedBy<weir_device_free>> device;
  std::unique_ptr<weir_artifact, ReleasedBy<weir_artifact_free>> artifact;
};

/// The kind of device that runs a target's code: its own, where the runtime has one of its name, else the host's CPU.
std::string deviceOf(const std::string &target);

} // namespace weir
