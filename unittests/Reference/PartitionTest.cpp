// Every op, split along every candidate that its rule offers on meshes of one and two axes, as programs of ranks that
// run together: each rank gets the whole of what goes in, and ends with the whole of what comes out.
#include "lib/Reference/PartitionedRun.h"
#include "lib/Reference/Ranks.h"
#include "passes/Layout/Passes.h"
#include "passes/Sbp/Passes.h"
#include "unittests/Reference/ExpectSame.h"
#include "unittests/Reference/RankPrograms.h"
#include "unittests/SuiteSample.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include <gtest/gtest.h>

#include <numeric>

namespace weir {
namespace {

using namespace mlir;
/// With collectives as they are, or as exchanges.
LogicalResult partition(ModuleOp module, bool lowers = false) {
  PassManager passes(module.getContext());
  passes.addPass(createVerifySignaturesPass());
  passes.addPass(createPartitionPass());
  if (lowers) {
    passes.addNestedPass<func::FuncOp>(createLowerCollectivesPass());
    passes.addPass(createVerifyRanksPass());
  }
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

Tensors wholeResults(const RankJob &job) {
  Result<EvalScope> scope = wholeScope(job.parsed.op, job.parsed.metas, {}, /*widened=*/true);
  EXPECT_TRUE(scope) << scope.message();
  Result<Tensors> results = evaluate(job.parsed.op, job.parsed.operands, *scope);
  EXPECT_TRUE(results) << results.message();
  return results ? *results : Tensors();
}

void expectPartitioned(const OpInstance &instance, MLIRContext &context, const Choice &choice, ArrayRef<int64_t> mesh,
                       const Tensors &expected, int64_t &count) {
  RankJob job(instance, context);
  if (!job.sign(choice, mesh))
    return;
  ++count;
  ASSERT_TRUE(succeeded(partition(*job.parsed.module, /*lowers=*/count % 2 == 0)));
  SCOPED_TRACE(textOf(*job.parsed.module));
  ASSERT_TRUE(succeeded(verify(*job.parsed.module)));
  std::vector<RankRun> ranks = ranksOf(*job.parsed.module, job.parsed.operands);
  Result<std::vector<Tensors>> results = interpretRanks(ranks, {.widened = true});
  ASSERT_TRUE(results) << results.message();
  for (const Tensors &ofRank : *results)
    for (size_t i = 0; i < expected.size(); ++i)
      expectSame(ofRank[i], expected[i]);
}

TEST(Partition, EveryOpComputesTheSameOnRanks) {
  auto context = makeContext();
  int64_t count = 0;
  for (const OpInstance &instance : opInstances()) {
    SCOPED_TRACE(instance.text);
    RankJob job(instance, *context);
    ASSERT_TRUE(job.parsed.op);
    if (!isSeenByPartition(job.parsed.op))
      continue;
    FailureOr<IterationRule> rule = iterationRuleOf(job.parsed.op);
    ASSERT_TRUE(succeeded(rule));
    Tensors expected = wholeResults(job);
    std::vector<SplitCandidate> choices = choicesOf(*rule, job.parsed.op);
    for (size_t i = 0; i + 1 < choices.size(); ++i)
      for (int64_t ranks : {2, 3, 4})
        expectPartitioned(instance, *context, {{choices[i]}}, {ranks}, expected, count);
    // Of pairs on two axes a run has one in six.
    for (size_t i = 0; i < choices.size(); ++i)
      for (size_t j = 0; j < choices.size(); ++j)
        if (isDrawn(instance.text + std::to_string(i) + " " + std::to_string(j), 10))
          expectPartitioned(instance, *context, {{choices[i], choices[j]}}, {2, int64_t(j % 2) + 2}, expected, count);
    if (testing::Test::HasFailure())
      return;
  }
  EXPECT_GT(count, runsWholeSuites() ? 5000 : 1000);
}

void expectSameStep(const StepHints &hints, int64_t batch, MLIRContext &context) {
  SCOPED_TRACE(hints.name);
  RankStep step(batch, context);
  VariableStore expected = step.variables;
  auto job = step.module->lookupSymbol<func::FuncOp>(RankStep::kName);
  Result<Tensors> results = interpret(job, step.arguments, expected, {.widened = true});
  ASSERT_TRUE(results) << results.message();
  step.hold(hints);
  PassManager passes(&context);
  buildSbpPipeline(passes);
  buildPartitionPipeline(passes);
  ASSERT_TRUE(succeeded(passes.run(*step.module)));
  auto expectSameAs = [&] {
    SCOPED_TRACE(textOf(*step.module));
    VariableStore after = step.variables;
    Result<Tensors> onRanks =
        interpretPartitioned(*step.module, RankStep::kName, step.arguments, after, {.widened = true});
    ASSERT_TRUE(onRanks) << onRanks.message();
    for (size_t i = 0; i < results->size(); ++i)
      expectSame((*onRanks)[i], (*results)[i]);
    for (const auto &[name, value] : expected)
      expectSame(after.at(name), value);
  };
  expectSameAs();
  PassManager lowering(&context);
  lowering.addNestedPass<func::FuncOp>(createJoinCollectivesPass());
  lowering.addNestedPass<func::FuncOp>(createLowerCollectivesPass());
  lowering.addPass(createVerifyRanksPass());
  ASSERT_TRUE(succeeded(lowering.run(*step.module)));
  expectSameAs();
}

TEST(Partition, AStepIsTheSameOnRanks) {
  auto context = makeContext();
  for (int64_t batch : {8, 7})
    for (const StepHints &hints : stepHints())
      expectSameStep(hints, batch, *context);
}

HostTensor numbered(const Sizes &shape) {
  HostTensor value = HostTensor::zeros({DType::F32, shape});
  std::iota(value.floats.begin(), value.floats.end(), 1);
  return value;
}

void expectMoved(const Sizes &shape, const MeshPair &meshes, const std::vector<Holding> &from,
                 const std::vector<Holding> &to, MLIRContext &context, bool lowers) {
  OwningOpRef<ModuleOp> module = moveProgram(shape, meshes, from, to, context);
  ASSERT_TRUE(module);
  PassManager inference(&context);
  buildSbpPipeline(inference);
  ASSERT_TRUE(succeeded(inference.run(*module)));
  ASSERT_TRUE(succeeded(partition(*module, lowers)));
  SCOPED_TRACE(textOf(*module));
  VariableStore none;
  Result<Tensors> results = interpretPartitioned(*module, "move", {numbered(shape)}, none, {.widened = true});
  ASSERT_TRUE(results) << results.message();
  expectSame((*results)[0], numbered(shape));
}

/// A run has one in five.
TEST(Partition, ValuesMoveBetweenMeshes) {
  auto context = makeContext();
  size_t count = 0;
  for (const MeshPair &meshes : meshPairs())
    for (const Sizes &shape : std::vector<Sizes>{{7}, {6, 5}, {4, 3, 2}})
      for (const auto &from : allHoldings(shape, meshes.first.axes.shape.size()))
        for (const auto &to : allHoldings(shape, meshes.second.axes.shape.size())) {
          std::string name = meshes.name + textOf(from) + textOf(to) + std::to_string(shape.size());
          if (!isDrawn(name, 5))
            continue;
          SCOPED_TRACE(meshes.name + ": " + textOf(from) + " to " + textOf(to));
          expectMoved(shape, meshes, from, to, *context, ++count % 2 == 0);
          if (testing::Test::HasFailure())
            return;
        }
  EXPECT_GT(count, runsWholeSuites() ? 1400 : 200);
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
