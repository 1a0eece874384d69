// How one op is held along one axis of a mesh, given how its operands arrive. Plain data; knows no IR.
#pragma once

#include "lib/Support/IterationRule.h"

namespace weir {

/// An operand as it arrives along the axis. Its elements weigh what has to be moved.
struct Arrival {
  SplitCandidate::Holding holding;
  int64_t elements = 1;
};

/// The number of elements that each device gets when a value held as `from` is to be held as `to`. A device that has
/// the whole value slices it for free; joining partial values counts twice, as for an all-reduce.
int64_t elementsMoved(const Arrival &from, const SplitCandidate::Holding &to);

/// Of "everything broadcast" and the splits that the rule offers, the one that moves the fewest elements; the first of
/// equals, broadcast before all. `partsBefore` says for each factor into how many parts other axes split it already;
/// where equal parts are needed, those of the `devices` of this axis have to divide what is left.
SplitCandidate chooseAlongAxis(const IterationRule &rule, const std::vector<Arrival> &operands, int64_t devices,
                               const std::vector<int64_t> &partsBefore);

/// Whether the candidate's parts are right for this number of them.
bool fitsParts(const SplitCandidate &candidate, const IterationRule &rule, int64_t parts);

} // namespace weir
