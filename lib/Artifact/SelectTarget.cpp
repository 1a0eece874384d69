// Each table is filtered on its own; positions in the old one become positions in the new one.
#include "lib/Artifact/SelectTarget.h"

#include <algorithm>

namespace weir {

namespace {

bool isFor(const Job &job, const std::string &target) {
  return std::find(job.targets.begin(), job.targets.end(), target) != job.targets.end();
}

/// Drops the entries that are not kept; says where each kept one is now.
template <typename T> std::vector<Id> filter(std::vector<T> &entries, const std::vector<bool> &kept) {
  std::vector<Id> positions(entries.size());
  std::vector<T> remaining;
  for (size_t i = 0; i < entries.size(); ++i) {
    positions[i] = Id(remaining.size());
    if (kept[i])
      remaining.push_back(std::move(entries[i]));
  }
  entries = std::move(remaining);
  return positions;
}

/// A variable that no job uses at all is there for whoever asks for it by name.
std::vector<bool> keptVariables(const Artifact &artifact, const std::string &target) {
  std::vector<bool> used(artifact.variables.size()), kept(artifact.variables.size());
  for (const Job &job : artifact.jobs)
    for (const Buffer &buffer : job.buffers)
      if (const auto *storage = std::get_if<VariableStorage>(&buffer.storage)) {
        used[storage->variable] = true;
        kept[storage->variable] = kept[storage->variable] || isFor(job, target);
      }
  for (Id id = 0; id < kept.size(); ++id)
    kept[id] = kept[id] || !used[id];
  for (Id id = 0; id < kept.size(); ++id)
    if (kept[id] && artifact.variables[id].aliasOf)
      kept[*artifact.variables[id].aliasOf] = true;
  return kept;
}

} // namespace

std::vector<std::string> targetsOf(const Artifact &artifact) {
  std::vector<std::string> targets;
  for (const Job &job : artifact.jobs)
    for (const std::string &target : job.targets)
      if (std::find(targets.begin(), targets.end(), target) == targets.end())
        targets.push_back(target);
  return targets;
}

/// Without some jobs and variables, and without kernels that have no image.
static Artifact withoutOthers(Artifact artifact, const std::vector<bool> &keptJobs,
                              const std::vector<bool> &keptVariables) {
  std::vector<bool> keptKernels;
  for (const Kernel &kernel : artifact.kernels)
    keptKernels.push_back(!kernel.images.empty());
  std::vector<Id> kernels = filter(artifact.kernels, keptKernels), jobs = filter(artifact.jobs, keptJobs);
  std::vector<Id> variables = filter(artifact.variables, keptVariables);

  for (Variable &variable : artifact.variables)
    if (variable.aliasOf)
      variable.aliasOf = variables[*variable.aliasOf];
  for (Job &job : artifact.jobs) {
    for (Buffer &buffer : job.buffers)
      if (auto *storage = std::get_if<VariableStorage>(&buffer.storage))
        storage->variable = variables[storage->variable];
    for (Instruction &instruction : job.instructions) {
      if (auto *call = std::get_if<Call>(&instruction.body))
        call->kernel = kernels[call->kernel];
      else if (auto *run = std::get_if<RunProgram>(&instruction.body))
        run->job = jobs[run->job];
    }
  }
  return artifact;
}

Artifact selectTarget(Artifact artifact, const std::string &target) {
  std::vector<bool> keptJobs, keptVariable = keptVariables(artifact, target);
  for (Kernel &kernel : artifact.kernels)
    std::erase_if(kernel.images, [&](const KernelImage &image) { return image.target != target; });
  for (Job &job : artifact.jobs) {
    keptJobs.push_back(isFor(job, target));
    job.targets = {target};
  }
  return withoutOthers(std::move(artifact), keptJobs, keptVariable);
}

int64_t numRanks(const Artifact &artifact) {
  int64_t count = 0;
  for (const Job &job : artifact.jobs)
    if (job.ranks)
      for (int64_t device : job.ranks->devices)
        count = std::max(count, device + 1);
  return count;
}

Artifact selectRank(Artifact artifact, int64_t rank) {
  auto has = [&](const auto &entry) { return !entry.ranks || includes(*entry.ranks, rank); };
  std::vector<bool> keptJobs, keptVariables, usesKernel(artifact.kernels.size());
  for (const Variable &variable : artifact.variables)
    keptVariables.push_back(has(variable));
  for (const Job &job : artifact.jobs) {
    keptJobs.push_back(has(job));
    for (const Instruction &instruction : job.instructions)
      if (const auto *call = std::get_if<Call>(&instruction.body))
        usesKernel[call->kernel] = usesKernel[call->kernel] || has(job);
  }
  for (Id id = 0; id < artifact.kernels.size(); ++id)
    if (!usesKernel[id])
      artifact.kernels[id].images.clear();
  return withoutOthers(std::move(artifact), keptJobs, keptVariables);
}

} // namespace weir
