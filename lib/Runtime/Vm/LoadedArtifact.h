// An artifact whose code and constants are in a device's memory.
#pragma once

#include "lib/Runtime/Engine.h"
#include "lib/Runtime/Vm/JobInfo.h"

namespace weir {

struct LoadedArtifact {
  std::shared_ptr<Engine> engine;
  Artifact artifact;
  std::vector<JobInfo> infos; ///< by job
  std::unique_ptr<LoadedKernels> kernels;

  /// Takes the artifact over once it has been checked against kernel ABI, runtime and device.
  static Status load(std::shared_ptr<Engine> engine, Artifact artifact, std::shared_ptr<const LoadedArtifact> &loaded);

  std::optional<Id> findJob(std::string_view name) const;

  /// Where the device reads a constant; null for one that no program reads.
  const void *addressOf(Id constant) const { return constants[constant]; }

private:
  Status placeConstants();

  std::vector<const void *> constants;
  std::shared_ptr<DeviceStorage> deviceConstants; ///< null where the device reads the host's memory
};

/// "'train', 'eval'": those that a caller may run.
std::string namesOfJobs(const Artifact &artifact);

} // namespace weir

struct weir_artifact {
  std::shared_ptr<const weir::LoadedArtifact> loaded;
};
