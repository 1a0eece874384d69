// Emission: what each declaration and instruction becomes in the artifact, and what is refused.
#include "lib/Compiler/EmitProgram.h"
#include "lib/Artifact/ArtifactFile.h"
#include "unittests/Schedule/ScheduleRun.h"

#include "mlir/IR/Diagnostics.h"

#include <gtest/gtest.h>

#include <cstring>

using namespace mlir;

namespace weir {
namespace {

const std::string kTarget =
    R"(module attributes {kernel.target = #kernel.target<"naive", {features = "+avx2,-avx512f,+fma,+shstk"}>} {)";

class EmitProgram : public ::testing::Test {
protected:
  /// The artifact of a module in the stage `schedule`, with stand-ins for its kernels.
  Artifact emit(const std::string &body) {
    module = run.parse(kTarget + body + "}");
    FailureOr<Artifact> artifact = emitArtifact(*module, ScheduleRun::kernelsOf(*module));
    EXPECT_TRUE(succeeded(artifact));
    return succeeded(artifact) ? *artifact : Artifact();
  }

  std::string errorOf(const std::string &body, ArrayRef<Kernel> kernels) {
    module = run.parse(kTarget + body + "}");
    std::string message;
    ScopedDiagnosticHandler handler(module->getContext(), [&](Diagnostic &d) { message += d.str() + "\n"; });
    EXPECT_TRUE(failed(emitArtifact(*module, kernels)));
    return message;
  }

  /// A scalar of the job as text: "(size 0.1 mul 3)".
  static std::string scalar(const Job &job, Id id) {
    const HostScalar &s = job.scalars[id];
    const char *names[] = {"", "size", "add", "sub", "mul", "floordiv", "ceildiv", "mod", "min", "max"};
    if (s.kind == HostScalar::Kind::Constant)
      return std::to_string(s.value);
    if (s.kind == HostScalar::Kind::Size)
      return "size " + std::to_string(s.buffer) + "." + std::to_string(s.dim);
    return "(" + scalar(job, s.lhs) + " " + names[int(s.kind)] + " " + scalar(job, s.rhs) + ")";
  }

  static std::vector<std::string> scalarTexts(const Job &job, const std::vector<Id> &ids) {
    std::vector<std::string> texts;
    for (Id id : ids)
      texts.push_back(scalar(job, id));
    return texts;
  }

