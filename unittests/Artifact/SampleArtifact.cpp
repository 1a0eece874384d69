// See the header. The numbers of buffers and instructions stand beside them, as tests refer to them.
#include "unittests/Artifact/SampleArtifact.h"

namespace weir {

namespace {

Bytes filled(size_t size, uint8_t first) {
  std::vector<uint8_t> bytes(size);
  for (size_t i = 0; i < size; ++i)
    bytes[i] = uint8_t(first + i);
  return bytes;
}

Instruction at(InstructionBody body, uint32_t line, uint32_t stream = 0, std::vector<Id> predecessors = {}) {
  return {std::move(body), stream, std::move(predecessors), {}, {"weir.op", "model.py", line, 3, "model.0"}};
}

Job inner() {
  Job job;
  job.name = "inner";
  job.targets = {"cpu"};
  job.inputs = {{"x", DType::F32, {4, kDynamic}}};
  job.results = {{"y", DType::F32, {4, kDynamic}}};
  job.scalars = {{HostScalar::Kind::Constant, 4, 0, 0, 0, 0}, {HostScalar::Kind::Size, 0, 0, 1, 0, 0}};
  job.buffers = {{DType::F32, {0, 1}, InputStorage{0}}, {DType::F32, {0, 1}, ResultStorage{0, {}}}};
  job.instructions = {at(Copy{0, 1}, 1)};
  return job;
}

Job outer() {
  using Kind = HostScalar::Kind;
  Job job;
  job.name = "outer";
  job.targets = {"cpu"};
  job.inputs = {{"x", DType::F32, {4, kDynamic}}, {"flag", DType::Bool, {}}};
  job.results = {{"y", DType::F32, {4, kDynamic}}};
  job.donated = {0};
  job.scalars = {
      {Kind::Constant, 4, 0, 0, 0, 0}, // 0
      {Kind::Size, 0, 0, 1, 0, 0},     // 1
      {Kind::CeilDiv, 0, 0, 0, 1, 0},  // 2
      {Kind::Constant, 0, 0, 0, 0, 0}, // 3
      {Kind::Constant, 1, 0, 0, 0, 0}, // 4
      {Kind::Constant, 8, 0, 0, 0, 0}, // 5
  };
  job.buffers = {
      {DType::F32, {0, 1}, InputStorage{0}},               // 0
      {DType::Bool, {}, InputStorage{1}},                  // 1
      {DType::F32, {0, 1}, ResultStorage{0, Id(0)}},       // 2
      {DType::F32, {0}, VariableStorage{0}},               // 3
      {DType::F32, {0}, ConstantStorage{0}},               // 4
      {DType::F32, {0, 1}, ArenaStorage{0, 3, {}, {}}},    // 5
      {DType::F32, {0, 1}, ArenaStorage{3, 9, Id(5), {}}}, // 6
      {DType::F32, {0}, ViewStorage{5, 3, {4}}},           // 7
      {DType::F32, {5}, ArenaStorage{7, 7, {}, {}}},       // 8
  };
  job.instructions = {
      at(RunProgram{0, {0, 5}}, 10),                                          // 0
      at(Call{0, {7, 3}, {2}, {{"weir.add", "a.py", 7, 1, {}}}}, 11, 1, {0}), // 1
      at(RecordEvent{0}, 12, 1),                                              // 2
      at(Copy{5, 6}, 13, 0),                                                  // 3
      at(WaitEvent{0}, 14),                                                   // 4
      at(Barrier{}, 15),                                                      // 5
      at(HostCallback{"watch", {6, 4}}, 16),                                  // 6
      at(
          Collective{
              3, 8, {8}, {{.kind = Holding::Kind::Split}}, {{}}, {2}, {0, 1}, Grid{{2}, {0, 1}}, Grid{{2}, {1, 0}}},
          17),                     // 7
      at(Copy{6, 2}, 18),          // 8
      at(Release{6}, 19),          // 9
      at(Fill{2, 0x7fc00000}, 20), // 10
  };
  job.instructions[10].predicate = 1;
  return job;
}

Job derive() {
  Job job;
  job.name = "pack";
  job.kind = Job::Kind::Derive;
  job.targets = {"cpu"};
  job.scalars = {{HostScalar::Kind::Constant, 4, 0, 0, 0, 0}};
  job.buffers = {{DType::F32, {0}, VariableStorage{0}}, {DType::F32, {0}, VariableStorage{2}}};
  job.instructions = {at(Copy{0, 1}, 30)};
  return job;
}

/// "inner" for other targets, which reads a variable of its own.
Job innerOnDevice() {
  Job job;
  job.name = "inner";
  job.targets = {"cuda", "sim"};
  job.results = {{"y", DType::F32, {4}}};
  job.scalars = {{HostScalar::Kind::Constant, 4, 0, 0, 0, 0}};
  job.buffers = {{DType::F32, {0}, VariableStorage{3}}, {DType::F32, {0}, ResultStorage{0, {}}}};
  job.instructions = {at(Call{1, {0, 1}, {0}, {}}, 40)};
  return job;
}

Job outerOnDevice() {
  Job job;
  job.name = "outer";
  job.targets = {"cuda"};
  job.results = {{"y", DType::F32, {4}}};
  job.scalars = {{HostScalar::Kind::Constant, 4, 0, 0, 0, 0}};
  job.buffers = {{DType::F32, {0}, ResultStorage{0, {}}}, {DType::F32, {0}, VariableStorage{0}}};
  job.instructions = {at(RunProgram{3, {0}}, 50), at(Copy{0, 1}, 51)};
  return job;
}

std::vector<Kernel> kernels() {
  Kernel onHost, onDevice;
  onHost.name = onDevice.name = "add";
  onHost.operands = onDevice.operands = {{DType::F32, 1, Access::Const}, {DType::F32, 1, Access::Mut}};
  onHost.numScalars = onDevice.numScalars = 1;
  onHost.locations = onDevice.locations = {{"weir.add", "model.py", 5, 9, {}}};
  onHost.setHostCode("cpu", filled(100, 7), 0, {64});
  onDevice.host = filled(40, 3);
  onDevice.prepareOffset = 8;
  onDevice.images = {
      {"sim", "", filled(200, 9), {{"", 16, 128, 4096, 0}, {"", 96, 32, 0, 0}}, "cafe"},
      {"cuda", "sm_90a", filled(72, 100), {{"add_0", 0, 128, 4096, 40}, {"add_1", 0, 32, 0, 16}}, "cafe"},
      {"cuda", "compute_80", filled(50, 30), {{"add_0", 0, 128, 4096, 0}, {"add_1", 0, 32, 0, 0}}, "cafe"},
  };
  return {onHost, onDevice};
}

} // namespace

Artifact sampleArtifact() {
  Artifact artifact;
  artifact.targetTriple = "x86_64-pc-linux-gnu";
  artifact.cpuFeatures = {"avx2", "fma"};
  artifact.runtimeFeatures = {"collectives"};
  artifact.compilerHash = "0123abcd";
  artifact.kernels = kernels();
  artifact.constants = {{DType::F32, {4}, filled(16, 1)}, {DType::I8, {2, 3}, filled(6, 50)}};
  artifact.variables = {{"w", DType::F32, {4}, {}, Id(0)},
                        {"tied", DType::F32, {4}, Id(0), {}},
                        {"packed", DType::F32, {4}, {}, {}},
                        {"tiled", DType::F32, {4}, {}, {}}};
  artifact.jobs = {inner(), outer(), derive(), innerOnDevice(), outerOnDevice()};
  return artifact;
}

} // namespace weir
