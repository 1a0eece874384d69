// The memory planner: hand-made cases, properties of random lifetimes, and how close it gets on graphs like real ones.
#include "lib/Support/MemoryPlan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace weir {
namespace {

using Buffers = std::vector<BufferLifetime>;

MemoryPlan plan(const Buffers &buffers) {
  Result<MemoryPlan> result = planMemory(buffers);
  EXPECT_TRUE(bool(result)) << (result ? "" : result.message());
  return result ? *result : MemoryPlan();
}

/// No two buffers that are live at once may share a byte, unless one took the other's place at their common position.
void expectValid(const Buffers &buffers, const MemoryPlan &plan) {
  ASSERT_EQ(plan.offsets.size(), buffers.size());
  for (size_t a = 0; a < buffers.size(); ++a) {
    ASSERT_GE(plan.offsets[a], 0);
    ASSERT_EQ(plan.offsets[a] % 64, 0);
    ASSERT_LE(plan.offsets[a] + buffers[a].bytes, plan.peakBytes);
    for (size_t b = a + 1; b < buffers.size(); ++b) {
      bool inTime = buffers[a].first <= buffers[b].last && buffers[b].first <= buffers[a].last;
      bool inSpace =
          plan.offsets[a] < plan.offsets[b] + buffers[b].bytes && plan.offsets[b] < plan.offsets[a] + buffers[a].bytes;
      bool inPlace = buffers[b].inPlaceOf == a && plan.offsets[a] == plan.offsets[b];
      ASSERT_FALSE(inTime && inSpace && !inPlace) << "buffers " << a << " and " << b;
    }
  }
  ASSERT_GE(plan.peakBytes, plan.liveBound);
}

TEST(MemoryPlan, ReusesBytesOfTheDead) {
  MemoryPlan p = plan({{100, 0, 1, {}}, {100, 1, 2, {}}, {100, 2, 3, {}}});
  EXPECT_EQ(p.peakBytes, 256);
  EXPECT_EQ(p.liveBound, 256);
  EXPECT_EQ(p.offsets[0], p.offsets[2]);
}

TEST(MemoryPlan, InPlaceChainTakesOneBuffer) {
  MemoryPlan p = plan({{1000, 0, 1, {}}, {1000, 1, 2, 0}, {500, 2, 3, 1}});
  EXPECT_EQ(p.peakBytes, 1024);
  EXPECT_EQ(p.liveBound, 1024);
}

TEST(MemoryPlan, OnlyOneTakesThePlaceAndOnlyIfItFits) {
  Buffers two = {{64, 0, 1, {}}, {64, 1, 2, 0}, {64, 1, 2, 0}};
  MemoryPlan p = plan(two);
  expectValid(two, p);
  EXPECT_NE(p.offsets[1], p.offsets[2]);
  Buffers large = {{64, 0, 1, {}}, {128, 1, 2, 0}};
  p = plan(large);
  expectValid(large, p);
  EXPECT_EQ(p.liveBound, 192);
}

TEST(MemoryPlan, EmptyBuffersTakeNothing) {
  EXPECT_EQ(plan({}).peakBytes, 0);
  EXPECT_EQ(plan({{0, 0, 5, {}}, {0, 0, 5, {}}}).peakBytes, 0);
}

TEST(MemoryPlan, RejectsWhatHasNoPlan) {
  EXPECT_FALSE(planMemory(Buffers{{64, 2, 1, {}}}));
  EXPECT_FALSE(planMemory(Buffers{{-1, 0, 1, {}}}));
  EXPECT_FALSE(planMemory(Buffers{{64, 0, 1, {}}, {64, 2, 3, 0}}));
  EXPECT_FALSE(planMemory(Buffers{{64, 0, 1, 0}}));
  EXPECT_FALSE(planMemory(Buffers(3, {int64_t(1) << 61, 0, 1, {}})));
}

Buffers randomBuffers(std::mt19937 &random, uint32_t count) {
  Buffers buffers;
  for (uint32_t i = 0; i < count; ++i) {
    uint32_t first = uint32_t(random() % 40);
    BufferLifetime buffer{int64_t(random() % 5000), first, first + uint32_t(random() % 10), {}};
    for (uint32_t donor = 0; donor < i && random() % 2; ++donor)
      if (buffers[donor].last == buffer.first)
        buffer.inPlaceOf = donor;
    buffers.push_back(buffer);
  }
  return buffers;
}

TEST(MemoryPlan, RandomPlansAreValidAndRepeatable) {
  for (uint32_t seed = 0; seed < 300; ++seed) {
    std::mt19937 random(seed);
    Buffers buffers = randomBuffers(random, 1 + seed % 60);
    MemoryPlan p = plan(buffers);
    ASSERT_NO_FATAL_FAILURE(expectValid(buffers, p)) << "seed " << seed;
    ASSERT_EQ(p.offsets, plan(buffers).offsets);
  }
}

/// More buffers than are searched through: placed in one sweep, in place where they can be.
TEST(MemoryPlan, ManyBuffersHaveAValidPlanTooAndATightOne) {
  std::mt19937 random(1);
  Buffers buffers;
  for (uint32_t i = 0; i < 6000; ++i) {
    BufferLifetime buffer{64 * int64_t(random() % 50), i, i + uint32_t(random() % 30), {}};
    if (i > 0 && buffers.back().last == i && random() % 2)
      buffer.inPlaceOf = i - 1;
    buffers.push_back(buffer);
  }
  MemoryPlan p = plan(buffers);
  ASSERT_NO_FATAL_FAILURE(expectValid(buffers, p));
  EXPECT_EQ(p.offsets, plan(buffers).offsets);
  EXPECT_LE(double(p.peakBytes), 1.25 * double(p.liveBound));
}

/// Activations of a forward pass that live until the backward pass reads them in reverse, gradients in between, and a
/// short-lived temporary per step: the shape of a training step's memory.
Buffers trainingStep(std::mt19937 &random, uint32_t layers) {
  Buffers buffers;
  uint32_t end = 2 * layers;
  std::vector<int64_t> sizes;
  for (uint32_t layer = 0; layer < layers; ++layer) {
    sizes.push_back((int64_t(1) << (16 + random() % 5)) * int64_t(1 + random() % 6));
    buffers.push_back({sizes.back(), layer, end - 1 - layer, {}});
    if (random() % 2)
      buffers.push_back({sizes.back() * 2, layer, layer, {}});
  }
  for (uint32_t layer = layers; layer-- > 0;)
    buffers.push_back({sizes[layer], end - 1 - layer, std::min(end - layer, end - 1), {}});
  return buffers;
}

/// Chains with skip connections and branches: an inference graph.
Buffers inferenceGraph(std::mt19937 &random, uint32_t length) {
  Buffers buffers;
  for (uint32_t i = 0; i < length; ++i) {
    uint32_t skip = random() % 4 == 0 ? 3 + uint32_t(random() % 3) : 1;
    int64_t bytes = int64_t(4096) * int64_t(1 + random() % 400);
    buffers.push_back({bytes, i, std::min(i + skip, length - 1), {}});
    if (random() % 3 == 0)
      buffers.push_back({bytes * 9 / 4, i, i, {}});
  }
  return buffers;
}

/// A few graphs have no plan at the bound at all; most must get there.
TEST(MemoryPlan, GetsCloseToTheLiveBound) {
  int plans = 0, within5Percent = 0;
  for (uint32_t seed = 0; seed < 100; ++seed) {
    std::mt19937 random(seed);
    for (const Buffers &buffers : {trainingStep(random, 20 + seed), inferenceGraph(random, 50 + 2 * seed)}) {
      MemoryPlan p = plan(buffers);
      ASSERT_NO_FATAL_FAILURE(expectValid(buffers, p)) << "seed " << seed;
      double ratio = double(p.peakBytes) / double(p.liveBound);
      EXPECT_LE(ratio, 1.10) << "seed " << seed;
      ++plans;
      within5Percent += ratio <= 1.05;
    }
  }
  EXPECT_GE(within5Percent, plans * 98 / 100);
}

} // namespace
} // namespace weir
