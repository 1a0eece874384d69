// Which splits over ranks an iteration rule offers. Knows the rule alone: neither ops nor meshes.
#include "lib/Support/IterationRule.h"

#include <algorithm>

namespace weir {

namespace {

using Holding = SplitCandidate::Holding;
using Kind = SplitCandidate::Kind;

/// How one value is held when `factor` is split; false in `splittable` where no Split of the value fits.
struct ValueSplit {
  bool splittable = true;
  bool touched = false; ///< the factor occurs in the value
  bool even = false;
  Holding holding;
};

bool occurs(const DimMap &map, int factor) {
  return std::any_of(map.terms.begin(), map.terms.end(),
                     [&](const AffineTerm &term) { return term.factor == factor && term.coefficient != 0; });
}

/// The length of the block of positions that one index of `factor` owns in the dimension: 1 where it is the only
/// term, 6 in 6*a+b. Zero where blocks of neighbouring indices don't lie side by side without gap or overlap, for then
/// balanced parts of the factor are not balanced parts of the dimension.
int64_t blockLength(const DimMap &map, int factor, const IterationRule &rule) {
  if (map.clipped || map.indirect || map.inset || map.constant != 0)
    return 0;
  int64_t own = 0;
  __int128 others = 1;
  for (const AffineTerm &term : map.terms) {
    if (term.coefficient == 0)
      continue;
    if (term.factor == factor) {
      if (own != 0)
        return 0;
      own = term.coefficient;
      continue;
    }
    DimSize size = rule.factors[term.factor].size;
    if (!size.isKnown() || size.known() < 1 || term.coefficient < 0)
      return 0;
    others += static_cast<__int128>(term.coefficient) * (size.known() - 1);
  }
  return own > 0 && others == own ? own : 0;
}

ValueSplit splitValue(const ValueMap &value, int factor, const IterationRule &rule) {
  ValueSplit split;
  for (size_t dim = 0; dim < value.size(); ++dim) {
    if (!occurs(value[dim], factor))
      continue;
    int64_t block = blockLength(value[dim], factor, rule);
    split.splittable = split.splittable && !split.touched && block != 0;
    split.touched = true;
    split.even = block != 1;
    split.holding = {Kind::Split, static_cast<int>(dim)};
  }
  return split;
}

/// Adds how `values` are held to `holdings`; returns false if one of them can't follow the split.
bool splitValues(const std::vector<ValueMap> &values, int factor, const IterationRule &rule,
                 std::vector<Holding> &holdings, bool &even, bool &touched) {
  for (const ValueMap &value : values) {
    ValueSplit split = splitValue(value, factor, rule);
    if (!split.splittable)
      return false;
    even |= split.touched && split.even;
    touched |= split.touched;
    holdings.push_back(split.holding);
  }
  return true;
}

std::optional<SplitCandidate> parallelCandidate(const IterationRule &rule, int factor) {
  SplitCandidate candidate;
  candidate.factor = factor;
  bool touched = false, inResult = false;
  if (!splitValues(rule.operands, factor, rule, candidate.operands, candidate.even, touched) ||
      !splitValues(rule.results, factor, rule, candidate.results, candidate.even, inResult) || !inResult)
    return std::nullopt;
  return candidate;
}

/// Partial results can be joined last only if no other combiner stands between them and the result.
bool combinesAlone(const IterationRule &rule, Combiner combiner) {
  return combiner != Combiner::Generic &&
         std::all_of(rule.factors.begin(), rule.factors.end(), [&](const Factor &other) {
           return other.kind != FactorKind::Reduction || other.combiner == combiner;
         });
}

std::optional<SplitCandidate> reductionCandidate(const IterationRule &rule, int factor) {
  Combiner combiner = rule.factors[factor].combiner;
  if (!combinesAlone(rule, combiner))
    return std::nullopt;
  SplitCandidate candidate;
  candidate.factor = factor;
  bool touched = false;
  if (!splitValues(rule.operands, factor, rule, candidate.operands, candidate.even, touched))
    return std::nullopt;
  for (const ValueMap &result : rule.results) {
    if (splitValue(result, factor, rule).touched)
      return std::nullopt;
    candidate.results.push_back({Kind::Partial, 0, combiner});
  }
  return candidate;
}

SplitCandidate linearCandidate(const IterationRule &rule, const std::vector<int> &group) {
  SplitCandidate candidate;
  candidate.operands.resize(rule.operands.size());
  for (int operand : group)
    candidate.operands[operand] = {Kind::Partial, 0, Combiner::Sum};
  candidate.results.assign(rule.results.size(), {Kind::Partial, 0, Combiner::Sum});
  return candidate;
}

} // namespace

std::vector<SplitCandidate> splitCandidates(const IterationRule &rule) {
  std::vector<SplitCandidate> candidates;
  for (size_t i = 0; i < rule.factors.size(); ++i) {
    int factor = static_cast<int>(i);
    std::optional<SplitCandidate> candidate;
    if (rule.factors[i].kind == FactorKind::Parallel)
      candidate = parallelCandidate(rule, factor);
    else if (rule.factors[i].kind == FactorKind::Reduction)
      candidate = reductionCandidate(rule, factor);
    if (candidate)
      candidates.push_back(std::move(*candidate));
  }
  for (const std::vector<int> &group : rule.linearGroups)
    candidates.push_back(linearCandidate(rule, group));
  return candidates;
}

} // namespace weir
