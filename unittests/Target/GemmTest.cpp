// Products of the generator against float64: shapes, layouts, element types, epilogues, workers. The kernels are
// compiled for this machine's CPU and for AVX2, on AVX-512 machines too.
#include "lib/Runtime/Device/Cpu/CpuFeatures.h"
#include "unittests/SuiteSample.h"
#include "unittests/Target/GemmAssembly.h"
#include "unittests/Target/GemmCheck.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <cmath>
#include <gtest/gtest.h>

namespace weir::cpu::testing {
namespace {

using namespace mlir;

bool hostHasAvx512() {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
}
bool hostHasBf16Dot() { return hostHasAvx512() && __builtin_cpu_supports("avx512bf16"); }
bool hostHasTiles() { return hostHasBf16Dot() && cpuSupports("amx-bf16") == FeatureSupport::Present; }

/// An LLVM CPU that this machine can run code of, empty where it can't, and the throughputs that it is taken to have.
struct Target {
  std::string name, llvmCpu;
  CpuThroughput throughput;
};

std::vector<Target> targets() {
  std::string widest = hostHasAvx512() ? "x86-64-v4" : "x86-64-v3";
  return {{"avx2", "x86-64-v3", *findCpuThroughput("x86-64-v3")},
          {"avx512", hostHasAvx512() ? "x86-64-v4" : "", *findCpuThroughput("znver5")},
          {"tiles", hostHasTiles() ? "sapphirerapids" : "", *findCpuThroughput("sapphirerapids")},
          {"emulated tiles", widest, *findCpuThroughput("sapphirerapids")}};
}

class GemmTest : public SampledTest<size_t> {
protected:
  void SetUp() override {
    SampledTest::SetUp();
    if (IsSkipped())
      return;
    target = targets()[GetParam()];
    if (target.llvmCpu.empty())
      GTEST_SKIP() << "this machine has no " << target.name;
  }

  Type f32() { return builder.getF32Type(); }
  Type f64() { return builder.getF64Type(); }
  Type bf16() { return builder.getBF16Type(); }
  Type f16() { return builder.getF16Type(); }

  GemmDescription describe(Type a, Type b, Type accumulator, Type result) {
    return {.name = "gemm",
            .location = builder.getUnknownLoc(),
            .a = {a},
            .b = {b},
            .accumulatorType = accumulator,
            .resultType = result,
            .packedDepth = 32,
            .epilogueTypes = {}};
  }
  GemmDescription describe(Type type) {
    Type accumulator = type.isF64() ? f64() : f32();
    return describe(type, type, accumulator, accumulator);
  }

  GemmParameters parameters(const GemmDescription &d) {
    GemmParameters p = chooseParameters(target.throughput, d);
    if (p.step == MultiplyStep::Bf16Dot && !hostHasBf16Dot())
      p.step = MultiplyStep::Fma;
    return p;
  }
  /// Small blocks: small shapes then have several blocks of each dimension.
  GemmParameters smallBlocks(const GemmDescription &d) {
    GemmParameters p = parameters(d);
    p.kc = p.pairs() ? 64 : 32, p.mc = 2 * p.mr, p.mcInPlace = 3 * p.mr;
    p.nc = 2 * p.nv * p.vectorBytes * 8 / d.accumulatorType.getIntOrFloatBitWidth();
    p.packAFromN = 200, p.readBToM = 20;
    return p;
  }
  GemmKernel compile(const GemmDescription &d, const GemmParameters &p, OwnedEpilogue epilogue = nullptr,
                     bool assembly = false) {
    std::string cpu = p.step == MultiplyStep::Bf16Dot ? "cooperlake" : target.llvmCpu;
    return GemmKernel(d, p, cpu, epilogue, assembly);
  }
  void expectRight(const GemmKernel &kernel, const ProductSizes &sizes, const CheckOptions &options = {}) {
    auto error = checkProduct(kernel, sizes, options);
    EXPECT_FALSE(error) << *error;
  }
  void expectRight(const GemmKernel &kernel, std::initializer_list<ProductSizes> list) {
    for (const ProductSizes &sizes : list)
      expectRight(kernel, sizes);
  }

