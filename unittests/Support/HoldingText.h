// Split candidates as short text, such as "k: S(1) S(0) -> P(sum)", so that tests can list the expected ones.
#pragma once

#include "lib/Support/SplitCandidates.h"

namespace weir {

inline std::string toString(const SplitCandidate &candidate, const IterationRule &rule) {
  std::string text = candidate.factor < 0 ? "joint" : rule.factors[candidate.factor].name;
  if (candidate.outer != 1 || candidate.inner != 1)
    text += " in " + std::to_string(candidate.outer) + ", " + std::to_string(candidate.inner);
  text += ":";
  for (const Holding &holding : candidate.operands)
    text += " " + toString(holding);
  text += " ->";
  for (const Holding &holding : candidate.results)
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
