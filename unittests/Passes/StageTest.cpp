// Stages from graph to layout keep the meaning of a program: its results and the variables it leaves are compared
// before and after each stage, on the interpreter.
#include "dialects/Kernel/Kernel.h"
#include "dialects/Kernel/Target.h"
#include "lib/Artifact/Program.h"
#include "lib/Reference/Interpreter.h"
#include "lib/Reference/Reference.h"
#include "lib/Support/Philox.h"
#include "passes/Autograd/Passes.h"
#include "passes/Graph/Passes.h"
#include "passes/Layout/Passes.h"
#include "passes/Precision/Passes.h"
#include "passes/Sbp/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include <gtest/gtest.h>

#include <cmath>

namespace weir {
namespace {

/// Two layers, the first one called as a function; squared error; the new weights come from the optimizer.
constexpr const char *kTrain = R"mlir(
weir.variable @w1 {initial = dense<[[0.5, -1.25, 0.3], [0.7, 0.2, -0.9]]> : tensor<2x3xf32>} : tensor<2x3xf32>
weir.variable @b1 {initial = dense<[0.1, 0.2, -0.3]> : tensor<3xf32>} : tensor<3xf32>
weir.variable @w2 {initial = dense<[[1.5], [-0.6], [0.35]]> : tensor<3x1xf32>} : tensor<3x1xf32>
weir.variable @m : tensor<2x3xf32>
weir.variable @v : tensor<2x3xf32>
func.func private @layer(%x: tensor<?x2xf32>, %w: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<?x3xf32> {
  %n = weir.dim %x, 0 : tensor<?x2xf32>
  %0 = weir.matmul %x, %w : (tensor<?x2xf32>, tensor<2x3xf32>) -> tensor<?x3xf32>
  %1 = weir.broadcast %b sizes(%n) {dims = array<i64: 1>} : tensor<3xf32> -> tensor<?x3xf32>
  %2 = weir.add %0, %1 : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %3 = weir.relu %2 : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %3 : tensor<?x3xf32>
}
func.func @train(%x: tensor<?x2xf32>, %t: tensor<?x1xf32>, %step: tensor<f32>) -> tensor<f32>
    attributes {weir.job, weir.amp = bf16} {
  %w1 = weir.read @w1 : tensor<2x3xf32>
  %b1 = weir.read @b1 : tensor<3xf32>
  %w2 = weir.read @w2 : tensor<3x1xf32>
  %m = weir.read @m : tensor<2x3xf32>
  %v = weir.read @v : tensor<2x3xf32>
  %rows = sbp.constrain %x : tensor<?x2xf32> to #sbp.split<0>
  %h = weir.call @layer(%rows, %w1, %b1) : (tensor<?x2xf32>, tensor<2x3xf32>, tensor<3xf32>) -> tensor<?x3xf32>
  %y = weir.matmul %h, %w2 : (tensor<?x3xf32>, tensor<3x1xf32>) -> tensor<?x1xf32>
  %e = weir.sub %y, %t : (tensor<?x1xf32>, tensor<?x1xf32>) -> tensor<?x1xf32>
  %s = weir.mul %e, %e : (tensor<?x1xf32>, tensor<?x1xf32>) -> tensor<?x1xf32>
  %loss = weir.reduce_sum %s {dims = array<i64: 0, 1>} : (tensor<?x1xf32>) -> tensor<f32>
  %dw1, %dw2 = weir.gradient %loss wrt %w1, %w2
      : (tensor<f32>, tensor<2x3xf32>, tensor<3x1xf32>) -> (tensor<2x3xf32>, tensor<3x1xf32>)
  %lr = weir.constant dense<0.01> : tensor<f32> -> tensor<f32>
  %beta = weir.constant dense<0.9> : tensor<f32> -> tensor<f32>
  %eps = weir.constant dense<1.0e-8> : tensor<f32> -> tensor<f32>
  %p:3 = weir.adamw_update %w1, %dw1, %m, %v, %lr, %beta, %beta, %eps, %lr, %step
      : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<f32>, tensor<f32>, tensor<f32>,
         tensor<f32>, tensor<f32>, tensor<f32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>)
  weir.assign @w1, %p#0 : tensor<2x3xf32>
  weir.assign @m, %p#1 : tensor<2x3xf32>
  weir.assign @v, %p#2 : tensor<2x3xf32>
  weir.assign @w2, %dw2 : tensor<3x1xf32>
  return %loss : tensor<f32>
}
)mlir";

constexpr const char *kEval = R"mlir(
weir.variable @w1 {initial = dense<[[0.5, -1.25, 0.3], [0.7, 0.2, -0.9]]> : tensor<2x3xf32>} : tensor<2x3xf32>
weir.variable @w2 {initial = dense<[[1.5, -0.6, 0.35]]> : tensor<1x3xf32>} : tensor<1x3xf32>
func.func @eval(%x: tensor<?x2xf32>) -> tensor<?x1xf32> attributes {weir.job, weir.amp = bf16} {
  %w1 = weir.read @w1 : tensor<2x3xf32>
  %w2 = weir.read @w2 : tensor<1x3xf32>
  %h = weir.matmul %x, %w1 : (tensor<?x2xf32>, tensor<2x3xf32>) -> tensor<?x3xf32>
  %r = weir.relu %h : (tensor<?x3xf32>) -> tensor<?x3xf32>
  %y = weir.matmul %r, %w2 {transpose_b} : (tensor<?x3xf32>, tensor<1x3xf32>) -> tensor<?x1xf32>
  return %y : tensor<?x1xf32>
}
)mlir";

