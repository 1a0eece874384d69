// See the header.
#include "unittests/Runtime/JobBuilder.h"
#include "lib/Artifact/Verify.h"
#include "unittests/Runtime/KernelObject.h"

#include <algorithm>

namespace weir {

Artifact testArtifact() {
  KernelOperand vectorIn{DType::F32, 1, Access::Const}, vectorOut{DType::F32, 1, Access::Mut};
  KernelOperand intIn{DType::I64, 1, Access::Const}, intOut{DType::I64, 1, Access::Mut};
  Artifact artifact;
  artifact.targetTriple = "x86_64-pc-linux-gnu";
  artifact.cpuFeatures = {"sse2"};
  artifact.compilerHash = "test";
  const std::vector<std::string> sumPhases = {"_run", "_combine", "_spread"};
  artifact.kernels = {
      hostKernel("double_f32", {vectorIn, vectorOut}),
      hostKernel("together_f32", {vectorIn, vectorOut}),
      hostKernel("add_f32", {vectorIn, vectorIn, vectorOut}),
      hostKernel("subtract_f32", {vectorOut, vectorIn}),
      hostKernel("gather_f32", {intIn, vectorIn, vectorOut}),
      hostKernel("partial_sums_f32", {vectorIn, vectorOut}),
      hostKernel("sum_f32", {vectorIn, {DType::F32, 0, Access::Mut}}),
      hostKernel("iota_i64", {intOut}, 2),
      hostKernel("next_i64", {{DType::I64, 0, Access::Const}, {DType::I64, 0, Access::Mut}}),
      hostKernel("greedy", {vectorOut}),
      hostKernel("reverse_f32", {vectorIn, vectorOut}),
      hostKernel("overrun_f32", {vectorIn, vectorOut}),
      hostKernel("spread_sum_f32", {vectorIn, vectorOut}, 0, sumPhases),
  };
  for (Kernel &kernel : artifact.kernels)
    addDeviceImages(kernel, kernel.name == "spread_sum_f32" ? sumPhases : std::vector<std::string>{"_run"});
  return artifact;
}

namespace {

bool hasTarget(const std::vector<std::string> &targets, const std::string &target) {
  return std::find(targets.begin(), targets.end(), target) != targets.end();
}

/// Those that have an image of each kernel that the job calls, and each job.
std::vector<std::string> targetsOf(const Artifact &artifact, const Job &job) {
  std::vector<std::string> targets = {"cpu", "sim", "cuda"};
  for (const Instruction &instruction : job.instructions) {
    std::vector<std::string> offered = targets;
    if (const auto *call = std::get_if<Call>(&instruction.body)) {
      offered.clear();
      for (const KernelImage &image : artifact.kernels[call->kernel].images)
        offered.push_back(image.target);
    } else if (const auto *run = std::get_if<RunProgram>(&instruction.body)) {
      offered = artifact.jobs[run->job].targets;
    }
    std::erase_if(targets, [&](const std::string &target) { return !hasTarget(offered, target); });
  }
  return targets;
}

} // namespace

JobBuilder::JobBuilder(Artifact &artifact, std::string name, Job::Kind kind) : artifact(artifact) {
  job.name = std::move(name);
  job.kind = kind;
}

Id JobBuilder::addBuffer(Buffer buffer) {
  job.buffers.push_back(std::move(buffer));
  return Id(job.buffers.size() - 1);
}

Id JobBuilder::constant(int64_t value) {
  job.scalars.push_back({HostScalar::Kind::Constant, value, 0, 0, 0, 0});
  return Id(job.scalars.size() - 1);
}

Id JobBuilder::sizeOf(Id buffer, uint32_t dim) {
  job.scalars.push_back({HostScalar::Kind::Size, 0, buffer, dim, 0, 0});
  return Id(job.scalars.size() - 1);
}

Id JobBuilder::scalar(HostScalar::Kind kind, Id lhs, Id rhs) {
  job.scalars.push_back({kind, 0, 0, 0, lhs, rhs});
  return Id(job.scalars.size() - 1);
}

std::vector<Id> JobBuilder::sizes(const std::vector<int64_t> &shape) {
  std::vector<Id> ids;
  for (int64_t size : shape)
    ids.push_back(constant(size));
  return ids;
}

Id JobBuilder::input(const std::string &name, DType dtype, std::vector<int64_t> shape) {
  Id buffer = Id(job.buffers.size());
  std::vector<Id> ids;
  for (size_t dim = 0; dim < shape.size(); ++dim)
    ids.push_back(shape[dim] == kDynamic ? sizeOf(buffer, uint32_t(dim)) : constant(shape[dim]));
  job.inputs.push_back({name, dtype, std::move(shape)});
  return addBuffer({dtype, ids, InputStorage{uint32_t(job.inputs.size() - 1)}});
}

Id JobBuilder::result(const std::string &name, DType dtype, std::vector<int64_t> port, std::vector<Id> sizes) {
  job.results.push_back({name, dtype, std::move(port)});
  return addBuffer({dtype, std::move(sizes), ResultStorage{uint32_t(job.results.size() - 1), {}}});
}

Id JobBuilder::arenaOf(DType dtype, std::vector<Id> sizes, std::optional<Id> inPlaceOf) {
  return addBuffer({dtype, std::move(sizes), ArenaStorage{0, 0, inPlaceOf, {}}});
}

Id JobBuilder::variable(const std::string &name) {
  auto it = std::find_if(artifact.variables.begin(), artifact.variables.end(),
                         [&](const Variable &variable) { return variable.name == name; });
  return addBuffer({it->dtype, sizes(it->shape), VariableStorage{Id(it - artifact.variables.begin())}});
}

Id JobBuilder::slicedInput(const std::string &name, DType dtype, const std::vector<int64_t> &shape) {
  Id buffer = input(name, dtype, shape);
  std::get<InputStorage>(job.buffers[buffer].storage).isSliced = true;
  int64_t &size = job.inputs.back().shape[0];
  size = size == kDynamic ? kDynamic : size * job.repeat;
  return buffer;
}

Id JobBuilder::stackedResult(const std::string &name, DType dtype, const std::vector<int64_t> &shape) {
  Id buffer = result(name, dtype, shape);
  std::get<ResultStorage>(job.buffers[buffer].storage).isStacked = true;
  job.results.back().shape[0] *= job.repeat;
  return buffer;
}

Id JobBuilder::registers(uint32_t count, DType dtype, const std::vector<int64_t> &shape) {
  Id buffer = arena(dtype, shape);
  std::get<ArenaStorage>(job.buffers[buffer].storage).registers = count;
  return buffer;
}

Id JobBuilder::carried(DType dtype, const std::vector<int64_t> &shape) {
  Id buffer = arena(dtype, shape);
  std::get<ArenaStorage>(job.buffers[buffer].storage).isCarried = true;
  return buffer;
}

Id JobBuilder::constantBuffer(Id constant) {
  const Constant &entry = artifact.constants[constant];
  return addBuffer({entry.dtype, sizes(entry.shape), ConstantStorage{constant}});
}

Id JobBuilder::view(Id of, std::vector<Id> sizes, int64_t offset, const std::vector<int64_t> &strides) {
  std::vector<Id> ids;
  for (int64_t stride : strides)
    ids.push_back(constant(stride));
  return addBuffer({job.buffers[of].dtype, std::move(sizes), ViewStorage{of, constant(offset), ids}});
}

Id JobBuilder::add(InstructionBody body, uint32_t stream, std::vector<Id> predecessors) {
  Id id = Id(job.instructions.size());
  job.instructions.push_back({std::move(body),
                              stream,
                              std::move(predecessors),
                              {},
                              {"test.op" + std::to_string(id), "model.py", 10 + id, 1, {}}});
  return id;
}

Id JobBuilder::call(const std::string &kernel, std::vector<Id> operands, uint32_t stream, std::vector<Id> predecessors,
                    std::vector<Id> scalars) {
  auto it = std::find_if(artifact.kernels.begin(), artifact.kernels.end(),
                         [&](const Kernel &entry) { return entry.name == kernel; });
  return add(Call{Id(it - artifact.kernels.begin()), std::move(operands), std::move(scalars), {}}, stream,
             std::move(predecessors));
}

Id JobBuilder::finish() {
  std::vector<bool> isUsed(job.buffers.size());
  for (Id id = 0; id < job.instructions.size(); ++id)
    for (const InstructionUse &use : bufferUses(artifact, job.instructions[id])) {
      Id root = rootBuffer(job, use.buffer);
      auto *storage = std::get_if<ArenaStorage>(&job.buffers[root].storage);
      if (!storage)
        continue;
      storage->first = isUsed[root] ? storage->first : id;
      storage->last = id;
      isUsed[root] = true;
    }
  if (job.targets.empty())
    job.targets = targetsOf(artifact, job);
  artifact.jobs.push_back(job);
  return Id(artifact.jobs.size() - 1);
}

Artifact doublings(int length) {
  Artifact artifact = testArtifact();
  JobBuilder b(artifact, "main");
  Id value = b.input("x", DType::F32, {kDynamic});
  std::vector<Id> sizes = b.sizesOf(value);
  for (int i = 0; i + 1 < length; ++i) {
    Id next = b.arenaOf(DType::F32, sizes);
    b.call("double_f32", {value, next});
    value = next;
  }
  b.call("double_f32", {value, b.result("y", DType::F32, {kDynamic}, sizes)});
  b.finish();
  return artifact;
}

} // namespace weir
