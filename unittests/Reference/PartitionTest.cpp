// Every op, split along every candidate that its rule offers on meshes of one and two axes, as programs of ranks that
// run together: each rank gets the whole of what goes in, and ends with the whole of what comes out.
#include "dialects/Comm/Comm.h"
#include "dialects/Interfaces/Decomposition.h"
#include "dialects/Weir/Control/Ops.h"
#include "lib/Reference/Ranks.h"
#include "passes/Autograd/Passes.h"
#include "passes/Sbp/Passes.h"
#include "unittests/Reference/ExpectSame.h"
#include "unittests/Reference/OpInstances.h"
#include "unittests/SuiteSample.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include <gtest/gtest.h>

namespace weir {
namespace {

using namespace mlir;
using Kind = Holding::Kind;

void addMesh(ModuleOp module, ArrayRef<int64_t> mesh) {
  auto builder = OpBuilder::atBlockBegin(module.getBody());
  int64_t count = 1;
  for (int64_t size : mesh)
    count *= size;
  SmallVector<int64_t> devices = llvm::to_vector(llvm::seq<int64_t>(0, count));
  sbp::MeshOp::create(builder, module.getLoc(), "mesh", mesh, devices);
}

/// How an op's values are held, by axis of a mesh.
struct Choice {
  std::vector<SplitCandidate> axes;

  std::vector<Holding> of(bool isResult, size_t value) const {
    std::vector<Holding> held;
    for (const SplitCandidate &axis : axes)
      held.push_back((isResult ? axis.results : axis.operands)[value]);
    return held;
  }
};

bool fits(const std::vector<Holding> &axes, const TensorMeta &meta) {
  for (size_t d = 0; d < meta.shape.size(); ++d)
    if (misfitOf(meta.shape[d], static_cast<int>(d), axes))
      return false;
  return true;
}

/// An instance as a job whose op has a signature, and whose arguments and results are whole everywhere.
class Job {
public:
  Job(const OpInstance &instance, MLIRContext &context) : parsed(parse(instance, context)), context(context) {
    context.loadDialect<sbp::SbpDialect, comm::CommDialect>();
    if (!parsed.op)
      return;
    function = parsed.op->getParentOfType<func::FuncOp>();
    function->setAttr(kJobAttr, UnitAttr::get(&context));
    function.getBody().front().getTerminator()->setOperands(parsed.op->getResults());
    function.setType(FunctionType::get(&context, function.getArgumentTypes(), parsed.op->getResultTypes()));
  }

  /// Fails where the holdings don't fit the op's values.
  bool sign(const Choice &choice, ArrayRef<int64_t> mesh) {
    Metas results = metasOf(parsed.op->getResultTypes());
    SmallVector<Attribute> in, out, wholeIn, wholeOut;
    Attribute whole = sbp::attributeOf(&context, SmallVector<Holding>(mesh.size()));
    for (size_t i = 0; i < parsed.metas.size(); ++i) {
      if (!fits(choice.of(false, i), parsed.metas[i]))
        return false;
      in.push_back(sbp::attributeOf(&context, choice.of(false, i)));
    }
    for (size_t i = 0; i < results.size(); ++i) {
      if (!fits(choice.of(true, i), results[i]))
        return false;
      out.push_back(sbp::attributeOf(&context, choice.of(true, i)));
    }
    parsed.op->setAttr(sbp::kSignatureAttr, sbp::SignatureAttr::get(&context, in, out));
    wholeIn.assign(function.getNumArguments(), whole);
    wholeOut.assign(function.getNumResults(), whole);
    function->setAttr(sbp::kSignatureAttr, sbp::SignatureAttr::get(&context, wholeIn, wholeOut));
    addMesh(*parsed.module, mesh);
    return true;
  }

  Tensors wholeResults() {
    Result<EvalScope> scope = wholeScope(parsed.op, parsed.metas, {}, /*widened=*/true);
    EXPECT_TRUE(scope) << scope.message();
    Result<Tensors> results = evaluate(parsed.op, parsed.operands, *scope);
    EXPECT_TRUE(results) << results.message();
    return results ? *results : Tensors();
  }

