// Products whose second operand is packed: which layout machines ask for, and that such products with elementwise ops
// behind them are right and become register tiles.
#include "unittests/Target/KernelHarness.h"

#include "dialects/Kernel/Kernel.h"
#include "dialects/Kernel/Target.h"
#include "lib/Compiler/Register.h"
#include "lib/Support/Half.h"

#include "mlir/Parser/Parser.h"

#include <cmath>
#include <gtest/gtest.h>
#include <random>

namespace weir {
namespace {

/// The target cpu and what is asked of it.
struct CpuTargetUnderTest {
  CpuTargetUnderTest() {
    mlir::DialectRegistry registry;
    registerWeir(registry);
    context = std::make_unique<mlir::MLIRContext>(registry, mlir::MLIRContext::Threading::DISABLED);
    context->loadAllAvailableDialects();
    target = context->getLoadedDialect<kernel::KernelDialect>()->findTarget("cpu");
  }

  mlir::DictionaryAttr describe(const std::string &machine) { return *target->describe(context.get(), machine); }
  PackedLayout layoutFor(const std::string &machine, DType dtype) {
    return target->packedLayout(describe(machine), dtype);
  }

  std::unique_ptr<mlir::MLIRContext> context;
  const TargetInterface *target = nullptr;
};

TEST(PackedLayoutTest, MachinesAskForWhatTheyMultiplyFastest) {
  CpuTargetUnderTest cpu;
  for (const char *machine : {"znver4", "znver5"}) {
    EXPECT_EQ(cpu.layoutFor(machine, DType::F32).panel, 64) << machine;
    EXPECT_EQ(cpu.layoutFor(machine, DType::F32).group, 1) << machine;
    EXPECT_EQ(cpu.layoutFor(machine, DType::BF16).panel, 64) << machine;
    EXPECT_EQ(cpu.layoutFor(machine, DType::BF16).group, 2) << machine << " has a fast product of pairs";
  }
  EXPECT_EQ(cpu.layoutFor("x86-64-v3", DType::F32).panel, 16);
  PackedLayout tiled = cpu.layoutFor("sapphirerapids", DType::BF16);
  EXPECT_EQ(tiled.group, 2);
  EXPECT_EQ(tiled.depth, 32) << "tile registers read so many rows";
  for (const char *machine : {"x86-64-v4", "x86-64-v3"})
    EXPECT_EQ(cpu.layoutFor(machine, DType::BF16).panel, 0) << machine << " multiplies bf16 as f32";
  EXPECT_EQ(cpu.layoutFor("znver5", DType::I64).panel, 0);
}

/// relu(a * b + bias) of bf16 or f32 with a dynamic number of rows, b packed.
struct Product {
  int64_t n, k;
  DType dtype;
  PackedLayout layout;

  int64_t panels() const { return (n + layout.panel - 1) / layout.panel; }
  int64_t rows() const { return (k + layout.group - 1) / layout.group; }
  int64_t width() const { return layout.panel * layout.group; }

  std::string text() const {
    std::string type(name(dtype)), depth = std::to_string(k), columns = std::to_string(n);
    std::string a = "tensor<?x" + depth + "x" + type + ">", result = "tensor<?x" + columns + "xf32>";
    std::string packed = "tensor<" + std::to_string(panels()) + "x" + std::to_string(rows()) + "x" +
                         std::to_string(width()) + "x" + type + ">";
    std::string bias = "tensor<" + columns + "xf32>", two = "(" + result + ", " + result + ") -> " + result;
    return "func.func @k(%a: " + a + ", %b: " + packed + ", %bias: " + bias + ", %m: index) -> " + result +
           " attributes {kernel.kernel} {\n"
           "  %0 = weir.matmul_packed %a, %b {columns = " +
           columns + " : i64, group = " + std::to_string(layout.group) +
           " : i64, out = f32, panel = " + std::to_string(layout.panel) + " : i64} : (" + a + ", " + packed + ") -> " +
           result + "\n  %1 = weir.broadcast %bias sizes(%m) {dims = array<i64: 1>} : " + bias + " -> " + result +
           "\n  %2 = weir.add %0, %1 : " + two + "\n  %3 = weir.relu %2 : (" + result + ") -> " + result +
           "\n  return %3 : " + result + "\n}\n";
  }

