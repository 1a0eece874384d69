// Jobs of an artifact, run through the runtime's C interface. Knows no MLIR.
#pragma once

#include "lib/Compiler/StoredTensor.h"
#include "lib/Support/Status.h"
#include "weir/Runtime/Runtime.h"

#include <memory>
#include <span>
#include <string>

namespace weir {

/// Owns an object of the C interface.
template <auto release> struct ReleasedBy {
  template <typename T> void operator()(T *object) const { release(object); }
};

/// An artifact on a device of its own.
class JobRunner {
public:
  /// On a device of this kind; see weir_device_count.
  static Result<JobRunner> load(std::span<const uint8_t> artifact, const std::string &device = "cpu");

  /// The jobs for the device, without those that the runtime runs by itself.
  std::vector<std::string> jobs() const;
  /// What a job takes; sizes may be kDynamic.
  Result<std::vector<TensorMeta>> inputs(const std::string &job) const;

  /// Runs a job on new variables. A failure of a kernel names op, file, line and column.
  Result<std::vector<HostTensor>> run(const std::string &job, std::span<StoredTensor> inputs) const;

private:
  JobRunner() = default;

  std::unique_ptr<weir_device, ReleasedBy<weir_device_free>> device;
  std::unique_ptr<weir_artifact, ReleasedBy<weir_artifact_free>> artifact;
};

/// The kind of device that runs a target's code: its own, where the runtime has one of its name, else the host's CPU.
std::string deviceOf(const std::string &target);

} // namespace weir
