// Compiled programs of several ranks, as threads that send bytes to each other: what they compute together is what one
// rank computes.
#include "dialects/Weir/Control/Jobs.h"
#include "lib/Compiler/Compile.h"
#include "lib/Run/RunRanks.h"
#include "unittests/Reference/RankPrograms.h"
#include "unittests/SuiteSample.h"

#include "llvm/Support/xxhash.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace weir {
namespace {

using namespace mlir;

/// Half of the distance between 1 and the next number.
double roundingOf(DType dtype) {
  switch (dtype) {
  case DType::F64:
    return 0x1p-53;
  case DType::F32:
    return 0x1p-24;
  case DType::F16:
    return 0x1p-11;
  default:
    return 0x1p-8; // bf16
  }
}

/// Sums may be taken in another order.
void expectNear(const HostTensor &actual, const HostTensor &expected) {
  ASSERT_EQ(toString(actual.meta), toString(expected.meta));
  EXPECT_EQ(actual.integers, expected.integers);
  double bound = 16 * roundingOf(expected.meta.dtype);
  for (size_t i = 0; i < expected.floats.size(); ++i)
    if (actual.floats[i] != expected.floats[i] && !(std::isnan(actual.floats[i]) && std::isnan(expected.floats[i])))
      EXPECT_NEAR(actual.floats[i], expected.floats[i], bound * (1 + std::fabs(expected.floats[i]))) << "element " << i;
}

std::vector<uint8_t> compiled(ModuleOp module, const char *from) {
  Result<std::vector<uint8_t>> artifact = compileModule(textOf(module), {.from = from});
  EXPECT_TRUE(artifact) << artifact.message();
  return artifact ? std::move(*artifact) : std::vector<uint8_t>();
}

using Variables = RankRunners::Variables;

Tensors onRanks(const std::vector<uint8_t> &artifact, int32_t ranks, const std::string &job, const Tensors &arguments,
                Variables &variables) {
  Result<RankRunners> runners = RankRunners::load(artifact, "cpu", ranks, {.threads = 1});
  EXPECT_TRUE(runners) << runners.message();
  Result<Tensors> results = runners ? runners->run(job, arguments, variables) : runners.failure();
  EXPECT_TRUE(results) << results.message();
  return results ? std::move(*results) : Tensors();
}

Tensors onOne(const std::vector<uint8_t> &artifact, const std::string &job, const Tensors &arguments,
              Variables &variables) {
  Result<JobRunner> runner = JobRunner::load(artifact, "cpu", {.threads = 1});
  EXPECT_TRUE(runner) << runner.message();
  std::vector<StoredTensor> stored;
  for (const HostTensor &argument : arguments)
    stored.push_back(storeTensor(argument, ElementLayout::RowMajor));
  Result<PreparedJob> prepared = runner->prepare(job, std::move(stored), variables);
  EXPECT_TRUE(prepared) << prepared.message();
  auto failure = prepared->run();
  EXPECT_FALSE(failure) << failure->message;
  for (auto &[name, value] : variables)
    value = *prepared->variable(name);
  return *prepared->results();
}

void expectSameOnRanks(const OpInstance &instance, MLIRContext &context, const Choice &choice, ArrayRef<int64_t> mesh,
                       const Tensors &expected, int64_t &count) {
  RankJob job(instance, context);
  if (!job.sign(choice, mesh))
    return;
  ++count;
  std::string text = textOf(*job.parsed.module);
  SCOPED_TRACE(text);
  int32_t ranks = 1;
  for (int64_t size : mesh)
    ranks *= static_cast<int32_t>(size);
  Variables none;
  Tensors results =
      onRanks(compiled(*job.parsed.module, "sbp"), ranks, job.function.getSymName().str(), job.parsed.operands, none);
  ASSERT_EQ(results.size(), expected.size());
  for (size_t i = 0; i < results.size(); ++i)
    expectNear(results[i], expected[i]);
}

/// Under each rule that was drawn, on the meshes that were.
void computeOnRanks(const OpInstance &instance, MLIRContext &context, int64_t &count) {
  RankJob job(instance, context);
  ASSERT_TRUE(job.parsed.op);
  if (!isSeenByPartition(job.parsed.op))
    return;
  FailureOr<IterationRule> rule = iterationRuleOf(job.parsed.op);
  ASSERT_TRUE(succeeded(rule));
  std::vector<SplitCandidate> choices = choicesOf(*rule, job.parsed.op);
  std::optional<Tensors> expected;
  auto tryOn = [&](const Choice &choice, ArrayRef<int64_t> mesh) {
    if (!expected) {
      Variables none;
      expected =
          onOne(compiled(*job.parsed.module, "precision"), job.function.getSymName().str(), job.parsed.operands, none);
    }
    expectSameOnRanks(instance, context, choice, mesh, *expected, count);
  };
  for (size_t i = 0; i + 1 < choices.size(); ++i)
    for (int64_t ranks : {2, 3, 4})
      if (isDrawn(instance.text + std::to_string(i) + " on " + std::to_string(ranks), 80))
        tryOn({{choices[i]}}, {ranks});
  for (size_t i = 0; i < choices.size(); ++i)
    for (size_t j = 0; j < choices.size(); ++j)
      if (std::string pair = instance.text + std::to_string(i) + " and " + std::to_string(j);
          llvm::xxh3_64bits(pair) % 16 == 0 && isDrawn(pair, 50))
        tryOn({{choices[i], choices[j]}}, {2, static_cast<int64_t>(j % 2) + 2});
}

/// All instances in parts, each a process of its own: whole suites start more threads than the kernel has numbers for
/// (pid_max, 32,768), and LeakSanitizer, which knows threads by these, would take what living ones hold for lost. A
/// part ends long before the numbers come round again, whatever runs beside it.
class CompiledRanksOps : public testing::TestWithParam<int64_t> {
public:
  static constexpr int64_t kParts = 16;
};

/// A run has one in eighty; of pairs on two axes all suites have one in sixteen, and a run one in fifty of these.
TEST_P(CompiledRanksOps, ComputeTheSameOnRanks) {
  auto context = makeContext();
  int64_t count = 0, number = 0;
  for (const OpInstance &instance : opInstances()) {
    if (number++ % kParts != GetParam())
      continue;
    SCOPED_TRACE(instance.text);
    computeOnRanks(instance, *context, count);
    if (testing::Test::HasFailure())
      return;
  }
  EXPECT_GT(count, runsWholeSuites() ? 100 : -1); // of a sample a part may have none
}

INSTANTIATE_TEST_SUITE_P(Parts, CompiledRanksOps, testing::Range<int64_t>(0, CompiledRanksOps::kParts));

TEST(CompiledRanks, AStepIsTheSameOnRanks) {
  auto context = makeContext();
  for (int64_t batch : {8, 7})
    for (const StepHints &hints : stepHints()) {
      std::string name = hints.name + " of " + std::to_string(batch) + " on " + std::to_string(hints.mesh[0]);
      if (!isDrawn(name, 10))
        continue;
      SCOPED_TRACE(name);
      RankStep step(batch, *context);
      Variables expected(step.variables.begin(), step.variables.end()), variables = expected;
      Tensors results = onOne(compiled(*step.module, "precision"), RankStep::kName, step.arguments, expected);
      step.hold(hints);
      int32_t ranks = 1;
      for (int64_t size : hints.mesh)
        ranks *= static_cast<int32_t>(size);
      Tensors together =
          onRanks(compiled(*step.module, "precision"), ranks, RankStep::kName, step.arguments, variables);
      ASSERT_EQ(together.size(), results.size());
      for (size_t i = 0; i < results.size(); ++i)
        expectNear(together[i], results[i]);
      for (size_t i = 0; i < variables.size(); ++i)
        expectNear(variables[i].second, expected[i].second);
    }
}

/// Of a batch far from 0, the last ranks of which may have no row: as near to the numbers in f64 as on one rank.
TEST(CompiledRanks, StatisticsOfBatchesAreExact) {
  constexpr int64_t kBatch = 7, kChannels = 4, kPixels = 300, kAll = kBatch * kPixels;
  HostTensor x = HostTensor::zeros({DType::F32, {kBatch, kChannels, kPixels}});
  for (size_t i = 0; i < x.floats.size(); ++i)
    x.floats[i] = static_cast<float>(1000 + std::sin(static_cast<double>(i)));
  std::vector<double> means(kChannels), variances(kChannels);
  for (int64_t pass = 0; pass < 2; ++pass)
    for (size_t i = 0; i < x.floats.size(); ++i) {
      size_t channel = i / kPixels % kChannels;
      double around = x.floats[i] - means[channel];
      pass == 0 ? means[channel] += x.floats[i] / kAll : variances[channel] += around * around / (kAll - 1);
    }
  for (int32_t ranks : {2, 3, 8}) {
    SCOPED_TRACE(ranks);
    std::string devices = "0";
    for (int32_t i = 1; i < ranks; ++i)
      devices += ", " + std::to_string(i);
    Result<std::vector<uint8_t>> artifact =
        compileModule("sbp.mesh @all shape [" + std::to_string(ranks) + "] devices [" + devices + "]" + R"(
      func.func @statistics(%x: tensor<7x4x300xf32>) -> (tensor<7x4x300xf32>, tensor<4xf32>, tensor<4xf32>)
          attributes {weir.job, sbp.signature = #sbp.signature<(#sbp.split<0>) ->
                                                               (#sbp.split<0>, #sbp.broadcast, #sbp.broadcast)>} {
        %momentum = weir.constant dense<1.0> : tensor<f32> -> tensor<f32>
        %y, %mean, %variance = weir.batch_norm_training %x, %momentum {eps = 0.0 : f64, present = array<i64>}
            : (tensor<7x4x300xf32>, tensor<f32>) -> (tensor<7x4x300xf32>, tensor<4xf32>, tensor<4xf32>)
        return %y, %mean, %variance : tensor<7x4x300xf32>, tensor<4xf32>, tensor<4xf32>
      })",
                      {});
    ASSERT_TRUE(artifact) << artifact.message();
    Variables none;
    Tensors results = onRanks(*artifact, ranks, "statistics", {x}, none);
    ASSERT_EQ(results.size(), 3u);
    for (size_t c = 0; c < kChannels; ++c) {
      EXPECT_NEAR(results[1].floats[c] / means[c], 1, 3 * roundingOf(DType::F32)); // ranks' sums, theirs, the mean
      EXPECT_NEAR(results[2].floats[c] / variances[c], 1, 4 * roundingOf(DType::F32));
    }
    for (size_t i = 0; i < x.floats.size(); ++i) {
      size_t channel = i / kPixels % kChannels;
      double expected = (x.floats[i] - means[channel]) / std::sqrt(variances[channel] * (kAll - 1) / kAll);
      ASSERT_NEAR(results[0].floats[i], expected, 1e-4) << "element " << i; // the mean's rounding, in deviations
    }
  }
}

/// A run has one in twenty.
TEST(CompiledRanks, ValuesMoveBetweenMeshes) {
  auto context = makeContext();
  Sizes shape = {6, 5};
  HostTensor value = HostTensor::zeros({DType::F32, shape});
  std::iota(value.floats.begin(), value.floats.end(), 1);
  int64_t count = 0;
  for (const MeshPair &meshes : meshPairs())
    for (const auto &from : allHoldings(shape, meshes.first.axes.shape.size()))
      for (const auto &to : allHoldings(shape, meshes.second.axes.shape.size())) {
        std::string name = meshes.name + ": " + textOf(from) + " to " + textOf(to);
        if (!isDrawn(name, 20))
          continue;
        SCOPED_TRACE(name);
        ++count;
        OwningOpRef<ModuleOp> module = moveProgram(shape, meshes, from, to, *context);
        ASSERT_TRUE(module);
        Variables none;
        auto ranks = static_cast<int32_t>(metRanks(meshes.first, meshes.second).ranks.size());
        Tensors results = onRanks(compiled(*module, "precision"), ranks, "move", {value}, none);
        ASSERT_EQ(results.size(), 1u);
        EXPECT_EQ(results[0].floats, value.floats);
        if (testing::Test::HasFailure())
          return;
      }
  EXPECT_GT(count, runsWholeSuites() ? 400 : 4);
}

} // namespace
} // namespace weir
