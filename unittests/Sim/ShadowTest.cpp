// The rules of accesses against a list of all accesses so far, of which each pair is looked at.
#include "lib/Runtime/Device/Sim/Shadow.h"

#include <gtest/gtest.h>

#include <random>

namespace weir::sim {
namespace {

constexpr uint32_t kThreads = 40, kCells = 3;
constexpr uint16_t kActors[] = {1, 5, 33, 38}; ///< few, so that much happens between any two of them

struct Past {
  Stamp stamp;
  MemoryAccess access;
};

/// A few threads of one block after the other access a few cells and meet now and then, until there is a conflict.
class Scene {
public:
  explicit Scene(uint32_t seed) : random(seed) {
    clocks.resize(kThreads);
    rules.resize(kThreads);
    for (Cell &cell : cells)
      cell.flags = Cell::Written;
    loadsOnly = random() % 3 == 0;
    storesPerMille = 10 + random() % 100;
  }

  /// False once a conflict was found; the rules and the list must agree on every access.
  bool step() {
    uint32_t kind = random() % 100;
    if (kind < 2)
      nextBlock();
    else if (kind < 6)
      meetAll();
    else if (kind < 30)
      meetSome();
    else
      return accessSome();
    return true;
  }

private:
  /// One cell, or all of them by one op.
  bool accessSome() {
    uint32_t thread = actor(), index = random() % (2 * kCells), dice = random() % 1000;
    MemoryAccess kind = dice < storesPerMille   ? MemoryAccess::Store
                        : loadsOnly || dice % 2 ? MemoryAccess::Load
                                                : MemoryAccess::Atomic;
    Stamp stamp{block, clocks.timeOf(thread), uint16_t(thread), uint16_t(random() % 2)};
    if (index < kCells)
      return access(index, thread, kind, stamp);
    for (uint32_t i = 0; i < kCells; ++i)
      if (!access(i, thread, kind, stamp))
        return false;
    return true;
  }

  bool access(uint32_t index, uint32_t thread, MemoryAccess kind, const Stamp &stamp) {
    bool expected = true;
    for (const Past &past : pasts[index])
      if (opposed(past.access, kind) && !isOrdered(past.stamp, thread))
        expected = false;
    Conflict conflict;
    bool allowed = rules.touch(cells[index], {stamp, kind}, conflict);
    EXPECT_EQ(allowed, expected);
    if (!allowed)
      EXPECT_EQ(conflict.problem, Problem::Race);
    if (!allowed && conflict.other.block == block)
      EXPECT_FALSE(isOrdered(conflict.other, thread));
    pasts[index].push_back({stamp, kind});
    return allowed && expected;
  }

  static bool opposed(MemoryAccess a, MemoryAccess b) {
    return a == MemoryAccess::Store || b == MemoryAccess::Store ||
           (a == MemoryAccess::Atomic) != (b == MemoryAccess::Atomic);
  }

  bool isOrdered(const Stamp &past, uint32_t thread) const {
    return past.block == block && clocks.ordered(thread, past.thread, past.time);
  }

  void nextBlock() {
    ++block;
    meetAll();
  }

  void meetAll() {
    clocks.synchronizeAll();
    readers.forget();
  }

  void meetSome() {
    ThreadSet set = {};
    for (int i = 0; i < 2; ++i) {
      uint32_t thread = actor();
      set[thread / kWarpSize] |= 1u << thread % kWarpSize;
    }
    clocks.synchronize(set);
  }

  uint32_t actor() { return kActors[random() % std::size(kActors)]; }

  std::mt19937 random;
  Clocks clocks;
  ReaderSets readers{clocks};
  AccessRules rules{clocks, readers};
  Cell cells[kCells];
  std::vector<Past> pasts[kCells];
  uint32_t block = 1;
  bool loadsOnly;
  uint32_t storesPerMille;
};

TEST(SimShadow, RulesFindTheFirstConflictAndNothingElse) {
  int conflicts = 0;
  for (uint32_t seed = 0; seed < 20000; ++seed) {
    Scene scene(seed);
    int steps = 0;
    while (steps < 60 && scene.step())
      ++steps;
    conflicts += steps < 60;
    ASSERT_FALSE(::testing::Test::HasFailure()) << "seed " << seed;
  }
  EXPECT_GT(conflicts, 5000);
  EXPECT_LT(conflicts, 19990);
}

TEST(SimShadow, CellsAreAsFineAsTheFinestAccess) {
  ShadowPage page(16);
  page.cells(32, 16)[0].flags = Cell::Written;
  EXPECT_EQ(page.cells(0, 4096).size(), 256u);
  std::span<Cell> halves = page.cells(40, 8);
  ASSERT_EQ(halves.size(), 1u);
  EXPECT_EQ(halves[0].flags, Cell::Written) << "a finer cell starts as the one it was part of";
  halves[0].flags = 0;
  EXPECT_EQ(page.cells(32, 16).size(), 2u);
  EXPECT_EQ(page.cells(32, 16)[0].flags, Cell::Written);
  EXPECT_EQ(page.cells(32, 16)[1].flags, 0u);
  EXPECT_EQ(page.cells(33, 1)[0].flags, Cell::Written);
  EXPECT_EQ(page.cells(0, 4096).size(), 4096u);
}

} // namespace
} // namespace weir::sim
