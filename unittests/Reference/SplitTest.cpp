// Every op, split along every candidate that its rule offers over 2, 3 and 4 ranks: the parts, joined, are the whole.
#include "dialects/Interfaces/Decomposition.h"
#include "dialects/Interfaces/Semantics.h"
#include "lib/Reference/Parts.h"
#include "lib/Support/Philox.h"
#include "lib/Support/SplitCandidates.h"
#include "unittests/Reference/DerivedRule.h"
#include "unittests/Reference/ExpectSame.h"
#include "unittests/Reference/OpInstances.h"

#include <gtest/gtest.h>

namespace weir {
namespace {

using Kind = Holding::Kind;

Box wholeBox(const Sizes &shape) {
  Box box;
  for (int64_t size : shape)
    box.push_back({0, size});
  return box;
}

/// Equal, floats up to the rounding of f64: parts of a sum are added in another order.
/// An instance evaluated whole, widened.
class Whole {
public:
  Whole(const OpInstance &instance, mlir::MLIRContext &context) : parsed(parse(instance, context)) {
    if (!parsed.op)
      return;
    Result<EvalScope> made = wholeScope(parsed.op, parsed.metas, {}, /*widened=*/true);
    EXPECT_TRUE(made) << made.message();
    scope = *made;
    results = evaluated(parsed.operands, scope);
  }

  /// Takes another rule for the one of the op's record.
  void setRule(IterationRule rule) {
    scope.rule = std::move(rule);
    scope.box.clear();
    for (const Factor &factor : scope.rule.factors)
      scope.box.push_back({0, factor.size.known()});
  }

  Tensors evaluated(llvm::ArrayRef<HostTensor> operands, const EvalScope &part) const {
    Result<Tensors> made = evaluate(parsed.op, operands, part);
    EXPECT_TRUE(made) << made.message();
    return made ? *made : Tensors();
  }

  Tensors cutOperands(llvm::ArrayRef<HostTensor> held, const EvalScope &part) const {
    Tensors operands;
    for (size_t i = 0; i < held.size(); ++i)
      operands.push_back(cut(held[i], part.operands[i].box));
    return operands;
  }

  ParsedInstance parsed;
  EvalScope scope;
  Tensors results;
};

/// What a rank holds of a dimension in one piece.
Range heldRange(int64_t size, const Holding &holding, int64_t ranks, int64_t rank) {
  HeldRanges held = heldPositions(size, holding.dim, {&holding, 1}, {&ranks, 1}, {&rank, 1});
  return held.empty() ? Range{size, size} : held.front();
}

/// The holding and what the factor's range touches are two ways to say the same; but where only some of a dimension is
/// touched, as by slices, it is held whole.
void expectHolds(const EvalValue &value, const ValueMap &map, const Holding &holding, int64_t ranks, int64_t rank) {
  Box expected = wholeBox(value.whole.shape), touched = value.box;
  if (holding.kind == Kind::Split)
    expected[holding.dim] = heldRange(value.whole.shape[holding.dim], holding, ranks, rank);
  for (size_t d = 0; d < map.size(); ++d)
    if ((map[d].inset || map[d].clipped) && touched[d].begin >= expected[d].begin && touched[d].end <= expected[d].end)
      touched[d] = expected[d];
  EXPECT_TRUE(touched == expected) << "rank " << rank << " of " << ranks;
}

/// Joins what the ranks have of one result, one rank after the other.
class Joined {
public:
  Joined(const HostTensor &expected, const Holding &holding) : expected(expected), holding(holding) {}

  void add(const HostTensor &part, const Box &box) {
    if (holding.kind == Kind::Split) {
      if (!joined)
        joined = HostTensor::zeros(expected.meta);
      paste(part, box, *joined);
    } else if (holding.kind == Kind::Broadcast || !joined) {
      joined = part;
    } else {
      Result<HostTensor> combined = combine(holding.combiner, *joined, part);
      ASSERT_TRUE(combined) << combined.message();
      joined = *combined;
    }
  }