  std::unique_ptr<MLIRContext> context = makeContext();
  OpBuilder builder{context.get()};
  Target target;
};

constexpr int64_t kSizes[] = {1, 2, 3, 5, 12, 15, 16, 17, 31, 33, 63, 65, 96, 127, 200, 300, 513, 1100};

/// Every third of the mixes of sizes whose reference is quick.
std::vector<ProductSizes> mixes(double most, int64_t phase) {
  std::vector<ProductSizes> result;
  for (int64_t m : kSizes)
    for (int64_t n : kSizes)
      for (int64_t k : kSizes)
        if (static_cast<double>(m) * n * k <= most && (m * 7 + n * 3 + k) % 3 == phase)
          result.push_back({m, n, k});
  return result;
}

TEST_P(GemmTest, RightForMixesOfSizes) {
  GemmDescription d = describe(f32());
  for (bool packed : {false, true}) {
    d.packedB = packed;
    GemmKernel kernel = compile(d, parameters(d));
    for (const ProductSizes &sizes : mixes(4e5, packed))
      expectRight(kernel, sizes);
    expectRight(kernel, {{513, 300, 127}, {96, 1100, 65}, {17, 63, 1100}, {100, 1030, 600}});
  }
}

TEST_P(GemmTest, RightWithSeveralBlocksOfEachDimension) {
  for (Type type : {f32(), bf16(), f64()}) {
    GemmDescription d = describe(type);
    for (bool packed : {false, true}) {
      d.packedB = packed;
      GemmKernel kernel = compile(d, smallBlocks(d));
      expectRight(kernel, {{7, 10, 33}, {20, 199, 200}, {21, 200, 64}, {130, 330, 97}, {40, 1100, 70}, {300, 17, 129}});
    }
  }
}

/// By tile registers: A is read in place where its rows, whose number isn't known, are whole tiles, and few of them ask
/// for the next block of a packed B.
TEST_P(GemmTest, RowsOfWholeTiles) {
  GemmDescription d = describe(bf16());
  d.k = 128;
  for (bool packed : {false, true})
    for (int64_t depth : {64, 128}) {
      d.packedB = packed;
      GemmParameters p = parameters(d);
      p.kc = depth, p.nc = 512, p.l2Bytes = 1 << 15;
      GemmKernel kernel = compile(d, p);
      for (int64_t m : {13, 16, 32, 48, 100, 144, 160, 161, 400})
        expectRight(kernel, {{m, 70, 128}, {m, 1100, 128}});
    }
}

TEST_P(GemmTest, PanelsThatEndWithinATile) {
  GemmDescription d = describe(bf16());
  d.packedB = true, d.packedDepth = 1;
  EXPECT_NE(parameters(d).step, MultiplyStep::Bf16Tile);
  expectRight(compile(d, smallBlocks(d)), {{7, 10, 33}, {130, 330, 97}, {300, 17, 129}});
}

TEST_P(GemmTest, EmptyProducts) {
  GemmDescription d = describe(f32());
  GemmKernel kernel = compile(d, parameters(d));
  EXPECT_EQ(kernel.prepare(0, 5, 5).tiles, 0);
  EXPECT_EQ(kernel.prepare(5, 0, 5).tiles, 0);
  expectRight(kernel, {{5, 6, 0}, {100, 70, 0}, {1, 1, 0}, {0, 3, 3}, {3, 0, 3}});
  d.m = 5, d.n = 20, d.k = 0;
  expectRight(compile(d, parameters(d)), {5, 20, 0});
}

TEST_P(GemmTest, StaticShapes) {
  for (ProductSizes sizes : {ProductSizes{64, 10, 100},
                             {64, 80, 33},
                             {127, 127, 127},
                             {1, 40, 50},
                             {5, 64, 1100},
                             {48, 96, 16},
                             {3, 1, 7},
                             {200, 1040, 30}}) {
    for (bool packed : {false, true}) {
      GemmDescription d = describe(f32());
      d.m = sizes.m, d.n = sizes.n, d.k = sizes.k, d.packedB = packed;
      expectRight(compile(d, parameters(d)), sizes);
    }
  }
}

TEST_P(GemmTest, StaticTypesMixedWithDynamic) {
  GemmDescription d = describe(f32());
  d.n = 10, d.k = 300;
  expectRight(compile(d, parameters(d)), {{1, 10, 300}, {64, 10, 300}, {97, 10, 300}, {1000, 10, 300}});
  d.n = ShapedType::kDynamic;
  d.m = 31;
  expectRight(compile(d, parameters(d)), {{31, 5, 300}, {31, 64, 300}, {31, 1100, 300}});
}

TEST_P(GemmTest, TransposedOperands) {
  for (Type type : {f32(), bf16(), f16(), f64()})
    for (int which = 1; which < 4; ++which)
      for (bool packed : {false, true}) {
        GemmDescription d = describe(type);
        d.a.transposed = which & 1, d.b.transposed = which & 2, d.packedB = packed;
        bool rare = type.isF16() || type.isF64();
        if ((packed && (rare || !d.b.transposed)) || (rare && which != 3))
          continue;
        GemmKernel kernel = compile(d, smallBlocks(d));
        expectRight(kernel, {{1, 1, 1}, {5, 17, 33}, {33, 65, 31}, {70, 130, 100}, {127, 220, 47}, {6, 300, 16}});
      }
}

TEST_P(GemmTest, StridesOtherThanOne) {
  for (Type type : {f32(), bf16()})
    for (int which = type.isBF16() ? 3 : 1; which < 4; ++which) {
      GemmDescription d = describe(type);
      d.a.unitInner = !(which & 1), d.b.unitInner = !(which & 2);
      d.a.transposed = which == 3;
      GemmKernel kernel = compile(d, smallBlocks(d));
      expectRight(kernel, {{1, 2, 3}, {17, 33, 5}, {33, 70, 65}, {40, 300, 77}});
    }
}

TEST_P(GemmTest, StaticStrides) {
  GemmDescription d = describe(f32());
  constexpr int64_t kPadding = 3; // of CheckOptions
  d.m = 40, d.n = 72, d.k = 50;
  d.a.outerStride = d.k + kPadding, d.b.outerStride = d.n + kPadding, d.resultStride = d.n + kPadding;
  expectRight(compile(d, parameters(d)), {40, 72, 50});
}

TEST_P(GemmTest, MixedElementTypes) {
  for (auto [a, b] : {std::pair(bf16(), f32()), {f32(), bf16()}, {f16(), bf16()}}) {
    GemmDescription d = describe(a, b, f32(), f32());
    expectRight(compile(d, smallBlocks(d)), {{3, 17, 40}, {40, 70, 33}, {21, 250, 65}});
  }
  GemmDescription d = describe(f32(), f32(), f64(), f64());
  expectRight(compile(d, smallBlocks(d)), {{3, 17, 40}, {40, 70, 33}, {21, 250, 65}});
}

TEST_P(GemmTest, NarrowResults) {
  for (Type result : {bf16(), f16()}) {
    GemmDescription d = describe(f32(), f32(), f32(), result);
    expectRight(compile(d, smallBlocks(d)), {{1, 1, 1}, {17, 33, 31}, {40, 70, 100}, {100, 210, 65}, {7, 10, 300}});
  }
  GemmDescription d = describe(bf16(), bf16(), f32(), bf16());
  expectRight(compile(d, smallBlocks(d)), {{17, 33, 31}, {40, 1100, 130}, {400, 70, 100}});
}

TEST_P(GemmTest, InfinitiesAndNansGoWhereTheyWouldInAPlainLoop) {
  CheckOptions options;
  options.specials = true;
  for (Type type : {f32(), bf16()}) {
    GemmDescription d = describe(type);
    for (bool packed : {false, true}) {
      d.packedB = packed;
      GemmKernel kernel = compile(d, smallBlocks(d));
      for (ProductSizes sizes : {ProductSizes{5, 7, 9}, {33, 35, 37}, {64, 70, 101}, {40, 230, 65}})
        expectRight(kernel, sizes, options);
    }
  }
}

TEST_P(GemmTest, Batches) {
  GemmDescription d = describe(f32());
  d.batchRank = 1;
  GemmKernel one = compile(d, smallBlocks(d));
  expectRight(one, {{5, 7, 9, 4}, {33, 70, 40, 3}, {1, 1, 1, 7}, {200, 100, 50, 2}, {3, 3, 0, 2}});
  d.batchRank = 2;
  d.b.transposed = true;
  expectRight(compile(d, smallBlocks(d)), {{33, 70, 40, 3}, {64, 64, 16, 12}});
}

// --- epilogues ------------------------------------------------------------------------------------

/// bias[column] is added, negative values become zero.
Value biasRelu(OpBuilder &b, Location loc, const EpilogueSite &site) {
  Type type = site.accumulator.getType();
  Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(type)), bias;
  if (site.mask)
    bias = vector::MaskedLoadOp::create(b, loc, cast<VectorType>(type), site.operands[0], site.column, site.mask, zero);
  else
    bias = vector::LoadOp::create(b, loc, cast<VectorType>(type), site.operands[0], site.column);
  return arith::MaximumFOp::create(b, loc, arith::AddFOp::create(b, loc, site.accumulator, bias), zero);
}

/// As biasRelu after 40 additions of 0.25: long enough to be done in a loop of its own.
Value longBiasRelu(OpBuilder &b, Location loc, const EpilogueSite &site) {
  auto type = cast<VectorType>(site.accumulator.getType());
  Value quarter = arith::ConstantOp::create(b, loc, DenseElementsAttr::get(type, b.getF32FloatAttr(0.25f).getValue()));
  EpilogueSite added = site;
  for (int i = 0; i < 40; ++i)
    added.accumulator = arith::AddFOp::create(b, loc, added.accumulator, quarter);
  return biasRelu(b, loc, added);
}

TEST_P(GemmTest, BiasAndRelu) {
  std::vector<float> bias(1200);
  for (size_t i = 0; i < bias.size(); ++i)
    bias[i] = 0.01f * static_cast<float>(i % 91) - 0.4f;
  for (bool isLong : {false, true})
    for (Type result : {f32(), bf16()}) {
      CheckOptions options;
      options.operands = {Tensor{bias.data(), {1200}, {1}}};
      options.epilogueMagnitude = isLong ? 40 : 1;
      options.epilogue = [&](double sum, int64_t, int64_t column) {
        return std::max(0.0, sum + bias[column] + (isLong ? 10 : 0));
      };
      GemmDescription d = describe(f32(), f32(), f32(), result);
      d.epilogueTypes = {MemRefType::get({ShapedType::kDynamic}, f32())};
      GemmKernel kernel = compile(d, smallBlocks(d), isLong ? longBiasRelu : biasRelu);
      for (ProductSizes sizes : {ProductSizes{1, 1, 1}, {5, 17, 33}, {40, 70, 100}, {64, 10, 0}, {30, 1100, 40}})
        expectRight(kernel, sizes, options);
    }
}

TEST_P(GemmTest, StaticProductWithALongEpilogue) {
  std::vector<float> bias(1200, 0.5f);
  CheckOptions options;
  options.operands = {Tensor{bias.data(), {1200}, {1}}};
  options.epilogueMagnitude = 40;
  options.epilogue = [&](double sum, int64_t, int64_t) { return std::max(0.0, sum + 10.5); };
  GemmDescription d = describe(f32());
  d.m = 64, d.n = 10, d.k = 100;
  d.epilogueTypes = {MemRefType::get({ShapedType::kDynamic}, f32())};
  expectRight(compile(d, parameters(d), longBiasRelu), {64, 10, 100}, options);
}

/// C[row, column] of the operand, which is C itself, is added.
Value addOld(OpBuilder &b, Location loc, const EpilogueSite &site) {
  auto type = cast<VectorType>(site.accumulator.getType());
  Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(type)), old;
  SmallVector<Value> at{site.row, site.column};
  if (site.mask)
    old = vector::MaskedLoadOp::create(b, loc, type, site.operands[0], at, site.mask, zero);
  else
    old = vector::LoadOp::create(b, loc, type, site.operands[0], at);
  return arith::AddFOp::create(b, loc, site.accumulator, old);
}