/// Packs products into panels of two columns, of bf16 in pairs of rows; compiles nothing.
class PackingTarget : public TargetInterface {
public:
  llvm::StringRef name() const override { return "packing"; }
  mlir::FailureOr<mlir::DictionaryAttr> describe(mlir::MLIRContext *context, llvm::StringRef) const override {
    return mlir::DictionaryAttr::get(context);
  }
  PackedLayout packedLayout(mlir::DictionaryAttr, DType dtype) const override {
    return {.panel = 2, .group = dtype == DType::BF16 ? 2 : 1};
  }
  mlir::FailureOr<Kernel> compile(mlir::ModuleOp, mlir::func::FuncOp, mlir::DictionaryAttr, DumpFn) const override {
    return mlir::failure();
  }
};

std::unique_ptr<mlir::MLIRContext> makeContext() {
  mlir::DialectRegistry registry;
  registry.insert<WeirDialect, sbp::SbpDialect, kernel::KernelDialect, mlir::func::FuncDialect,
                  mlir::arith::ArithDialect>();
  registerReferenceModels(registry);
  auto context = std::make_unique<mlir::MLIRContext>(registry, mlir::MLIRContext::Threading::DISABLED);
  context->loadAllAvailableDialects();
  context->getLoadedDialect<kernel::KernelDialect>()->addTarget(std::make_unique<PackingTarget>());
  return context;
}

/// Uniform in [-1, 1), as f32 holds it.
HostTensor randomTensor(Sizes shape, uint64_t seed) {
  HostTensor tensor = HostTensor::zeros({DType::F32, std::move(shape)});
  uint64_t index = 0;
  for (double &number : tensor.floats)
    number = static_cast<float>(randomBits(seed, 0, 0, index++) / 2147483648.0 - 1);
  return tensor;
}

/// Results of a run by number, and variables by name.
using Outcome = std::map<std::string, HostTensor>;

class StageTest : public testing::Test {
protected:
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  mlir::OwningOpRef<mlir::ModuleOp> module;

  void parse(const char *text) {
    module = mlir::parseSourceString<mlir::ModuleOp>(text, context.get());
    ASSERT_TRUE(module);
    mlir::DictionaryAttr description = mlir::DictionaryAttr::get(context.get());
    (*module)->setAttr(kernel::kTargetAttr, kernel::TargetAttr::get(context.get(), "packing", description));
  }

  void runStage(void (*build)(mlir::OpPassManager &)) {
    mlir::PassManager passes(context.get());
    build(passes);
    ASSERT_TRUE(mlir::succeeded(passes.run(*module)));
  }

  /// Runs derive jobs, then `job`.
  Outcome run(llvm::StringRef job, const std::vector<HostTensor> &inputs, bool widened) {
    Outcome outcome;
    Result<VariableStore> variables = initialVariables(*module);
    EXPECT_TRUE(variables);
    InterpretOptions options{.widened = widened};
    for (auto function : module->getOps<mlir::func::FuncOp>())
      if (function->hasAttr(kDeriveAttr))
        EXPECT_TRUE(interpret(function, {}, *variables, options));
    auto results = interpret(module->lookupSymbol<mlir::func::FuncOp>(job), inputs, *variables, options);
    EXPECT_TRUE(results) << results.message();
    for (size_t i = 0; results && i < results->size(); ++i)
      outcome.emplace("result " + std::to_string(i), (*results)[i]);
    for (auto &[name, value] : *variables)
      outcome.emplace(name, value);
    return outcome;
  }

