// Reads an iteration rule for its splits. Knows neither ops nor meshes.
#include "lib/Support/SplitCandidates.h"

#include <algorithm>

namespace weir {

namespace {

using Kind = Holding::Kind;

/// Where a factor stands among the positions of a dimension, as a split of the dimension would say it. Of a dimension
/// that is one of several blocks of the factor, `blocks` is their number.
struct FactorPlace {
  int64_t outer = 1, inner = 1, blocks = 1;
};

bool occurs(const DimMap &map, int factor) {
  return std::any_of(map.terms.begin(), map.terms.end(),
                     [&](const AffineTerm &term) { return term.factor == factor && term.coefficient != 0; });
}

/// The terms that move, without that of `factor`; nothing if one of them goes backwards or is of unknown size, or if
/// `factor` has two.
std::optional<std::vector<AffineTerm>> otherTerms(const DimMap &map, int factor, const IterationRule &rule) {
  std::vector<AffineTerm> others;
  bool isFound = false;
  for (const AffineTerm &term : map.terms) {
    if (term.coefficient == 0)
      continue;
    DimSize size = rule.factors[term.factor].size;
    bool isOwn = term.factor == factor, isOdd = isOwn ? isFound : !size.isKnown() || size.known() < 1;
    if (term.coefficient < 0 || isOdd)
      return std::nullopt;
    isFound |= isOwn;
    if (!isOwn && size.known() > 1)
      others.push_back(term);
  }
  return others;
}

/// Where what is touched is one of the blocks that make a longer dimension, as a slice does, or the dimension one of
/// those that make a longer factor, as of a pad.
std::optional<FactorPlace> placeInBlocks(const DimMap &map, int factor, DimSize size, const IterationRule &rule) {
  DimSize range = rule.factors[factor].size;
  if (map.indirect || map.inset == map.clipped || map.terms != std::vector{AffineTerm{factor, 1}} || !size.isKnown() ||
      !range.isKnown())
    return std::nullopt;
  int64_t whole = map.inset ? size.known() : range.known(), block = map.inset ? range.known() : size.known();
  int64_t start = map.inset ? map.constant : -map.constant;
  // A single element has no parts.
  if (block < 2 || start < 0 || start >= whole || start % block != 0 || whole % block != 0)
    return std::nullopt;
  return map.inset ? FactorPlace{.outer = whole / block} : FactorPlace{.blocks = whole / block};
}

/// Nothing where the factor's blocks of positions do not lie side by side without gap or overlap, inside of positions
/// that the other factors count through: then balanced parts of it are no parts of the dimension.
std::optional<FactorPlace> placeIn(const DimMap &map, int factor, DimSize size, const IterationRule &rule) {
  if (map.clipped || map.indirect || map.inset || map.constant != 0)
    return placeInBlocks(map, factor, size, rule);
  std::optional<std::vector<AffineTerm>> others = otherTerms(map, factor, rule);
  if (!others)
    return std::nullopt;
  auto own = std::find_if(map.terms.begin(), map.terms.end(), [&](const AffineTerm &term) {
               return term.factor == factor && term.coefficient != 0;
             })->coefficient;
  std::sort(others->begin(), others->end(),
            [](const AffineTerm &a, const AffineTerm &b) { return a.coefficient < b.coefficient; });
  __int128 block = 1; // the positions that the minor terms reach
  int64_t outer = 1;
  for (const AffineTerm &term : *others) {
    int64_t size = rule.factors[term.factor].size.known();
    if (term.coefficient < own) {
      block += static_cast<__int128>(term.coefficient) * (size - 1);
      continue;
    }
    DimSize mine = rule.factors[factor].size;
    if (term.coefficient == own || !mine.isKnown() ||
        term.coefficient != static_cast<__int128>(own) * mine.known() * outer)
      return std::nullopt;
    outer *= size;
  }
  if (block != own)
    return std::nullopt;
  return FactorPlace{outer, own};
}

/// Of dimension `dim` of value number `index`, where sizes are known.
DimSize sizeOf(const std::vector<Shape> &shapes, size_t index, size_t dim) {
  return shapes.empty() ? DimSize() : shapes[index][dim];
}

/// Adds how `values` are held if `part` of the factor is split; false if one of them can't follow.
bool splitValues(const std::vector<ValueMap> &values, const std::vector<Shape> &shapes, int factor,
                 const FactorPlace &part, const IterationRule &rule, std::vector<Holding> &holdings, bool &touched) {
  for (size_t index = 0; index < values.size(); ++index) {
    const ValueMap &value = values[index];
    Holding &holding = holdings.emplace_back();
    for (size_t dim = 0; dim < value.size(); ++dim) {
      if (!occurs(value[dim], factor))
        continue;
      std::optional<FactorPlace> place = placeIn(value[dim], factor, sizeOf(shapes, index, dim), rule);
      if (!place || holding.kind == Kind::Split || part.outer % place->blocks != 0)
        return false;
      holding = {.kind = Kind::Split,
                 .dim = static_cast<int>(dim),
                 .outer = place->outer * (part.outer / place->blocks),
                 .inner = place->inner * part.inner};
      touched = true;
    }
  }
  return true;
}

bool has(const std::vector<ValueMap> &values, int factor) {
  return std::any_of(values.begin(), values.end(), [&](const ValueMap &value) {
    return std::any_of(value.begin(), value.end(), [&](const DimMap &map) { return occurs(map, factor); });
  });
}

Holding partial(Combiner combiner) { return {.kind = Kind::Partial, .combiner = combiner}; }

/// Partial results can be joined last only if no other combiner stands between them and the result.
bool combinesAlone(const IterationRule &rule, Combiner combiner) {
  return combiner != Combiner::Generic &&
         std::all_of(rule.factors.begin(), rule.factors.end(), [&](const Factor &other) {
           return other.kind != FactorKind::Reduction || other.combiner == combiner;
         });
}

const Accumulation *accumulationAlong(const IterationRule &rule, int factor) {
  auto found = std::find_if(rule.accumulations.begin(), rule.accumulations.end(),
                            [&](const Accumulation &accumulation) { return accumulation.factor == factor; });
  return found == rule.accumulations.end() ? nullptr : &*found;
}

/// The combiner of the partial results that parts of a factor give, which no result has.
std::optional<Combiner> combinerAlong(const IterationRule &rule, int factor) {
  const Factor &split = rule.factors[factor];
  if (split.kind == FactorKind::Reduction && combinesAlone(rule, split.combiner))
    return split.combiner;
  const Accumulation *accumulation = accumulationAlong(rule, factor);
  return accumulation ? std::optional(accumulation->combiner) : std::nullopt;
}

SplitCandidate jointly(const IterationRule &rule, const std::vector<int> &group, Combiner combiner) {
  SplitCandidate candidate;
  candidate.operands.resize(rule.operands.size());
  for (int operand : group)
    candidate.operands[operand] = partial(combiner);
  candidate.results.assign(rule.results.size(), partial(combiner));
  return candidate;
}

bool divides(const FactorPlace &part, DimSize size) {
  if (part.outer == 1 && part.inner == 1)
    return true;
  return part.outer > 0 && part.inner > 0 && size.isKnown() && size.known() % part.outer == 0 &&
         size.known() / part.outer % part.inner == 0;
}

} // namespace

/// Whether positions of the factor are picked by an index, which finds them in a part if that is in one piece.
static bool isPicked(const IterationRule &rule, int factor) {
  auto picks = [&](const ValueMap &value) {
    return std::any_of(value.begin(), value.end(),
                       [&](const DimMap &map) { return map.picked && occurs(map, factor); });
  };
  return std::any_of(rule.operands.begin(), rule.operands.end(), picks);
}

std::optional<SplitCandidate> splitAlong(const IterationRule &rule, int factor, int64_t outer, int64_t inner,
                                         const ValueShapes &shapes) {
  FactorPlace part{outer, inner};
  if (rule.factors[factor].heldWhole || (outer != 1 && isPicked(rule, factor)) ||
      !divides(part, rule.factors[factor].size))
    return std::nullopt;
  SplitCandidate candidate{.factor = factor, .outer = outer, .inner = inner};
  bool touched = false;
  if (!splitValues(rule.operands, shapes.operands, factor, part, rule, candidate.operands, touched))
    return std::nullopt;
  if (rule.factors[factor].kind == FactorKind::Parallel) {
    bool inResult = false;
    if (!splitValues(rule.results, shapes.results, factor, part, rule, candidate.results, inResult) || !inResult)
      return std::nullopt;
    return candidate;
  }
  std::optional<Combiner> combiner = combinerAlong(rule, factor);
  if (!combiner || has(rule.results, factor))
    return std::nullopt;
  candidate.results.assign(rule.results.size(), partial(*combiner));
  if (const Accumulation *accumulation = accumulationAlong(rule, factor))
    candidate.operands[accumulation->onto] = partial(*combiner);
  return candidate;
}

std::vector<SplitCandidate> splitCandidates(const IterationRule &rule, const ValueShapes &shapes) {
  std::vector<SplitCandidate> candidates;
  for (size_t i = 0; i < rule.factors.size(); ++i)
    if (auto candidate = splitAlong(rule, static_cast<int>(i), /*outer=*/1, /*inner=*/1, shapes))
      candidates.push_back(std::move(*candidate));
  for (const std::vector<int> &group : rule.linearGroups)
    candidates.push_back(jointly(rule, group, Combiner::Sum));
  for (Combiner combiner : rule.identities)
    candidates.push_back(jointly(rule, {}, combiner));
  return candidates;
}

std::vector<SplitCandidate> splitsHolding(const IterationRule &rule, bool isResult, size_t index, const Holding &held,
                                          const ValueShapes &shapes) {
  std::vector<SplitCandidate> candidates;
  const DimMap &map = (isResult ? rule.results : rule.operands)[index][held.dim];
  for (const AffineTerm &term : map.terms) {
    if (term.coefficient == 0)
      continue;
    DimSize size = sizeOf(isResult ? shapes.results : shapes.operands, index, static_cast<size_t>(held.dim));
    std::optional<FactorPlace> place = placeIn(map, term.factor, size, rule);
    if (!place || held.outer % place->outer != 0 || held.inner % place->inner != 0)
      continue;
    int64_t outer = held.outer / place->outer * place->blocks;
    auto candidate = splitAlong(rule, term.factor, outer, held.inner / place->inner, shapes);
    if (candidate)
      candidates.push_back(std::move(*candidate));
  }
  return candidates;
}

} // namespace weir
