// The parts of the numeric ladder: sizes and domains of inputs, rounding bounds, and that a tampered stage is named.
#include "lib/Verify/VerifyNumerics.h"
#include "lib/Compiler/Register.h"
#include "lib/Reference/Numbers.h"
#include "lib/Verify/GradientCheck.h"
#include "lib/Verify/InputDomains.h"
#include "lib/Verify/RoundingBounds.h"
#include "lib/Verify/Tamper.h"

#include "dialects/Weir/Control/Ops.h"
#include "dialects/Weir/Math/Ops.h"
#include "dialects/Weir/Shape/Ops.h"
#include "passes/Autograd/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include <gtest/gtest.h>

using namespace mlir;

namespace weir {
namespace {

class VerifyNumericsTest : public testing::Test {
protected:
  VerifyNumericsTest() : context(registry(), MLIRContext::Threading::DISABLED) { context.loadAllAvailableDialects(); }

  static DialectRegistry registry() {
    DialectRegistry all;
    registerWeir(all);
    return all;
  }

  func::FuncOp parse(const std::string &text) {
    module = parseSourceString<ModuleOp>(text, &context);
    return module ? *module->getOps<func::FuncOp>().begin() : func::FuncOp();
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

TEST_F(VerifyNumericsTest, SizesThatALoopRunsOverAreEqual) {
  func::FuncOp function = parse(R"mlir(
    func.func @f(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %bias: tensor<?xf32>, %m: index, %n: index) {
      %0 = weir.matmul %a, %b : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
      %1 = weir.broadcast %bias sizes(%m, %n) {dims = array<i64: 1>} : tensor<?xf32> -> tensor<?x?xf32>
      %2 = weir.add %0, %1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
      return
    })mlir");
  ASSERT_TRUE(function);
  InputShapes shapes(function);
  EXPECT_FALSE(shapes.isStatic());
  shapes.choose({3, 5, 7});
  EXPECT_EQ(shapes.shapeOf(function.getArgument(0)), (Shape{3, 5}));
  EXPECT_EQ(shapes.shapeOf(function.getArgument(1)), (Shape{5, 7}));
  EXPECT_EQ(shapes.shapeOf(function.getArgument(2)), (Shape{7}));
  EXPECT_EQ(shapes.scalarOf(function.getArgument(3)), 3);
  EXPECT_EQ(shapes.scalarOf(function.getArgument(4)), 7);
}

TEST_F(VerifyNumericsTest, AReshapeKeepsTheNumberOfElements) {
  func::FuncOp function = parse(R"mlir(
    func.func @f(%x: tensor<?x?xf32>, %n: index, %y: tensor<?xf32>, %q: index) {
      %0 = weir.reshape %x sizes(%n) : tensor<?x?xf32> -> tensor<?xf32>
      %1 = weir.reshape %y sizes(%q) : tensor<?xf32> -> tensor<?x4xf32>
      return
    })mlir");
  ASSERT_TRUE(function);
  InputShapes shapes(function);
  shapes.choose({3, 5, 7, 2, 9});
  EXPECT_EQ(shapes.shapeOf(function.getArgument(0)), (Shape{3, 5}));
  EXPECT_EQ(shapes.scalarOf(function.getArgument(1)), 15);
  EXPECT_EQ(shapes.shapeOf(function.getArgument(2))[0], DimSize(4 * shapes.scalarOf(function.getArgument(3))));
}

TEST_F(VerifyNumericsTest, PackedOperandsAreAsLargeAsTheirPanels) {
  func::FuncOp function = parse(R"mlir(
    func.func @f(%a: tensor<?x?xbf16>, %packed: tensor<?x?x?xbf16>) {
      %0 = weir.matmul_packed %a, %packed {columns = 7 : i64, panel = 4 : i64, group = 2 : i64}
          : (tensor<?x?xbf16>, tensor<?x?x?xbf16>) -> tensor<?x7xbf16>
      return
    })mlir");
  ASSERT_TRUE(function);
  InputShapes shapes(function);
  shapes.choose({3, 5, 7, 9});
  Shape a = shapes.shapeOf(function.getArgument(0)), packed = shapes.shapeOf(function.getArgument(1));
  EXPECT_EQ(a, (Shape{3, DimSize(2 * packed[1].known())}));
  EXPECT_EQ(packed, (Shape{2, packed[1], 8}));
}

TEST_F(VerifyNumericsTest, DomainsReachInputsThroughGroupsAndMovement) {
  func::FuncOp function = parse(R"mlir(
    weir.variable @v : tensor<3x5xf32>
    func.func @f(%labels: tensor<3xi64>, %x: tensor<3x5xf32>) attributes {weir.job} {
      %v = weir.read @v : tensor<3x5xf32>
      %0 = kernel.group(%l = %labels : tensor<3xi64>, %a = %v : tensor<3x5xf32>) -> tensor<3x1xf32> {
        %i = weir.reshape %l : tensor<3xi64> -> tensor<3x1xi64>
        %1 = weir.log %a : (tensor<3x5xf32>) -> tensor<3x5xf32>
        %2 = weir.gather %1, %i {dim = 1 : i64} : (tensor<3x5xf32>, tensor<3x1xi64>) -> tensor<3x1xf32>
        kernel.yield %2 : tensor<3x1xf32>
      }
      return
    })mlir");
  ASSERT_TRUE(function);
  InputDomains domains;
  domains.add(function);
  InputDomain labels = domains.ofArgument(function.getArgument(0));
  ASSERT_EQ(labels.below.size(), 1u);
  EXPECT_EQ(labels.below.front().second, 1);
  EXPECT_TRUE(domains.ofArgument(function.getArgument(1)).isDefault);
  EXPECT_EQ(domains.ofVariable("v").least, 0);
  EXPECT_TRUE(domains.ofVariable("v").leastIsOutside);
}

TEST_F(VerifyNumericsTest, NumbersAreDrawnFromTheWholeDomain) {
  func::FuncOp function = parse(R"mlir(
    func.func @f(%x: tensor<1000xf32>, %y: tensor<1000xf32>, %z: tensor<1000xf32>) {
      %0 = weir.log %x : (tensor<1000xf32>) -> tensor<1000xf32>
      %1 = weir.log1p %y : (tensor<1000xf32>) -> tensor<1000xf32>
      %2 = weir.asin %z : (tensor<1000xf32>) -> tensor<1000xf32>
      return
    })mlir");
  ASSERT_TRUE(function);
  InputDomains domains;
  domains.add(function);
  EXPECT_TRUE(domains.haveIntervals());
  RandomNumbers numbers(0);
  for (InputKind kind : {InputKind::Random, InputKind::Wide}) {
    std::vector<HostTensor> drawn = randomArguments(function, InputShapes(function), domains, kind, numbers);
    for (auto [argument, tensor] : llvm::zip_equal(function.getArguments(), drawn))
      for (double number : tensor.floats)
        ASSERT_TRUE(domains.ofArgument(argument).contains(number)) << number;
    auto [least, most] = std::minmax_element(drawn[0].floats.begin(), drawn[0].floats.end());
    EXPECT_EQ(*least < 0x1p-120, kind == InputKind::Wide) << *least;
    EXPECT_EQ(*most > 0x1p120, kind == InputKind::Wide) << *most;
    EXPECT_LT(*llvm::min_element(drawn[1].floats), -0.7);
    EXPECT_LT(*llvm::min_element(drawn[2].floats), -0.9);
  }
}

TEST_F(VerifyNumericsTest, AnIndexIntoTwoTablesStaysBelowTheSmaller) {
  for (const char *order : {"%a", "%b"}) {
    bool isFirst = order == std::string("%a");
    std::string first = isFirst ? "%a" : "%b", second = isFirst ? "%b" : "%a";
    std::string firstType = isFirst ? "tensor<3xf32>" : "tensor<40xf32>", types = ", tensor<64xi64>) -> tensor<64xf32>";
    std::string secondType = isFirst ? "tensor<40xf32>" : "tensor<3xf32>";
    func::FuncOp function = parse("func.func @f(%i: tensor<64xi64>, %a: tensor<3xf32>, %b: tensor<40xf32>) {\n"
                                  "%0 = weir.gather " +
                                  first + ", %i {dim = 0 : i64} : (" + firstType + types + "\n" + "%1 = weir.gather " +
                                  second + ", %i {dim = 0 : i64} : (" + secondType + types + "\n" + "return }");
    ASSERT_TRUE(function);
    InputDomains domains;
    domains.add(function);
    RandomNumbers numbers(0);
    HostTensor index = randomArguments(function, InputShapes(function), domains, InputKind::Edge, numbers).front();
    EXPECT_EQ(*llvm::max_element(index.integers), 2);
  }
}

/// The sum of `values`, each partial sum rounded to `dtype`.
double sumRoundedTo(DType dtype, const std::vector<double> &values) {
  double sum = 0;
  for (double value : values)
    sum = roundedTo(dtype, sum + value);
  return sum;
}

/// Whether a sum lies outside the bounds of weir.reduce_sum.
class SumBounds {
public:
  SumBounds(func::FuncOp function, DType dtype, const std::vector<double> &values) : dtype(dtype) {
    HostTensor x{{dtype, {static_cast<int64_t>(values.size())}}, values, {}};
    RunFn run = [&](const InterpretOptions &options) {
      VariableStore none;
      return interpret(function, {x}, none, options);
    };
    bounds.emplace(RoundingBounds::of(run, ownTypesBound, /*seed=*/0));
  }

  bool outside(double sum) const {
    HostTensor result = HostTensor::zeros({dtype, {}});
    result.floats[0] = sum;
    int64_t numbers = 0;
    return (**bounds).firstOutside({result}, numbers).has_value();
  }

private:
  DType dtype;
  std::optional<Result<RoundingBounds>> bounds;
};

std::vector<double> valuesToSum(DType dtype, size_t count) {
  std::vector<double> values(count);
  for (size_t i = 0; i < count; ++i)
    values[i] = roundedTo(dtype, 0.7 + 0.1 * static_cast<double>(i % 7));
  return values;
}

TEST_F(VerifyNumericsTest, BoundsOfASumHoldItsRoundingsAndNoCoarserOnes) {
  func::FuncOp function = parse(R"mlir(
    func.func @f(%x: tensor<1000xf32>) -> tensor<f32> {
      %0 = weir.reduce_sum %x {dims = array<i64: 0>} : (tensor<1000xf32>) -> tensor<f32>
      return %0 : tensor<f32>
    })mlir");
  ASSERT_TRUE(function);
  std::vector<double> values = valuesToSum(DType::F32, 1000);
  SumBounds bounds(function, DType::F32, values);
  EXPECT_FALSE(bounds.outside(sumRoundedTo(DType::F32, values)));
  std::vector<double> backwards(values.rbegin(), values.rend());
  EXPECT_FALSE(bounds.outside(sumRoundedTo(DType::F32, backwards)));
  EXPECT_TRUE(bounds.outside(sumRoundedTo(DType::F16, values)));
  EXPECT_TRUE(bounds.outside(-sumRoundedTo(DType::F32, values)));
  EXPECT_TRUE(bounds.outside(std::numeric_limits<double>::quiet_NaN()));
}

TEST_F(VerifyNumericsTest, ANarrowSumWithoutItsLastTermLiesOutside) {
  for (DType dtype : {DType::BF16, DType::F16}) {
    std::string element(name(dtype));
    func::FuncOp function = parse("func.func @f(%x: tensor<20x" + element + ">) -> tensor<" + element + "> {\n" +
                                  "%0 = weir.reduce_sum %x {dims = array<i64: 0>} : (tensor<20x" + element +
                                  ">) -> tensor<" + element + ">\nreturn %0 : tensor<" + element + ">\n}");
    ASSERT_TRUE(function);
    std::vector<double> values = valuesToSum(dtype, 20);
    SumBounds bounds(function, dtype, values);
    EXPECT_FALSE(bounds.outside(roundedTo(dtype, sumRoundedTo(DType::F32, values))));
    values.pop_back();
    EXPECT_TRUE(bounds.outside(roundedTo(dtype, sumRoundedTo(DType::F32, values))));
  }
}

/// Turns every exp behind a stage into its negative.
struct NegatedExp : Tamper {
  explicit NegatedExp(StringRef stage) : stage(stage) {}
  void afterStage(StringRef ran, ModuleOp module) const override {
    if (ran != stage)
      return;
    module.walk([](ExpOp op) {
      OpBuilder builder(op.getContext());
      builder.setInsertionPointAfter(op);
      auto negated = NegOp::create(builder, op.getLoc(), op.getResult());
      op.getResult().replaceAllUsesExcept(negated.getResult(), negated);
    });
  }
  StringRef stage;
};

TEST_F(VerifyNumericsTest, ATamperedStageIsNamed) {
  const char *program = "func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> attributes {weir.job} {\n"
                        "  %y = weir.exp %x : (tensor<?xf32>) -> tensor<?xf32>\n"
                        "  return %y : tensor<?xf32>\n}";
  for (const char *target : {"cpu", "naive"}) {
    CompileOptions options{.target = target};
    Result<std::string> table = verifyNumerics(program, options, {.seed = 5});
    ASSERT_TRUE(table) << table.message();
    EXPECT_NE(table->find("kernel"), std::string::npos) << *table;
    for (const char *stage : {"graph", "autograd", "precision", "sbp", "partition", "layout", "group"}) {
      NegatedExp tamper(stage);
      Result<std::string> found = verifyNumerics(program, options, {.seed = 5, .tamper = &tamper});
      ASSERT_FALSE(found) << stage;
      EXPECT_NE(found.message().find("expects stage '" + std::string(stage) + "'"), std::string::npos)
          << found.message();
    }
  }
}

/// Writes to what a kernel has read.
struct WrittenOperand : Tamper {
  void afterLoweringStep(StringRef step, ModuleOp module) const override {
    if (step != "loops")
      return;
    module.walk([](memref::LoadOp load) {
      OpBuilder builder(load.getContext());
      builder.setInsertionPointAfter(load);
      Value other = arith::NegFOp::create(builder, load.getLoc(), load.getResult());
      memref::StoreOp::create(builder, load.getLoc(), other, load.getMemRef(), load.getIndices());
    });
  }
};

TEST_F(VerifyNumericsTest, AKernelThatWritesToAnOperandIsFound) {
  const char *program = "func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> attributes {weir.job} {\n"
                        "  %y = weir.exp %x : (tensor<4xf32>) -> tensor<4xf32>\n"
                        "  return %y : tensor<4xf32>\n}";
  WrittenOperand tamper;
  Result<std::string> found = verifyNumerics(program, {.target = "naive"}, {.seed = 5, .tamper = &tamper});
  ASSERT_FALSE(found);
  EXPECT_NE(found.message().find("got bytes of operand #0 written"), std::string::npos) << found.message();
  EXPECT_NE(found.message().find("the first step of the lowering that differs is 'loops'"), std::string::npos)
      << found.message();
}

// Gradients.

LogicalResult runAutograd(ModuleOp module) {
  PassManager passes(module.getContext());
  buildAutogradPipeline(passes);
  return passes.run(module);
}

/// Twice what gradients should be.
LogicalResult runWrongAutograd(ModuleOp module) {
  module.walk([](GradientOp op) {
    OpBuilder builder(op.getContext());
    builder.setInsertionPointAfter(op);
    for (Value result : op.getResults()) {
      auto twice = AddOp::create(builder, op.getLoc(), result, result);
      result.replaceAllUsesExcept(twice, twice);
    }
  });
  return runAutograd(module);
}

FailureOr<GradientCounts> judgeGradients(ModuleOp module, const HostTensor &x, RunStageFn runStage, uint64_t seed) {
  ScopedDiagnosticHandler quiet(module.getContext(), [](Diagnostic &) { return success(); });
  JobInputs job{.job = "f", .inputs = {{.arguments = {x}}}};
  NumericsReport report;
  return checkGradients(module, runStage, job, seed, report);
}

TEST_F(VerifyNumericsTest, GradientsAreJudgedAlongDirectionsInWhichTheLossHasASlope) {
  ASSERT_TRUE(parse(R"mlir(
    func.func @f(%x: tensor<1xf64>) -> tensor<1xf64> attributes {weir.job} {
      %0 = weir.relu %x : (tensor<1xf64>) -> tensor<1xf64>
      %1 = weir.reduce_sum %0 {dims = array<i64: 0>} : (tensor<1xf64>) -> tensor<f64>
      %2 = weir.gradient %1 wrt %x : (tensor<f64>, tensor<1xf64>) -> tensor<1xf64>
      return %2 : tensor<1xf64>
    })mlir"));
  HostTensor x = HostTensor::zeros({DType::F64, {1}});
  x.floats[0] = 1e-6; // twice the step crosses the corner along directions beyond half
  int64_t several = 0;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    RandomNumbers numbers(seed);
    int64_t without = 0;
    bool isFirst = false;
    for (int i = 0; i < 3; ++i) {
      HostTensor direction = randomTensor(x.meta, {.least = -1, .most = 1}, 0, InputKind::Random, numbers);
      bool crosses = std::fabs(direction.floats[0]) > 0.5;
      without += crosses;
      isFirst |= i == 0 && crosses;
    }
    several += isFirst && without < 3;
    FailureOr<GradientCounts> right = judgeGradients(*module, x, runAutograd, seed);
    ASSERT_TRUE(succeeded(right));
    EXPECT_EQ(right->judged, without < 3) << "seed " << seed;
    EXPECT_EQ(right->unjudged, without == 3) << "seed " << seed;
    EXPECT_EQ(failed(judgeGradients(*module, x, runWrongAutograd, seed)), without < 3) << "seed " << seed;
  }
  EXPECT_GE(several, 3);
}

TEST_F(VerifyNumericsTest, ACornerAtThePointItselfIsNoSlope) {
  ASSERT_TRUE(parse(R"mlir(
    func.func @f(%x: tensor<1xf64>) -> tensor<1xf64> attributes {weir.job} {
      %0 = weir.relu %x : (tensor<1xf64>) -> tensor<1xf64>
      %1 = weir.reduce_sum %0 {dims = array<i64: 0>} : (tensor<1xf64>) -> tensor<f64>
      %2 = weir.gradient %1 wrt %x : (tensor<f64>, tensor<1xf64>) -> tensor<1xf64>
      return %2 : tensor<1xf64>
    })mlir"));
  FailureOr<GradientCounts> counts = judgeGradients(*module, HostTensor::zeros({DType::F64, {1}}), runAutograd, 0);
  ASSERT_TRUE(succeeded(counts)); // central differences by one and by two steps are 0.5, which no gradient of relu is
  EXPECT_EQ(counts->judged, 0);
  EXPECT_EQ(counts->unjudged, 1);
}

TEST_F(VerifyNumericsTest, OneAgreeingDirectionExcusesNoOther) {
  ASSERT_TRUE(parse(R"mlir(
    func.func @f(%x: tensor<2xf64>) -> tensor<2xf64> attributes {weir.job} {
      %0 = weir.reduce_sum %x {dims = array<i64: 0>} : (tensor<2xf64>) -> tensor<f64>
      %1 = weir.gradient %0 wrt %x : (tensor<f64>, tensor<2xf64>) -> tensor<2xf64>
      return %1 : tensor<2xf64>
    })mlir"));
  // The first element is off by so little that only directions near its axis show it: about a third of them.
  auto runOff = [](ModuleOp module) {
    module.walk([](GradientOp op) {
      OpBuilder builder(op.getContext());
      builder.setInsertionPointAfter(op);
      Value result = op.getResult(0);
      auto type = cast<RankedTensorType>(result.getType());
      Value factors = ConstantOp::create(builder, op.getLoc(), type,
                                         DenseElementsAttr::get(type, ArrayRef<double>{1 + 1.2e-5, 1}), ValueRange());
      auto off = MulOp::create(builder, op.getLoc(), result, factors);
      result.replaceAllUsesExcept(off, off);
    });
    return runAutograd(module);
  };
  int64_t found = 0;
  for (uint64_t seed = 0; seed < 20; ++seed)
    found += failed(judgeGradients(*module, HostTensor::zeros({DType::F64, {2}}), runOff, seed));
  EXPECT_GE(found, 10);
}

TEST_F(VerifyNumericsTest, GradientsOfNarrowFloatsAreJudgedAsFarAsTheirConstantsAreRounded) {
  for (const char *element : {"f16", "bf16"}) {
    std::string tensor = "tensor<3x" + std::string(element) + ">", scalar = "tensor<" + std::string(element) + ">";
    ASSERT_TRUE(parse("func.func @f(%x: " + tensor + ") -> " + tensor + " attributes {weir.job} {\n" +
                      "%0 = weir.erf %x : (" + tensor + ") -> " + tensor + "\n" +
                      "%1 = weir.reduce_sum %0 {dims = array<i64: 0>} : (" + tensor + ") -> " + scalar + "\n" +
                      "%2 = weir.gradient %1 wrt %x : (" + scalar + ", " + tensor + ") -> " + tensor + "\n" +
                      "return %2 : " + tensor + "\n}"));
    HostTensor x{{*parseDType(element), {3}}, {0.25, 0.5, 1}, {}};
    FailureOr<GradientCounts> right = judgeGradients(*module, x, runAutograd, 0);
    ASSERT_TRUE(succeeded(right)) << element;
    EXPECT_EQ(right->judged, 1);
    EXPECT_TRUE(failed(judgeGradients(*module, x, runWrongAutograd, 0))) << element;
  }
}

} // namespace
} // namespace weir
