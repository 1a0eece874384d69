// What is checked before code is mapped.
#include "lib/Runtime/Vm/LoadedArtifact.h"
#include "lib/Runtime/Log.h"

#include <algorithm>

namespace weir {

namespace {

/// What artifacts may ask for beyond format version 1: nothing yet.
constexpr std::string_view kRuntimeFeatures[] = {""};

Status checkRuntime(const Artifact &artifact) {
  if (artifact.kernelAbi != WEIR_KERNEL_ABI)
    return failure(WEIR_UNSUPPORTED,
                   message("expects kernel ABI ", WEIR_KERNEL_ABI, ", got an artifact of ", artifact.kernelAbi));
  for (const std::string &feature : artifact.runtimeFeatures)
    if (std::find(std::begin(kRuntimeFeatures), std::end(kRuntimeFeatures), feature) == std::end(kRuntimeFeatures))
      return failure(WEIR_UNSUPPORTED, message("expects a runtime with feature '", feature, "', which version ",
                                               weir_runtime_version(), " lacks"));
  return nullptr;
}

} // namespace

Status LoadedArtifact::load(std::shared_ptr<Engine> engine, Artifact artifact,
                            std::shared_ptr<const LoadedArtifact> &loaded) {
  if (Status failed = checkRuntime(artifact))
    return failed;
  if (Status failed = engine->device->checkTarget(artifact))
    return failed;
  auto result = std::make_shared<LoadedArtifact>();
  if (Status failed = engine->device->loadKernels(artifact.kernels, result->kernels))
    return failed;
  result->engine = std::move(engine);
  for (const Job &job : artifact.jobs)
    result->infos.push_back(analyze(artifact, job, result->infos));
  logDebug(message("loaded an artifact of ", artifact.jobs.size(), " jobs and ", artifact.kernels.size(), " kernels"));
  result->artifact = std::move(artifact);
  loaded = std::move(result);
  return nullptr;
}

std::optional<Id> LoadedArtifact::findJob(std::string_view name) const {
  for (Id id = 0; id < artifact.jobs.size(); ++id)
    if (artifact.jobs[id].name == name)
      return id;
  return std::nullopt;
}

} // namespace weir
