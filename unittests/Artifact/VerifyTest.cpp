// Each rule of an artifact, broken once: the message says which.
#include "lib/Artifact/Verify.h"
#include "unittests/Artifact/SampleArtifact.h"

#include "Artifact_generated.h"

#include <gtest/gtest.h>

#include <functional>

namespace weir {
namespace {

TEST(Verify, TheSampleIsValid) { EXPECT_EQ(verify(sampleArtifact()), std::nullopt); }

struct Rule {
  const char *name;
  std::function<void(Artifact &)> breakIt;
  const char *expected; ///< part of the message
};

void PrintTo(const Rule &rule, std::ostream *stream) { *stream << rule.name; }

class VerifyRule : public ::testing::TestWithParam<Rule> {};

TEST_P(VerifyRule, IsEnforced) {
  Artifact artifact = sampleArtifact();
  GetParam().breakIt(artifact);
  std::optional<Failure> broken = verify(artifact);
  ASSERT_TRUE(broken.has_value());
  EXPECT_NE(broken->message.find(GetParam().expected), std::string::npos) << broken->message;
}

Job &outer(Artifact &artifact) { return artifact.jobs[1]; }

KernelImage &image(Artifact &artifact, size_t image) { return artifact.kernels[1].images[image]; }

template <typename T> T &body(Artifact &artifact, Id instruction) {
  return std::get<T>(outer(artifact).instructions[instruction].body);
}

template <typename T> T &storage(Artifact &artifact, Id buffer) {
  return std::get<T>(outer(artifact).buffers[buffer].storage);
}

/// No result of a job that repeats is in place of an input.
void repeated(Artifact &artifact, uint32_t times) {
  outer(artifact).repeat = times;
  storage<ResultStorage>(artifact, 2).inPlaceOf = {};
}

const Rule kRules[] = {
    {"Prepare", [](Artifact &a) { a.kernels[0].prepareOffset = 100; }, "kernel 'add': expects prepare inside"},
    {"HostCode", [](Artifact &a) { a.kernels[1].host = {}; }, "the host code of 0 bytes, got offset 8"},
    {"NoImage", [](Artifact &a) { a.kernels[0].images.clear(); }, "kernel 'add': expects an image"},
    {"ImageTarget", [](Artifact &a) { image(a, 0).target = ""; }, "image for '' '': expects the name of a target"},
    {"ImageCode", [](Artifact &a) { image(a, 1).code = {}; }, "image for 'cuda' 'sm_90a': expects code, got none"},
    {"ImageTwice", [](Artifact &a) { image(a, 2).arch = "sm_90a"; }, "one image for 'cuda' 'sm_90a', got two"},
    {"NoPhase", [](Artifact &a) { image(a, 0).phases.clear(); }, "'sim' '': expects 1 to 4 phases, got 0"},
    {"ManyPhases", [](Artifact &a) { image(a, 0).phases.resize(5, {"", 16}); }, "expects 1 to 4 phases, got 5"},
    {"PhasesDiffer", [](Artifact &a) { image(a, 2).phases.pop_back(); }, "equal numbers of phases, got 2 and 1"},
    {"EntryPoint", [](Artifact &a) { image(a, 0).phases[1].offset = 200; }, "phase 1: expects entry points inside"},
    {"SymbolOfFlat", [](Artifact &a) { image(a, 0).phases[1].symbol = "f"; }, "symbols for all phases or for none"},
    {"SymbolMissing", [](Artifact &a) { image(a, 1).phases[1].symbol = ""; }, "symbols for all phases or for none"},
    {"SymbolAndOffset", [](Artifact &a) { image(a, 1).phases[1].offset = 4; }, "a symbol or an offset, got 'add_1'"},
    {"SymbolText", [](Artifact &a) { image(a, 1).phases[0].symbol.push_back('\0'); }, "symbols without zero bytes"},
    {"NoThreads", [](Artifact &a) { image(a, 1).phases[0].threads = 0; }, "phase 0: expects 1 to 1024 threads, got 0"},
    {"ManyThreads", [](Artifact &a) { image(a, 1).phases[0].threads = 1025; }, "1 to 1024 threads, got 1025"},
    {"SharedBytes", [](Artifact &a) { image(a, 0).phases[0].sharedBytes = 1 << 21; }, "1048576 bytes of shared memory"},
    {"Registers", [](Artifact &a) { image(a, 1).phases[1].registers = 256; }, "expects 255 registers at most, got 256"},
    {"SourceHash", [](Artifact &a) { image(a, 2).sourceHash = "beef"; }, "made from one module, got hashes 'cafe'"},
    {"KernelNames", [](Artifact &a) { a.kernels[0].images[0].target = "sim"; }, "one kernel named 'add' for 'sim'"},
    {"NoTarget", [](Artifact &a) { a.jobs[0].targets.clear(); }, "job 'inner': expects a target"},
    {"EmptyTarget", [](Artifact &a) { a.jobs[3].targets[1] = ""; }, "names of targets that are not empty"},
    {"TargetTwice", [](Artifact &a) { a.jobs[3].targets[1] = "cuda"; }, "one job named 'inner' for target 'cuda'"},
    {"CallTarget",
     [](Artifact &a) {
       a.kernels[1].images.erase(a.kernels[1].images.begin()); // the image for sim
     },
     "expects kernel 'add' to have an image for target 'sim'"},
    {"CalledTarget", [](Artifact &a) { a.jobs[3].targets = {"sim"}; }, "job 'inner' to be for target 'cuda' too"},
    {"OperandRank", [](Artifact &a) { a.kernels[0].operands[0].rank = 17; }, "rank 16 at most, got 17"},
    {"ConstantSize", [](Artifact &a) { a.constants[1].shape = {2, 4}; }, "constant 1: expects 8 bytes, got 6"},
    {"ConstantOverflow", [](Artifact &a) { a.constants[0].shape = {1 << 30, 1 << 30, 1 << 30}; }, "2^48"},
    {"ConstantDynamic", [](Artifact &a) { a.constants[0].shape = {kDynamic}; }, "constant 0"},
    {"VariableDynamic", [](Artifact &a) { a.variables[0].shape = {kDynamic}; }, "variable 'w'"},
    {"AliasOfAlias", [](Artifact &a) { a.variables[2].aliasOf = 1; }, "alias of a variable that is none"},
    {"AliasRange", [](Artifact &a) { a.variables[1].aliasOf = 9; }, "alias of a variable"},
    {"AliasType", [](Artifact &a) { a.variables[1].dtype = DType::I32; }, "expects the type of 'w'"},
    {"InitialRange", [](Artifact &a) { a.variables[0].initial = 2; }, "initial constant below 2, got 2"},
    {"InitialType", [](Artifact &a) { a.variables[0].initial = 1; }, "initial value of tensor<4xf32>"},
    {"VariableNames", [](Artifact &a) { a.variables[2].name = "w"; }, "one variable named 'w'"},
    {"JobNames", [](Artifact &a) { a.jobs[2].name = "outer"; }, "one job named 'outer' for target 'cpu', got two"},
    {"PortRank", [](Artifact &a) { outer(a).inputs[0].shape.resize(17, 1); }, "'x' to have rank 16 at most"},
    {"PortSize", [](Artifact &a) { outer(a).inputs[0].shape[0] = -2; }, "'x': expects sizes"},
    {"DeriveInputs", [](Artifact &a) { outer(a).kind = Job::Kind::Derive; }, "derive job to have no inputs"},
    {"DonatedRange", [](Artifact &a) { outer(a).donated = {2}; }, "donated input to be below 2"},
    {"ScalarOrder", [](Artifact &a) { outer(a).scalars[2].lhs = 2; }, "host scalar operand to be below 2, got 2"},
    {"SizeOfInput", [](Artifact &a) { outer(a).scalars[1].buffer = 5; }, "to be a size of an input"},
    {"SizeDimension", [](Artifact &a) { outer(a).scalars[1].dim = 2; }, "to be a size of an input"},
    {"BufferSizes", [](Artifact &a) { outer(a).buffers[5].sizes[0] = 6; }, "host scalar of a size to be below 6"},
    {"BufferDType", [](Artifact &a) { outer(a).buffers[0].dtype = DType::I32; }, "to match input 'x', f32 of rank 2"},
    {"InputRange", [](Artifact &a) { storage<InputStorage>(a, 1).index = 2; }, "input to be below 2"},
    {"InputTwice", [](Artifact &a) { storage<InputStorage>(a, 1).index = 0; }, "one buffer for input 0"},
    {"ResultRange", [](Artifact &a) { storage<ResultStorage>(a, 2).index = 1; }, "result to be below 1"},
    {"ResultInPlace", [](Artifact &a) { outer(a).donated.clear(); }, "in place of a donated input"},
    {"ResultMissing", [](Artifact &a) { outer(a).results.push_back({"z", DType::F32, {}}); }, "buffer for each result"},
    {"VariableRange", [](Artifact &a) { storage<VariableStorage>(a, 3).variable = 4; }, "variable to be below 4"},
    {"ConstantRange", [](Artifact &a) { storage<ConstantStorage>(a, 4).constant = 2; }, "constant to be below 2"},
    {"ConstantType", [](Artifact &a) { storage<ConstantStorage>(a, 4).constant = 1; }, "to match constant 1"},
    {"Lifetime", [](Artifact &a) { storage<ArenaStorage>(a, 5).last = 11; }, "to live within the 11 instructions"},
    {"LifetimeOrder", [](Artifact &a) { storage<ArenaStorage>(a, 6).first = 10; }, "to live within"},
    {"InPlaceMeeting", [](Artifact &a) { storage<ArenaStorage>(a, 6).first = 2; }, "dies where it begins"},
    {"InPlaceOrder", [](Artifact &a) { storage<ArenaStorage>(a, 5).inPlaceOf = 6; }, "buffer taken in place"},
    {"OffsetsOfAll", [](Artifact &a) { storage<ArenaStorage>(a, 5).offset = 0; }, "for all arena buffers or for none"},
    {"OffsetAlignment", [](Artifact &a) { storage<ArenaStorage>(a, 5).offset = 32; }, "multiple of 64"},
    {"ViewOrder", [](Artifact &a) { storage<ViewStorage>(a, 7).of = 7; }, "buffer of a view to be below 7"},
    {"ViewStrides", [](Artifact &a) { storage<ViewStorage>(a, 7).strides = {4, 4}; }, "to have 1 strides, got 2"},
    {"ViewScalar", [](Artifact &a) { storage<ViewStorage>(a, 7).strides = {6}; }, "stride of a view to be below 6"},
    {"ViewDType", [](Artifact &a) { outer(a).buffers[7].dtype = DType::F64; }, "elements of equal size"},
    {"Stream", [](Artifact &a) { outer(a).instructions[1].stream = 64; }, "stream to be below 64"},
    {"Predecessor", [](Artifact &a) { outer(a).instructions[1].predecessors = {1}; }, "predecessor"},
    {"Predicate", [](Artifact &a) { outer(a).instructions[10].predicate = 4; }, "to match a predicate, bool of rank 0"},
    {"KernelRange", [](Artifact &a) { body<Call>(a, 1).kernel = 2; }, "kernel to be below 2"},
    {"CallOperands", [](Artifact &a) { body<Call>(a, 1).operands = {7}; }, "expects 2 operands and 1 scalars"},
    {"CallScalars", [](Artifact &a) { body<Call>(a, 1).scalars = {}; }, "expects 2 operands and 1 scalars"},
    {"CallScalarRange", [](Artifact &a) { body<Call>(a, 1).scalars = {9}; }, "host scalar to be below 6"},
    {"CallRank", [](Artifact &a) { body<Call>(a, 1).operands = {5, 3}; }, "operand 0 of kernel 'add'"},
    {"CallOperandRange", [](Artifact &a) { body<Call>(a, 1).operands = {7, 9}; }, "buffer to be below 9"},
    {"WriteConstant", [](Artifact &a) { body<Call>(a, 1).operands = {7, 4}; }, "not to write a constant"},
    {"WriteInput",
     [](Artifact &a) {
       outer(a).donated = {};
       storage<ResultStorage>(a, 2).inPlaceOf = {};
       body<Copy>(a, 3) = {5, 0};
     },
     "to write no input that isn't donated, got buffer 0"},
    {"CopyType", [](Artifact &a) { body<Copy>(a, 8).source = 4; }, "to match the source of the copy"},
    {"CopyRange", [](Artifact &a) { body<Copy>(a, 8).source = 9; }, "buffer to be below 9"},
    {"EventTwice", [](Artifact &a) { outer(a).instructions[5].body = RecordEvent{0}; }, "event 0 to be recorded once"},
    {"EventOrder", [](Artifact &a) { body<WaitEvent>(a, 4).event = 1; }, "to be recorded before"},
    {"EventRange", [](Artifact &a) { body<RecordEvent>(a, 2).event = 11; }, "event to be below 11"},
    {"CalledJob", [](Artifact &a) { body<RunProgram>(a, 0).job = 1; }, "job of run_program to be below 1"},
    {"CalledOperands", [](Artifact &a) { body<RunProgram>(a, 0).operands = {0}; },
     "expects 2 operands for job 'inner'"},
    {"CalledType", [](Artifact &a) { body<RunProgram>(a, 0).operands = {4, 5}; }, "'x' of job 'inner'"},
    {"CallbackRange", [](Artifact &a) { body<HostCallback>(a, 6).operands = {9}; }, "buffer to be below 9"},
    {"CollectiveRange", [](Artifact &a) { body<Collective>(a, 7).target = 9; }, "buffer to be below 9"},
    {"CollectiveRank", [](Artifact &a) { body<Collective>(a, 7).target = 6; }, "to match the whole value, f32 of rank 1"},
    {"CollectiveInPlace", [](Artifact &a) { body<Collective>(a, 7).target = 3; }, "to give and take in different memory"},
    {"CollectiveGroups", [](Artifact &a) { body<Collective>(a, 7).ranks = {0, 1, 2}; }, "as a mesh of 2 has places"},
    {"CollectiveMesh", [](Artifact &a) { body<Collective>(a, 7).mesh = {-1}; }, "as a mesh of -1 has places"},
    {"CollectiveTwice", [](Artifact &a) { body<Collective>(a, 7).ranks = {1, 1}; }, "each rank in one group, once, got 1"},
    {"CollectiveWhole", [](Artifact &a) { body<Collective>(a, 7).whole = {kDynamic}; }, "the sizes of a whole value"},
    {"CollectiveAxes", [](Artifact &a) { body<Collective>(a, 7).from = {}; }, "a holding for each of 1 axes, got 0"},
    {"CollectiveDim", [](Artifact &a) { body<Collective>(a, 7).from[0].dim = 1; }, "a split of one of 1 dimensions"},
    {"CollectiveFactor", [](Artifact &a) { body<Collective>(a, 7).from[0].outer = 3; }, "to divide the dimension's"},
    {"CollectivePartial", [](Artifact &a) { body<Collective>(a, 7).to[0].kind = Holding::Kind::Partial; },
     "no partial values to be exchanged"},
    {"CollectiveGivers", [](Artifact &a) { body<Collective>(a, 7).givers = Grid{{2}, {0, 2}}; },
     "numbers of 2 members, each once, got 2"},
    {"CollectiveGrid", [](Artifact &a) { body<Collective>(a, 7).takers = Grid{{2}, {0}}; },
     "a member for each place of a mesh, got 1"},
    {"CollectiveGridAxes", [](Artifact &a) { body<Collective>(a, 7).takers = Grid{{2, 1}, {0, 1}}; },
     "a holding for each of 2 axes, got 1"},
    {"CollectiveGridOfScalar",
     [](Artifact &a) {
       body<Collective>(a, 7).whole = {};
       body<Collective>(a, 7).from = {{}};
     },
     "a value of some dimensions"},
    {"PartOfNone", [](Artifact &a) { a.variables[0].part = ValuePart{{8}, {{}}}; }, "to be of some ranks"},
    {"RanksOfMesh", [](Artifact &a) { a.variables[0].ranks = Ranks{{2}, {0}, {0}}; }, "a device for each place"},
    {"RanksTwice", [](Artifact &a) { a.variables[0].ranks = Ranks{{2}, {1, 1}, {0}}; }, "place of a mesh to be another"},
    {"RanksPlace", [](Artifact &a) { outer(a).ranks = Ranks{{2}, {0, 1}, {2}}; }, "places of a mesh of 2, each once"},
    {"PortPart",
     [](Artifact &a) {
       outer(a).ranks = Ranks{{2}, {0, 1}, {0, 1}};
       outer(a).inputs[0].part = ValuePart{{4}, {}};
     },
     "'x': expects a holding for each of 1 axes, got 0"},
    {"PortGrid",
     [](Artifact &a) {
       outer(a).ranks = Ranks{{3}, {0, 1, 2}, {0, 1, 2}};
       outer(a).inputs[0].part = ValuePart{{4}, {{}}, Grid{{2}, {1, 3}}};
     },
     "numbers of 3 members, each once, got 3"},
    {"NamesOfRanks",
     [](Artifact &a) {
       a.variables[2].name = "w";
       a.variables[0].ranks = Ranks{{2}, {0, 1}, {0, 1}};
       a.variables[2].ranks = Ranks{{2}, {0, 1}, {1}};
     },
     "one variable named 'w', got two"},
    {"UseAfterDeath", [](Artifact &a) { storage<ArenaStorage>(a, 6).last = 7; }, "while it lives, from 3 to 7"},
    {"ReadBeforeWrite", [](Artifact &a) { outer(a).instructions[0].body = Barrier{}; }, "to be written before"},
    {"NoIteration", [](Artifact &a) { outer(a).repeat = 0; }, "to be executed at least once, got 0 times"},
    {"SlicedScalar", [](Artifact &a) { storage<InputStorage>(a, 1).isSliced = true; },
     "sliced input 'flag' to have a dimension"},
    {"SlicedParts",
     [](Artifact &a) {
       repeated(a, 3);
       storage<InputStorage>(a, 0).isSliced = true;
     },
     "the first dimension of sliced input 'x' to be a multiple of its 3 iterations, got 4"},
    {"StackedParts",
     [](Artifact &a) {
       repeated(a, 3);
       storage<ResultStorage>(a, 2).isStacked = true;
     },
     "stacked result 'y' to be a multiple of its 3 iterations, got 4"},
    {"StackedWrites",
     [](Artifact &a) {
       repeated(a, 2);
       storage<ResultStorage>(a, 2).isStacked = true;
       outer(a).instructions[8].when = outer(a).instructions[10].when = When::Last;
     },
     "the stacked result in buffer 2 to be written in each iteration"},
    {"RepeatedInPlace", [](Artifact &a) { outer(a).repeat = 2; }, "result 0 to be in place of no input, as later"},
    {"RepeatedOffset",
     [](Artifact &a) {
       repeated(a, 2);
       storage<ArenaStorage>(a, 5).offset = storage<ArenaStorage>(a, 6).offset = 0;
     },
     "buffer 5 of a job that repeats to have no offset, got 0"},
    {"NoRegister", [](Artifact &a) { storage<ArenaStorage>(a, 5).registers = 0; }, "to have 1 to 1 registers"},
    {"IdleRegisters",
     [](Artifact &a) {
       repeated(a, 2);
       storage<ArenaStorage>(a, 5).registers = 3;
     },
     "to have 1 to 2 registers, as many as there are iterations, got 3"},
    {"CarriedRegisters",
     [](Artifact &a) {
       repeated(a, 2);
       storage<ArenaStorage>(a, 5).registers = 2;
       storage<ArenaStorage>(a, 5).isCarried = true;
     },
     "buffer 5, which is carried, to have one register, got 2"},
    {"EventWhen", [](Artifact &a) { outer(a).instructions[2].when = When::First; },
     "instruction 2, a record_event, to run in each iteration"},
    {"WrittenFirstOnly",
     [](Artifact &a) {
       repeated(a, 2);
       outer(a).instructions[0].when = When::First;
     },
     "expects buffer 5 to be written before instruction 1 reads it"},
    {"WrittenLastOnly",
     [](Artifact &a) {
       repeated(a, 2);
       storage<ArenaStorage>(a, 5).isCarried = true;
       outer(a).instructions[0].when = When::Last;
     },
     "expects buffer 5 to be written before instruction 1 reads it"},
    {"ResultUnwritten",
     [](Artifact &a) {
       outer(a).instructions[8].body = Barrier{};
       outer(a).instructions[10].body = Barrier{};
     },
     "the result in buffer 2 to be"},
};

INSTANTIATE_TEST_SUITE_P(Rules, VerifyRule, ::testing::ValuesIn(kRules),
                         [](const auto &info) { return std::string(info.param.name); });

TEST(Verify, BufferUsesFollowAccess) {
  Artifact artifact = sampleArtifact();
  std::vector<InstructionUse> uses = bufferUses(artifact, artifact.jobs[1].instructions[1]);
  ASSERT_EQ(uses.size(), 2u);
  EXPECT_EQ(uses[0].access, Access::Const);
  EXPECT_EQ(uses[1].access, Access::Mut);
  EXPECT_EQ(rootBuffer(artifact.jobs[1], 7), 5u);
}

TEST(Verify, CarriedBuffersKeepWhatTheFirstIterationWrites) {
  Artifact artifact = sampleArtifact();
  repeated(artifact, 2);
  outer(artifact).instructions[0].when = When::First;
  storage<ArenaStorage>(artifact, 5).isCarried = true;
  EXPECT_EQ(verify(artifact), std::nullopt);
}

/// One list of kinds: the table, the enum and variant, and the file's union.
TEST(InstructionKinds, AreTheSameEverywhere) {
  std::vector<std::string> names, mnemonics;
#define WEIR_INSTRUCTION(name, mnemonic)                                                                               \
  names.push_back(#name);                                                                                              \
  mnemonics.push_back(#mnemonic);
#include "lib/Artifact/Instructions.def"
  ASSERT_EQ(names.size(), size_t(kNumInstructionKinds));
  ASSERT_EQ(names.size(), size_t(fb::InstructionBody::MAX));
  for (size_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(fb::EnumNameInstructionBody(fb::InstructionBody(i + 1)), names[i]);
    EXPECT_EQ(name(InstructionKind(i)), mnemonics[i]);
  }
}

TEST(StorageKinds, AreTheSameInTheFile) {
  EXPECT_EQ(std::variant_size_v<decltype(Buffer::storage)>, size_t(fb::Storage::MAX));
}

} // namespace
} // namespace weir
