// Kernels that use the ops of a GPU in earnest, in the simulator: right results and no report under every schedule; a
// report that names op and line where something that they need is missing.
#include "unittests/Target/SimHarness.h"
#include "unittests/Target/SimKernels.h"

#include "lib/Target/Sim/CompileSimImage.h"

#include <bit>

namespace weir {
namespace {

using sim::Problem;

std::vector<float> counted(size_t count) {
  std::vector<float> values(count);
  for (size_t i = 0; i < count; ++i)
    values[i] = static_cast<float>(i % 13) - 6;
  return values;
}

/// Stores the values of type i32 next to each other, at a place of the thread's own: y is the kernel's parameter.
std::string storesOf(const std::vector<std::string> &values) {
  std::string count = std::to_string(values.size());
  std::string text = "%width = arith.constant " + count + " : i32\n" +
                     "%first = arith.muli %lane, %width : i32\n"
                     "%own = llvm.getelementptr %y[%first] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32\n";
  for (size_t i = 0; i < values.size(); ++i) {
    std::string at = "%at" + std::to_string(i);
    text += at + " = llvm.getelementptr %own[" + std::to_string(i) + "] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32\n" +
            "llvm.store %" + values[i] + ", " + at + " : i32, !llvm.ptr<1>\n";
  }
  return text;
}

TEST(SimTest, ElementwiseWithTail) {
  SimKernel kernel(scaleKernel(), {.threads = 64});
  for (size_t n : {1u, 63u, 64u, 65u, 200u}) {
    std::vector<float> x = counted(n), y(n);
    sim::TestLaunch launch = kernel.launch(static_cast<int64_t>((n + 63) / 64));
    launch.in(x).out(y).scalars = {n};
    ASSERT_TRUE(isSilent(kernel, launch.run()));
    for (size_t i = 0; i < n; ++i)
      ASSERT_EQ(y[i], 2 * x[i]) << i;
  }
}

TEST(SimTest, ReportNamesOpAndLine) {
  SimKernel kernel(scaleKernel("%in = arith.constant true"), {.threads = 64});
  std::vector<float> x(64), y(50);
  sim::TestLaunch launch = kernel.launch();
  launch.in(x).out(y).scalars = {50};
  std::optional<sim::Report> report = launch.run();
  EXPECT_TRUE(isReported(kernel, report, Problem::OutOfBounds, "llvm.store"));
  EXPECT_EQ(kernel.textOf(report), "kernel 'k': access out of bounds: thread 50 of block 0 at llvm.store (k.mlir:16) "
                                   "stores 4 bytes at byte 200 of operand 1, which has 200 bytes");
}

TEST(SimTest, UncheckedImageHasNoChecksOfAccesses) {
  SimKernel kernel(scaleKernel("%in = arith.constant true"), {.threads = 64, .check = false});
  std::vector<float> x = counted(64), y(64);
  sim::TestLaunch launch = kernel.launch();
  launch.in(x).out(y).scalars = {50};
  launch.operands.back().bytes = 200;
  EXPECT_TRUE(isSilent(kernel, launch.run()));
  EXPECT_EQ(y[63], 2 * x[63]);
  EXPECT_EQ(kernel.image.arch, WEIR_SIM_ARCH_UNCHECKED);
}

struct RowSum {
  explicit RowSum(const SimKernel &kernel, size_t rows = 3, size_t columns = 300)
      : columns(columns), x(counted(rows * columns)), y(rows), launch(kernel.launch(static_cast<int64_t>(rows))) {
    launch.in(x).out(y).scalars = {columns};
  }

  void expectSums() const {
    for (size_t row = 0; row < y.size(); ++row) {
      double sum = 0;
      for (size_t j = 0; j < columns; ++j)
        sum += x[row * columns + j];
      EXPECT_EQ(y[row], sum) << row; // small integers: every order is exact
    }
  }

