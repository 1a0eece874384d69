// What is chosen for a product from its shape and a CPU's throughputs: tiles, blocks, and what is packed.
#include "lib/Target/Cpu/Gemm/GemmBlocking.h"
#include "unittests/Target/GemmCompile.h"

#include <gtest/gtest.h>

namespace weir::cpu::testing {
namespace {

using namespace mlir;

class GemmParametersTest : public ::testing::Test {
protected:
  GemmDescription describe(Type type) {
    return {.name = "gemm",
            .location = builder.getUnknownLoc(),
            .a = {type},
            .b = {type},
            .accumulatorType = builder.getF32Type(),
            .resultType = builder.getF32Type(),
            .epilogueTypes = {}};
  }
  std::unique_ptr<MLIRContext> context = makeContext();
  OpBuilder builder{context.get()};
};

TEST_F(GemmParametersTest, DotsAndTilesOnlyWhereTheyPay) {
  GemmDescription d = describe(builder.getBF16Type());
  auto stepOn = [&](CpuThroughput cpu) { return chooseParameters(cpu, d).step; };
  EXPECT_EQ(stepOn(*findCpuThroughput("znver5")), MultiplyStep::Bf16Dot);
  EXPECT_EQ(stepOn(*findCpuThroughput("znver4")), MultiplyStep::Bf16Dot);
  EXPECT_EQ(stepOn(throughputOf("unheard-of", "+avx512f")), MultiplyStep::Fma);
  GemmDescription ofF32 = describe(builder.getF32Type());
  EXPECT_EQ(chooseParameters(*findCpuThroughput("znver5"), ofF32).step, MultiplyStep::Fma);
  CpuThroughput tiled = *findCpuThroughput("sapphirerapids");
  EXPECT_EQ(stepOn(tiled), MultiplyStep::Bf16Tile);
  EXPECT_EQ(stepOn(throughputOf("unheard-of", "+amx-bf16,+avx512f")), MultiplyStep::Bf16Tile);
  EXPECT_EQ(stepOn(throughputOf("sapphirerapids", "-amx-bf16,+avx512f")), MultiplyStep::Fma)
      << "its dots have half the rate of FMAs";
  CpuThroughput measured = *findCpuThroughput("znver5");
  measured.bf16DotRatio = 1.4;
  EXPECT_EQ(stepOn(measured), MultiplyStep::Fma);
}

TEST_F(GemmParametersTest, PanelsOfADynamicProductAreAllAlike) {
  for (const char *name : {"znver5", "znver4", "sapphirerapids", "x86-64-v4", "x86-64-v3"}) {
    GemmDescription d = describe(builder.getF32Type());
    int64_t nv = chooseParameters(*findCpuThroughput(name), d).nv;
    for (bool transposed : {false, true})
      for (int64_t m : {ShapedType::kDynamic, int64_t(1), int64_t(768)}) {
        d.a.transposed = d.b.transposed = transposed, d.m = m;
        EXPECT_EQ(chooseParameters(*findCpuThroughput(name), d).nv, nv) << name << " M " << m;
      }
  }
}

TEST_F(GemmParametersTest, TilesFitTheRegistersAndHideLatency) {
  for (const char *name : {"znver5", "znver4", "sapphirerapids", "x86-64-v4", "x86-64-v3"})
    for (int64_t n : {ShapedType::kDynamic, int64_t(1), int64_t(10), int64_t(80), int64_t(768), int64_t(50257)}) {
      const CpuThroughput &cpu = *findCpuThroughput(name);
      GemmDescription d = describe(builder.getF32Type());
      d.n = n;
      GemmParameters p = chooseParameters(cpu, d);
      EXPECT_LE(p.mr * p.nv + p.nv + 2, cpu.vectorRegisters) << name << " N " << n;
      EXPECT_LE(p.kc * p.nv * p.vectorBytes, cpu.l2Bytes / 4) << name << " N " << n;
      int64_t lanes = cpu.vectorBytes / 4;
      if (!ShapedType::isDynamic(n) && n < lanes * p.nv)
        EXPECT_EQ(p.nv, (n + lanes - 1) / lanes) << "no wider than C, " << name << " N " << n;
    }
}

TEST_F(GemmParametersTest, BlocksAreShortWhereMoreThanBComesFromL2) {
  const CpuThroughput &cpu =
      *findCpuThroughput("sapphirerapids"); // whose L2 delivers a panel of B as fast as it is used
  GemmDescription d = describe(builder.getF32Type());
  d.n = 384;
  int64_t usual = chooseParameters(cpu, d).kc;
  d.a.transposed = true;
  EXPECT_LT(chooseParameters(cpu, d).kc, usual);
  d.n = 4096;
  EXPECT_EQ(chooseParameters(cpu, d).kc, usual) << "it is packed";
  d.a.transposed = false, d.b.gathered = true;
  EXPECT_LT(chooseParameters(cpu, d).kc, usual);
}

TEST_F(GemmParametersTest, RowsAPowerOfTwoApartArePackedSooner) {
  const CpuThroughput &cpu = *findCpuThroughput("sapphirerapids"); // 2 MB of L2
  GemmDescription d = describe(builder.getF32Type());
  auto module = OwningOpRef<ModuleOp>(ModuleOp::create(builder.getUnknownLoc()));
  builder.setInsertionPointToStart(module->getBody());
  IndexMath ix(builder, builder.getUnknownLoc());
  auto blocking = [&](int64_t m, int64_t n, int64_t k) {
    GemmParameters p = chooseParameters(cpu, d);
    GemmBlocking found =
        computeBlocking(GemmForm(d, p), ix, {ix.constant(1), ix.constant(m), ix.constant(n), ix.constant(k)});
    return std::pair(*IndexMath::asConstant(found.packA), *IndexMath::asConstant(found.readB));
  };
  auto readsB = [&](int64_t m, int64_t n, int64_t k) { return blocking(m, n, k).second; };
  EXPECT_TRUE(readsB(64, 1040, 768));
  EXPECT_FALSE(readsB(64, 768, 768)) << "not from L1";
  EXPECT_TRUE(readsB(24, 768, 768));
  EXPECT_FALSE(readsB(24, 3072, 768)) << "not from L2";
  EXPECT_TRUE(readsB(8, 3072, 768));
  EXPECT_TRUE(readsB(64, 3072, 2)) << "a few rows have room";
  EXPECT_TRUE(readsB(64, 32, 4096)) << "nothing lies between a piece and the next";

  d.a.transposed = true;
  auto packsA = [&](int64_t m, int64_t n, int64_t k) { return blocking(m, n, k).first; };
  EXPECT_FALSE(packsA(1920, 384, 768));
  EXPECT_TRUE(packsA(2048, 384, 768));
  EXPECT_FALSE(packsA(2048, 384, 64));
  EXPECT_FALSE(packsA(2048, 128, 768)) << "read too rarely";
}

} // namespace
} // namespace weir::cpu::testing
