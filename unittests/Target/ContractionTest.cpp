// What loops are to contractions: from plain maps, and from kernels as they are lowered.
#include "lib/Target/Nest/PanelConvolution.h"

#include "lib/Compiler/Register.h"
#include "lib/Target/Native/CompileKernel.h"

#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

using namespace mlir;

namespace weir::nest {
namespace {

using Loops = SmallVector<unsigned>;
using Steps = SmallVector<int64_t>;

class ContractionLoopsTest : public testing::Test {
protected:
  /// `summed` says for each loop, by a letter, whether it is parallel or summed over: "ppr".
  std::optional<ContractionLoops> loopsOf(const std::string &summed, ArrayRef<AffineExpr> a, ArrayRef<AffineExpr> b,
                                          ArrayRef<AffineExpr> c) {
    SmallVector<utils::IteratorType> iterators;
    for (char letter : summed)
      iterators.push_back(letter == 'r' ? utils::IteratorType::reduction : utils::IteratorType::parallel);
    auto map = [&](ArrayRef<AffineExpr> positions) {
      return AffineMap::get(summed.size(), /*symbolCount=*/0, positions, &context);
    };
    return ContractionLoops::of(map(a), map(b), map(c), iterators);
  }

  AffineExpr loop(unsigned number) { return getAffineDimExpr(number, &context); }