  size_t columns;
  std::vector<float> x, y;
  sim::TestLaunch launch;
};

TEST(SimTest, RowSumByShufflesSharedMemoryAndBarrier) {
  SimKernel kernel(rowSumKernel(), {.threads = 256, .sharedBytes = 32});
  for (const sim::Options &options : sim::allOptions(4)) {
    RowSum rows(kernel);
    rows.launch.options = options;
    ASSERT_TRUE(isSilent(kernel, rows.launch.run())) << options;
    rows.expectSums();
  }
}

TEST(SimTest, RowSumWithoutBarrier) {
  SimKernel kernel(rowSumKernel(""), {.threads = 256, .sharedBytes = 32});
  for (const sim::Options &options : sim::allOptions(4)) {
    RowSum rows(kernel);
    rows.launch.options = options;
    std::optional<sim::Report> report = rows.launch.run();
    ASSERT_TRUE(report) << options;
    EXPECT_TRUE(report->problem == Problem::Race || report->problem == Problem::Unwritten) << kernel.textOf(report);
  }
}

TEST(SimTest, BarrierThatSomeThreadsPassBy) {
  SimKernel kernel(rowSumKernel("scf.if %isFirst { nvvm.barrier0 }"), {.threads = 256, .sharedBytes = 32});
  RowSum rows(kernel);
  std::optional<sim::Report> report = rows.launch.run();
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->problem == Problem::DivergentBarrier || report->problem == Problem::Deadlock ||
              report->problem == Problem::Race)
      << kernel.textOf(report);
}

struct Product {
  explicit Product(const SimKernel &kernel, size_t depth = 96)
      : depth(depth), a(16 * depth), b(depth * 8), c(16 * 8), launch(kernel.launch()) {
    for (size_t i = 0; i < a.size(); ++i)
      a[i] = bf16(static_cast<int>(i * 7 % 11) - 5);
    for (size_t i = 0; i < b.size(); ++i)
      b[i] = bf16(static_cast<int>(i * 5 % 7) - 3);
    launch.in(a).in(b).out(c).scalars = {depth};
  }

  static uint16_t bf16(int value) {
    return static_cast<uint16_t>(std::bit_cast<uint32_t>(static_cast<float>(value)) >> 16);
  }
  static float number(uint16_t bits) { return std::bit_cast<float>(uint32_t{bits} << 16); }

  void expectProduct() const {
    for (size_t i = 0; i < 16; ++i)
      for (size_t j = 0; j < 8; ++j) {
        double sum = 0;
        for (size_t k = 0; k < depth; ++k)
          sum += double{number(a[i * depth + k])} * number(b[k * 8 + j]);
        ASSERT_EQ(c[i * 8 + j], sum) << i << " " << j; // small integers: every order is exact
      }
  }

