// Jobs of an artifact, run on the host's CPU through the runtime's C interface. Knows no MLIR.
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
  static Result<JobRunner> load(std::span<const uint8_t> artifact);

  /// Runs a job on new variables. A failure of a kernel names op, file, line and column.
  Result<std::vector<HostTensor>> run(const std::string &job, std::span<StoredTensor> inputs) const;

private:
  JobRunner() = default;

  std::unique_ptr<weir_device, ReleasedBy<weir_device_free>> device;
  std::unique_ptr<weir_artifact, ReleasedBy<weir_artifact_free>> artifact;
};

} // namespace weir