  MLIRContext context{MLIRContext::Threading::DISABLED};
};

TEST_F(ContractionLoopsTest, AProductHasARowAColumnAndADepthHoweverItIsTransposed) {
  AffineExpr m = loop(0), n = loop(1), k = loop(2);
  for (auto a : {SmallVector<AffineExpr>{m, k}, SmallVector<AffineExpr>{k, m}})
    for (auto b : {SmallVector<AffineExpr>{k, n}, SmallVector<AffineExpr>{n, k}}) {
      std::optional<ContractionLoops> loops = loopsOf("ppr", a, b, {m, n});
      ASSERT_TRUE(loops);
      EXPECT_EQ(loops->batch, Loops{});
      EXPECT_EQ(loops->rows, Loops{0});
      EXPECT_EQ(loops->columns, Loops{1});
      EXPECT_EQ(loops->depth, Loops{2});
    }
}

TEST_F(ContractionLoopsTest, ABatchIsOfAllThree) {
  AffineExpr g = loop(0), h = loop(1), m = loop(2), n = loop(3), k = loop(4);
  std::optional<ContractionLoops> loops = loopsOf("ppppr", {h, g, m, k}, {g, h, k, n}, {h, g, m, n});
  ASSERT_TRUE(loops);
  EXPECT_EQ(loops->batch, (Loops{1, 0}));
  // A batch that B is shared by consists of rows, one that A is shared by of columns.
  loops = loopsOf("ppppr", {h, g, m, k}, {g, k, n}, {h, g, m, n});
  ASSERT_TRUE(loops);
  EXPECT_EQ(loops->batch, Loops{0});
  EXPECT_EQ(loops->rows, (Loops{1, 2}));
  loops = loopsOf("ppppr", {m, k}, {g, h, k, n}, {h, g, m, n});
  ASSERT_TRUE(loops);
  EXPECT_EQ(loops->columns, (Loops{1, 0, 3}));
}

TEST_F(ContractionLoopsTest, WindowsAreRowsAndTheirElementsAndChannelsDepth) {
  AffineExpr n = loop(0), g = loop(1), o = loop(2), s = loop(3), c = loop(4), k = loop(5);
  std::optional<ContractionLoops> loops = loopsOf("pppprr", {n, g, c, s * 2 + k * 3}, {g, o, c, k}, {n, g, o, s});
  ASSERT_TRUE(loops);
  EXPECT_EQ(loops->batch, Loops{1});
  EXPECT_EQ(loops->rows, (Loops{0, 3}));
  EXPECT_EQ(loops->columns, Loops{2});
  EXPECT_EQ(loops->depth, (Loops{4, 5}));
}

TEST_F(ContractionLoopsTest, AColumnOfPanelsIsOne) {
  AffineExpr m = loop(0), n = loop(1), k = loop(2);
  std::optional<ContractionLoops> loops = loopsOf("ppr", {m, k}, {n.floorDiv(16), k, n % 16}, {m, n});
  ASSERT_TRUE(loops);
  EXPECT_EQ(loops->columns, Loops{1});
}

TEST_F(ContractionLoopsTest, AWindowOfOneElementIsABatchOfC) {
  AffineExpr m = loop(0), n = loop(1), k = loop(2), element = loop(3);
  std::optional<ContractionLoops> loops = loopsOf("pprp", {m, k}, {k, n}, {m, n, element});
  ASSERT_TRUE(loops);
  EXPECT_EQ(loops->batch, Loops{3});
}

TEST_F(ContractionLoopsTest, LoopsThatAreNoneOfTheseMakeNoContraction) {
  AffineExpr m = loop(0), n = loop(1), k = loop(2), x = loop(3);
  EXPECT_TRUE(loopsOf("pprr", {m, k}, {k, n, x}, {m, n}));
  EXPECT_FALSE(loopsOf("pprp", {m, k, x}, {k, n}, {m, n})); // not in C, and not summed over
  EXPECT_FALSE(loopsOf("ppr", {m, k}, {k, n}, {m, n * 2}));
}

class ContractionTest : public testing::Test {
protected:
  ContractionTest() {
    DialectRegistry registry;
    registerWeir(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  /// Of the kernel with these arguments, results and ops.
  std::optional<Contraction> contraction(const std::string &arguments, const std::string &results,
                                         const std::string &body) {
    module = parseSourceString<ModuleOp>(
        "func.func @k(" + arguments + ") -> (" + results + ") attributes {kernel.kernel} {\n" + body + "\n}", &context);
    auto kernel = module ? module->lookupSymbol<func::FuncOp>("k") : func::FuncOp();
    if (!kernel || failed(lowerToLinalg(*module, kernel, /*dump=*/nullptr))) {
      ADD_FAILURE() << body;
      return std::nullopt;
    }
    return findContraction(kernel);
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
  OwningOpRef<ModuleOp> module;
};

const std::string kMatrices = "%a: tensor<2x?x5xf32>, %b: tensor<2x7x5xf32>";
const std::string kProduct =
    "%0 = weir.matmul %a, %b {transpose_b} : (tensor<2x?x5xf32>, tensor<2x7x5xf32>) -> tensor<2x?x7xf32>\n";

TEST_F(ContractionTest, AProductKeepsItsFactorsBeforeItsEpilogue) {
  std::optional<Contraction> sum =
      contraction(kMatrices, "tensor<2x?x7xf32>",
                  kProduct + "%1 = weir.relu %0 : (tensor<2x?x7xf32>) -> tensor<2x?x7xf32>\n"
                             "return %1 : tensor<2x?x7xf32>");
  ASSERT_TRUE(sum);
  EXPECT_TRUE(sum->accumulator.isF32());
  EXPECT_EQ(sum->sizes[sum->loops.batch[0]], 2);
  EXPECT_EQ(sum->sizes[sum->loops.rows[0]], ShapedType::kDynamic);
  EXPECT_EQ(sum->sizes[sum->loops.columns[0]], 7);
  EXPECT_EQ(sum->sizes[sum->loops.depth[0]], 5);
  std::optional<ProductFactor> a = productFactor(*sum, 0), b = productFactor(*sum, 1);
  ASSERT_TRUE(a && b);
  for (const ProductFactor &factor : {*a, *b}) {
    EXPECT_EQ(factor.batchDims, Loops{0});
    EXPECT_EQ(factor.sideDim, 1u);
    EXPECT_EQ(factor.depthDim, 2u);
    EXPECT_TRUE(factor.depthInner);
  }
  EXPECT_EQ(b->operand, 1u);
  EXPECT_FALSE(asPanelConvolution(*sum));
}

TEST_F(ContractionTest, EveryResultIsWrittenWhereTheSumsAre) {
  const std::string transposed = "%1 = weir.transpose %0 {permutation = array<i64: 0, 2, 1>} : (tensor<2x?x7xf32>) -> "
                                 "tensor<2x7x?xf32>\n";
  EXPECT_FALSE(contraction(kMatrices, "tensor<2x7x?xf32>", kProduct + transposed + "return %1 : tensor<2x7x?xf32>"));
  EXPECT_FALSE(contraction(kMatrices, "tensor<2x?x7xf32>, tensor<2x7x?xf32>",
                           kProduct + transposed + "return %0, %1 : tensor<2x?x7xf32>, tensor<2x7x?xf32>"));
}

TEST_F(ContractionTest, OtherReductionsAreNone) {
  EXPECT_FALSE(contraction("%x: tensor<4x5xf32>", "tensor<4xf32>",
                           "%0 = weir.reduce_sum %x {dims = array<i64: 1>} : (tensor<4x5xf32>) -> tensor<4xf32>\n"
                           "return %0 : tensor<4xf32>"));
}

/// Rows are [n, s0, s1], the depth is [b, k0, k1, c].
TEST_F(ContractionTest, AConvolutionReadsImagesAtWindowsAndElements) {
  std::optional<Contraction> sum = contraction(
      "%x: tensor<?x9x8x32xf32>, %w: tensor<2x96x32xf32>", "tensor<?x5x8x40xf32>",
      "%0 = weir.conv_packed %x, %w {block = 16 : i64, channels = 32 : i64, columns = 40 : i64, panel = 32 : i64, "
      "window = array<i64: 3, 1>, strides = array<i64: 2, 1>, padding_low = array<i64: 2, 0>, "
      "padding_high = array<i64: 2, 0>, dilations = array<i64: 2, 1>} : (tensor<?x9x8x32xf32>, tensor<2x96x32xf32>) "
      "-> tensor<?x5x8x40xf32>\nreturn %0 : tensor<?x5x8x40xf32>");
  ASSERT_TRUE(sum);
  EXPECT_EQ(sum->loops.rows.size(), 3u);
  EXPECT_FALSE(productFactor(*sum, 0));
  std::optional<PanelConvolution> conv = asPanelConvolution(*sum);
  ASSERT_TRUE(conv);
  EXPECT_EQ(conv->image, 0u);
  EXPECT_EQ(conv->kernel, 1u);
  EXPECT_EQ(conv->panel, 32);
  ASSERT_EQ(conv->dims.size(), 4u);
  const ImageDim &batch = conv->dims[0], &lines = conv->dims[1], &pixels = conv->dims[2], &channels = conv->dims[3];
  EXPECT_EQ(batch.rowSteps, (Steps{1, 0, 0}));
  EXPECT_EQ(batch.extent, DimSize());
  EXPECT_EQ(batch.stride, 9 * 8 * 32);
  EXPECT_FALSE(batch.isPadded);
  EXPECT_EQ(lines.rowSteps, (Steps{0, 2, 0}));
  EXPECT_EQ(lines.depthSteps, (Steps{0, 2, 0, 0}));
  EXPECT_EQ(lines.extent, DimSize(9));
  EXPECT_EQ(lines.low, -2);
  EXPECT_TRUE(lines.isPadded);
  EXPECT_EQ(pixels.rowSteps, (Steps{0, 0, 1}));
  EXPECT_EQ(pixels.depthSteps, (Steps{0, 0, 0, 0})); // a window of one element
  EXPECT_FALSE(pixels.isPadded);
  EXPECT_EQ(channels.rowSteps, (Steps{0, 0, 0}));
  EXPECT_EQ(channels.depthSteps, (Steps{16, 0, 0, 1}));
  EXPECT_EQ(channels.stride, 1);
}

TEST_F(ContractionTest, AConvolutionWhoseKernelIsNotPackedIsAContractionInOrderIfItsChannelsAreLast) {
  const std::string body = "%0 = weir.conv %x, %w {CHANNELS, dilations = array<i64: 1>, padding_high = array<i64: 0>, "
                           "padding_low = array<i64: 0>, strides = array<i64: 1>} : ";
  auto conv = [&](const std::string &attribute, const std::string &x, const std::string &y) {
    std::string types = "(tensor<" + x + "xf32>, tensor<6x4x3xf32>) -> tensor<" + y + "xf32>\n";
    std::string text = body + types + "return %0 : tensor<" + y + "xf32>";
    text.replace(text.find("CHANNELS, "), 10, attribute);
    return contraction("%x: tensor<" + x + "xf32>, %w: tensor<6x4x3xf32>", "tensor<" + y + "xf32>", text);
  };
  std::optional<Contraction> last = conv("channels_last, ", "2x9x4", "2x7x6");
  ASSERT_TRUE(last);
  EXPECT_TRUE(isInOrder(*last));
  EXPECT_EQ(last->loops.rows.size(), 2u);
  EXPECT_EQ(last->loops.depth.size(), 2u);
  EXPECT_FALSE(asPanelConvolution(*last));
  std::optional<Contraction> first = conv("", "2x4x9", "2x6x7");
  ASSERT_TRUE(first);
  EXPECT_FALSE(isInOrder(*first)); // its columns are between its rows
}

TEST_F(ContractionTest, AFactorIsReadWithZerosAroundIt) {
  std::optional<Contraction> sum = contraction(
      "%x: tensor<2x4x?xf32>, %w: tensor<6x4x3xf32>", "tensor<2x6x?xf32>",
      "%0 = weir.conv %x, %w {dilations = array<i64: 2>, padding_low = array<i64: 3>, padding_high = array<i64: 1>, "
      "strides = array<i64: 5>} : (tensor<2x4x?xf32>, tensor<6x4x3xf32>) -> tensor<2x6x?xf32>\n"
      "return %0 : tensor<2x6x?xf32>");
  ASSERT_TRUE(sum);
  std::optional<FactorAccess> x = accessOf(*sum, 0), w = accessOf(*sum, 1);
  ASSERT_TRUE(x && w);
  EXPECT_EQ(x->operand, 0u);
  ASSERT_EQ(x->dims.size(), 3u);
  EXPECT_FALSE(x->dims[0].isPadded); // as long as what it is inserted in, if that is not known by number
  EXPECT_FALSE(x->dims[1].isPadded);
  const FactorAccess::Dim &line = x->dims[2];
  EXPECT_TRUE(line.isPadded);
  EXPECT_EQ(line.low, -3);
  EXPECT_EQ(line.extent, DimSize());
  EXPECT_EQ(llvm::count(line.steps, 5), 1);
  EXPECT_EQ(llvm::count(line.steps, 2), 1);
  EXPECT_EQ(llvm::count(line.steps, 0), static_cast<int64_t>(line.steps.size()) - 2);
  EXPECT_EQ(w->operand, 1u);
  EXPECT_TRUE(llvm::none_of(w->dims, [](const FactorAccess::Dim &dim) { return dim.isPadded; }));
}

} // namespace
} // namespace weir::nest