TEST_P(GemmTest, EpilogueThatReadsItsOwnResult) {
  GemmDescription d = describe(f32());
  auto layout = StridedLayoutAttr::get(context.get(), 0, {ShapedType::kDynamic, 1});
  d.epilogueTypes = {MemRefType::get({ShapedType::kDynamic, ShapedType::kDynamic}, f32(), layout)};
  d.resultAliased = true;
  GemmKernel kernel = compile(d, smallBlocks(d), addOld);
  for (ProductSizes sizes : {ProductSizes{17, 33, 20}, {40, 70, 200}, {500, 70, 100}}) {
    int64_t m = sizes.m, n = sizes.n, k = sizes.k;
    std::vector<float> a(m * k, 0.5f), b(k * n), c(m * n);
    for (size_t i = 0; i < b.size(); ++i)
      b[i] = static_cast<float>(i % 7) - 3;
    for (size_t i = 0; i < c.size(); ++i)
      c[i] = static_cast<float>(i % 13);
    Tensor result{c.data(), {m, n}, {n, 1}};
    auto launch = kernel.prepare(m, n, k);
    AlignedMemory scratch(launch.scratchBytes);
    kernel.run(launch, {{a.data(), {m, k}, {k, 1}}, {b.data(), {k, n}, {n, 1}}, result, result}, scratch.data, 0,
               launch.tiles);
    for (int64_t i = 0; i < m * n; ++i) {
      float want = static_cast<float>(i % 13); // all terms are small multiples of 0.5: sums are exact
      for (int64_t p = 0; p < k; ++p)
        want += 0.5f * b[p * n + i % n];
      ASSERT_EQ(c[i], want) << m << "x" << n << "x" << k << " at " << i;
    }
  }
}