  std::vector<HostTensor> trainInputs() const {
    HostTensor step = HostTensor::zeros({DType::F32, {}});
    step.floats = {1};
    return {randomTensor({5, 2}, 1), randomTensor({5, 1}, 2), step};
  }

  bool contains(llvm::StringRef op) {
    return module
        ->walk([&](mlir::Operation *each) {
          return each->getName().getStringRef() == op ? mlir::WalkResult::interrupt() : mlir::WalkResult::advance();
        })
        .wasInterrupted();
  }
};

/// Of what both have; each is off by at most `tolerance` of the value's largest element.
void expectNear(const Outcome &actual, const Outcome &expected, double tolerance) {
  for (const auto &[name, value] : expected) {
    SCOPED_TRACE(name);
    ASSERT_TRUE(actual.count(name));
    ASSERT_EQ(toString(actual.at(name).meta), toString(value.meta));
    double largest = 0;
    for (double number : value.floats)
      largest = std::max(largest, std::fabs(number));
    for (size_t i = 0; i < value.floats.size(); ++i)
      EXPECT_NEAR(actual.at(name).floats[i], value.floats[i], tolerance * largest) << "element " << i;
  }
}

TEST_F(StageTest, TrainingKeepsItsMeaning) {
  parse(kTrain);
  runStage(buildGraphPipeline);
  EXPECT_FALSE(contains("weir.call"));
  runStage(buildAutogradPipeline);
  Outcome expected = run("train", trainInputs(), /*widened=*/true);
  EXPECT_NE(expected.at("w2").floats[0], 0);
  Outcome unrounded = run("train", trainInputs(), /*widened=*/false);

  runStage(buildPrecisionPipeline);
  ASSERT_TRUE(contains("weir.cast"));
  expectNear(run("train", trainInputs(), /*widened=*/true), expected, 1e-9);
  // Up to four products lie on the way to a gradient; each reads two operands that are off by up to 2^-9, and the
  // second moment squares what comes out. The first moment holds the gradient as it is.
  Outcome rounded = run("train", trainInputs(), /*widened=*/false);
  expectNear(rounded, unrounded, 4 * 2 * 2 * std::ldexp(1, -9));
  EXPECT_NE(rounded.at("result 0").floats, unrounded.at("result 0").floats);

  for (auto build : {buildSbpPipeline, buildPartitionPipeline, buildLayoutPipeline}) {
    runStage(build);
    expectNear(run("train", trainInputs(), /*widened=*/false), rounded, 0);
  }
  EXPECT_FALSE(contains("sbp.constrain"));
  EXPECT_FALSE(contains("weir.pack"));
}

TEST_F(StageTest, EvaluationIsPackedAndKeepsEveryBit) {
  parse(kEval);
  for (auto build :
       {buildGraphPipeline, buildAutogradPipeline, buildPrecisionPipeline, buildSbpPipeline, buildPartitionPipeline})
    runStage(build);
  Outcome expected = run("eval", {randomTensor({5, 2}, 3)}, /*widened=*/false);
  runStage(buildLayoutPipeline);
  EXPECT_TRUE(contains("weir.pack"));
  EXPECT_FALSE(contains("weir.matmul"));
  expectNear(run("eval", {randomTensor({5, 2}, 3)}, /*widened=*/false), expected, 0);
}

/// What the stage `layout` derives is a function of the source: other weights, other results.
TEST_F(StageTest, DerivedVariablesFollowTheirSources) {
  parse(kEval);
  for (auto build : {buildGraphPipeline, buildAutogradPipeline, buildPrecisionPipeline, buildSbpPipeline,
                     buildPartitionPipeline, buildLayoutPipeline})
    runStage(build);
  Result<VariableStore> variables = initialVariables(*module);
  ASSERT_TRUE(variables);
  variables->at("w2").floats = {0, 0, 0};
  for (auto function : module->getOps<mlir::func::FuncOp>())
    if (function->hasAttr(kDeriveAttr))
      ASSERT_TRUE(interpret(function, {}, *variables));
  auto results = interpret(module->lookupSymbol<mlir::func::FuncOp>("eval"), {randomTensor({4, 2}, 3)}, *variables);
  ASSERT_TRUE(results) << results.message();
  EXPECT_EQ(results->at(0).floats, (std::vector<double>{0, 0, 0, 0}));
}

} // namespace
} // namespace weir
