// Folding changes no bit: each function of test/dialects/weir/fold-*.mlir gives the same results before and after, on
// inputs full of zeros of both signs, infinities, NaN and numbers that round.
#include "dialects/Weir/IR/Dialect.h"
#include "lib/Reference/Interpreter.h"
#include "lib/Reference/Numbers.h"
#include "lib/Reference/Reference.h"
#include "lib/Support/Philox.h"

#include "dialects/Interfaces/Semantics.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace weir {
namespace {

std::unique_ptr<mlir::MLIRContext> makeContext() {
  mlir::DialectRegistry registry;
  registry.insert<WeirDialect, mlir::func::FuncDialect, mlir::arith::ArithDialect>();
  registerReferenceModels(registry);
  auto context = std::make_unique<mlir::MLIRContext>(registry, mlir::MLIRContext::Threading::DISABLED);
  context->loadAllAvailableDialects();
  return context;
}

/// i64 tensors are indices in these files, into dimensions of two or more; narrower integers are any numbers.
HostTensor interestingTensor(StaticMeta meta, uint64_t seed) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  const double floats[] = {0.0, -0.0, 1.0, -1.5, inf, -inf, std::nan(""), 0.1, -3.3e4, 1e-40, 7e37, 1.0 / 3};
  const int64_t integers[] = {0, 1, -1, 5, 127, -128, 300, -70000, 16777217, 2147483647};
  HostTensor tensor = HostTensor::zeros(std::move(meta));
  uint64_t count = 0;
  for (double &number : tensor.floats)
    number = roundedTo(tensor.meta.dtype, floats[randomBits(seed, 0, 0, count++) % std::size(floats)]);
  for (int64_t &number : tensor.integers) {
    uint32_t bits = randomBits(seed, 0, 0, count++);
    number =
        tensor.meta.dtype == DType::I64 ? bits % 2 : wrappedTo(tensor.meta.dtype, integers[bits % std::size(integers)]);
  }
  return tensor;
}

std::vector<HostTensor> makeInputs(mlir::func::FuncOp function, int64_t unknownSize, uint64_t seed) {
  std::vector<HostTensor> inputs;
  for (const TensorMeta &meta : metasOf(function.getArgumentTypes())) {
    Sizes sizes;
    for (DimSize size : meta.shape)
      sizes.push_back(size.knownOr(unknownSize));
    inputs.push_back(interestingTensor({meta.dtype, std::move(sizes)}, seed++));
  }
  return inputs;
}

bool isSameBits(double x, double y) {
  return std::isnan(x) || std::isnan(y) ? std::isnan(x) && std::isnan(y) : x == y && std::signbit(x) == std::signbit(y);
}

void expectSameBits(const HostTensor &actual, const HostTensor &expected) {
  ASSERT_EQ(toString(actual.meta), toString(expected.meta));
  EXPECT_EQ(actual.integers, expected.integers);
  for (size_t i = 0; i < expected.floats.size(); ++i)
    EXPECT_TRUE(isSameBits(actual.floats[i], expected.floats[i]))
        << "element " << i << ": " << actual.floats[i] << " and " << expected.floats[i];
}

class FoldTest : public testing::TestWithParam<const char *> {};

TEST_P(FoldTest, ChangesNoBit) {
  auto context = makeContext();
  std::string path = std::string(WEIR_SOURCE "/test/dialects/weir/") + GetParam() + ".mlir";
  auto before = mlir::parseSourceFile<mlir::ModuleOp>(path, context.get());
  auto after = mlir::parseSourceFile<mlir::ModuleOp>(path, context.get());
  ASSERT_TRUE(before && after);
  mlir::PassManager passes(context.get());
  passes.addPass(mlir::createCanonicalizerPass());
  passes.addPass(mlir::createCSEPass());
  ASSERT_TRUE(mlir::succeeded(passes.run(*after)));

  VariableStore none;
  for (auto function : before->getOps<mlir::func::FuncOp>()) {
    int runs = 0;
    for (int64_t unknownSize : {0, 1, 3, 7})
      for (uint64_t seed = 0; seed < 8; ++seed) {
        SCOPED_TRACE(function.getSymName().str() + " with size " + std::to_string(unknownSize));
        std::vector<HostTensor> inputs = makeInputs(function, unknownSize, seed);
        auto expected = interpret(function, inputs, none);
        auto actual = interpret(after->lookupSymbol<mlir::func::FuncOp>(function.getSymName()), inputs, none);
        if (!expected)
          continue; // the function takes no such sizes, or the indices don't fit them
        ++runs;
        ASSERT_TRUE(actual) << actual.message();
        for (size_t i = 0; i < expected->size(); ++i)
          expectSameBits((*actual)[i], (*expected)[i]);
      }
    EXPECT_GE(runs, 8) << function.getSymName().str();
  }
}

INSTANTIATE_TEST_SUITE_P(Files, FoldTest, testing::Values("fold-math", "fold-shape", "fold-dim", "fold-scatter_add"),
                         [](const testing::TestParamInfo<const char *> &info) {
                           std::string name = info.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

} // namespace
} // namespace weir
