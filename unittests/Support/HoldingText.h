// Split candidates as short text, such as "k: S1 S0 -> P(sum)", so that tests can list the expected ones.
#pragma once

#include "lib/Support/IterationRule.h"

namespace weir {

inline std::string toString(const SplitCandidate::Holding &holding) {
  switch (holding.kind) {
  case SplitCandidate::Kind::Broadcast:
    return "B";
  case SplitCandidate::Kind::Split:
    return "S" + std::to_string(holding.dim);
  case SplitCandidate::Kind::Partial:
    return "P(" + std::string(name(holding.combiner)) + ")";
  }
  return "";
}

inline std::string toString(const SplitCandidate &candidate, const IterationRule &rule) {
  std::string text = candidate.factor < 0 ? "linear" : rule.factors[candidate.factor].name;
  text += candidate.even ? " even:" : ":";
  for (const SplitCandidate::Holding &holding : candidate.operands)
    text += " " + toString(holding);
  text += " ->";
  for (const SplitCandidate::Holding &holding : candidate.results)
    text += " " + toString(holding);
  return text;
}

inline std::vector<std::string> candidateTexts(const IterationRule &rule) {
  std::vector<std::string> texts;
  for (const SplitCandidate &candidate : splitCandidates(rule))
    texts.push_back(toString(candidate, rule));
  return texts;
}

} // namespace weir