  size_t depth;
  std::vector<uint16_t> a, b;
  std::vector<float> c;
  sim::TestLaunch launch;
};

constexpr uint32_t kProductShared = 2 * 768;

TEST(SimTest, ProductByAsynchronousCopiesAndTensorCores) {
  SimKernel kernel(productKernel(), {.sharedBytes = kProductShared});
  for (const sim::Options &options : sim::allOptions(4)) {
    Product product(kernel);
    product.launch.options = options;
    ASSERT_TRUE(isSilent(kernel, product.launch.run())) << options;
    product.expectProduct();
  }
}

TEST(SimTest, ProductWithoutWait) {
  SimKernel kernel(productKernel(""), {.sharedBytes = kProductShared});
  for (const sim::Options &options : sim::allOptions(2)) {
    Product product(kernel);
    product.launch.options = options;
    EXPECT_TRUE(isReported(kernel, product.launch.run(), Problem::InFlight, "nvvm.ldmatrix")) << options;
  }
}

TEST(SimTest, ProductWhoseStageIsRefilledTooEarly) {
  SimKernel kernel(productKernel("nvvm.cp.async.wait.group 1", ""), {.sharedBytes = kProductShared});
  for (const sim::Options &options : sim::allOptions(2)) {
    Product product(kernel);
    product.launch.options = options;
    EXPECT_TRUE(isReported(kernel, product.launch.run(), Problem::Race, "nvvm.cp.async.shared.global")) << options;
  }
}

TEST(SimTest, CollectivesOfAWarp) {
  constexpr size_t kResults = 14;
  SimKernel kernel(R"mlir(
gpu.module @device {
  gpu.func @k(%y: !llvm.ptr<1>) kernel {
    %all = arith.constant -1 : i32
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c3 = arith.constant 3 : i32
    %c5 = arith.constant 5 : i32
    %clamp = arith.constant 31 : i32
    %lane = nvvm.read.ptx.sreg.laneid : i32
    %bit = arith.andi %lane, %c1 : i32
    %odd = arith.cmpi eq, %bit, %c1 : i32
    %quarter = arith.shrui %lane, %c3 : i32
    %ballot = nvvm.vote.sync ballot %all, %odd -> i32
    %any1 = nvvm.vote.sync any %all, %odd -> i1
    %all1 = nvvm.vote.sync all %all, %odd -> i1
    %any = arith.extui %any1 : i1 to i32
    %every = arith.extui %all1 : i1 to i32
    %sum = nvvm.redux.sync add %lane, %all : i32 -> i32
    %largest = nvvm.redux.sync umax %lane, %all : i32 -> i32
    %equal = nvvm.match.sync any %all, %quarter : i32 -> i32
    %same = nvvm.match.sync all %all, %c5 : i32 -> !llvm.struct<(i32, i1)>
    %sameMask = llvm.extractvalue %same[0] : !llvm.struct<(i32, i1)>
    %same1 = llvm.extractvalue %same[1] : !llvm.struct<(i32, i1)>
    %isSame = arith.extui %same1 : i1 to i32
    %elected1 = nvvm.elect.sync -> i1
    %elected = arith.extui %elected1 : i1 to i32
    %up = nvvm.shfl.sync up %all, %lane, %c3, %c0 {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
    %upValue = llvm.extractvalue %up[0] : !llvm.struct<(i32, i1)>
    %up1 = llvm.extractvalue %up[1] : !llvm.struct<(i32, i1)>
    %upValid = arith.extui %up1 : i1 to i32
    %fifth = nvvm.shfl.sync idx %all, %lane, %c5, %clamp : i32 -> i32
    %odds = nvvm.barrier #nvvm.reduction<popc> %bit -> i32
    %below = nvvm.read.ptx.sreg.lanemask.lt : i32
)mlir" +
                   storesOf({"ballot", "any", "every", "sum", "largest", "equal", "sameMask", "isSame", "elected",
                             "upValue", "upValid", "fifth", "odds", "below"}) +
                   R"mlir(
    gpu.return
  }
})mlir");
  for (const sim::Options &options : sim::allOptions(3)) {
    std::vector<uint32_t> y(32 * kResults);
    sim::TestLaunch launch = kernel.launch();
    launch.out(y).options = options;
    ASSERT_TRUE(isSilent(kernel, launch.run())) << options;
    for (uint32_t lane = 0; lane < 32; ++lane) {
      std::vector<uint32_t> got(&y[lane * kResults], &y[lane * kResults] + kResults);
      bool hasSource = lane >= 3;
      EXPECT_EQ(got, (std::vector<uint32_t>{0xAAAAAAAA, 1, 0, 31 * 16, 31, 0xFFu << lane / 8 * 8, ~0u, 1, lane == 0,
                                            hasSource ? lane - 3 : lane, hasSource, 5, 16, (1u << lane) - 1}))
          << "lane " << lane;
    }
  }
}

TEST(SimTest, Atomics) {
  // Each thread adds to one of two counters and reports to a fault record if it is the first.
  SimKernel kernel(R"mlir(
gpu.module @device {
  gpu.func @k(%counters: !llvm.ptr<1>, %fault: !llvm.ptr<1>) kernel {
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %one = arith.constant 1 : i32
    %none = arith.constant 0 : i32
    %which = arith.andi %tid, %one : i32
    %counter = llvm.getelementptr %counters[%which] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %old = llvm.atomicrmw add %counter, %one syncscope("device") monotonic : !llvm.ptr<1>, i32
    %exchanged = llvm.cmpxchg %fault, %none, %one monotonic monotonic : !llvm.ptr<1>, i32
    %isFirst = llvm.extractvalue %exchanged[1] : !llvm.struct<(i32, i1)>
    scf.if %isFirst {
      %value = llvm.getelementptr %fault[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
      llvm.store %tid, %value : i32, !llvm.ptr<1>
    }
    gpu.return
  }
})mlir",
                   {.threads = 64});
  for (const sim::Options &options : sim::allOptions(4)) {
    std::vector<int32_t> counters(2), fault(2, 0);
    fault[1] = -1;
    sim::TestLaunch launch = kernel.launch(3);
    launch.inOut(counters).inOut(fault).options = options;
    ASSERT_TRUE(isSilent(kernel, launch.run())) << options;
    EXPECT_EQ(counters, (std::vector<int32_t>{96, 96}));
    EXPECT_EQ(fault[0], 1);
    EXPECT_TRUE(fault[1] >= 0 && fault[1] < 64);
  }
}

} // namespace
} // namespace weir
