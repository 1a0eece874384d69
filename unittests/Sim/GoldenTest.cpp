// ldmatrix and mma against a file that a GPU made: bench/gpu/golden.py says what is in it. The environment variable
// WEIR_GOLDEN names another file.
#include "lib/Support/Half.h"
#include "unittests/Sim/Kernel.h"

#include <bit>
#include <cmath>
#include <cstdlib>
#include <fstream>

namespace weir::sim {
namespace {

constexpr uint32_t kLanes = 32, kSharedWords = 512;

using Words = std::vector<uint32_t>;

Words readWords(std::istream &file, size_t count) {
  Words words(count);
  for (uint32_t &word : words)
    file >> std::hex >> word;
  return words;
}

/// Words of shared memory, a row's offset per lane, results. Scalars: count, whether transposed.
void loadMatrices(weir_sim_thread *thread, const uint64_t *words) {
  auto count = static_cast<uint32_t>(words[3]);
  auto *shared = sharedOf<uint32_t>(thread);
  for (uint32_t i = thread->lane; i < kSharedWords; i += kLanes)
    At(thread, 0).store(shared + i, pointer<uint32_t>(words, 0)[i]);
  At(thread, 1).barrier();
  alignas(16) uint32_t results[4] = {};
  auto *row = sharedOf<uint8_t>(thread) + pointer<uint32_t>(words, 1)[thread->lane];
  thread->calls->ldmatrix(thread, 2, row, count, words[4] ? WEIR_SIM_MATRIX_TRANSPOSED : 0, results);
  for (uint32_t i = 0; i < count; ++i)
    At(thread, 3).store(pointer<uint32_t>(words, 2) + count * thread->lane + i, results[i]);
}

void replayLoad(std::istream &file) {
  uint32_t count = 0, transposed = 0;
  file >> std::dec >> count >> transposed;
  Words memory = readWords(file, kSharedWords), rows = readWords(file, kLanes);
  Words expected = readWords(file, size_t(kLanes) * count), found(expected.size());
  TestLaunch launch{.entry = loadMatrices, .sharedBytes = 4 * kSharedWords};
  launch.in(memory).in(rows).out(found).scalars = {count, transposed};
  ASSERT_TRUE(isSilent(launch.run()));
  EXPECT_EQ(found, expected) << "ldmatrix " << count << " " << transposed;
}

/// Of one lane.
struct Counts {
  uint32_t a, b, sums;
};

/// A, B, C and D of all lanes. Scalars: kind, counts.
void multiply(weir_sim_thread *thread, const uint64_t *words) {
  auto lane = [&](int operand, uint64_t count) { return pointer<uint32_t>(words, operand) + count * thread->lane; };
  uint32_t d[4] = {};
  thread->calls->mma(thread, 0, static_cast<uint32_t>(words[4]), 0, lane(0, words[5]), lane(1, words[6]),
                     lane(2, words[7]), d);
  for (uint32_t i = 0; i < words[7]; ++i)
    At(thread, 1).store(lane(3, words[7]) + i, d[i]);
}

std::vector<float> sumsOf(const Words &words, bool half) {
  std::vector<float> sums;
  for (uint32_t word : words)
    if (half)
      sums.insert(sums.end(), {f16ToF32(static_cast<uint16_t>(word)), f16ToF32(static_cast<uint16_t>(word >> 16))});
    else
      sums.push_back(std::bit_cast<float>(word));
  return sums;
}

/// Operands are below 2, so a sum's terms are below 4; a GPU cuts each where the largest has its 24th bit.
float toleranceOf(uint32_t depth, bool half) {
  float terms = float(depth) + 1;
  return terms * 0x1p-23f * 4 * terms + (half ? 2 * 0x1p-11f * 4 * terms : 0);
}

void replayProduct(std::istream &file) {
  uint32_t type = 0, depth = 0, half = 0;
  file >> std::dec >> type >> depth >> half;
  uint32_t a = depth * (type == WEIR_SIM_TF32 ? 32 : 16) / 64;
  Counts counts{a, a / 2, half ? 2u : 4u};
  Words as = readWords(file, size_t(kLanes) * counts.a), bs = readWords(file, size_t(kLanes) * counts.b);
  Words cs = readWords(file, size_t(kLanes) * counts.sums), ds = readWords(file, size_t(kLanes) * counts.sums);
  Words found(ds.size());
  TestLaunch launch{.entry = multiply};
  launch.in(as).in(bs).in(cs).out(found).scalars = {WEIR_SIM_MMA(type, depth, half), counts.a, counts.b, counts.sums};
  ASSERT_TRUE(isSilent(launch.run()));
  std::vector<float> expected = sumsOf(ds, half), actual = sumsOf(found, half);
  for (size_t i = 0; i < expected.size(); ++i)
    ASSERT_NEAR(actual[i], expected[i], toleranceOf(depth, half)) << "mma " << type << " " << depth << " " << half;
}

TEST(SimGolden, MatrixOpsAreTheGpus) {
  const char *other = std::getenv("WEIR_GOLDEN");
  std::ifstream file(other ? other : WEIR_SOURCE "/unittests/Sim/matrix.golden");
  if (!file && !other)
    GTEST_SKIP() << "no GPU has made unittests/Sim/matrix.golden yet; see bench/gpu/README.md";
  ASSERT_TRUE(file) << other;
  int loads = 0, products = 0;
  for (std::string op; file >> op;) {
    ASSERT_TRUE(op == "ldmatrix" || op == "mma") << op;
    op == "mma" ? replayProduct(file) : replayLoad(file);
    ++(op == "mma" ? products : loads);
    ASSERT_FALSE(file.fail() || HasFatalFailure());
  }
  EXPECT_EQ(loads, 6);
  EXPECT_EQ(products, 8);
}

} // namespace
} // namespace weir::sim
