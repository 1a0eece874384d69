// ldmatrix, stmatrix and mma.sync: fragments as the PTX ISA tabulates them, element by element.
#include "lib/Support/Half.h"
#include "unittests/Sim/Kernel.h"

#include <bit>
#include <cmath>
#include <random>

namespace weir::sim {
namespace {

constexpr uint32_t kLanes = 32, kTransposed = WEIR_SIM_MATRIX_TRANSPOSED, kDeferred = WEIR_SIM_MATRIX_DEFERRED;

/// Scalars: count of matrices, flags. Element e of shared memory is e; rows are 24 bytes apart from packed ones, so
/// that an address taken from another lane shows.
void loadMatrices(weir_sim_thread *thread, const uint64_t *words) {
  auto count = static_cast<uint32_t>(words[1]), flags = static_cast<uint32_t>(words[2]);
  auto *shared = sharedOf<uint16_t>(thread);
  for (uint32_t e = thread->lane; e < 1024; e += kLanes)
    At(thread, 0).store(shared + e, static_cast<uint16_t>(e));
  At(thread, 1).barrier();
  alignas(16) uint32_t results[4] = {};
  uint32_t row = thread->lane % (8 * count);
  thread->calls->ldmatrix(thread, 2, shared + 24 * row, count, flags, results);
  if (flags & kDeferred)
    thread->calls->matrix_flush(thread, 3);
  for (uint32_t i = 0; i < count; ++i)
    At(thread, 4).store(pointer<uint32_t>(words, 0) + 4 * thread->lane + i, results[i]);
}

TEST(SimMatrix, LoadsFragments) {
  for (uint32_t count : {1u, 2u, 4u})
    for (uint32_t flags : {0u, kTransposed, kDeferred})
      for (Options options : allOptions(2)) {
        std::vector<uint32_t> out(4 * kLanes);
        TestLaunch launch{.entry = loadMatrices, .sharedBytes = 2048, .options = options};
        launch.out(out).scalars = {count, flags};
        ASSERT_TRUE(isSilent(launch.run()));
        for (uint32_t lane = 0; lane < kLanes; ++lane)
          for (uint32_t matrix = 0; matrix < count; ++matrix)
            for (uint32_t e = 0; e < 2; ++e) {
              uint32_t row = lane / 4, column = lane % 4 * 2 + e;
              if (flags & kTransposed)
                std::swap(row, column);
              EXPECT_EQ(out[4 * lane + matrix] >> 16 * e & 0xFFFF, 24 * (8 * matrix + row) + column);
            }
      }
}

/// The element at (row, column) of matrix m is 64 m + 8 row + column.
void storeMatrices(weir_sim_thread *thread, const uint64_t *words) {
  auto count = static_cast<uint32_t>(words[1]), flags = static_cast<uint32_t>(words[2]);
  uint32_t values[4];
  for (uint32_t matrix = 0; matrix < count; ++matrix) {
    uint32_t row = thread->lane / 4, column = thread->lane % 4 * 2;
    bool transposed = flags & kTransposed;
    uint32_t low = 64 * matrix + (transposed ? 8 * column + row : 8 * row + column);
    values[matrix] = low | (low + (transposed ? 8 : 1)) << 16;
  }
  auto *shared = sharedOf<uint16_t>(thread);
  thread->calls->stmatrix(thread, 0, shared + 24 * (thread->lane % (8 * count)), count, flags, values);
  At(thread, 1).syncwarp();
  for (uint32_t e = thread->lane; e < 64 * count; e += kLanes)
    At(thread, 2).store(pointer<uint16_t>(words, 0) + e, At(thread, 3).load(shared + 24 * (e / 8) + e % 8));
}

TEST(SimMatrix, StoresFragments) {
  for (uint32_t count : {1u, 2u, 4u})
    for (uint32_t flags : {0u, kTransposed}) {
      std::vector<uint16_t> out(64 * count);
      TestLaunch launch{.entry = storeMatrices, .sharedBytes = 2048};
      launch.out(out).scalars = {count, flags};
      ASSERT_TRUE(isSilent(launch.run()));
      for (uint32_t e = 0; e < 64 * count; ++e)
        EXPECT_EQ(out[e], e);
    }
}

/// Where element i of a lane's fragment lies, in the words of the PTX ISA: groupID = lane / 4, threadID_in_group = lane
/// % 4.
struct Position {
  uint32_t row, column;
};

Position positionInA(uint32_t type, uint32_t depth, uint32_t lane, uint32_t i) {
  uint32_t group = lane >> 2, inGroup = lane % 4;
  if (type == WEIR_SIM_TF32)
    return {i == 0 || i == 2 ? group : group + 8, i < 2 ? inGroup : inGroup + 4};
  if (depth == 8)
    return {i < 2 ? group : group + 8, inGroup * 2 + (i & 1)};
  bool upper = i < 2 || (i >= 4 && i < 6);
  return {upper ? group : group + 8, i < 4 ? inGroup * 2 + (i & 1) : inGroup * 2 + (i & 1) + 8};
}

Position positionInB(uint32_t type, uint32_t lane, uint32_t i) {
  uint32_t group = lane >> 2, inGroup = lane % 4;
  if (type == WEIR_SIM_TF32)
    return {i == 0 ? inGroup : inGroup + 4, group};
  return {i < 2 ? inGroup * 2 + (i & 1) : inGroup * 2 + (i & 1) + 8, group};
}

Position positionInC(uint32_t lane, uint32_t i) {
  return {i < 2 ? lane >> 2 : (lane >> 2) + 8, lane % 4 * 2 + (i & 1)};
}

uint32_t bitsOf(uint32_t type, float value) {
  return type == WEIR_SIM_F16    ? f32ToF16(value)
         : type == WEIR_SIM_BF16 ? f32ToBf16(value)
                                 : std::bit_cast<uint32_t>(value);
}

/// Operands: A, B, C row by row as floats, D. Scalars: type, depth, whether sums are f16, flags.
void multiply(weir_sim_thread *thread, const uint64_t *words) {
  auto scalar = [&](int i) { return static_cast<uint32_t>(words[4 + i]); };
  uint32_t type = scalar(0), depth = scalar(1), lane = thread->lane;
  bool half = scalar(2);
  uint32_t a[4] = {}, b[2] = {}, c[4] = {}, d[4] = {};
  uint32_t perWord = type == WEIR_SIM_TF32 ? 1 : 2;
  for (uint32_t i = 0; i < depth / 2; ++i) {
    Position p = positionInA(type, depth, lane, i);
    a[i / perWord] |= bitsOf(type, pointer<float>(words, 0)[p.row * depth + p.column]) << 16 * (i % perWord);
  }
  for (uint32_t i = 0; i < depth / 4; ++i) {
    Position p = positionInB(type, lane, i);
    b[i / perWord] |= bitsOf(type, pointer<float>(words, 1)[p.row * 8 + p.column]) << 16 * (i % perWord);
  }
  uint32_t sumType = half ? WEIR_SIM_F16 : WEIR_SIM_TF32, sumsPerWord = half ? 2 : 1;
  for (uint32_t i = 0; i < 4; ++i) {
    Position p = positionInC(lane, i);
    c[i / sumsPerWord] |= bitsOf(sumType, pointer<float>(words, 2)[p.row * 8 + p.column]) << 16 * (i % sumsPerWord);
  }
  uint32_t kind = WEIR_SIM_MMA(type, depth, uint32_t{half});
  thread->calls->mma(thread, 0, kind, scalar(3), a, b, c, d);
  if (scalar(3) & kDeferred)
    thread->calls->matrix_flush(thread, 1);
  for (uint32_t i = 0; i < 4; ++i) {
    Position p = positionInC(lane, i);
    uint32_t word = d[i / sumsPerWord];
    float sum = half ? f16ToF32(static_cast<uint16_t>(word >> 16 * (i & 1))) : std::bit_cast<float>(word);
    At(thread, 2).store(pointer<float>(words, 3) + p.row * 8 + p.column, sum);
  }
}

struct MultiplyCase {
  uint32_t type, depth;
  bool half;
};

class SimMultiply : public ::testing::TestWithParam<MultiplyCase> {};

/// Small integers: every format and every order of summation gives the same sums.
TEST_P(SimMultiply, MultipliesAndAdds) {
  auto [type, depth, half] = GetParam();
  for (uint32_t seed = 0; seed < 4; ++seed) {
    std::mt19937 random(seed);
    auto matrix = [&](size_t size) {
      std::vector<float> values(size);
      for (float &value : values)
        value = float(int(random() % 17) - 8);
      return values;
    };
    std::vector<float> a = matrix(16 * depth), b = matrix(depth * 8), c = matrix(16 * 8), d(16 * 8);
    TestLaunch launch{.entry = multiply, .options = {.seed = seed}};
    launch.in(a).in(b).in(c).out(d).scalars = {type, depth, half, seed % 2 ? kDeferred : 0};
    ASSERT_TRUE(isSilent(launch.run()));
    for (uint32_t i = 0; i < 16; ++i)
      for (uint32_t j = 0; j < 8; ++j) {
        float sum = c[i * 8 + j];
        for (uint32_t k = 0; k < depth; ++k)
          sum += a[i * depth + k] * b[k * 8 + j];
        ASSERT_EQ(d[i * 8 + j], sum) << i << ", " << j;
      }
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, SimMultiply,
                         ::testing::Values(MultiplyCase{WEIR_SIM_F16, 8, false}, MultiplyCase{WEIR_SIM_F16, 16, false},
                                           MultiplyCase{WEIR_SIM_F16, 8, true}, MultiplyCase{WEIR_SIM_F16, 16, true},
                                           MultiplyCase{WEIR_SIM_BF16, 8, false},
                                           MultiplyCase{WEIR_SIM_BF16, 16, false},
                                           MultiplyCase{WEIR_SIM_TF32, 4, false},
                                           MultiplyCase{WEIR_SIM_TF32, 8, false}));

/// One product per sum, so that rounding shows: 1 + 2^-11 is no f16 and no tf32, and 3 is exact.
TEST(SimMatrix, RoundsWhereTheFormatsDo) {
  auto product = [](uint32_t type, bool half, float x, float y, float z) {
    std::vector<float> a(16 * 8), b(8 * 8), c(16 * 8, z), d(16 * 8);
    a[0] = x;
    b[0] = y;
    TestLaunch launch{.entry = multiply};
    launch.in(a).in(b).in(c).out(d).scalars = {type, 8, half, 0};
    EXPECT_TRUE(isSilent(launch.run()));
    return d[0];
  };
  float odd = 1 + 0x1p-11f;
  EXPECT_EQ(product(WEIR_SIM_TF32, false, odd, 3, 0), 3) << "tf32 operands are cut, not rounded";
  EXPECT_EQ(product(WEIR_SIM_TF32, false, 1 + 0x1p-10f, 3, 0), 3 * (1 + 0x1p-10f));
  EXPECT_EQ(product(WEIR_SIM_F16, false, 1 + 0x1p-10f, 1 + 0x1p-10f, 0), (1 + 0x1p-10f) * (1 + 0x1p-10f));
  EXPECT_EQ(product(WEIR_SIM_F16, true, 2, 1, 0x1p-11f), 2) << "f16 sums round to nearest even";
  EXPECT_EQ(product(WEIR_SIM_F16, true, 0x1p-14f, 0x1p-10f, 0), 0x1p-24f) << "denormals are kept";
  EXPECT_EQ(product(WEIR_SIM_F16, false, INFINITY, 2, 1), INFINITY);
  EXPECT_TRUE(std::isnan(product(WEIR_SIM_F16, false, NAN, 2, 1)));
  EXPECT_EQ(product(WEIR_SIM_F16, true, 65504, 2, 0), INFINITY) << "f16 sums overflow";
  EXPECT_EQ(product(WEIR_SIM_BF16, false, 0x1p100f, 0x1p20f, 1), 0x1p120f);
}

} // namespace
} // namespace weir::sim
