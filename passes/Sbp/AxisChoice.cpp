// The greedy choice along one axis.
#include "passes/Sbp/AxisChoice.h"

namespace weir {

using Kind = SplitCandidate::Kind;

int64_t elementsMoved(const Arrival &from, const SplitCandidate::Holding &to) {
  if (from.holding == to)
    return 0;
  bool isCut = from.holding.kind == Kind::Broadcast && to.kind == Kind::Split;
  if (isCut)
    return 0;
  bool isJoinedEverywhere = from.holding.kind == Kind::Partial && to.kind != Kind::Split;
  return isJoinedEverywhere ? 2 * from.elements : from.elements;
}

bool fitsParts(const SplitCandidate &candidate, const IterationRule &rule, int64_t parts) {
  if (!candidate.even || parts == 1)
    return true;
  DimSize size = rule.factors[candidate.factor].size;
  return size.isKnown() && size.known() % parts == 0;
}

SplitCandidate chooseAlongAxis(const IterationRule &rule, const std::vector<Arrival> &operands, int64_t devices,
                               const std::vector<int64_t> &partsBefore) {
  std::vector<SplitCandidate> candidates(1);
  candidates[0].operands.resize(rule.operands.size());
  candidates[0].results.resize(rule.results.size());
  for (SplitCandidate &offered : splitCandidates(rule))
    if (fitsParts(offered, rule, devices * (offered.factor < 0 ? 1 : partsBefore[offered.factor])))
      candidates.push_back(std::move(offered));

  const SplitCandidate *best = nullptr;
  int64_t least = 0;
  for (const SplitCandidate &candidate : candidates) {
    int64_t moved = 0;
    for (size_t i = 0; i < operands.size(); ++i)
      moved += elementsMoved(operands[i], candidate.operands[i]);
    if (!best || moved < least) {
      best = &candidate;
      least = moved;
    }
  }
  return *best;
}

} // namespace weir
