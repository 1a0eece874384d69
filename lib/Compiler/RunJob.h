// Jobs of an artifact, run on the host's CPU through the runtime's C interface. Knows no MLIR.
#pragma once

#include "lib/Compiler/StoredTensor.h"
#include "lib/Support/Status.h"
#include "weir/Runtime/Runtime.h"

#include <memory>
#include <span>
#include <string>

namespace weir {

/// An artifact on a device of its own.
class LoadedTests {
public:
  static Result<LoadedTests> load(std::span<const uint8_t> artifact);

  /// Runs a job on new variables. A failure of a kernel names op, file, line and column.
  Result<std::vector<HostTensor>> run(const std::string &job, std::span<StoredTensor> inputs) const;

private:
  template <auto free> struct Freed {
    template <typename T> void operator()(T *object) const { free(object); }
  };

  LoadedTests() = default;

  std::unique_ptr<weir_device, Freed<weir_device_free>> device;
  std::unique_ptr<weir_artifact, Freed<weir_artifact_free>> artifact;
};

} // namespace weir
