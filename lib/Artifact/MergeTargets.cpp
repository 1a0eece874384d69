// Each table of a part is appended to that of the whole, unless the whole has the entry; positions in the part's become
// positions in the whole's.
#include "lib/Artifact/MergeTargets.h"
#include "lib/Artifact/Message.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace weir {

namespace {

std::string_view textOf(const Bytes &bytes) { return {reinterpret_cast<const char *>(bytes.data()), bytes.size()}; }

/// Behind places that faults name, an image may have sites of its own.
bool isBeginning(const std::vector<Location> &shorter, const std::vector<Location> &longer) {
  return shorter.size() <= longer.size() && std::equal(shorter.begin(), shorter.end(), longer.begin());
}

bool areEqual(const KernelOperand &a, const KernelOperand &b) {
  return std::tie(a.dtype, a.rank, a.access) == std::tie(b.dtype, b.rank, b.access);
}

bool areEqual(const Variable &a, const Variable &b) {
  return std::tie(a.name, a.dtype, a.shape, a.aliasOf, a.initial) ==
         std::tie(b.name, b.dtype, b.shape, b.aliasOf, b.initial);
}

bool areOfOneModule(const Kernel &a, const Kernel &b) {
  const std::string &hash = a.images.front().sourceHash;
  bool takeTheSame = std::equal(a.operands.begin(), a.operands.end(), b.operands.begin(), b.operands.end(),
                                [](const auto &x, const auto &y) { return areEqual(x, y); }) &&
                     a.numScalars == b.numScalars;
  return !hash.empty() && hash == b.images.front().sourceHash && a.name == b.name && takeTheSame &&
         a.prepareOffset == b.prepareOffset && textOf(a.host) == textOf(b.host) &&
         (isBeginning(a.locations, b.locations) || isBeginning(b.locations, a.locations));
}

class Merger {
public:
  explicit Merger(Artifact first) : whole(std::move(first)) {
    for (Id id = 0; id < whole.constants.size(); ++id)
      constants.emplace(keyOf(whole.constants[id]), id);
    for (Id id = 0; id < whole.variables.size(); ++id)
      variables.emplace(keyOf(whole.variables[id]), id);
  }

  std::optional<Failure> add(Artifact part);
  Artifact take() { return std::move(whole); }

private:
  using ConstantKey = std::tuple<DType, Sizes, std::string_view>; ///< the text is the constant's own

  static ConstantKey keyOf(const Constant &constant) { return {constant.dtype, constant.shape, textOf(constant.data)}; }

  /// Programs of ranks have variables of one name.
  using VariableKey = std::pair<std::string, std::vector<int64_t>>;
  static VariableKey keyOf(const Variable &variable) {
    return {variable.name, variable.ranks ? variable.ranks->places : std::vector<int64_t>()};
  }

  Id addKernel(Kernel kernel);
  Id addConstant(Constant constant);
  /// Later than the variable that it is an alias of.
  std::optional<Failure> addVariable(const Artifact &part, Id id);
  void addJob(Job job);

  Artifact whole;
  std::map<ConstantKey, Id> constants;
  std::map<VariableKey, Id> variables;
  std::vector<Id> partKernels, partConstants, partVariables; ///< positions in the whole
  Id firstJob = 0;
};

void appendMissing(std::vector<std::string> &names, const std::vector<std::string> &more) {
  for (const std::string &name : more)
    if (std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(name);
}

Id Merger::addKernel(Kernel kernel) {
  for (Id id = 0; id < whole.kernels.size(); ++id) {
    Kernel &known = whole.kernels[id];
    if (!areOfOneModule(known, kernel))
      continue;
    known.images.insert(known.images.end(), kernel.images.begin(), kernel.images.end());
    if (known.locations.size() < kernel.locations.size())
      known.locations = std::move(kernel.locations);
    return id;
  }
  whole.kernels.push_back(std::move(kernel));
  return Id(whole.kernels.size() - 1);
}

Id Merger::addConstant(Constant constant) {
  auto [entry, isNew] = constants.try_emplace(keyOf(constant), Id(whole.constants.size()));
  if (isNew)
    whole.constants.push_back(std::move(constant));
  return entry->second;
}

std::optional<Failure> Merger::addVariable(const Artifact &part, Id id) {
  Variable variable = part.variables[id];
  if (variable.initial)
    variable.initial = partConstants[*variable.initial];
  if (variable.aliasOf)
    variable.aliasOf = variables.at(keyOf(part.variables[*variable.aliasOf]));
  auto [entry, isNew] = variables.try_emplace(keyOf(variable), Id(whole.variables.size()));
  partVariables[id] = entry->second;
  if (isNew) {
    whole.variables.push_back(std::move(variable));
    return std::nullopt;
  }
  if (areEqual(whole.variables[entry->second], variable))
    return std::nullopt;
  return Failure{message("expects variable '", variable.name, "' to be the same for all targets, got two")};
}

void Merger::addJob(Job job) {
  for (Buffer &buffer : job.buffers) {
    if (auto *variable = std::get_if<VariableStorage>(&buffer.storage))
      variable->variable = partVariables[variable->variable];
    else if (auto *constant = std::get_if<ConstantStorage>(&buffer.storage))
      constant->constant = partConstants[constant->constant];
  }
  for (Instruction &instruction : job.instructions) {
    if (auto *call = std::get_if<Call>(&instruction.body))
      call->kernel = partKernels[call->kernel];
    else if (auto *run = std::get_if<RunProgram>(&instruction.body))
      run->job += firstJob;
  }
  whole.jobs.push_back(std::move(job));
}

std::optional<Failure> Merger::add(Artifact part) {
  appendMissing(whole.cpuFeatures, part.cpuFeatures);
  appendMissing(whole.runtimeFeatures, part.runtimeFeatures);
  partKernels.clear();
  partConstants.clear();
  partVariables.assign(part.variables.size(), 0);
  firstJob = Id(whole.jobs.size());
  for (Kernel &kernel : part.kernels)
    partKernels.push_back(addKernel(std::move(kernel)));
  for (Constant &constant : part.constants)
    partConstants.push_back(addConstant(std::move(constant)));
  for (bool areAliases : {false, true})
    for (Id id = 0; id < part.variables.size(); ++id)
      if (part.variables[id].aliasOf.has_value() == areAliases)
        if (auto failed = addVariable(part, id))
          return failed;
  for (Job &job : part.jobs)
    addJob(std::move(job));
  return std::nullopt;
}

} // namespace

Result<Artifact> mergeTargets(std::vector<Artifact> parts) {
  Merger merger(std::move(parts.front()));
  for (size_t i = 1; i < parts.size(); ++i)
    if (auto failed = merger.add(std::move(parts[i])))
      return *failed;
  return merger.take();
}

} // namespace weir
