// The switch between stacks: what stands on one stays as it is while others run.
#include "lib/Runtime/Device/Sim/Fiber.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace weir::sim {
namespace {

struct Ring {
  Fiber home;
  std::vector<std::unique_ptr<Fiber>> fibers;
  std::vector<int> trace;
  size_t at = 0;

  explicit Ring(unsigned count) {
    for (unsigned i = 0; i < count; ++i)
      fibers.push_back(std::make_unique<Fiber>(32 * 1024, i));
  }

  void startAll(Fiber::Body body) {
    at = 0;
    for (auto &fiber : fibers)
      fiber->start(body, this);
    home.switchTo(*fibers[0]);
  }

  /// To the next fiber; from the last one home.
  void pass() {
    Fiber &from = *fibers[at];
    ++at;
    from.switchTo(at < fibers.size() ? *fibers[at] : home);
  }
};

/// Keeps numbers of all kinds alive from one turn to the next.
void count(void *context) {
  auto &ring = *static_cast<Ring *>(context);
  int number = static_cast<int>(ring.at);
  double half = number + 0.5;
  long values[8];
  for (int i = 0; i < 8; ++i)
    values[i] = number * 10 + i;
  for (;;) {
    for (int i = 0; i < 8; ++i)
      EXPECT_EQ(values[i]++, number * 10 + i + static_cast<long>(half - number));
    half += 1;
    ring.trace.push_back(number);
    ring.pass();
  }
}

TEST(SimFiber, TurnsGoRound) {
  Ring ring(70); // more than there are offsets of stacks
  ring.startAll(count);
  for (int round = 1; round < 5; ++round) {
    ring.at = 0;
    ring.home.switchTo(*ring.fibers[0]);
  }
  ASSERT_EQ(ring.trace.size(), 5 * 70u);
  for (size_t i = 0; i < ring.trace.size(); ++i)
    EXPECT_EQ(ring.trace[i], static_cast<int>(i % 70));
}

TEST(SimFiber, StartsAgainFromTheTop) {
  Ring ring(3);
  for (int round = 0; round < 4; ++round) {
    ring.trace.clear();
    ring.startAll(count);
    EXPECT_EQ(ring.trace, (std::vector<int>{0, 1, 2}));
  }
}

/// Uses all of what was asked for, down to the lowest bytes; AddressSanitizer would move it elsewhere.
__attribute__((no_sanitize("address"))) void useStack(void *context) {
  auto &ring = *static_cast<Ring *>(context);
  volatile char bytes[31 * 1024];
  for (volatile char &byte : bytes)
    byte = 1;
  EXPECT_TRUE(ring.fibers[ring.at]->contains(const_cast<char *>(&bytes[0])));
  EXPECT_TRUE(ring.fibers[ring.at]->contains(const_cast<char *>(&bytes[sizeof bytes - 1])));
  EXPECT_FALSE(ring.fibers[ring.at]->contains(&ring));
  ring.pass();
}

TEST(SimFiber, StackHasTheBytesThatWereAskedFor) {
  Ring ring(33);
  ring.startAll([](void *context) {
    useStack(context);
    __builtin_trap();
  });
}

} // namespace
} // namespace weir::sim
