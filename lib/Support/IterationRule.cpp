// Reading an iteration rule: the boxes that factor ranges touch, and the rule's text form.
#include "lib/Support/IterationRule.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>

namespace weir {

namespace {

/// Coefficients and constants are the user's (dilation, padding), so sums are formed wide and cut back.
int64_t saturate(__int128 value) {
  constexpr __int128 lo = std::numeric_limits<int64_t>::min(), hi = std::numeric_limits<int64_t>::max();
  return static_cast<int64_t>(std::clamp(value, lo, hi));
}

/// The positions from the smallest to the largest that the terms reach; empty where one of the factor ranges is.
Range touchedRange(const DimMap &map, std::span<const Range> factors) {
  __int128 lo = map.constant, hi = map.constant;
  bool empty = false;
  for (const AffineTerm &term : map.terms) {
    const Range &range = factors[term.factor];
    empty |= range.size() <= 0;
    __int128 first = static_cast<__int128>(term.coefficient) * range.begin;
    __int128 last = range.size() <= 0 ? first : static_cast<__int128>(term.coefficient) * (range.end - 1);
    lo += std::min(first, last);
    hi += std::max(first, last);
  }
  return {saturate(lo), saturate(empty ? lo : hi + 1)};
}

std::string termText(const AffineTerm &term, const IterationRule &rule) {
  const std::string &factor = rule.factors[term.factor].name;
  if (term.coefficient == 1)
    return factor;
  if (term.coefficient == -1)
    return "-" + factor;
  return std::to_string(term.coefficient) + "*" + factor;
}

std::string dimText(const DimMap &map, const IterationRule &rule) {
  std::string text;
  auto append = [&](const std::string &part) {
    if (!text.empty() && part.front() != '-')
      text += '+';
    text += part;
  };
  for (const AffineTerm &term : map.terms)
    append(termText(term, rule));
  if (map.constant != 0 || text.empty())
    append(std::to_string(map.constant));
  if (map.clipped)
    text = "clipped(" + text + ")";
  if (map.inset)
    text = "inset(" + text + ")";
  if (map.picked)
    text = "picked(" + text + ")";
  if (map.indirect)
    text = map.terms.empty() && map.constant == 0 ? "indirect" : "indirect(" + text + ")";
  return text;
}

std::string valuesText(const std::vector<ValueMap> &values, const IterationRule &rule) {
  std::string text;
  for (const ValueMap &value : values) {
    text += text.empty() ? "[" : ", [";
    for (size_t i = 0; i < value.size(); ++i)
      text += (i ? ", " : "") + dimText(value[i], rule);
    text += ']';
  }
  return text;
}

std::string factorText(const Factor &factor) {
  std::string text = factor.name + ":";
  switch (factor.kind) {
  case FactorKind::Parallel:
    text += "parallel";
    break;
  case FactorKind::Reduction:
    text += "reduction<" + std::string(name(factor.combiner)) + ">";
    break;
  case FactorKind::Whole:
    text += "whole";
    break;
  }
  return factor.indexed ? text + " indexed" : text;
}

} // namespace

std::string_view name(Combiner combiner) {
  constexpr std::array<std::string_view, 7> names = {"sum", "max", "min", "prod", "and", "or", "generic"};
  return names[static_cast<size_t>(combiner)];
}

std::optional<int> DimMap::onlyFactor() const {
  bool whole = !clipped && !indirect && !inset;
  if (!whole || constant != 0 || terms.size() != 1 || terms.front().coefficient != 1)
    return std::nullopt;
  return terms.front().factor;
}

int IterationRule::findFactor(std::string_view name) const {
  for (size_t i = 0; i < factors.size(); ++i)
    if (factors[i].name == name)
      return static_cast<int>(i);
  return -1;
}

Box tile(const ValueMap &map, std::span<const Range> factors, std::span<const int64_t> shape) {
  assert(map.size() == shape.size() && "a rule has one map per dimension");
  Box box;
  box.reserve(map.size());
  for (size_t i = 0; i < map.size(); ++i) {
    if (map[i].indirect) {
      box.push_back({0, shape[i]});
      continue;
    }
    Range range = touchedRange(map[i], factors);
    if (map[i].clipped) {
      range.begin = std::clamp<int64_t>(range.begin, 0, shape[i]);
      range.end = std::clamp<int64_t>(range.end, range.begin, shape[i]);
    }
    box.push_back(range);
  }
  return box;
}

Range balancedPart(int64_t size, int64_t parts, int64_t part) {
  assert(parts > 0 && part >= 0 && part < parts && "a part is one of at least one");
  int64_t quotient = size / parts, longer = size % parts;
  int64_t begin = part * quotient + std::min(part, longer);
  return {begin, begin + quotient + (part < longer ? 1 : 0)};
}

std::string toString(const IterationRule &rule) {
  std::string text;
  for (const Factor &factor : rule.factors)
    text += (text.empty() ? "" : ", ") + factorText(factor);
  if (!text.empty())
    text += "; ";
  std::string operands = valuesText(rule.operands, rule);
  text += operands + (operands.empty() ? "-> " : " -> ") + valuesText(rule.results, rule);
  for (const std::vector<int> &group : rule.linearGroups) {
    text += "; linear {";
    for (size_t i = 0; i < group.size(); ++i)
      text += (i ? ", " : "") + std::to_string(group[i]);
    text += '}';
  }
  for (const Accumulation &accumulation : rule.accumulations)
    text += "; " + rule.factors[accumulation.factor].name + " joins onto " + std::to_string(accumulation.onto) +
            " by " + std::string(name(accumulation.combiner));
  for (Combiner combiner : rule.identities)
    text += "; nothing of " + std::string(name(combiner));
  return text;
}

} // namespace weir