  ScheduleRun run;
  OwningOpRef<ModuleOp> module;
};

using Texts = std::vector<std::string>;

TEST_F(EmitProgram, HeaderNamesTheMachine) {
  Artifact artifact = emit("");
  EXPECT_EQ(artifact.cpuFeatures, (Texts{"avx2", "fma"})); // what is absent or no arithmetic isn't asked for
  EXPECT_NE(artifact.targetTriple.find("linux"), std::string::npos);
}

TEST_F(EmitProgram, VariablesAndTheirInitialValues) {
  Artifact artifact = emit(R"(
    weir.variable @tied {alias = @w} : tensor<2xf32>
    weir.variable @w {initial = dense<[1.0, 2.0]> : tensor<2xf32>} : tensor<2xf32>
    weir.variable @ones {initial = dense<1.0> : tensor<2x2xbf16>} : tensor<2x2xbf16>
    weir.variable @zeros {initial = dense<0> : tensor<3xi64>} : tensor<3xi64>
    weir.variable @mask {initial = dense<[true, false, true]> : tensor<3xi1>} : tensor<3xi1>
  )");
  ASSERT_EQ(artifact.variables.size(), 5u);
  EXPECT_EQ(artifact.variables[0].aliasOf, Id(1));
  EXPECT_EQ(artifact.variables[3].initial, std::nullopt);
  EXPECT_EQ(artifact.variables[3].shape, Sizes{3});
  auto bytes = [&](size_t variable) {
    const Bytes &data = artifact.constants[*artifact.variables[variable].initial].data;
    return std::vector<uint8_t>(data.data(), data.data() + data.size());
  };
  float numbers[2];
  std::memcpy(numbers, bytes(1).data(), sizeof numbers);
  EXPECT_EQ(numbers[1], 2.0f);
  EXPECT_EQ(bytes(2), (std::vector<uint8_t>{0x80, 0x3f, 0x80, 0x3f, 0x80, 0x3f, 0x80, 0x3f}));
  EXPECT_EQ(bytes(4), (std::vector<uint8_t>{1, 0, 1}));
  EXPECT_EQ(artifact.variables[4].dtype, DType::Bool);
}

TEST_F(EmitProgram, Iterations) {
  Artifact artifact = emit(R"(
    vm.program @f kind(job) repeat(4) {
      %x = vm.input 0 "x" sliced : !vm.buffer<3x2xf32>
      %d = vm.input 1 "d" strided sliced : !vm.buffer<?xf32>
      %n = vm.size %d, 0 : !vm.buffer<?xf32>
      %y = vm.result 0 "y" stacked : !vm.buffer<3x2xf32>
      %z = vm.result 1 "z" stacked sizes(%n) : !vm.buffer<?xf32>
      %t = vm.arena registers(3) : !vm.buffer<3x2xf32>
      %a = vm.arena carried : !vm.buffer<f32>
      vm.fill %a, 0.0 : f32 when first : !vm.buffer<f32>
      vm.copy %x to %t : !vm.buffer<3x2xf32> to !vm.buffer<3x2xf32>
      vm.copy %t to %y {stream = 1 : i64} : !vm.buffer<3x2xf32> to !vm.buffer<3x2xf32>
      vm.copy %d to %z : !vm.buffer<?xf32> to !vm.buffer<?xf32>
      vm.host_callback "log" const(%a : !vm.buffer<f32>) when last
    })");
  const Job &job = artifact.jobs[0];
  EXPECT_EQ(job.repeat, 4u);
  EXPECT_EQ(job.inputs[0].shape, (std::vector<int64_t>{12, 2}));
  EXPECT_EQ(job.inputs[1].shape, (std::vector<int64_t>{kDynamic}));
  EXPECT_EQ(job.results[0].shape, (std::vector<int64_t>{12, 2}));
  size_t sliced = 0, stacked = 0;
  uint32_t registers = 0, carried = 0;
  for (const Buffer &buffer : job.buffers) {
    if (const auto *input = std::get_if<InputStorage>(&buffer.storage))
      sliced += input->isSliced;
    if (const auto *result = std::get_if<ResultStorage>(&buffer.storage))
      stacked += result->isStacked;
    if (const auto *arena = std::get_if<ArenaStorage>(&buffer.storage))
      registers += arena->registers, carried += arena->isCarried;
  }
  EXPECT_EQ(sliced, 2u);
  EXPECT_EQ(stacked, 2u);
  EXPECT_EQ(registers, 3u + 1u);
  EXPECT_EQ(carried, 1u);
  EXPECT_EQ(job.instructions[0].when, When::First);
  EXPECT_EQ(job.instructions[1].when, When::Each);
  EXPECT_EQ(job.instructions[4].when, When::Last);
}

TEST_F(EmitProgram, SizesStridesAndViews) {
  Artifact artifact = emit(R"(
    func.func private @k(%x: tensor<?x3xf32>, %n: index) -> tensor<?xf32> attributes {kernel.kernel} {
      %0 = weir.reshape %x sizes(%n) : tensor<?x3xf32> -> tensor<?xf32>
      return %0 : tensor<?xf32>
    }
    vm.program @f kind(job) {
      %x = vm.input 0 "x" : !vm.buffer<?x3xf32>
      %s = vm.input 1 "s" strided : !vm.buffer<?x3xf32>
      %n = vm.size %x, 0 : !vm.buffer<?x3xf32>
      %c3 = arith.constant 3 : index
      %m = arith.muli %n, %c3 : index
      %t = vm.arena sizes(%m) : !vm.buffer<?xf32>
      %v = vm.view %t sizes(%n) : !vm.buffer<?xf32> to !vm.buffer<?x3xf32>
      %y = vm.result 0 "y" sizes(%m) : !vm.buffer<?xf32>
      %z = vm.result 1 "z" sizes(%m) : !vm.buffer<?xf32>
      vm.call @k const(%x) mut(%t) scalars(%m) : (!vm.buffer<?x3xf32>) -> !vm.buffer<?xf32>
      vm.call @k const(%v) mut(%y) scalars(%m) : (!vm.buffer<?x3xf32>) -> !vm.buffer<?xf32>
      vm.call @k const(%s) mut(%z) scalars(%m) : (!vm.buffer<?x3xf32>) -> !vm.buffer<?xf32>
    }
  )");
  const Job &job = artifact.jobs[0];
  EXPECT_EQ(job.inputs[0].shape, (std::vector<int64_t>{kDynamic, 3}));
  EXPECT_EQ(job.results[1].name, "z");
  auto buffer = [&](size_t call, size_t operand) -> const Buffer & {
    return job.buffers[std::get<Call>(job.instructions[call].body).operands[operand]];
  };
  // An input that its kernels expect row by row is used through a row-major view, a strided one as it is given.
  const auto &rows = std::get<ViewStorage>(buffer(0, 0).storage);
  EXPECT_EQ(std::get<InputStorage>(job.buffers[rows.of].storage).index, 0u);
  EXPECT_EQ(scalarTexts(job, rows.strides), (Texts{"3", "1"}));
  EXPECT_EQ(std::get<InputStorage>(buffer(2, 0).storage).index, 1u);
  EXPECT_EQ(scalarTexts(job, buffer(0, 1).sizes), (Texts{"(size 0.0 mul 3)"}));
  const auto &arena = std::get<ArenaStorage>(buffer(0, 1).storage);
  EXPECT_EQ(arena.first, 0u);
  EXPECT_EQ(arena.last, 1u); // through the view
  EXPECT_EQ(arena.offset, std::nullopt);
  const auto &view = std::get<ViewStorage>(buffer(1, 0).storage);
  EXPECT_EQ(scalarTexts(job, buffer(1, 0).sizes), (Texts{"size 0.0", "3"}));
  EXPECT_EQ(scalarTexts(job, view.strides), (Texts{"3", "1"}));
  EXPECT_EQ(scalar(job, view.offset), "0");
  EXPECT_EQ(scalarTexts(job, std::get<Call>(job.instructions[0].body).scalars), (Texts{"(size 0.0 mul 3)"}));
}

TEST_F(EmitProgram, PlannedBuffersAndDonation) {
  Artifact artifact = emit(R"(
    func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> attributes {kernel.kernel} {
      return %x : tensor<4xf32>
    }
    vm.program @p kind(job) attributes {live_bound = 64 : i64, peak_bytes = 64 : i64} {
      %x = vm.input 0 "x" donated : !vm.buffer<4xf32>
      %y = vm.result 0 "y" in_place_of(%x : !vm.buffer<4xf32>) : !vm.buffer<4xf32>
      %b = vm.arena at 0 bytes 16 : !vm.buffer<4xf32>
      %a = vm.arena at 0 bytes 16 : !vm.buffer<4xf32>
      vm.call @f const(%x) mut(%a) : (!vm.buffer<4xf32>) -> !vm.buffer<4xf32>
      vm.call @f const(%a) mut(%b) {in_place = array<i64: 0>} : (!vm.buffer<4xf32>) -> !vm.buffer<4xf32>
      vm.call @f const(%b) mut(%y) : (!vm.buffer<4xf32>) -> !vm.buffer<4xf32>
    }
  )");
  const Job &job = artifact.jobs[0];
  EXPECT_EQ(job.donated, std::vector<uint32_t>{0});
  EXPECT_EQ(job.arenaBytes, 64);
  const auto &call = std::get<Call>(job.instructions[1].body);
  const auto &taker = std::get<ArenaStorage>(job.buffers[call.operands[1]].storage);
  EXPECT_EQ(taker.inPlaceOf, call.operands[0]);
  EXPECT_EQ(taker.offset, 0);
  const auto &last = std::get<Call>(job.instructions[2].body);
  const auto &result = std::get<ResultStorage>(job.buffers[last.operands[1]].storage);
  ASSERT_TRUE(result.inPlaceOf);
  EXPECT_TRUE(std::holds_alternative<InputStorage>(job.buffers[*result.inPlaceOf].storage));
}

TEST_F(EmitProgram, EveryInstruction) {
  Artifact artifact = emit(R"(
    weir.variable @w : tensor<4xf32>
    vm.program @inner kind(job) {
      %x = vm.input 0 "x" : !vm.buffer<4xf32>
      %y = vm.result 0 "y" : !vm.buffer<4xf32>
      vm.copy %x to %y : !vm.buffer<4xf32> to !vm.buffer<4xf32>
    }
    func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> attributes {kernel.kernel} {
      return %x : tensor<4xf32>
    }
    vm.program @outer kind(job) attributes {live_bound = 64 : i64, peak_bytes = 64 : i64} {
      %p = vm.input 0 "p" : !vm.buffer<i1>
      %w = vm.variable @w : !vm.buffer<4xf32>
      %r = vm.result 0 "r" : !vm.buffer<8xf32>
      %t = vm.arena at 0 bytes 16 : !vm.buffer<4xf32>
      vm.fill %t, 1.5 : f32 : !vm.buffer<4xf32>
      vm.call @f const(%t) mut(%w) if %p : (!vm.buffer<4xf32>) -> !vm.buffer<4xf32>
      vm.record_event 0
      vm.wait_event 0 {stream = 1 : i64}
      vm.copy %w to %t {stream = 1 : i64} : !vm.buffer<4xf32> to !vm.buffer<4xf32>
      vm.barrier
      vm.run_program @inner const(%t) mut(%w) : (!vm.buffer<4xf32>) -> !vm.buffer<4xf32>
      vm.host_callback "log" const(%w : !vm.buffer<4xf32>)
      vm.collective %w into %r of [8] from #sbp.split<0> to #sbp.broadcast on [2] among dense<[[0, 1]]> : tensor<1x2xi64>
          {stream = 2 : i64} : !vm.buffer<4xf32> into !vm.buffer<8xf32>
      vm.release %t : !vm.buffer<4xf32>
    }
  )");
  const Job &job = artifact.jobs[1];
  using Kind = InstructionKind;
  Kind kinds[] = {Kind::Fill,    Kind::Call,       Kind::RecordEvent,  Kind::WaitEvent,  Kind::Copy,
                  Kind::Barrier, Kind::RunProgram, Kind::HostCallback, Kind::Collective, Kind::Release};
  ASSERT_EQ(job.instructions.size(), std::size(kinds));
  for (size_t i = 0; i < std::size(kinds); ++i)
    EXPECT_EQ(job.instructions[i].kind(), kinds[i]) << i;
  EXPECT_EQ(std::get<Fill>(job.instructions[0].body).bits, 0x3fc00000u);
  EXPECT_TRUE(job.instructions[1].predicate);
  EXPECT_EQ(job.instructions[3].stream, 1u);
  EXPECT_EQ(job.instructions[3].predecessors, std::vector<Id>{2}); // the event
  EXPECT_EQ(job.instructions[4].predecessors, std::vector<Id>{1}); // who wrote @w and read %t
  EXPECT_EQ(job.instructions[5].predecessors, std::vector<Id>{4});
  EXPECT_EQ(std::get<RunProgram>(job.instructions[6].body).job, 0u);
  EXPECT_EQ(std::get<HostCallback>(job.instructions[7].body).name, "log");
  const auto &collective = std::get<Collective>(job.instructions[8].body);
  EXPECT_EQ(collective.whole, Sizes{8});
  EXPECT_EQ(collective.from, (std::vector<Holding>{{.kind = Holding::Kind::Split}}));
  EXPECT_EQ(collective.to, std::vector<Holding>{{}});
  EXPECT_EQ(collective.ranks, (std::vector<int64_t>{0, 1}));
  EXPECT_EQ(job.instructions[8].predecessors, std::vector<Id>{6}); // who wrote @w
  Result<std::vector<uint8_t>> file = serialize(artifact);
  ASSERT_TRUE(bool(file)) << file.message();
  EXPECT_TRUE(bool(readArtifact(*file)));
}

/// Two buffers at one place, on two streams: who takes the bytes waits for who still reads them.
TEST_F(EmitProgram, SharedBytesMakeEdges) {
  Artifact artifact = emit(R"(
    func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> attributes {kernel.kernel} {
      return %x : tensor<4xf32>
    }
    vm.program @p kind(job) attributes {live_bound = 64 : i64, peak_bytes = 64 : i64} {
      %x = vm.input 0 "x" : !vm.buffer<4xf32>
      %y = vm.result 0 "y" : !vm.buffer<4xf32>
      %z = vm.result 1 "z" : !vm.buffer<4xf32>
      %a = vm.arena at 0 bytes 16 : !vm.buffer<4xf32>
      %b = vm.arena at 0 bytes 16 : !vm.buffer<4xf32>
      vm.call @f const(%x) mut(%a) : (!vm.buffer<4xf32>) -> !vm.buffer<4xf32>
      vm.call @f const(%a) mut(%y) : (!vm.buffer<4xf32>) -> !vm.buffer<4xf32>
      vm.call @f const(%x) mut(%b) {stream = 1 : i64} : (!vm.buffer<4xf32>) -> !vm.buffer<4xf32>
      vm.call @f const(%b) mut(%z) {stream = 1 : i64} : (!vm.buffer<4xf32>) -> !vm.buffer<4xf32>
    }
  )");
  const std::vector<Instruction> &instructions = artifact.jobs[0].instructions;
  EXPECT_EQ(instructions[2].predecessors, std::vector<Id>{1});
  EXPECT_EQ(instructions[3].predecessors, std::vector<Id>{0}); // it reads bytes that instruction 0 wrote before
}

TEST_F(EmitProgram, LocationsAreTheUsersLines) {
  module = run.parse(kTarget + R"(
    func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> attributes {kernel.kernel} {
      return %x : tensor<4xf32>
    } loc(fused["a.py":1:1, "a.py":2:2])
    vm.program @p kind(job) {
      %x = vm.input 0 "x" : !vm.buffer<4xf32>
      %y = vm.result 0 "y" : !vm.buffer<4xf32>
      %z = vm.result 1 "z" : !vm.buffer<4xf32>
      %u = vm.result 2 "u" : !vm.buffer<4xf32>
      vm.call @f const(%x) mut(%y) : (!vm.buffer<4xf32>) -> !vm.buffer<4xf32> loc(fused["a.py":1:1, "a.py":2:2])
      vm.call @f const(%x) mut(%z) : (!vm.buffer<4xf32>) -> !vm.buffer<4xf32>
          loc(fused["forward"("b.py":7:1), callsite("b.py":8:2 at "c.py":9:9)])
      vm.copy %x to %u : !vm.buffer<4xf32> to !vm.buffer<4xf32> loc("forward"("d.py":5:3))
    }
  })");
  std::vector<Kernel> kernels = ScheduleRun::kernelsOf(*module);
  kernels[0].locations = {{"gather", "a.py", 2, 2, {}}};
  FailureOr<Artifact> artifact = emitArtifact(*module, kernels);
  ASSERT_TRUE(succeeded(artifact));
  const std::vector<Instruction> &instructions = artifact->jobs[0].instructions;
  EXPECT_EQ(instructions[0].location, (Location{"f", "a.py", 1, 1, {}}));
  EXPECT_EQ(instructions[1].location, (Location{"f", "b.py", 7, 1, {}}));
  EXPECT_EQ(instructions[2].location, (Location{"copy", "d.py", 5, 3, {}}));
  EXPECT_TRUE(std::get<Call>(instructions[0].body).locations.empty());
  ASSERT_EQ(std::get<Call>(instructions[1].body).locations.size(), 1u);
  EXPECT_EQ(std::get<Call>(instructions[1].body).locations[0].file, "b.py");
}

const std::string kOneCall = R"(
    func.func private @f(%x: tensor<4xi1>) -> tensor<4xf32> attributes {kernel.kernel} {
      %0 = weir.constant dense<1.0> : tensor<4xf32> -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    vm.program @p kind(job) {
      %x = vm.input 0 "x" : !vm.buffer<4xi1>
      %y = vm.result 0 "y" : !vm.buffer<4xf32>
      vm.call @f const(%x) mut(%y) : (!vm.buffer<4xi1>) -> !vm.buffer<4xf32>
    }
)";

/// Code knows bytes; that they hold bools is the function's to say.
TEST_F(EmitProgram, DTypesComeFromTheFunction) {
  module = run.parse(kTarget + kOneCall + "}");
  std::vector<Kernel> kernels = ScheduleRun::kernelsOf(*module);
  kernels[0].operands[0].dtype = DType::I8;
  FailureOr<Artifact> artifact = emitArtifact(*module, kernels);
  ASSERT_TRUE(succeeded(artifact));
  EXPECT_EQ(artifact->kernels[0].operands[0].dtype, DType::Bool);
}

TEST_F(EmitProgram, RefusesWhatDoesNotFit) {
  module = run.parse(kTarget + kOneCall + "}");
  std::vector<Kernel> kernels = ScheduleRun::kernelsOf(*module);
  EXPECT_EQ(errorOf(kOneCall, {}), "'vm.call' op expects kernel @f to be compiled\n");

  std::vector<Kernel> wrong = kernels;
  wrong[0].operands[0].dtype = DType::F64;
  EXPECT_EQ(errorOf(kOneCall, wrong), "'func.func' op expects compiled code whose operand 0 is 'tensor<4xi1>', got f64 "
                                      "of rank 1\n");
  wrong = kernels;
  wrong[0].numScalars = 1;
  EXPECT_EQ(errorOf(kOneCall, wrong),
            "'func.func' op expects compiled code for 2 operands and 0 scalars, got 2 and 1\n");
  wrong = kernels;
  wrong[0].name = "g";
  EXPECT_EQ(errorOf(kOneCall, wrong),
            "expects a function with the attribute 'kernel.kernel' for compiled kernel 'g'\n");
  wrong = kernels;
  wrong[0].host = Bytes();
  EXPECT_NE(errorOf(kOneCall, wrong).find("expects to be emitted as an artifact that obeys its rules: kernel 'f'"),
            std::string::npos);
}

} // namespace
} // namespace weir
