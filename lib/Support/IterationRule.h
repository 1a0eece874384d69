// The iteration rule of an op: which loops ("factors") it runs over and where each loop touches each dimension of each
// operand and result. Splitting over ranks, worker tiles, fusion, lowering and the interpreter all read this one thing.
#pragma once

#include "lib/Support/Shape.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weir {

enum class FactorKind : uint8_t {
  Parallel,  ///< each index gives results of its own
  Reduction, ///< partial results over parts of the range are joined by the combiner
  Whole,     ///< can't be split
};

enum class Combiner : uint8_t { Sum, Max, Min, Prod, And, Or, Generic };
std::string_view name(Combiner combiner);

struct Factor {
  std::string name;
  DimSize size;
  FactorKind kind = FactorKind::Parallel;
  Combiner combiner = Combiner::Sum; ///< of a reduction
  bool indexed = false;              ///< the value depends on the index itself, so parts must know their origin
};

struct AffineTerm {
  int factor = 0;
  int64_t coefficient = 1;
  bool operator==(const AffineTerm &) const = default;
};

/// Position in one dimension of a value: sum of coefficient * factor index, plus a constant.
struct DimMap {
  std::vector<AffineTerm> terms = {};
  int64_t constant = 0;
  bool clipped = false;  ///< positions outside the dimension mean padding
  bool indirect = false; ///< another operand holds the position: the whole dimension may be touched
  bool inset = false;    ///< the dimension may be longer than what the factors reach, as a slice's operand is
  bool picked = false;   ///< each element of the operands without such a dimension picks one of its positions
  bool operator==(const DimMap &) const = default;

  /// The factor, if the position is exactly that factor's index and the dimension's size that factor's.
  std::optional<int> onlyFactor() const;
};

using ValueMap = std::vector<DimMap>;

struct IterationRule {
  std::vector<Factor> factors;
  std::vector<ValueMap> operands, results;
  /// Groups of operands in which the op is jointly linear: partial sums in all of them give partial sums out.
  std::vector<std::vector<int>> linearGroups;

  int findFactor(std::string_view name) const;
};

/// Half-open range of a factor's indices or of positions in a dimension.
struct Range {
  int64_t begin = 0, end = 0;
  int64_t size() const { return end - begin; }
  bool operator==(const Range &) const = default;
};
using Box = std::vector<Range>;

/// The box of the value (described by `map`, of sizes `shape`) that the factor ranges `factors` touch.
/// An indirect dimension is touched whole; a clipped one only inside `shape`. Sizes of such dimensions are known.
/// Where a factor range is empty, so are the dimensions in which it occurs. The box is the hull of what is touched:
/// parts of a merge's minor factor (b of 6*a+b) interleave, so a result is tiled along it only for one index of the
/// major.
Box tile(const ValueMap &map, std::span<const Range> factors, std::span<const int64_t> shape);

/// A way to split one factor over ranks: how every operand and result is then held.
struct SplitCandidate {
  enum class Kind : uint8_t { Broadcast, Split, Partial };
  struct Holding {
    Kind kind = Kind::Broadcast;
    int dim = 0;                       ///< of Split
    Combiner combiner = Combiner::Sum; ///< of Partial
    bool operator==(const Holding &) const = default;
  };
  int factor = -1;   ///< -1 for a linear group
  bool even = false; ///< right only if the number of ranks divides the factor's size
  std::vector<Holding> operands, results;
};

/// All splits that the rule offers; a value that the factor doesn't touch is Broadcast.
/// - A parallel factor: S on the dimension of which it is the only term, or the major term of a merge such as 6*a+b
///   with b of size 6 (then `even`), in every value where it occurs. A factor that also occurs elsewhere (scaled,
///   shifted, clipped, indirect, inset, as a minor term, twice in a value, in no result) is not offered.
/// - A reduction factor: S on operands as above, P<combiner> on all results. So an operand without the factor must not
///   be joined once after the reduction, as a bias is. Not offered with a generic combiner, nor beside a reduction with
///   another combiner.
/// - A linear group: P<sum> on the operands in it and on all results.
/// Ranks hold `balancedPart`s of the factor; the part of an indexed factor needs its origin.
std::vector<SplitCandidate> splitCandidates(const IterationRule &rule);

/// Balanced parts of `size` over `parts`; the first `size % parts` get one more.
Range balancedPart(int64_t size, int64_t parts, int64_t part);

/// "m:parallel, k:reduction<sum>; [m, k], [k, n] -> [m, n]", for error messages and dumps.
std::string toString(const IterationRule &rule);

} // namespace weir
