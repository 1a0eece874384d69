// What is checked before code is mapped.
#include "lib/Runtime/Vm/LoadedArtifact.h"
#include "lib/Artifact/SelectTarget.h"
#include "lib/Runtime/Log.h"

#include <algorithm>

namespace weir {

namespace {

constexpr int64_t kConstantAlignment = 64;

/// What artifacts may ask for beyond the format's version.
constexpr std::string_view kRuntimeFeatures[] = {kCrossings};

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

std::string_view kindOf(const Device &device) {
  return std::string_view(device.name()).substr(0, device.name().find(':'));
}

/// The target named like the device, else the first that the device runs; none for an artifact without jobs.
Status chooseTarget(const Device &device, const Artifact &artifact, std::string &target) {
  std::vector<std::string> targets = targetsOf(artifact);
  for (const std::string &offered : targets)
    if (device.runsTarget(offered) && (target.empty() || offered == kindOf(device)))
      target = offered;
  if (!target.empty() || targets.empty())
    return nullptr;
  std::string names;
  for (const std::string &offered : targets)
    names += (names.empty() ? "'" : ", '") + offered + "'";
  return failure(WEIR_UNSUPPORTED,
                 message("expects an artifact with jobs for device ", device.name(), ", got jobs for ", names));
}

/// Of programs of several ranks, the device's.
Status chooseRank(const Engine &engine, Artifact &artifact) {
  int64_t ranks = numRanks(artifact);
  if (ranks == 0)
    return nullptr;
  if (!engine.membership)
    return failure(WEIR_INVALID_ARGUMENT, message("expects a device that is one of ", ranks,
                                                  " ranks, got one that has joined no world (weir_device_join)"));
  const Transport &transport = *engine.membership->transport;
  if (transport.numRanks() < ranks)
    return failure(WEIR_INVALID_ARGUMENT,
                   message("expects a world of ", ranks, " ranks, got one of ", transport.numRanks()));
  artifact = selectRank(std::move(artifact), transport.rank());
  return nullptr;
}

} // namespace

Status LoadedArtifact::load(std::shared_ptr<Engine> engine, Artifact artifact,
                            std::shared_ptr<const LoadedArtifact> &loaded) {
  if (Status failed = checkRuntime(artifact))
    return failed;
  std::string target;
  if (Status failed = chooseTarget(*engine->device, artifact, target))
    return failed;
  artifact = selectTarget(std::move(artifact), target);
  if (Status failed = chooseRank(*engine, artifact))
    return failed;
  if (Status failed = engine->device->checkMachine(artifact))
    return failed;
  auto result = std::make_shared<LoadedArtifact>();
  if (Status failed = engine->device->loadKernels(artifact.kernels, result->kernels))
    return failed;
  result->engine = std::move(engine);
  for (const Job &job : artifact.jobs)
    result->infos.push_back(analyze(artifact, job, result->infos));
  logDebug(message("loaded an artifact of ", artifact.jobs.size(), " jobs and ", artifact.kernels.size(), " kernels"));
  result->artifact = std::move(artifact);
  if (Status failed = result->placeConstants())
    return failed;
  loaded = std::move(result);
  return nullptr;
}

/// Constants that only initialize variables need no place.
Status LoadedArtifact::placeConstants() {
  std::set<Id> used;
  for (const Job &job : artifact.jobs)
    for (const Buffer &buffer : job.buffers)
      if (const auto *storage = std::get_if<ConstantStorage>(&buffer.storage))
        used.insert(storage->constant);
  constants.resize(artifact.constants.size());
  if (engine->device->isHostMemory()) {
    for (Id id : used)
      constants[id] = artifact.constants[id].data.data();
    return nullptr;
  }
  auto sizeOf = [&](Id id) {
    auto size = int64_t(artifact.constants[id].data.size());
    return (size + kConstantAlignment - 1) / kConstantAlignment * kConstantAlignment;
  };
  int64_t bytes = 0, offset = 0;
  for (Id id : used)
    bytes += sizeOf(id);
  if (Status failed = engine->allocator->allocate(bytes, "the constants of an artifact", deviceConstants))
    return failed;
  for (Id id : used) {
    char *address = static_cast<char *>(deviceConstants->data()) + offset;
    const Bytes &data = artifact.constants[id].data;
    if (Status failed = engine->device->write(address, data.data(), int64_t(data.size())))
      return failed;
    constants[id] = address;
    offset += sizeOf(id);
  }
  return nullptr;
}

std::string namesOfJobs(const Artifact &artifact) {
  std::string names;
  for (const Job &job : artifact.jobs)
    if (job.kind == Job::Kind::Ordinary)
      names += (names.empty() ? "'" : ", '") + job.name + "'";
  return names;
}

std::optional<Id> LoadedArtifact::findJob(std::string_view name) const {
  for (Id id = 0; id < artifact.jobs.size(); ++id)
    if (artifact.jobs[id].name == name)
      return id;
  return std::nullopt;
}

} // namespace weir
