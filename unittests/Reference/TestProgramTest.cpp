// Test functions taken apart: what becomes an input, what a result, and that no static size is left in the dynamic
// form.
#include "lib/Reference/TestProgram.h"

#include "dialects/Check/Ops.h"
#include "dialects/Weir/Shape/Ops.h"
#include "lib/Reference/Interpreter.h"
#include "unittests/Reference/OpInstances.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

namespace weir {
namespace {

constexpr const char *kTest = R"(
  func.func @test() {
    %x = weir.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32> -> tensor<3xf32>
    %ones = weir.constant dense<1.0> : tensor<2x3xf32> -> tensor<2x3xf32>
    %rows = weir.broadcast %x {dims = array<i64: 1>} : tensor<3xf32> -> tensor<2x3xf32>
    %y = weir.add %rows, %ones : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %sum = weir.reduce_sum %y {dims = array<i64: 0>} : (tensor<2x3xf32>) -> tensor<3xf32>
    %expected = weir.constant dense<[4.0, 6.0, 8.0]> : tensor<3xf32> -> tensor<3xf32>
    check.expect_close %sum, %expected {ulps = 3 : i64} : tensor<3xf32>
    check.expect_eq %rows, %rows : tensor<2x3xf32>
    return
  }
  func.func @other() {
    return
  }
  func.func private @callee() {
    return
  })";

class TestProgramTest : public testing::TestWithParam<TestForm> {
protected:
  TestProgramTest() : context(makeContext()) {
    context->loadDialect<check::CheckDialect>();
    module = mlir::parseSourceString<mlir::ModuleOp>(kTest, context.get());
  }

  TestProgram make(TestForm form) {
    Result<TestProgram> program = testProgram(*module->getOps<mlir::func::FuncOp>().begin(), form);
    EXPECT_TRUE(program) << program.message();
    EXPECT_TRUE(mlir::succeeded(mlir::verify(*program->module)));
    return std::move(*program);
  }

  std::unique_ptr<mlir::MLIRContext> context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

TEST_P(TestProgramTest, RunsAndPassesItsChecks) {
  TestProgram program = make(GetParam());
  ASSERT_EQ(program.checks.size(), 2u);
  EXPECT_EQ(program.checks[0].tolerance.ulps, 3);
  EXPECT_TRUE(program.checks[1].tolerance.exact);
  VariableStore variables;
  auto results = interpret(program.function, program.inputs, variables);
  ASSERT_TRUE(results) << results.message();
  ASSERT_EQ(results->size(), 4u);
  EXPECT_EQ((*results)[0].floats, (std::vector<double>{4, 6, 8}));
  EXPECT_FALSE(checkResults(program, *results));
  (*results)[0].floats[2] = 9;
  std::optional<Failure> failure = checkResults(program, *results);
  ASSERT_TRUE(failure);
  EXPECT_NE(failure->message.find("'check.expect_close' op expects actual to be close to expected, got 1 of 3 elements "
                                  "that differ, the first at [2]: 9 and 8"),
            std::string::npos)
      << failure->message;
}

INSTANTIATE_TEST_SUITE_P(Forms, TestProgramTest, testing::Values(TestForm::Static, TestForm::Dynamic));

TEST_F(TestProgramTest, KeepsPrivateFunctionsAndLeavesTheTestAlone) {
  TestProgram program = make(TestForm::Dynamic);
  std::vector<std::string> names;
  for (auto function : program.module->getOps<mlir::func::FuncOp>())
    names.push_back(function.getSymName().str());
  EXPECT_EQ(names, (std::vector<std::string>{"test", "callee"}));
  auto test = *module->getOps<mlir::func::FuncOp>().begin();
  EXPECT_EQ(test.getNumArguments(), 0u);
  EXPECT_FALSE(test.getBody().front().getOps<check::ExpectEqOp>().empty());
}

TEST_F(TestProgramTest, StaticFormHoistsConstantsThatAreNoSplats) {
  TestProgram program = make(TestForm::Static);
  ASSERT_EQ(program.inputs.size(), 2u);
  EXPECT_EQ(program.inputs[1].floats, (std::vector<double>{4, 6, 8}));
  EXPECT_EQ(std::distance(program.function.getOps<ConstantOp>().begin(), program.function.getOps<ConstantOp>().end()),
            1);
}

TEST_F(TestProgramTest, DynamicFormHasNoStaticSizes) {
  TestProgram program = make(TestForm::Dynamic);
  auto isDynamic = [](mlir::Value value) {
    auto type = mlir::dyn_cast<mlir::RankedTensorType>(value.getType());
    return !type || type.getNumDynamicDims() == type.getShape().size();
  };
  EXPECT_TRUE(llvm::all_of(program.function.getArguments(), isDynamic));
  program.function.walk([&](mlir::Operation *op) {
    EXPECT_TRUE(llvm::all_of(op->getResults(), isDynamic)) << op->getName().getStringRef().str();
  });
  // Two constants, and the shapes that the splat and the broadcast take their sizes from.
  EXPECT_EQ(program.inputs.size(), 4u);
}

} // namespace
} // namespace weir