  /// What weir.pack makes of b, [k, n].
  std::vector<float> pack(const std::vector<float> &b) const {
    std::vector<float> packed(panels() * rows() * width(), 0);
    for (int64_t row = 0; row < k; ++row)
      for (int64_t column = 0; column < n; ++column) {
        int64_t line = column / layout.panel * rows() + row / layout.group;
        packed[line * width() + column % layout.panel * layout.group + row % layout.group] = b[row * n + column];
      }
    return packed;
  }
};

std::vector<float> randomNumbers(int64_t count, unsigned seed, DType dtype) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<float> distribution(-2, 2);
  std::vector<float> values(count);
  for (float &value : values) {
    value = distribution(engine);
    if (dtype == DType::BF16)
      value = bf16ToF32(f32ToBf16(value));
  }
  return values;
}

TestBuffer bufferOf(std::vector<int64_t> sizes, const std::vector<float> &values, DType dtype) {
  if (dtype != DType::BF16)
    return TestBuffer(std::move(sizes), values);
  std::vector<uint16_t> bits;
  for (float value : values)
    bits.push_back(f32ToBf16(value));
  return TestBuffer(std::move(sizes), bits);
}

void expectRight(const Product &product, const std::string &machine) {
  TestKernel kernel(product.text(), "cpu", machine);
  auto [n, k, dtype, layout] = product;
  std::vector<float> b = randomNumbers(k * n, 2, dtype), biases = randomNumbers(n, 3, DType::F32);
  TestBuffer packed = bufferOf({product.panels(), product.rows(), product.width()}, product.pack(b), dtype);
  TestBuffer bias({n}, biases);
  for (int64_t m : {1, 7, 64, 130}) {
    std::vector<float> as = randomNumbers(m * k, 1, dtype);
    TestBuffer a = bufferOf({m, k}, as, dtype), out({m, n}, sizeof(float));
    ASSERT_EQ(kernel.run({&a, &packed, &bias, &out}, {m}, 3), 0);
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = 0; j < n; ++j) {
        double sum = biases[j], magnitude = std::abs(sum);
        for (int64_t p = 0; p < k; ++p) {
          sum += double(as[i * k + p]) * b[p * n + j];
          magnitude += std::abs(double(as[i * k + p]) * b[p * n + j]);
        }
        ASSERT_NEAR(out.data<float>()[i * n + j], std::max(sum, 0.0), 6e-8 * (k + 2) * magnitude) << i << " " << j;
      }
    EXPECT_TRUE(out.guardIntact());
  }
}

class PackedProductTest : public testing::TestWithParam<DType> {};

TEST_P(PackedProductTest, IsRightInTheMachinesLayoutAndInOthers) {
  CpuTargetUnderTest cpu;
  for (const char *machine : {"", "x86-64-v3"})
    for (PackedLayout layout : {cpu.layoutFor(machine, GetParam()), PackedLayout{.panel = 24, .group = 2}})
      if (layout.panel > 0) {
        expectRight({.n = 70, .k = 67, .dtype = GetParam(), .layout = layout}, machine);
        expectRight({.n = 200, .k = 700, .dtype = GetParam(), .layout = layout}, machine);
      }
}

/// The function of that name in the step `loops` of the product's lowering.
std::string functionOf(const Product &product, const std::string &machine, const std::string &function) {
  CpuTargetUnderTest cpu;
  auto module = mlir::parseSourceString<mlir::ModuleOp>(product.text(), cpu.context.get());
  std::string text;
  auto dump = [&](llvm::StringRef step, const Lowered &lowered) {
    if (step != "loops")
      return;
    mlir::ModuleOp current = std::get<mlir::ModuleOp>(lowered);
    if (auto found = current.lookupSymbol<mlir::func::FuncOp>(function))
      llvm::raw_string_ostream(text) << found;
  };
  auto kernel = module->lookupSymbol<mlir::func::FuncOp>("k");
  EXPECT_TRUE(succeeded(cpu.target->compile(*module, kernel, cpu.describe(machine), dump)));
  return text;
}

TEST_P(PackedProductTest, BecomesRegisterTilesWithTheEpilogueOnAccumulators) {
  CpuTargetUnderTest cpu;
  for (const char *machine : {"znver5", "x86-64-v3"}) {
    PackedLayout layout = cpu.layoutFor(machine, GetParam());
    if (layout.panel == 0)
      continue;
    Product product{.n = 70, .k = 67, .dtype = GetParam(), .layout = layout};
    std::string tiles = functionOf(product, machine, "product.block");
    EXPECT_NE(tiles.find("arith.maximumf"), std::string::npos) << machine;
    EXPECT_EQ(functionOf(product, machine, "product.pack_b"), "") << "it is packed";
    product.layout = {.panel = 24, .group = 2};
    EXPECT_EQ(functionOf(product, machine, "product.block"), "") << "in another machine's panels";
  }
}

INSTANTIATE_TEST_SUITE_P(DTypes, PackedProductTest, testing::Values(DType::F32, DType::BF16),
                         [](const auto &info) { return std::string(name(info.param)); });

} // namespace
} // namespace weir
