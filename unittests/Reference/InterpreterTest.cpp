// The interpreter's own promises: inputs of any sizes, host scalars in and out, variables, limits. The meaning of ops
// is tested by test/ops.
#include "lib/Reference/Interpreter.h"

#include "unittests/Reference/OpInstances.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

namespace weir {
namespace {

class InterpreterTest : public testing::Test {
protected:
  InterpreterTest() : context(makeContext()) { context->loadDialect<mlir::arith::ArithDialect>(); }

  mlir::func::FuncOp parse(const std::string &text) {
    module = mlir::parseSourceString<mlir::ModuleOp>(text, context.get());
    EXPECT_TRUE(module);
    return *module->getOps<mlir::func::FuncOp>().begin();
  }

  static HostTensor vector(std::vector<double> elements, DType dtype = DType::F32) {
    HostTensor tensor = HostTensor::zeros({dtype, {static_cast<int64_t>(elements.size())}});
    tensor.floats = std::move(elements);
    return tensor;
  }

  static HostTensor scalar(int64_t value) {
    HostTensor tensor = HostTensor::zeros({DType::I64, {}});
    tensor.integers[0] = value;
    return tensor;
  }

  std::unique_ptr<mlir::MLIRContext> context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  VariableStore variables;
};

TEST_F(InterpreterTest, OneFunctionForAllSizes) {
  auto function = parse(R"(func.func @f(%x: tensor<?xf32>) -> (tensor<?xf32>, index) {
    %y = weir.add %x, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %n = weir.dim %y, 0 : tensor<?xf32>
    return %y, %n : tensor<?xf32>, index
  })");
  for (std::vector<double> x : {std::vector<double>{}, {1}, {1, 2, 3}}) {
    auto results = interpret(function, {vector(x)}, variables);
    ASSERT_TRUE(results) << results.message();
    for (double &number : x)
      number *= 2;
    EXPECT_EQ((*results)[0].floats, x);
    EXPECT_EQ((*results)[1].meta, (StaticMeta{DType::I64, {}}));
    EXPECT_EQ((*results)[1].integers[0], static_cast<int64_t>(x.size()));
  }
}

TEST_F(InterpreterTest, IndexArgumentsAreScalarTensors) {
  auto function = parse(R"(func.func @f(%n: index) -> tensor<?xf32> {
    %x = weir.constant dense<1.5> : tensor<f32> sizes(%n) -> tensor<?xf32>
    return %x : tensor<?xf32>
  })");
  auto results = interpret(function, {scalar(2)}, variables);
  ASSERT_TRUE(results) << results.message();
  EXPECT_EQ((*results)[0].floats, (std::vector<double>{1.5, 1.5}));
  EXPECT_FALSE(interpret(function, {vector({1})}, variables));
}

TEST_F(InterpreterTest, InputsHaveToFit) {
  auto function = parse("func.func @f(%x: tensor<3xf32>) -> tensor<3xf32> {\n return %x : tensor<3xf32>\n}");
  auto tooFew = interpret(function, {}, variables);
  ASSERT_FALSE(tooFew);
  EXPECT_NE(tooFew.message().find("expects 1 inputs, got 0"), std::string::npos) << tooFew.message();
  auto otherSize = interpret(function, {vector({1, 2})}, variables);
  ASSERT_FALSE(otherSize);
  EXPECT_NE(otherSize.message().find("expects input #0 to be tensor<3xf32>, got tensor<2xf32>"), std::string::npos)
      << otherSize.message();
  EXPECT_FALSE(interpret(function, {vector({1, 2, 3}, DType::F64)}, variables));
}

constexpr const char *kJob = R"(
  weir.variable @w {initial = dense<[1.0, 2.0]> : tensor<2xf32>} : tensor<2xf32>
  weir.variable @tied {alias = @w} : tensor<2xf32>
  func.func @step(%index: tensor<2xi64>) -> tensor<2xf32> attributes {weir.job} {
    %w = weir.read @w : tensor<2xf32>
    %new = weir.add %w, %w : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    weir.assign @tied, %new : tensor<2xf32>
    %picked = weir.gather %w, %index {dim = 0 : i64} : (tensor<2xf32>, tensor<2xi64>) -> tensor<2xf32>
    return %picked : tensor<2xf32>
  })";

TEST_F(InterpreterTest, VariablesOutliveRunsAndShareStorage) {
  auto job = parse(kJob);
  variables = *initialVariables(*module);
  EXPECT_EQ(variables.size(), 1u);
  HostTensor index = HostTensor::zeros({DType::I64, {2}});
  for (double expected : {1, 2, 4}) {
    auto results = interpret(job, {index}, variables);
    ASSERT_TRUE(results) << results.message();
    EXPECT_EQ((*results)[0].floats[0], expected);
  }
  EXPECT_EQ(variables.at("w").floats, (std::vector<double>{8, 16}));
}

TEST_F(InterpreterTest, AFailedRunLeavesVariablesAlone) {
  auto job = parse(kJob);
  variables = *initialVariables(*module);
  HostTensor index = HostTensor::zeros({DType::I64, {2}});
  index.integers[1] = 2;
  EXPECT_FALSE(interpret(job, {index}, variables));
  EXPECT_EQ(variables.at("w").floats, (std::vector<double>{1, 2}));
}

TEST_F(InterpreterTest, MemoryLimitHoldsBeforeAllocation) {
  auto function = parse(R"(func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
    %y = weir.neg %x : (tensor<?xf32>) -> tensor<?xf32>
    %z = weir.neg %y : (tensor<?xf32>) -> tensor<?xf32>
    return %z : tensor<?xf32>
  })");
  HostTensor x = vector(std::vector<double>(100, 1.0));
  EXPECT_TRUE(interpret(function, {x}, variables, {.memoryLimit = 2 * 100 * 8}));
  auto results = interpret(function, {x}, variables, {.memoryLimit = 2 * 100 * 8 - 1});
  ASSERT_FALSE(results);
  EXPECT_NE(results.message().find("'weir.neg' op expects the values of a run to take at most 1599 bytes, got "
                                   "tensor<100xf32> beside 800 bytes"),
            std::string::npos)
      << results.message();
}

TEST_F(InterpreterTest, WidenedKeepsEveryBit) {
  auto function = parse(R"(func.func @f(%x: tensor<1xbf16>) -> tensor<1xf32> {
    %y = weir.mul %x, %x : (tensor<1xbf16>, tensor<1xbf16>) -> tensor<1xbf16>
    %z = weir.cast %y {to = f32} : (tensor<1xbf16>) -> tensor<1xf32>
    return %z : tensor<1xf32>
  })");
  double third = 1.0 / 3;
  auto results = interpret(function, {vector({third}, DType::BF16)}, variables, {.widened = true});
  ASSERT_TRUE(results) << results.message();
  EXPECT_EQ((*results)[0].floats[0], third * third);
  results = interpret(function, {vector({0.333984375}, DType::BF16)}, variables);
  EXPECT_EQ((*results)[0].floats[0], 0.111328125); // 0.111545… between 0.111328125 and 0.11181640625
}

} // namespace
} // namespace weir