/// Keeps what goes into the maximum in a second matrix, as training does.
Value keepAndRelu(OpBuilder &b, Location loc, const EpilogueSite &site) {
  SmallVector<Value> at{site.row, site.column};
  if (site.mask)
    vector::MaskedStoreOp::create(b, loc, site.operands[0], at, site.mask, site.accumulator);
  else
    vector::StoreOp::create(b, loc, site.accumulator, site.operands[0], at);
  Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(site.accumulator.getType()));
  return arith::MaximumFOp::create(b, loc, site.accumulator, zero);
}

TEST_P(GemmTest, EpilogueWithASecondResult) {
  constexpr int64_t kM = 37, kN = 75;
  std::vector<float> kept(kM * kN, NAN);
  GemmDescription d = describe(f32());
  d.epilogueTypes = {MemRefType::get({kM, kN}, f32())};
  CheckOptions options;
  options.operands = {Tensor{kept.data(), {kM, kN}, {kN, 1}}};
  int64_t wrong = 0;
  options.epilogue = [&](double sum, int64_t row, int64_t column) {
    wrong += !(std::fabs(kept[row * kN + column] - sum) < 1e-4);
    return std::max(0.0, sum);
  };
  expectRight(compile(d, smallBlocks(d), keepAndRelu), {kM, kN, 100}, options);
  EXPECT_EQ(wrong, 0);
}

