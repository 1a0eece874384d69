// How a value is held on the ranks of a mesh, and which positions of its dimensions each rank has then.
#pragma once

#include "lib/Support/IterationRule.h"

namespace weir {

/// How a value is held along one axis of a mesh.
struct Holding {
  enum class Kind : uint8_t { Broadcast, Split, Partial };
  Kind kind = Kind::Broadcast;
  int dim = 0;                       ///< of Split
  Combiner combiner = Combiner::Sum; ///< of Partial

  /// Of Split: positions along the dimension are read as (o * middle + m) * inner + i, with o below `outer` and i below
  /// `inner`, and ranks hold balanced parts of the range of m. So the sequence in a dimension of batch * sequence is
  /// split with the batch as `outer`; the batch, in whole sequences, with the sequence as `inner`.
  int64_t outer = 1, inner = 1;

  bool operator==(const Holding &) const = default;
};

/// "B", "S(0)", "S(0, 1, 6)" with outer and inner unless both are 1, "P(sum)".
std::string toString(const Holding &holding);

/// Positions along a dimension: ranges that ascend, are not empty and don't touch each other.
using HeldRanges = std::vector<Range>;

int64_t numPositions(const HeldRanges &positions);
HeldRanges commonPositions(const HeldRanges &a, const HeldRanges &b);

/// What keeps a dimension of `size` from being held as `axes` says, each an axis of a mesh; nothing if it can be.
/// Splits of one dimension on several axes are of the same factor, whose parts are then split again, the first axis
/// being the major one, or of factors that lie beside each other. Sizes have to be known for the latter, and for any
/// `outer` and `inner` but 1. Holdings of other dimensions don't matter.
std::optional<std::string> misfitOf(DimSize size, int dim, std::span<const Holding> axes);

/// Whether all partial axes have one combiner: joined by several, a value would depend on their order.
bool hasOneCombiner(std::span<const Holding> axes);

/// The positions of dimension `dim` that one rank holds, which is at `place` on a mesh of sizes `mesh`. The dimension
/// can be held as `axes` says.
HeldRanges heldPositions(int64_t size, int dim, std::span<const Holding> axes, std::span<const int64_t> mesh,
                         std::span<const int64_t> place);

/// The factor of a dimension that `axes[axis]`, a Split, splits, as it is before that: how many outer, middle and inner
/// positions of it the rank at `place` holds by the other axes. No later axis splits the same factor.
struct HeldFactor {
  int64_t outer = 1, middle = 1, inner = 1;
};
HeldFactor heldFactor(int64_t size, std::span<const Holding> axes, size_t axis, std::span<const int64_t> mesh,
                      std::span<const int64_t> place);

} // namespace weir
