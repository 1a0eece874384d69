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
  const char *heldWhole = nullptr;   ///< why ranks don't split it though parts that know their origin would do
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

/// Along a whole factor, terms are joined to what an operand has: parts of the factor give partial results if that
/// operand is partial, too.
struct Accumulation {
  int factor = 0, onto = 0;
  Combiner combiner = Combiner::Sum;
};

struct IterationRule {
  std::vector<Factor> factors;
  std::vector<ValueMap> operands, results;
  /// Groups of operands in which the op is jointly linear: partial sums in all of them give partial sums out.
  std::vector<std::vector<int>> linearGroups = {};
  std::vector<Accumulation> accumulations = {};
  std::vector<Combiner> identities = {}; ///< those for which all results are what partial results of nothing are

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

/// Balanced parts of `size` over `parts`; the first `size % parts` get one more.
Range balancedPart(int64_t size, int64_t parts, int64_t part);

/// "m:parallel, k:reduction<sum>; [m, k], [k, n] -> [m, n]", for error messages and dumps.
std::string toString(const IterationRule &rule);

} // namespace weir
