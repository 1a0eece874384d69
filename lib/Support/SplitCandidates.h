// Which splits over ranks an iteration rule offers.
#pragma once

#include "lib/Support/Holding.h"

namespace weir {

/// A way to split one factor over ranks: how every operand and result is then held.
struct SplitCandidate {
  int factor = -1; ///< -1 for a group of operands
  /// Which part of the factor's range ranks hold, as a Holding says of a dimension.
  int64_t outer = 1, inner = 1;
  std::vector<Holding> operands, results;
};

/// Sizes of an op's values; empty where they are not known: then nothing is offered that depends on them.
struct ValueShapes {
  std::vector<Shape> operands, results;
};

/// All splits that the rule offers; a value that the factor doesn't touch is Broadcast. Every number of ranks will do.
/// - A parallel factor: in every value where it occurs, S on the dimension of which it is the only term, or one of the
///   terms of a merge such as 6*a+b with b of size 6: of a with 6 as `inner`, of b with the size of a as `outer`. A
///   factor that also occurs elsewhere (scaled, shifted, clipped, indirect, inset, twice in a value, in no result) is
///   not offered, nor one that ranks hold whole. But where a slice takes, or a pad makes, one of the blocks of its size
///   that a dimension consists of (a third of a fused projection), each block is split, their number being an `outer`.
/// - A reduction factor: S on operands as above, P<combiner> on all results. So an operand without the factor must not
///   be joined once after the reduction, as a bias is. Not offered with a generic combiner, nor beside a reduction with
///   another combiner.
/// - An accumulation: S on operands as above, P on all results and on the operand that it begins with.
/// - A linear group: P<sum> on the operands in it and on all results.
/// - An identity: P on all results.
/// Ranks hold balanced parts of the factor; the part of an indexed factor needs its origin.
std::vector<SplitCandidate> splitCandidates(const IterationRule &rule, const ValueShapes &shapes = {});

/// The split along a part of a factor's range; nothing where the rule doesn't offer the factor, or where `outer` and
/// `inner` are no sizes that it has. Of positions that an index picks parts are in one piece.
std::optional<SplitCandidate> splitAlong(const IterationRule &rule, int factor, int64_t outer, int64_t inner,
                                         const ValueShapes &shapes = {});

/// The splits of factors in which operand or result number `index` is held so; there may be some that splitCandidates
/// doesn't list, along parts of a factor's range. `held` is a Split.
std::vector<SplitCandidate> splitsHolding(const IterationRule &rule, bool isResult, size_t index, const Holding &held,
                                          const ValueShapes &shapes = {});

} // namespace weir