  ParsedInstance parsed;
  func::FuncOp function;

private:
  MLIRContext &context;
};

LogicalResult partition(ModuleOp module) {
  PassManager passes(module.getContext());
  passes.addPass(createVerifySignaturesPass());
  passes.addPass(createPartitionPass());
  return passes.run(module);
}

std::vector<RankRun> ranksOf(ModuleOp module, const Tensors &arguments) {
  std::vector<RankRun> ranks;
  for (auto program : module.getOps<func::FuncOp>())
    if (auto attr = program->getAttrOfType<comm::RanksAttr>(comm::kRanksAttr))
      for (int64_t place : attr.getPlaces())
        ranks.push_back({.program = program, .rank = attr.getDevices()[place], .arguments = arguments});
  return ranks;
}

std::string textOf(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream(text) << module;
  return text;
}

void expectPartitioned(const OpInstance &instance, MLIRContext &context, const Choice &choice, ArrayRef<int64_t> mesh,
                       const Tensors &expected, int64_t &count) {
  Job job(instance, context);
  if (!job.sign(choice, mesh))
    return;
  ++count;
  ASSERT_TRUE(succeeded(partition(*job.parsed.module)));
  SCOPED_TRACE(textOf(*job.parsed.module));
  ASSERT_TRUE(succeeded(verify(*job.parsed.module)));
  std::vector<RankRun> ranks = ranksOf(*job.parsed.module, job.parsed.operands);
  Result<std::vector<Tensors>> results = interpretRanks(ranks, {.widened = true});
  ASSERT_TRUE(results) << results.message();
  for (const Tensors &ofRank : *results)
    for (size_t i = 0; i < expected.size(); ++i)
      expectSame(ofRank[i], expected[i]);
}

/// The rule's splits, some along parts of its factors' ranges, and all whole.
std::vector<SplitCandidate> choicesOf(const IterationRule &rule) {
  std::vector<SplitCandidate> choices = splitCandidates(rule);
  for (size_t i = 0; i < rule.factors.size(); ++i)
    for (auto [outer, inner] : {std::pair{2, 1}, {1, 2}})
      if (auto choice = splitAlong(rule, static_cast<int>(i), outer, inner))
        choices.push_back(std::move(*choice));
  SplitCandidate whole;
  whole.operands.resize(rule.operands.size());
  whole.results.resize(rule.results.size());
  choices.push_back(std::move(whole));
  return choices;
}

/// Composite ops have been expanded before, and what the stage layout makes comes later.
bool isSeenByPartition(Operation *op) {
  return isa<SemanticsInterface>(op) && !isa<DecompositionInterface>(op) && !op->hasTrait<MadeByLayout>();
}

TEST(Partition, EveryOpComputesTheSameOnRanks) {
  auto context = makeContext();
  int64_t count = 0;
  for (const OpInstance &instance : opInstances()) {
    SCOPED_TRACE(instance.text);
    Job job(instance, *context);
    ASSERT_TRUE(job.parsed.op);
    if (!isSeenByPartition(job.parsed.op))
      continue;
    FailureOr<IterationRule> rule = iterationRuleOf(job.parsed.op);
    ASSERT_TRUE(succeeded(rule));
    Tensors expected = job.wholeResults();
    std::vector<SplitCandidate> choices = choicesOf(*rule);
    for (size_t i = 0; i + 1 < choices.size(); ++i)
      for (int64_t ranks : {2, 3, 4})
        expectPartitioned(instance, *context, {{choices[i]}}, {ranks}, expected, count);
    // Of pairs on two axes a run has one in six.
    for (size_t i = 0; i < choices.size(); ++i)
      for (size_t j = 0; j < choices.size(); ++j)
        if (isDrawn(instance.text + std::to_string(i) + " " + std::to_string(j), 6))
          expectPartitioned(instance, *context, {{choices[i], choices[j]}}, {2, int64_t(j % 2) + 2}, expected, count);
    if (testing::Test::HasFailure())
      return;
  }
  EXPECT_GT(count, runsWholeSuites() ? 5000 : 1000);
}

/// A step of a small network with sums of its batch, dropout by random bits and an embedding, ready to be planned.
constexpr const char *kStep = R"(
  weir.variable @table : tensor<11x6xf32>
  weir.variable @up : tensor<6x8xf32>
  weir.variable @down : tensor<8x6xf32>
  func.func @step(%ids: tensor<BATCHxi64>, %target: tensor<BATCHx6xf32>, %seed: tensor<i64>, %step: tensor<i64>)
      -> (tensor<f32>, tensor<BATCHx6xf32>) attributes {weir.job} {
    %table = weir.read @table : tensor<11x6xf32>
    %up = weir.read @up : tensor<6x8xf32>
    %down = weir.read @down : tensor<8x6xf32>
    %i = weir.broadcast %ids {dims = array<i64: 0>} : tensor<BATCHxi64> -> tensor<BATCHx6xi64>
    %x = weir.gather %table, %i {dim = 0 : i64} : (tensor<11x6xf32>, tensor<BATCHx6xi64>) -> tensor<BATCHx6xf32>
    %h = weir.matmul %x, %up : (tensor<BATCHx6xf32>, tensor<6x8xf32>) -> tensor<BATCHx8xf32>
    %r = weir.relu %h : (tensor<BATCHx8xf32>) -> tensor<BATCHx8xf32>
    %bits = weir.random_bits %seed, %step {ordinal = 0 : i64} : tensor<i64> -> tensor<BATCHx8xi32>
    %zero = weir.constant dense<0> : tensor<i32> -> tensor<BATCHx8xi32>
    %keep = weir.compare lt %bits, %zero : (tensor<BATCHx8xi32>, tensor<BATCHx8xi32>) -> tensor<BATCHx8xi1>
    %nothing = weir.constant dense<0.0> : tensor<f32> -> tensor<BATCHx8xf32>
    %kept = weir.select %keep, %r, %nothing
        : (tensor<BATCHx8xi1>, tensor<BATCHx8xf32>, tensor<BATCHx8xf32>) -> tensor<BATCHx8xf32>
    %y = weir.matmul %kept, %down : (tensor<BATCHx8xf32>, tensor<8x6xf32>) -> tensor<BATCHx6xf32>
    %off = weir.sub %y, %target : (tensor<BATCHx6xf32>, tensor<BATCHx6xf32>) -> tensor<BATCHx6xf32>
    %square = weir.mul %off, %off : (tensor<BATCHx6xf32>, tensor<BATCHx6xf32>) -> tensor<BATCHx6xf32>
    %loss = weir.reduce_sum %square {dims = array<i64: 0, 1>} : (tensor<BATCHx6xf32>) -> tensor<f32>
    %g:3 = weir.gradient %loss wrt %table, %up, %down
        : (tensor<f32>, tensor<11x6xf32>, tensor<6x8xf32>, tensor<8x6xf32>)
        -> (tensor<11x6xf32>, tensor<6x8xf32>, tensor<8x6xf32>)
    %t1 = weir.sub %table, %g#0 : (tensor<11x6xf32>, tensor<11x6xf32>) -> tensor<11x6xf32>
    %u1 = weir.sub %up, %g#1 : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
    %d1 = weir.sub %down, %g#2 : (tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x6xf32>
    weir.assign @table, %t1 : tensor<11x6xf32>
    weir.assign @up, %u1 : tensor<6x8xf32>
    weir.assign @down, %d1 : tensor<8x6xf32>
    return %loss, %y : tensor<f32>, tensor<BATCHx6xf32>
  })";

struct Hints {
  const char *name;
  std::vector<int64_t> mesh;
  const char *ids, *target, *table, *up, *down; ///< holdings
};

OwningOpRef<ModuleOp> stepOf(int64_t batch, MLIRContext &context) {
  std::string text = kStep;
  for (size_t at; (at = text.find("BATCH")) != std::string::npos;)
    text.replace(at, 5, std::to_string(batch));
  auto module = parseSourceString<ModuleOp>(text, &context);
  PassManager passes(&context);
  buildAutogradPipeline(passes);
  EXPECT_TRUE(module && succeeded(passes.run(*module)));
  return module;
}

void expectSameStep(const Hints &hints, int64_t batch, MLIRContext &context) {
  SCOPED_TRACE(hints.name);
  OwningOpRef<ModuleOp> module = stepOf(batch, context);
  auto job = module->lookupSymbol<func::FuncOp>("step");
  Tensors arguments = {randomTensor({DType::I64, {batch}}, {0, 10}, 1), randomTensor({DType::F32, {batch, 6}}, {}, 2),
                       HostTensor::zeros({DType::I64, {}}), HostTensor::zeros({DType::I64, {}})};
  VariableStore variables = {{"table", randomTensor({DType::F32, {11, 6}}, {}, 3)},
                             {"up", randomTensor({DType::F32, {6, 8}}, {}, 4)},
                             {"down", randomTensor({DType::F32, {8, 6}}, {}, 5)}};
  VariableStore expected = variables;
  Result<Tensors> results = interpret(job, arguments, expected, {.widened = true});
  ASSERT_TRUE(results) << results.message();

  auto held = [&](const char *text) { return parseAttribute(text, &context); };
  Attribute whole = sbp::attributeOf(&context, SmallVector<Holding>(hints.mesh.size()));
  job->setAttr(sbp::kSignatureAttr,
               sbp::SignatureAttr::get(&context, {held(hints.ids), held(hints.target), whole, whole},
                                       {whole, held(hints.target)}));
  for (auto [name, text] : {std::pair{"table", hints.table}, {"up", hints.up}, {"down", hints.down}})
    module->lookupSymbol<VariableOp>(name)->setAttr(sbp::kSignatureAttr,
                                                    sbp::SignatureAttr::get(&context, {}, {held(text)}));
  addMesh(*module, hints.mesh);
  PassManager passes(&context);
  buildSbpPipeline(passes);
  buildPartitionPipeline(passes);
  ASSERT_TRUE(succeeded(passes.run(*module)));
  SCOPED_TRACE(textOf(*module));
  Result<Tensors> onRanks = interpretPartitioned(*module, "step", arguments, variables, {.widened = true});
  ASSERT_TRUE(onRanks) << onRanks.message();
  for (size_t i = 0; i < results->size(); ++i)
    expectSame((*onRanks)[i], (*results)[i]);
  for (const auto &[name, value] : expected)
    expectSame(variables.at(name), value);
}

TEST(Partition, AStepIsTheSameOnRanks) {
  auto context = makeContext();
  context->loadDialect<sbp::SbpDialect, comm::CommDialect>();
  const char *whole = "#sbp.broadcast", *rows = "#sbp.split<0>", *columns = "#sbp.split<1>";
  const char *data = "#sbp.nd<[#sbp.split<0>, #sbp.broadcast]>", *both = "#sbp.nd<[#sbp.broadcast, #sbp.broadcast]>";
  const char *upBoth = "#sbp.nd<[#sbp.broadcast, #sbp.split<1>]>",
             *downBoth = "#sbp.nd<[#sbp.broadcast, #sbp.split<0>]>";
  for (int64_t batch : {8, 7}) {
    for (int64_t ranks : {2, 3, 4}) {
      expectSameStep({"data", {ranks}, rows, rows, whole, whole, whole}, batch, *context);
      expectSameStep({"columns, then rows", {ranks}, whole, whole, whole, columns, rows}, batch, *context);
      expectSameStep({"vocabulary", {ranks}, whole, whole, rows, whole, whole}, batch, *context);
      expectSameStep({"width of the table", {ranks}, whole, whole, columns, whole, whole}, batch, *context);
      expectSameStep({"all parameters by rows", {ranks}, rows, rows, rows, rows, rows}, batch, *context);
    }
    expectSameStep({"data and columns", {2, 2}, data, data, both, upBoth, downBoth}, batch, *context);
    expectSameStep({"data and vocabulary", {2, 3}, data, data, downBoth, both, both}, batch, *context);
  }
}

/// 256 and seven ones: in bf16, whose numbers lie two apart there, terms that were rounded would make 262.
TEST(Partition, TermsAreRoundedOnceTheyAreJoined) {
  auto context = makeContext();
  context->loadDialect<sbp::SbpDialect, comm::CommDialect>();
  const char *text = R"(
    sbp.mesh @four shape [4] devices [0, 1, 2, 3]
    func.func @sum(%x: tensor<8xbf16>) -> tensor<bf16>
        attributes {weir.job, sbp.signature = #sbp.signature<(#sbp.split<0>) -> (#sbp.broadcast)>} {
      %0 = weir.reduce_sum %x
          {dims = array<i64: 0>, sbp.signature = #sbp.signature<(#sbp.split<0>) -> (#sbp.partial<sum>)>}
          : (tensor<8xbf16>) -> tensor<bf16>
      %1 = weir.neg %0 {sbp.signature = #sbp.signature<(#sbp.partial<sum>) -> (#sbp.partial<sum>)>}
          : (tensor<bf16>) -> tensor<bf16>
      return %1 : tensor<bf16>
    })";
  auto module = parseSourceString<ModuleOp>(text, context.get());
  ASSERT_TRUE(module && succeeded(partition(*module)) && succeeded(verify(*module)));
  HostTensor x = HostTensor::zeros({DType::BF16, {8}});
  llvm::fill(x.floats, 1);
  x.floats[0] = 256;
  VariableStore variables;
  Result<Tensors> sum = interpretPartitioned(*module, "sum", {x}, variables);
  ASSERT_TRUE(sum) << sum.message();
  EXPECT_EQ(toString((*sum)[0].meta), toString(StaticMeta{DType::BF16, {}}));
  EXPECT_EQ((*sum)[0].floats[0], -264);
}

TEST(Partition, ADeadlockNamesEachRank) {
  auto context = makeContext();
  context->loadDialect<sbp::SbpDialect, comm::CommDialect>();
  const char *text = R"(
    func.func @first(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = comm.all_reduce %x : tensor<2xf32> by #sbp.partial<sum> among dense<[[0, 1]]> : tensor<1x2xi64>
      return %0 : tensor<2xf32>
    }
    func.func @second(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = comm.all_reduce %x : tensor<2xf32> by #sbp.partial<max> among dense<[[0, 1]]> : tensor<1x2xi64>
      return %0 : tensor<2xf32>
    }
    func.func @none(%x: tensor<2xf32>) -> tensor<2xf32> {
      return %x : tensor<2xf32>
    })";
  auto module = parseSourceString<ModuleOp>(text, context.get());
  ASSERT_TRUE(module);
  HostTensor x = HostTensor::zeros({DType::F32, {2}});
  auto together = [&](StringRef first, StringRef second) {
    std::vector<RankRun> ranks;
    for (StringRef name : {first, second})
      ranks.push_back({module->lookupSymbol<func::FuncOp>(name), static_cast<int64_t>(ranks.size()), {x}, {}});
    auto results = interpretRanks(ranks);
    return results ? std::string() : results.message();
  };
  EXPECT_EQ(together("first", "first"), "");
  EXPECT_NE(together("first", "second").find("expects all members of the group to be at one collective"),
            std::string::npos);
  EXPECT_NE(together("first", "none").find("deadlock; rank 0 waits in"), std::string::npos);
  EXPECT_NE(together("first", "none").find("rank 1 is at its end"), std::string::npos);
}

} // namespace
} // namespace weir
