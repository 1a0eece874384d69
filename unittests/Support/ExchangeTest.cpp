// Exchanges, done by all members on numbers that say where they stand, leave each with what it wants.
#include "lib/Support/Exchange.h"
#include "lib/Support/Boxing.h"

#include <gtest/gtest.h>

namespace weir {
namespace {

using Part = std::vector<int64_t>; ///< its elements are their places in the whole

Part partOf(const Sizes &whole, std::span<const Holding> axes, const Sizes &mesh, int64_t member) {
  Sizes place = MeshAxes{mesh, {}}.placeOf(member);
  Part part{0};
  for (size_t dim = 0; dim < whole.size(); ++dim) {
    Part next;
    for (int64_t outer : part)
      for (const Range &run : heldPositions(whole[dim], int(dim), axes, mesh, place))
        for (int64_t i = run.begin; i < run.end; ++i)
          next.push_back(outer * whole[dim] + i);
    part = std::move(next);
  }
  return part;
}

std::vector<int64_t> elementsAt(const std::vector<ByteRun> &runs) {
  std::vector<int64_t> places;
  for (const ByteRun &run : runs)
    for (int64_t i = 0; i < run.size; i += 8)
      places.push_back((run.offset + i) / 8);
  return places;
}

/// All ways to hold a value on an axis: whole, or split along each dimension, and along a factor of it.
std::vector<Holding> choices(const Sizes &whole) {
  std::vector<Holding> all{{}};
  for (size_t dim = 0; dim < whole.size(); ++dim)
    for (auto [outer, inner] : {std::pair{1, 1}, {2, 1}, {1, 2}, {3, 1}})
      all.push_back({.kind = Holding::Kind::Split, .dim = int(dim), .outer = outer, .inner = inner});
  return all;
}

bool fits(const Sizes &whole, const std::vector<Holding> &axes) {
  for (size_t dim = 0; dim < whole.size(); ++dim)
    if (misfitOf(DimSize(whole[dim]), int(dim), axes))
      return false;
  return true;
}

void expectAllGetTheirs(const Sizes &whole, const std::vector<Holding> &from, const std::vector<Holding> &to,
                        const Sizes &mesh) {
  int64_t members = MeshAxes{mesh, {}}.numRanks();
  std::vector<MemberExchange> plans;
  for (int64_t member = 0; member < members; ++member)
    plans.push_back(planExchange(whole, {from, {mesh}}, {to, {mesh}}, members, member, 8));
  for (int64_t taker = 0; taker < members; ++taker) {
    Part expected = partOf(whole, to, mesh, taker), got(expected.size(), -1);
    for (int64_t giver = 0; giver < members; ++giver) {
      Part source = partOf(whole, from, mesh, giver);
      std::vector<int64_t> given = elementsAt(plans[size_t(giver)].give[size_t(taker)]);
      std::vector<int64_t> taken = elementsAt(plans[size_t(taker)].take[size_t(giver)]);
      ASSERT_EQ(given.size(), taken.size());
      for (size_t i = 0; i < given.size(); ++i) {
        ASSERT_EQ(got[size_t(taken[i])], -1) << "got twice";
        got[size_t(taken[i])] = source[size_t(given[i])];
      }
    }
    ASSERT_EQ(got, expected);
    Sizes sizes = heldSizes(whole, {to, {mesh}}, taker);
    int64_t count = 1;
    for (int64_t size : sizes)
      count *= size;
    ASSERT_EQ(size_t(count), expected.size());
  }
}

TEST(Exchange, EachMemberGetsWhatItWants) {
  int count = 0;
  for (const Sizes &whole : {Sizes{}, Sizes{7}, Sizes{12}, Sizes{4, 6}, Sizes{5, 3, 2}, Sizes{0, 3}}) {
    std::vector<Holding> axis = choices(whole);
    for (const Sizes &mesh : {Sizes{1}, Sizes{2}, Sizes{3}, Sizes{4}})
      for (const Holding &from : axis)
        for (const Holding &to : axis)
          if (fits(whole, {from}) && fits(whole, {to})) {
            SCOPED_TRACE(toString(from) + " to " + toString(to) + " on " + std::to_string(mesh[0]));
            expectAllGetTheirs(whole, {from}, {to}, mesh);
            ++count;
          }
    for (const Sizes &mesh : {Sizes{2, 2}, Sizes{2, 3}})
      for (const Holding &a : axis)
        for (const Holding &b : axis)
          for (const Holding &c : axis)
            if (std::vector<Holding> from{a, b}, to{c, a}; fits(whole, from) && fits(whole, to)) {
              SCOPED_TRACE(toString(a) + toString(b) + " to " + toString(c) + toString(a));
              expectAllGetTheirs(whole, from, to, mesh);
              ++count;
            }
  }
  EXPECT_GT(count, 1000);
}

TEST(Exchange, WhatLiesTogetherIsOneRun) {
  Holding rows{.kind = Holding::Kind::Split, .dim = 0}, columns{.kind = Holding::Kind::Split, .dim = 1}, whole;
  MemberExchange gather = planExchange({8, 4}, {std::span(&rows, 1), {{2}}}, {std::span(&whole, 1), {{2}}}, 2, 1, 4);
  EXPECT_EQ(gather.give[0], (std::vector<ByteRun>{{0, 64}}));
  EXPECT_EQ(gather.take[0], (std::vector<ByteRun>{{0, 64}}));
  EXPECT_EQ(gather.take[1], (std::vector<ByteRun>{{64, 64}}));
  MemberExchange turn = planExchange({2, 4}, {std::span(&rows, 1), {{2}}}, {std::span(&columns, 1), {{2}}}, 2, 0, 4);
  EXPECT_EQ(turn.give[1], (std::vector<ByteRun>{{8, 8}}));
  EXPECT_EQ(turn.take[1], (std::vector<ByteRun>{{8, 8}}));
}

/// Where several have the same, each keeps its own, and the first of them gives to others.
TEST(Exchange, CopiesAreNotSentTwice) {
  std::vector<Holding> from{{.kind = Holding::Kind::Split, .dim = 0}, {}}, to{{}, {}};
  MemberExchange second = planExchange({4}, {from, {{2, 2}}}, {to, {{2, 2}}}, 4, 1, 8);
  EXPECT_EQ(second.give[0], std::vector<ByteRun>());
  EXPECT_EQ(second.give[2], std::vector<ByteRun>());
  EXPECT_EQ(second.take[1], (std::vector<ByteRun>{{0, 16}}));
  EXPECT_EQ(second.take[2], (std::vector<ByteRun>{{16, 16}}));
  EXPECT_EQ(second.take[3], std::vector<ByteRun>());
}

} // namespace
} // namespace weir