  void expectWhole() const {
    ASSERT_TRUE(joined.has_value());
    expectSame(*joined, expected);
  }

private:
  const HostTensor &expected;
  Holding holding;
  std::optional<HostTensor> joined;
};

/// What a rank has of partial values, which all ranks' join to by a combiner: of sums, terms drawn at random; else the
/// rank that is last has all and the others nothing.
HostTensor partOf(const HostTensor &whole, Combiner combiner, size_t operand, int64_t ranks, int64_t rank) {
  if (combiner != Combiner::Sum) {
    HostTensor nothing = whole;
    llvm::fill(nothing.floats, identityOf(combiner));
    llvm::fill(nothing.integers, identityOf(combiner, whole.meta.dtype));
    return rank + 1 == ranks ? whole : nothing;
  }
  HostTensor rest = whole;
  for (int64_t r = 0; r + 1 < ranks; ++r) {
    HostTensor part = randomTensor(rest.meta, {}, 100 * operand + r);
    for (size_t e = 0; e < rest.floats.size(); ++e)
      rest.floats[e] -= part.floats[e];
    for (size_t e = 0; e < rest.integers.size(); ++e)
      rest.integers[e] -= part.integers[e];
    if (r == rank)
      return part;
  }
  return rest;
}

/// Operands of one rank, those that are partial being its part of them.
Tensors partialOperands(const Whole &whole, const SplitCandidate &candidate, int64_t ranks, int64_t rank) {
  Tensors operands = whole.parsed.operands;
  for (size_t i = 0; i < operands.size(); ++i)
    if (const Holding &held = candidate.operands[i]; held.kind == Kind::Partial)
      operands[i] = partOf(operands[i], held.combiner, i, ranks, rank);
  return operands;
}

void expectSplits(const Whole &whole, const SplitCandidate &candidate, int64_t ranks) {
  std::vector<Joined> joined;
  for (size_t i = 0; i < whole.results.size(); ++i)
    joined.emplace_back(whole.results[i], candidate.results[i]);
  for (int64_t rank = 0; rank < ranks; ++rank) {
    EvalScope part = whole.scope;
    Tensors operands = partialOperands(whole, candidate, ranks, rank);
    if (candidate.factor >= 0) {
      Box box = whole.scope.box;
      box[candidate.factor] = balancedPart(box[candidate.factor].size(), ranks, rank);
      part = partScope(whole.scope, box);
      for (size_t i = 0; i < part.operands.size(); ++i)
        expectHolds(part.operands[i], part.rule.operands[i], candidate.operands[i], ranks, rank);
      for (size_t i = 0; i < part.results.size(); ++i)
        expectHolds(part.results[i], part.rule.results[i], candidate.results[i], ranks, rank);
      operands = whole.cutOperands(operands, part);
    }
    Tensors results = whole.evaluated(operands, part);
    ASSERT_EQ(results.size(), joined.size());
    for (size_t i = 0; i < results.size(); ++i)
      joined[i].add(results[i], part.results[i].box);
  }
  for (const Joined &result : joined)
    result.expectWhole();
}

/// Boxes say what ranks hold unless it is a minor factor of a dimension.
bool isInOnePiece(const SplitCandidate &candidate) {
  auto isOne = [](const Holding &held) { return held.outer == 1; };
  return llvm::all_of(candidate.operands, isOne) && llvm::all_of(candidate.results, isOne);
}

TEST(Split, PartsJoinToTheWhole) {
  auto context = makeContext();
  for (const OpInstance &instance : opInstances()) {
    SCOPED_TRACE(instance.text);
    Whole whole(instance, *context);
    ASSERT_TRUE(whole.parsed.op);
    for (const SplitCandidate &candidate : splitCandidates(whole.scope.rule))
      for (int64_t ranks : {2, 3, 4}) {
        bool isFactor = candidate.factor >= 0;
        SCOPED_TRACE((isFactor ? whole.scope.rule.factors[candidate.factor].name : "linear group") + " over " +
                     std::to_string(ranks) + " in " + toString(whole.scope.rule));
        if (isInOnePiece(candidate))
          expectSplits(whole, candidate, ranks);
      }
  }
}

/// Whether the op takes each part as operands of its own: it may refuse empty ones, or have a size as an attribute.
bool takesParts(const Whole &whole, int factor, int64_t ranks) {
  auto shapeOf = [](const Box &box) {
    Shape shape;
    for (const Range &range : box)
      shape.push_back(DimSize(range.size()));
    return shape;
  };
  for (int64_t rank = 0; rank < ranks; ++rank) {
    Box box = whole.scope.box;
    box[factor] = balancedPart(box[factor].size(), ranks, rank);
    EvalScope part = partScope(whole.scope, box);
    Metas operands;
    for (const EvalValue &operand : part.operands)
      operands.push_back({operand.whole.dtype, shapeOf(operand.box)});
    Result<Metas> results =
        mlir::cast<SemanticsInterface>(whole.parsed.op).inferResults(operands, whole.scope.attributes);
    for (size_t i = 0; i < part.results.size(); ++i)
      if (!results || (*results)[i].shape != shapeOf(part.results[i].box))
        return false;
  }
  return true;
}

TEST(Split, PartsByDerivedRulesJoinToTheWhole) {
  auto context = makeContext();
  int64_t splits = 0;
  for (const OpInstance &instance : opInstances()) {
    SCOPED_TRACE(instance.text);
    Whole whole(instance, *context);
    ASSERT_TRUE(whole.parsed.op);
    if (!mlir::isa<DecompositionInterface>(whole.parsed.op))
      continue;
    whole.setRule(derivedRule(parse(instance, *context).op));
    for (const SplitCandidate &candidate : splitCandidates(whole.scope.rule))
      for (int64_t ranks : {2, 3, 4})
        if (isInOnePiece(candidate) && takesParts(whole, candidate.factor, ranks)) {
          SCOPED_TRACE(std::to_string(candidate.factor) + " over " + std::to_string(ranks) + " in " +
                       toString(whole.scope.rule));
          ++splits;
          expectSplits(whole, candidate, ranks);
        }
  }
  EXPECT_GT(splits, 1500);
}

/// A random part of [0, size), not empty unless all is.
Range randomRange(int64_t size, uint64_t seed) {
  if (size == 0)
    return {0, 0};
  int64_t begin = randomBits(seed, 0, 0, 0) % size;
  return {begin, begin + 1 + static_cast<int64_t>(randomBits(seed, 0, 0, 1) % (size - begin))};
}

TEST(Split, BoxesOfParallelFactorsAreCutsOfTheWhole) {
  auto context = makeContext();
  for (const OpInstance &instance : opInstances()) {
    SCOPED_TRACE(instance.text);
    Whole whole(instance, *context);
    ASSERT_TRUE(whole.parsed.op);
    for (uint64_t round = 0; round < 8; ++round) {
      Box box = whole.scope.box;
      for (const SplitCandidate &candidate : splitCandidates(whole.scope.rule)) {
        int factor = candidate.factor;
        if (factor >= 0 && isInOnePiece(candidate) && whole.scope.rule.factors[factor].kind == FactorKind::Parallel)
          box[factor] = randomRange(box[factor].size(), 64 * round + factor);
      }
      EvalScope part = partScope(whole.scope, box);
      Tensors results = whole.evaluated(whole.cutOperands(whole.parsed.operands, part), part);
      ASSERT_EQ(results.size(), whole.results.size());
      for (size_t i = 0; i < results.size(); ++i)
        expectSame(results[i], cut(whole.results[i], part.results[i].box));
    }
  }
}

} // namespace
} // namespace weir
