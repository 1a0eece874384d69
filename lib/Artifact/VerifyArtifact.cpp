// The rules for variables and constants, and for names; the two questions about buffers that other rooms ask too.
#include "lib/Artifact/Message.h"
#include "lib/Artifact/VerifyJob.h"
#include "lib/Artifact/VerifyKernel.h"
#include "lib/Artifact/VerifyRanks.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace weir {

namespace {

std::optional<Failure> verifyConstant(const Constant &constant, size_t index) {
  auto fail = [&](const std::string &text) { return Failure{message("constant ", index, ": ", text)}; };
  if (constant.shape.size() > kMaxRank)
    return fail(message("expects rank ", kMaxRank, " at most, got ", constant.shape.size()));
  Result<int64_t> bytes = checkedNumBytes(constant.shape, constant.dtype);
  if (!bytes)
    return fail(bytes.message());
  if (uint64_t(*bytes) != constant.data.size())
    return fail(message("expects ", *bytes, " bytes, got ", constant.data.size()));
  return std::nullopt;
}

std::optional<Failure> verifyVariable(const Variable &variable, const Artifact &artifact) {
  auto fail = [&](const std::string &text) { return Failure{"variable '" + variable.name + "': " + text}; };
  if (std::optional<std::string> wrong = misfitOf(variable.ranks, variable.part))
    return fail(*wrong);
  if (variable.shape.size() > kMaxRank)
    return fail(message("expects rank ", kMaxRank, " at most, got ", variable.shape.size()));
  if (Result<int64_t> bytes = checkedNumBytes(variable.shape, variable.dtype); !bytes)
    return fail(bytes.message());
  StaticMeta meta{variable.dtype, variable.shape};
  if (variable.aliasOf) {
    if (*variable.aliasOf >= artifact.variables.size() || artifact.variables[*variable.aliasOf].aliasOf)
      return fail("expects to be an alias of a variable that is none itself");
    const Variable &other = artifact.variables[*variable.aliasOf];
    if (StaticMeta theirs{other.dtype, other.shape}; theirs != meta)
      return fail("expects the type of '" + other.name + "', " + toString(theirs) + ", got " + toString(meta));
  }
  if (variable.initial) {
    if (*variable.initial >= artifact.constants.size())
      return fail(
          message("expects an initial constant below ", artifact.constants.size(), ", got ", *variable.initial));
    const Constant &constant = artifact.constants[*variable.initial];
    if (StaticMeta theirs{constant.dtype, constant.shape}; theirs != meta)
      return fail("expects an initial value of " + toString(meta) + ", got " + toString(theirs));
  }
  return std::nullopt;
}

/// The names of what each rank has; places of ranks have been found to be in their meshes.
class NamesByRank {
public:
  /// Whether no rank has something of that name already.
  bool add(const std::string &name, const std::optional<Ranks> &ranks) {
    Owners &owners = known[name];
    if (owners.areAll || (!ranks && !owners.some.empty()))
      return false;
    owners.areAll = !ranks;
    bool isNew = true;
    for (size_t i = 0; ranks && i < ranks->places.size(); ++i)
      isNew &= owners.some.insert(ranks->devices[size_t(ranks->places[i])]).second;
    return isNew;
  }

private:
  struct Owners {
    bool areAll = false;
    std::set<int64_t> some;
  };
  std::map<std::string, Owners> known;
};

std::optional<Failure> verifyNames(const Artifact &artifact) {
  NamesByRank variables;
  for (const Variable &variable : artifact.variables)
    if (!variables.add(variable.name, variable.ranks))
      return Failure{message("expects one variable named '", variable.name, "', got two")};
  std::set<std::tuple<std::string_view, std::string_view, std::string_view>> kernels;
  for (const Kernel &kernel : artifact.kernels)
    for (const KernelImage &image : kernel.images)
      if (!kernels.emplace(kernel.name, image.target, image.arch).second)
        return Failure{message("expects one kernel named '", kernel.name, "' for '", image.target, "' '", image.arch,
                               "', got two")};
  return std::nullopt;
}

std::optional<Failure> verifyNamesOfJobs(const Artifact &artifact) {
  std::map<std::string, NamesByRank> jobs; // by target
  for (const Job &job : artifact.jobs)
    for (const std::string &target : job.targets)
      if (!jobs[target].add(job.name, job.ranks))
        return Failure{message("expects one job named '", job.name, "' for target '", target, "', got two")};
  return std::nullopt;
}

} // namespace

Id rootBuffer(const Job &job, Id buffer) {
  while (const auto *view = std::get_if<ViewStorage>(&job.buffers[buffer].storage))
    buffer = view->of;
  return buffer;
}

std::vector<InstructionUse> bufferUses(const Artifact &artifact, const Instruction &instruction) {
  std::vector<InstructionUse> uses;
  if (const auto *call = std::get_if<Call>(&instruction.body)) {
    for (size_t i = 0; i < call->operands.size(); ++i)
      uses.push_back({call->operands[i], artifact.kernels[call->kernel].operands[i].access});
  } else if (const auto *copy = std::get_if<Copy>(&instruction.body)) {
    uses = {{copy->source, Access::Const}, {copy->target, Access::Mut}};
  } else if (const auto *fill = std::get_if<Fill>(&instruction.body)) {
    uses = {{fill->target, Access::Mut}};
  } else if (const auto *release = std::get_if<Release>(&instruction.body)) {
    uses = {{release->buffer, Access::Const}};
  } else if (const auto *callback = std::get_if<HostCallback>(&instruction.body)) {
    for (Id buffer : callback->operands)
      uses.push_back({buffer, Access::Const});
  } else if (const auto *run = std::get_if<RunProgram>(&instruction.body)) {
    const Job &job = artifact.jobs[run->job];
    for (size_t i = 0; i < run->operands.size(); ++i) {
      bool isDonated = std::count(job.donated.begin(), job.donated.end(), i) != 0;
      bool isResult = i >= job.inputs.size();
      uses.push_back({run->operands[i], isResult || isDonated ? Access::Mut : Access::Const});
    }
  } else if (const auto *collective = std::get_if<Collective>(&instruction.body)) {
    uses = {{collective->source, Access::Const}, {collective->target, Access::Mut}};
  }
  if (instruction.predicate)
    uses.push_back({*instruction.predicate, Access::Const});
  return uses;
}

std::optional<Failure> verify(const Artifact &artifact) {
  for (const Kernel &kernel : artifact.kernels)
    if (auto broken = verifyKernel(kernel))
      return broken;
  for (size_t i = 0; i < artifact.constants.size(); ++i)
    if (auto broken = verifyConstant(artifact.constants[i], i))
      return broken;
  for (const Variable &variable : artifact.variables)
    if (auto broken = verifyVariable(variable, artifact))
      return broken;
  if (auto broken = verifyNames(artifact))
    return broken;
  for (Id job = 0; job < artifact.jobs.size(); ++job)
    if (auto broken = verifyJob(artifact, job))
      return broken;
  return verifyNamesOfJobs(artifact);
}

} // namespace weir