// --- code -----------------------------------------------------------------------------------------

/// Loops of a whole register tile keep no vector on the stack (a mask or a count may come from there), and beside
/// multiplications they load operands, prefetch and count. Of a step's words of the next block, tiles ask for each
/// line.
void expectTightLoops(const GemmKernel &kernel) {
  const GemmParameters &p = kernel.parameters;
  int64_t whole = 0;
  bool isTiled = p.step == MultiplyStep::Bf16Tile;
  int64_t rows = isTiled ? p.mr / 16 : p.mr, loads = rows + p.nv, counting = 12;
  int64_t linesOfStep = isTiled ? 16 * p.prefetchBytes / 64 : 0;
  for (const InnerLoop &loop : findInnerLoops(kernel.code->assembly)) {
    if (loop.multiplies != rows * p.nv || (isTiled ? loop.tileLoads != loads : loop.broadcasts != rows))
      continue; // a smaller tile with several sets of accumulators
    ++whole;
    EXPECT_EQ(loop.vectorSpills, 0) << loop.function << "\n" << loop.text;
    EXPECT_LE(loop.stackReferences, 1) << loop.function << "\n" << loop.text;
    int64_t ofNextBlock = std::min<int64_t>(StringRef(loop.text).count("prefetch"), linesOfStep);
    EXPECT_LE(loop.instructions - ofNextBlock, loop.multiplies + loads + counting) << loop.function << "\n"
                                                                                   << loop.text;
  }
  EXPECT_GT(whole, 0);
}

