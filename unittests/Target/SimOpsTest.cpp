// Ops of the LLVM dialect that target sim must not leave to the CPU as they are, run in the simulator.
#include "unittests/Target/SimHarness.h"

#include "lib/Support/Half.h"

#include <cmath>

namespace weir {
namespace {

using sim::Problem;

TEST(SimOpsTest, MaskedAccessesAreCheckedLaneByLane) {
  auto text = [](const std::string &mask) {
    return R"mlir(
gpu.module @device {
  gpu.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>) kernel {
    %mask = llvm.mlir.constant(dense<[true, true, true, )mlir" +
           mask + R"mlir(]> : vector<4xi1>) : vector<4xi1>
    %zero = llvm.mlir.constant(dense<0.0> : vector<4xf32>) : vector<4xf32>
    %v = llvm.intr.masked.load %x, %mask, %zero {alignment = 4 : i32}
        : (!llvm.ptr<1>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
    llvm.intr.masked.store %v, %y, %mask {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr<1>
    gpu.return
  }
})mlir";
  };
  std::vector<float> x = {1, 2, 3, 4}, y(3);
  SimKernel three(text("false"), {.threads = 1});
  EXPECT_TRUE(isSilent(three, three.launch().in(x).out(y).run()));
  EXPECT_EQ(y, (std::vector<float>{1, 2, 3}));
  SimKernel four(text("true"), {.threads = 1});
  EXPECT_TRUE(isReported(four, four.launch().in(x).out(y).run(), Problem::OutOfBounds, "llvm.intr.masked.store"));
}

TEST(SimOpsTest, BlocksOfBytes) {
  SimKernel kernel(R"mlir(
gpu.module @device {
  gpu.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>, %n: i64) kernel {
    %seven = llvm.mlir.constant(7 : i8) : i8
    "llvm.intr.memcpy"(%y, %x, %n) <{isVolatile = false}> : (!llvm.ptr<1>, !llvm.ptr<1>, i64) -> ()
    %behind = llvm.getelementptr %y[%n] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
    "llvm.intr.memset.inline"(%behind, %seven) <{isVolatile = false, len = 3 : i64}> : (!llvm.ptr<1>, i8) -> ()
    gpu.return
  }
})mlir",
                   {.threads = 1});
  std::vector<uint8_t> x(200), y(203);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = static_cast<uint8_t>(i);
  sim::TestLaunch launch = kernel.launch();
  launch.in(x).out(y).scalars = {200};
  EXPECT_TRUE(isSilent(kernel, launch.run()));
  EXPECT_TRUE(std::equal(x.begin(), x.end(), y.begin()));
  EXPECT_EQ(std::vector<uint8_t>(y.begin() + 200, y.end()), std::vector<uint8_t>(3, 7));
  launch.scalars = {201};
  EXPECT_TRUE(isReported(kernel, launch.run(), Problem::OutOfBounds, "llvm.intr.memcpy"));
}

TEST(SimOpsTest, CastsToNarrowFormatsRoundToNearestEven) {
  SimKernel kernel(R"mlir(
gpu.module @device {
  gpu.func @k(%x: !llvm.ptr<1>, %b: !llvm.ptr<1>, %h: !llvm.ptr<1>, %d: !llvm.ptr<1>, %p: !llvm.ptr<1>) kernel {
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %from = llvm.getelementptr %x[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %value = llvm.load %from : !llvm.ptr<1> -> f32
    %bf16 = llvm.fptrunc %value : f32 to bf16
    %back = llvm.fpext %bf16 : bf16 to f32
    %again = llvm.fptrunc %back : f32 to bf16
    %one = llvm.mlir.constant(1.0 : bf16) : bf16
    %same = llvm.fmul %again, %one : bf16
    %toB = llvm.getelementptr %b[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, bf16
    llvm.store %same, %toB : bf16, !llvm.ptr<1>
    %f16 = llvm.fptrunc %value : f32 to f16
    %toH = llvm.getelementptr %h[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    llvm.store %f16, %toH : f16, !llvm.ptr<1>
    %wide = llvm.fpext %value : f32 to f64
    %ofWide = llvm.fptrunc %wide : f64 to f16
    %toD = llvm.getelementptr %d[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f16
    llvm.store %ofWide, %toD : f16, !llvm.ptr<1>
    %half = llvm.fmul %value, %value : f32
    %pair = nvvm.convert.f32x2.to.bf16x2 %value, %half {rnd = #nvvm.fp_rnd_mode<rn>} : vector<2xbf16>
    %toP = llvm.getelementptr %p[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<2xbf16>
    llvm.store %pair, %toP : vector<2xbf16>, !llvm.ptr<1>
    gpu.return
  }
})mlir",
                   {.threads = 64});
  std::vector<float> x(64);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = std::ldexp(1.0f + static_cast<float>(i) / 4096, static_cast<int>(i) % 40 - 20);
  x[0] = INFINITY;
  x[1] = -0.0f;
  std::vector<uint16_t> b(64), h(64), d(64), p(128);
  sim::TestLaunch launch = kernel.launch();
  launch.in(x).out(b).out(h).out(d).out(p);
  ASSERT_TRUE(isSilent(kernel, launch.run()));
  for (size_t i = 0; i < x.size(); ++i) {
    EXPECT_EQ(b[i], f32ToBf16(x[i])) << i;
    EXPECT_EQ(h[i], f32ToF16(x[i])) << i;
    EXPECT_EQ(d[i], f32ToF16(x[i])) << i;
    EXPECT_EQ(p[2 * i], f32ToBf16(x[i] * x[i])) << i;
    EXPECT_EQ(p[2 * i + 1], f32ToBf16(x[i])) << i;
  }
}

TEST(SimOpsTest, ApproximationsFlushSubnormalNumbersWhereTheirNameSaysSo) {
  SimKernel kernel(R"mlir(
gpu.module @device {
  gpu.func @k(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>) kernel {
    %v = llvm.load %x : !llvm.ptr<1> -> f32
    %a = nvvm.inline_ptx "ex2.approx.f32 $0, $1;" ro(%v : f32) -> f32
    %b = llvm.inline_asm "ex2.approx.ftz.f32 $0, $1;", "=f,f" %v : (f32) -> f32
    %c = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f"(%v) : (f32) -> f32
    %d = nvvm.rcp.approx.ftz.f %v : f32
    %v4 = llvm.mlir.undef : vector<4xf32>
    %i0 = llvm.mlir.constant(0 : i32) : i32
    %i1 = llvm.mlir.constant(1 : i32) : i32
    %i2 = llvm.mlir.constant(2 : i32) : i32
    %i3 = llvm.mlir.constant(3 : i32) : i32
    %w0 = llvm.insertelement %a, %v4[%i0 : i32] : vector<4xf32>
    %w1 = llvm.insertelement %b, %w0[%i1 : i32] : vector<4xf32>
    %w2 = llvm.insertelement %c, %w1[%i2 : i32] : vector<4xf32>
    %w3 = llvm.insertelement %d, %w2[%i3 : i32] : vector<4xf32>
    llvm.store %w3, %y {alignment = 4 : i64} : vector<4xf32>, !llvm.ptr<1>
    gpu.return
  }
})mlir",
                   {.threads = 1});
  std::vector<float> x = {-130}, y(4);
  ASSERT_TRUE(isSilent(kernel, kernel.launch().in(x).out(y).run()));
  EXPECT_EQ(y, (std::vector<float>{0x1p-130f, 0, 0, -1 / 130.0f}));
  x = {3};
  ASSERT_TRUE(isSilent(kernel, kernel.launch().in(x).out(y).run()));
  EXPECT_EQ(y, (std::vector<float>{8, 8, 8, 1 / 3.0f}));
}

TEST(SimOpsTest, StaticSharedArraysLieInFrontOfTheDynamicOne) {
  SimKernel kernel(R"mlir(
gpu.module @device {
  llvm.mlir.global external @dynamic() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<0 x i8>
  llvm.mlir.global internal @first() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<5 x f32>
  llvm.mlir.global internal @second() {addr_space = 3 : i32, alignment = 64 : i64} : !llvm.array<4 x f32>
  gpu.func @k(%y: !llvm.ptr<1>) kernel {
    %d = llvm.mlir.addressof @dynamic : !llvm.ptr<3>
    %s = llvm.mlir.addressof @second : !llvm.ptr<3>
    %f = llvm.mlir.addressof @first : !llvm.ptr<3>
    %fi = llvm.ptrtoint %f : !llvm.ptr<3> to i64
    %si = llvm.ptrtoint %s : !llvm.ptr<3> to i64
    %di = llvm.ptrtoint %d : !llvm.ptr<3> to i64
    %second = llvm.sub %si, %fi : i64
    %dynamic = llvm.sub %di, %fi : i64
    %at = llvm.getelementptr %y[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i64
    llvm.store %second, %y : i64, !llvm.ptr<1>
    llvm.store %dynamic, %at : i64, !llvm.ptr<1>
    gpu.return
  }
})mlir",
                   {.threads = 1, .sharedBytes = 100});
  std::vector<int64_t> y(2);
  ASSERT_TRUE(isSilent(kernel, kernel.launch().out(y).run()));
  EXPECT_EQ(y, (std::vector<int64_t>{64, 128}));
  EXPECT_EQ(kernel.image.phases.front().sharedBytes, 128u + 100);
}

TEST(SimOpsTest, VariablesAndConstantTables) {
  SimKernel kernel(R"mlir(
gpu.module @device {
  llvm.mlir.global internal constant @table(dense<[10, 20, 30, 40]> : tensor<4xi32>) {addr_space = 4 : i32} : !llvm.array<4 x i32>
  gpu.func @k(%y: !llvm.ptr<1>) kernel {
    %four = llvm.mlir.constant(4 : i32) : i32
    %three = llvm.mlir.constant(3 : i32) : i32
    %array = llvm.alloca %four x i32 : (i32) -> !llvm.ptr<5>
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %back = llvm.sub %three, %tid : i32
    %table = llvm.mlir.addressof @table : !llvm.ptr<4>
    %entry = llvm.getelementptr %table[%back] : (!llvm.ptr<4>, i32) -> !llvm.ptr<4>, i32
    %value = llvm.load %entry : !llvm.ptr<4> -> i32
    %slot = llvm.getelementptr %array[%tid] : (!llvm.ptr<5>, i32) -> !llvm.ptr<5>, i32
    llvm.store %value, %slot : i32, !llvm.ptr<5>
    %generic = llvm.addrspacecast %array : !llvm.ptr<5> to !llvm.ptr
    %again = llvm.getelementptr %generic[%tid] : (!llvm.ptr, i32) -> !llvm.ptr, i32
    %read = llvm.load %again : !llvm.ptr -> i32
    %to = llvm.getelementptr %y[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %read, %to : i32, !llvm.ptr<1>
    gpu.return
  }
})mlir",
                   {.threads = 4});
  std::vector<int32_t> y(4);
  sim::TestLaunch launch = kernel.launch();
  launch.out(y);
  launch.operands.push_back(kernel.constants());
  ASSERT_TRUE(isSilent(kernel, launch.run()));
  EXPECT_EQ(y, (std::vector<int32_t>{40, 30, 20, 10}));
}

} // namespace
} // namespace weir
