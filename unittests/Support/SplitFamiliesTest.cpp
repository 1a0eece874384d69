// Op families split along every candidate that their rule offers over 2, 3 and 4 ranks, and tiled along every factor,
// against their definitions. Sizes are odd, so most parts are uneven and some are empty.
#include "lib/Support/Philox.h"
#include "unittests/Support/HoldingText.h"
#include "unittests/Support/LoopNest.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace weir {
namespace {

using Kind = Holding::Kind;

struct Family {
  LoopNest nest;
  std::vector<std::string> candidates; ///< that the rule must offer, no more and no fewer
};

Factor parallel(std::string name, int64_t size) { return {.name = std::move(name), .size = DimSize(size)}; }
Factor indexed(std::string name, int64_t size) {
  return {.name = std::move(name), .size = DimSize(size), .indexed = true};
}
Factor whole(std::string name, int64_t size) {
  return {.name = std::move(name), .size = DimSize(size), .kind = FactorKind::Whole};
}
Factor reduction(std::string name, int64_t size, Combiner combiner) {
  return {.name = std::move(name), .size = DimSize(size), .kind = FactorKind::Reduction, .combiner = combiner};
}
DimMap dim(int factor) { return {.terms = {{factor}}}; }

/// Small integers, different for each `seed`.
Array numbers(uint64_t seed, Sizes shape) {
  uint64_t i = 0;
  return Array::generate(wholeBox(shape),
                         [&](const Position &) { return randomBits(seed, 0, 0, i++) % 19 - int64_t{9}; });
}
Array indices(uint64_t seed, int64_t count, int64_t limit) {
  uint64_t i = 0;
  return Array::generate({{0, count}}, [&](const Position &) { return randomBits(seed, 1, 0, i++) % limit; });
}

Family matmul(std::string name, int64_t m, int64_t n, int64_t k) {
  Array a = numbers(1, {m, k}), b = numbers(2, {k, n});
  IterationRule rule{{parallel("m", m), parallel("n", n), reduction("k", k, Combiner::Sum)},
                     {{dim(0), dim(2)}, {dim(2), dim(1)}},
                     {{dim(0), dim(1)}},
                     {{0}, {1}}};
  auto body = [](const Reader &read, const Position &) { return *read(0) * *read(1); };
  auto reference = [=](const Position &p) {
    int64_t sum = 0;
    for (int64_t i = 0; i < k; ++i)
      sum += a.at({p[0], i}) * b.at({i, p[1]});
    return sum;
  };
  return {{std::move(name), rule, {a, b}, {m, n}, body, reference},
          {"m: S(0) B -> S(0)", "n: B S(1) -> S(1)", "k: S(1) S(0) -> P(sum)", "joint: P(sum) B -> P(sum)",
           "joint: B P(sum) -> P(sum)"}};
}

Family reduce(std::string name, Combiner combiner) {
  Array x = numbers(3, {6, 5});
  if (combiner == Combiner::And || combiner == Combiner::Or)
    x = Array::generate(x.bounds(), [&](const Position &p) { return x.at(p) > (combiner == Combiner::And ? -6 : 6); });
  IterationRule rule{{parallel("m", 6), reduction("k", 5, combiner)}, {{dim(0), dim(1)}}, {{dim(0)}}, {}};
  auto body = [](const Reader &read, const Position &) { return *read(0); };
  auto reference = [=](const Position &p) {
    int64_t value = x.at({p[0], 0});
    for (int64_t i = 1; i < 5; ++i)
      value = combine(combiner, value, x.at({p[0], i}));
    return value;
  };
  std::string partial = "k: S(1) -> P(" + std::string(weir::name(combiner)) + ")";
  return {{std::move(name), rule, {x}, {6}, body, reference}, {"m: S(0) -> S(0)", partial}};
}

/// Pairs of value and index in one number; their combiner is the op's own, so the reduction stays whole.
Family argmax() {
  Array x = numbers(4, {6, 5});
  Factor k = reduction("k", 5, Combiner::Generic);
  k.indexed = true;
  IterationRule rule{{parallel("m", 6), k}, {{dim(0), dim(1)}}, {{dim(0)}}, {}};
  auto body = [](const Reader &read, const Position &point) { return *read(0) * 100 + point[1]; };
  auto reference = [=](const Position &p) {
    int64_t best = 0;
    for (int64_t i = 1; i < 5; ++i)
      if (x.at({p[0], i}) >= x.at({p[0], best}))
        best = i;
    return x.at({p[0], best}) * 100 + best;
  };
  return {{"argmax", rule, {x}, {6}, body, reference}, {"m: S(0) -> S(0)"}};
}

Family addPartials() {
  Array x = numbers(5, {5, 3}), y = numbers(6, {5, 3});
  IterationRule rule{
      {parallel("*0", 5), parallel("*1", 3)}, {{dim(0), dim(1)}, {dim(0), dim(1)}}, {{dim(0), dim(1)}}, {{0, 1}}};
  auto body = [](const Reader &read, const Position &) { return *read(0) + *read(1); };
  auto reference = [=](const Position &p) { return x.at(p) + y.at(p); };
  return {{"add", rule, {x, y}, {5, 3}, body, reference},
          {"*0: S(0) S(0) -> S(0)", "*1: S(1) S(1) -> S(1)", "joint: P(sum) P(sum) -> P(sum)"}};
}

/// Convolution of [batch 5, channels 3, 11] with [4, 3, taps 3], stride 2, padding 1.
Family conv1d() {
  Array x = numbers(7, {5, 3, 11}), w = numbers(8, {4, 3, 3});
  DimMap window{.terms = {{2, 2}, {4, 1}}, .constant = -1, .clipped = true};
  IterationRule rule{{parallel("n", 5), parallel("f", 4), parallel("o", 6), reduction("c", 3, Combiner::Sum),
                      reduction("k", 3, Combiner::Sum)},
                     {{dim(0), dim(3), window}, {dim(1), dim(3), dim(4)}},
                     {{dim(0), dim(1), dim(2)}},
                     {{0}, {1}}};
  auto body = [](const Reader &read, const Position &) { return read(0).value_or(0) * *read(1); };
  auto reference = [=](const Position &p) {
    int64_t sum = 0;
    for (int64_t c = 0; c < 3; ++c)
      for (int64_t k = 0; k < 3; ++k)
        if (int64_t i = 2 * p[2] + k - 1; i >= 0 && i < 11)
          sum += x.at({p[0], c, i}) * w.at({p[1], c, k});
    return sum;
  };
  return {{"conv1d", rule, {x, w}, {5, 4, 6}, body, reference},
          {"n: S(0) B -> S(0)", "f: B S(0) -> S(1)", "c: S(1) S(1) -> P(sum)", "joint: P(sum) B -> P(sum)",
           "joint: B P(sum) -> P(sum)"}};
}

Family maxPool() {
  Array x = numbers(9, {3, 11});
  DimMap window{.terms = {{1, 2}, {2, 1}}, .constant = -1, .clipped = true};
  IterationRule rule{{parallel("n", 3), parallel("o", 6), reduction("k", 3, Combiner::Max)},
                     {{dim(0), window}},
                     {{dim(0), dim(1)}},
                     {}};
  auto body = [](const Reader &read, const Position &) { return read(0).value_or(identity(Combiner::Max)); };
  auto reference = [=](const Position &p) {
    int64_t best = identity(Combiner::Max);
    for (int64_t i = std::max<int64_t>(2 * p[1] - 1, 0); i < std::min<int64_t>(2 * p[1] + 2, 11); ++i)
      best = std::max(best, x.at({p[0], i}));
    return best;
  };
  return {{"max_pool", rule, {x}, {3, 6}, body, reference}, {"n: S(0) -> S(0)"}};
}

/// Ops that move one row-wise operand: result[n, o] = x[n, map(o)], `fill` where that is padding.
Family movement(std::string name, DimMap map, int64_t size, std::function<int64_t(int64_t)> source) {
  int64_t fill = 77;
  Array x = numbers(10, {3, 11});
  IterationRule rule{{parallel("n", 3), parallel("o", size)}, {{dim(0), std::move(map)}}, {{dim(0), dim(1)}}, {}};
  auto body = [=](const Reader &read, const Position &) { return read(0).value_or(fill); };
  auto reference = [=](const Position &p) {
    int64_t i = source(p[1]);
    return i >= 0 && i < 11 ? x.at({p[0], i}) : fill;
  };
  return {{std::move(name), rule, {x}, {3, size}, body, reference}, {"n: S(0) -> S(0)"}};
}

Family concat() {
  Array x = numbers(11, {3, 11}), y = numbers(12, {3, 4});
  DimMap first{.terms = {{1}}, .clipped = true}, second{.terms = {{1}}, .constant = -11, .clipped = true};
  IterationRule rule{
      {parallel("n", 3), parallel("o", 15)}, {{dim(0), first}, {dim(0), second}}, {{dim(0), dim(1)}}, {{0, 1}}};
  auto body = [](const Reader &read, const Position &) { return read(0).value_or(0) + read(1).value_or(0); };
  auto reference = [=](const Position &p) { return p[1] < 11 ? x.at(p) : y.at({p[0], p[1] - 11}); };
  return {{"concat", rule, {x, y}, {3, 15}, body, reference},
          {"n: S(0) S(0) -> S(0)", "joint: P(sum) P(sum) -> P(sum)"}};
}

Family reshapeMerge() {
  Array x = numbers(13, {4, 6});
  IterationRule rule{{parallel("a", 4), parallel("b", 6)}, {{dim(0), dim(1)}}, {{{.terms = {{0, 6}, {1, 1}}}}}, {{0}}};
  auto body = [](const Reader &read, const Position &) { return *read(0); };
  auto reference = [=](const Position &p) { return x.at({p[0] / 6, p[0] % 6}); };
  return {{"reshape_merge", rule, {x}, {24}, body, reference},
          {"a: S(0) -> S(0, 1, 6)", "b: S(1) -> S(0, 4, 1)", "joint: P(sum) -> P(sum)"}};
}

Family reshapeSplit() {
  Array x = numbers(14, {24});
  IterationRule rule{{parallel("a", 6), parallel("b", 2), parallel("c", 2)},
                     {{{.terms = {{0, 4}, {1, 2}, {2, 1}}}}},
                     {{dim(0), dim(1), dim(2)}},
                     {}};
  auto body = [](const Reader &read, const Position &) { return *read(0); };
  auto reference = [=](const Position &p) { return x.at({4 * p[0] + 2 * p[1] + p[2]}); };
  return {{"reshape_split", rule, {x}, {6, 2, 2}, body, reference},
          {"a: S(0, 1, 4) -> S(0)", "b: S(0, 6, 2) -> S(1)", "c: S(0, 12, 1) -> S(2)"}};
}

Family arange() {
  IterationRule rule{{indexed("i", 9)}, {}, {{dim(0)}}, {}};
  auto value = [](const Position &p) { return 3 * p[0] + 1; };
  auto body = [=](const Reader &, const Position &point) { return value(point); };
  return {{"arange", rule, {}, {9}, body, value}, {"i: -> S(0)"}};
}

Family tril() {
  Array x = numbers(15, {6, 5});
  IterationRule rule{{indexed("m", 6), indexed("n", 5)}, {{dim(0), dim(1)}}, {{dim(0), dim(1)}}, {}};
  auto body = [](const Reader &read, const Position &point) { return point[1] <= point[0] ? *read(0) : 0; };
  auto reference = [=](const Position &p) { return p[1] <= p[0] ? x.at(p) : 0; };
  return {{"tril", rule, {x}, {6, 5}, body, reference}, {"m: S(0) -> S(0)", "n: S(1) -> S(1)"}};
}

/// Rows of a table of which every rank may hold some: the others' rows add nothing.
Family embeddingByRows() {
  Array table = numbers(16, {8, 3}), ids = indices(17, 5, 8);
  Factor r = reduction("r", 8, Combiner::Sum);
  r.indexed = true;
  IterationRule rule{{parallel("t", 5), r, parallel("d", 3)}, {{dim(1), dim(2)}, {dim(0)}}, {{dim(0), dim(2)}}, {{0}}};
  auto body = [](const Reader &read, const Position &point) { return *read(1) == point[1] ? *read(0) : 0; };
  auto reference = [=](const Position &p) { return table.at({ids.at({p[0]}), p[1]}); };
  return {{"embedding_rows", rule, {table, ids}, {5, 3}, body, reference},
          {"t: B S(0) -> S(0)", "r: S(0) B -> P(sum)", "d: S(1) B -> S(1)", "joint: P(sum) B -> P(sum)"}};
}

Family embeddingIndirect() {
  Array table = numbers(16, {8, 3}), ids = indices(17, 5, 8);
  IterationRule rule{
      {parallel("t", 5), parallel("d", 3)}, {{{.indirect = true}, dim(1)}, {dim(0)}}, {{dim(0), dim(1)}}, {{0}}};
  auto body = [](const Reader &read, const Position &point) { return read.at(0, {*read(1), point[1]}); };
  auto reference = [=](const Position &p) { return table.at({ids.at({p[0]}), p[1]}); };
  return {{"embedding_indirect", rule, {table, ids}, {5, 3}, body, reference},
          {"t: B S(0) -> S(0)", "d: S(1) B -> S(1)", "joint: P(sum) B -> P(sum)"}};
}

Family cumsum() {
  Array x = numbers(18, {5, 7});
  IterationRule rule{{parallel("m", 5), whole("j", 7)}, {{dim(0), dim(1)}}, {{dim(0), dim(1)}}, {{0}}};
  auto body = [](const Reader &read, const Position &point) {
    int64_t sum = 0;
    for (int64_t j = 0; j <= point[1]; ++j)
      sum += read.at(0, {point[0], j});
    return sum;
  };
  auto reference = [=](const Position &p) {
    int64_t sum = 0;
    for (int64_t j = 0; j <= p[1]; ++j)
      sum += x.at({p[0], j});
    return sum;
  };
  return {{"cumsum", rule, {x}, {5, 7}, body, reference}, {"m: S(0) -> S(0)", "joint: P(sum) -> P(sum)"}};
}

std::vector<Family> families() {
  DimMap slice{.terms = {{1, 2}}, .constant = 2}, prefix{.terms = {{1}}, .inset = true};
  DimMap flip{.terms = {{1, -1}}, .constant = 10}, pad{.terms = {{1}}, .constant = -2, .clipped = true};
  return {matmul("matmul", 6, 7, 5),
          matmul("matmul_tiny", 1, 3, 2),
          matmul("matmul_empty", 2, 0, 3),
          reduce("reduce_max", Combiner::Max),
          reduce("reduce_min", Combiner::Min),
          reduce("reduce_prod", Combiner::Prod),
          reduce("reduce_and", Combiner::And),
          reduce("reduce_or", Combiner::Or),
          argmax(),
          addPartials(),
          conv1d(),
          maxPool(),
          movement("slice", slice, 4, [](int64_t o) { return 2 * o + 2; }),
          movement("slice_prefix", prefix, 4, [](int64_t o) { return o; }),
          movement("slice_shifted", {.terms = {{1}}, .constant = 3}, 8, [](int64_t o) { return o + 3; }),
          movement("pad_end", {.terms = {{1}}, .clipped = true}, 14, [](int64_t o) { return o; }),
          movement("flip", flip, 11, [](int64_t o) { return 10 - o; }),
          movement("pad", pad, 14, [](int64_t o) { return o - 2; }),
          concat(),
          reshapeMerge(),
          reshapeSplit(),
          arange(),
          tril(),
          embeddingByRows(),
          embeddingIndirect(),
          cumsum()};
}

HeldRanges heldBy(int64_t size, const Holding &holding, int64_t ranks, int64_t rank) {
  return heldPositions(size, holding.dim, {&holding, 1}, {&ranks, 1}, {&rank, 1});
}

/// The smallest box around what a rank holds of a value.
Box hullOf(Box whole, const Holding &holding, int64_t ranks, int64_t rank) {
  if (holding.kind != Kind::Split)
    return whole;
  HeldRanges held = heldBy(whole[holding.dim].size(), holding, ranks, rank);
  whole[holding.dim] = held.empty() ? Range{0, 0} : Range{held.front().begin, held.back().end};
  return whole;
}

bool isHeld(const Position &position, const Holding &holding, int64_t size, int64_t ranks, int64_t rank) {
  if (holding.kind != Kind::Split)
    return true;
  HeldRanges held = heldBy(size, holding, ranks, rank);
  return std::any_of(held.begin(), held.end(), [&](const Range &run) {
    return position[holding.dim] >= run.begin && position[holding.dim] < run.end;
  });
}

constexpr int64_t kNotHeld = 1'000'003;

/// What each rank holds of a value: all of it, its part with something else between, or a term of a sum that makes up
/// the value.
std::vector<Array> distribute(const Array &value, const Holding &holding, int64_t ranks) {
  std::vector<Array> parts(static_cast<size_t>(ranks), value);
  if (holding.kind == Kind::Split) {
    int64_t size = value.bounds()[holding.dim].size();
    for (int64_t r = 0; r < ranks; ++r)
      parts[r] = Array::generate(hullOf(value.bounds(), holding, ranks, r), [&](const Position &position) {
        return isHeld(position, holding, size, ranks, r) ? value.at(position) : kNotHeld;
      });
  } else if (holding.kind == Kind::Partial) {
    uint64_t i = 0;
    for (int64_t r = 1; r < ranks; ++r)
      forEachPosition(value.bounds(), [&](const Position &position) {
        parts[r].at(position) = randomBits(r, 2, 0, i++) % 100;
        parts[0].at(position) -= parts[r].at(position);
      });
  }
  return parts;
}

/// Adds what a rank has of a result, in a box, to what others have.
void join(Array &result, const Array &part, const Holding &holding, int64_t ranks, int64_t rank) {
  int64_t size = holding.kind == Kind::Split ? result.bounds()[holding.dim].size() : 0;
  forEachPosition(part.bounds(), [&](const Position &position) {
    int64_t value = part.at(position);
    if (holding.kind == Kind::Partial)
      result.at(position) = combine(holding.combiner, result.at(position), value);
    else if (value != kNotWritten && isHeld(position, holding, size, ranks, rank))
      result.at(position) = value;
  });
}

/// The ranges of a factor that a rank runs over.
HeldRanges factorParts(const SplitCandidate &candidate, int64_t size, int64_t ranks, int64_t rank) {
  Holding part{.kind = Kind::Split, .dim = 0, .outer = candidate.outer, .inner = candidate.inner};
  return heldBy(size, part, ranks, rank);
}

Array split(const LoopNest &nest, const SplitCandidate &candidate, int64_t ranks) {
  std::vector<std::vector<Array>> held; // by operand, then by rank
  for (size_t i = 0; i < nest.operands.size(); ++i)
    held.push_back(distribute(nest.operands[i], candidate.operands[i], ranks));
  const Holding &holding = candidate.results[0];
  Array result(wholeBox(nest.resultShape), holding.kind == Kind::Partial ? identity(holding.combiner) : 0);
  for (int64_t r = 0; r < ranks; ++r) {
    std::vector<Array> mine;
    for (const std::vector<Array> &parts : held)
      mine.push_back(parts[r]);
    Box ranges = nest.factorRanges();
    if (candidate.factor < 0) {
      join(result, run(nest, ranges, mine), holding, ranks, r);
      continue;
    }
    Range &factor = ranges[candidate.factor];
    HeldRanges parts = factorParts(candidate, factor.size(), ranks, r);
    for (const Range &part : parts) {
      factor = part;
      join(result, run(nest, ranges, mine), holding, ranks, r);
    }
  }
  return result;
}

/// The rule's splits, and those along parts of their factors' ranges.
std::vector<SplitCandidate> finerCandidates(const IterationRule &rule) {
  std::vector<SplitCandidate> candidates = splitCandidates(rule);
  for (size_t i = 0; i < rule.factors.size(); ++i)
    for (auto [outer, inner] : {std::pair{2, 1}, {1, 2}, {3, 1}, {1, 3}, {2, 3}})
      if (auto candidate = splitAlong(rule, static_cast<int>(i), outer, inner))
        candidates.push_back(std::move(*candidate));
  return candidates;
}

/// True if parts of the factor's range interleave in a result, as those of b do in 6*a+b.
bool interleaves(const IterationRule &rule, int factor) {
  for (const DimMap &map : rule.results[0])
    for (const AffineTerm &term : map.terms)
      if (term.factor == factor && std::any_of(map.terms.begin(), map.terms.end(), [&](const AffineTerm &other) {
            return other.coefficient > term.coefficient;
          }))
        return true;
  return false;
}

/// Runs every combination of `parts` parts of the given factors, and joins the results where their boxes lie.
Array tiled(const LoopNest &nest, const std::vector<int> &factors, int64_t parts) {
  std::optional<Combiner> combiner = nest.combiner();
  Array result(wholeBox(nest.resultShape), combiner ? identity(*combiner) : 0);
  Box choices(factors.size(), Range{0, parts});
  forEachPosition(choices, [&](const Position &choice) {
    Box ranges = nest.factorRanges();
    for (size_t i = 0; i < factors.size(); ++i)
      ranges[factors[i]] = balancedPart(ranges[factors[i]].size(), parts, choice[i]);
    Array part = run(nest, ranges, nest.operands);
    forEachPosition(part.bounds(), [&](const Position &position) {
      int64_t value = part.at(position);
      result.at(position) = combiner ? combine(*combiner, result.at(position), value) : value;
    });
  });
  return result;
}

class SplitFamilies : public testing::TestWithParam<Family> {
protected:
  Array expected() const { return Array::generate(wholeBox(GetParam().nest.resultShape), GetParam().nest.reference); }
};

TEST_P(SplitFamilies, RuleMeansTheOp) {
  const LoopNest &nest = GetParam().nest;
  EXPECT_EQ(run(nest, nest.factorRanges(), nest.operands), expected()) << toString(nest.rule);
}

TEST_P(SplitFamilies, OfferedCandidates) {
  EXPECT_EQ(candidateTexts(GetParam().nest.rule), GetParam().candidates) << toString(GetParam().nest.rule);
}

TEST_P(SplitFamilies, EveryCandidateComputesTheSame) {
  const LoopNest &nest = GetParam().nest;
  for (const SplitCandidate &candidate : finerCandidates(nest.rule))
    for (int64_t ranks : {2, 3, 4}) {
      SCOPED_TRACE(toString(candidate, nest.rule) + " over " + std::to_string(ranks) + " ranks");
      EXPECT_EQ(split(nest, candidate, ranks), expected());
    }
}

TEST_P(SplitFamilies, EveryTilingComputesTheSame) {
  const LoopNest &nest = GetParam().nest;
  std::vector<int> all;
  for (size_t i = 0; i < nest.rule.factors.size(); ++i)
    if (nest.rule.factors[i].kind != FactorKind::Whole && !interleaves(nest.rule, static_cast<int>(i)))
      all.push_back(static_cast<int>(i));
  for (int64_t parts : {2, 3, 4}) {
    for (int factor : all)
      EXPECT_EQ(tiled(nest, {factor}, parts), expected()) << nest.rule.factors[factor].name << " in " << parts;
    EXPECT_EQ(tiled(nest, all, parts), expected()) << "all factors in " << parts;
  }
}

void PrintTo(const Family &family, std::ostream *os) { *os << family.nest.name; }
INSTANTIATE_TEST_SUITE_P(Families, SplitFamilies, testing::ValuesIn(families()),
                         [](const auto &info) { return info.param.nest.name; });

} // namespace
} // namespace weir