TEST_P(GemmTest, InnerLoopsStayInRegisters) {
  if (target.name == "emulated tiles")
    GTEST_SKIP() << "tiles are vectors on the stack";
  for (Type type : {f32(), bf16(), f64()})
    for (bool packed : {false, true}) {
      SCOPED_TRACE(::testing::Message() << (type.isF32() ? "f32" : "bf16 or f64") << (packed ? " packed" : ""));
      GemmDescription d = describe(type);
      d.packedB = packed;
      if (packed) // by then its sizes are known
        d.n = d.k = 768;
      if (!type.isF64())
        expectTightLoops(compile(d, parameters(d), nullptr, true));
      d.m = 128, d.n = 768, d.k = 768;
      SCOPED_TRACE("of known sizes");
      expectTightLoops(compile(d, parameters(d), nullptr, true));
    }
}

TEST_P(GemmTest, CodeNeedsNoOtherSymbols) {
  GemmDescription d = describe(bf16(), bf16(), f32(), bf16());
  for (bool transposed : {false, true}) {
    d.a.transposed = d.b.transposed = transposed;
    expectRight(compile(d, parameters(d)), {33, 70, 65}); // an image refuses what would call a library
  }
}

TEST_P(GemmTest, LargeProductsHaveTilesForSeveralWorkers) {
  GemmDescription d = describe(f32());
  GemmKernel kernel = compile(d, parameters(d));
  EXPECT_GE(kernel.prepare(512, 512, 512).tiles, 8);
  EXPECT_GE(kernel.prepare(128, 3072, 768).tiles, 8);
  EXPECT_GE(kernel.prepare(16, 3072, 768).tiles, 8);
  EXPECT_GE(kernel.prepare(4096, 64, 576).tiles, 8);
  EXPECT_EQ(kernel.prepare(16, 16, 16).tiles, 1);
}

constexpr const char *kTargets[] = {"Avx2", "Avx512", "Tiles", "EmulatedTiles"};

INSTANTIATE_TEST_SUITE_P(Targets, GemmTest, ::testing::Values(0, 1, 2, 3),
                         [](const auto &info) { return std::string(kTargets[info.param]); });

} // namespace
} // namespace weir::cpu::testing
