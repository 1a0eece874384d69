// Which loops of ops are one loop, and which sizes are equal: the one place that says so, from iteration rules. Plain
// data; whoever asks says which ops there are and who reads what.
#pragma once

#include "lib/Support/IterationRule.h"

#include <vector>

namespace weir {

/// Loops are numbers, and fall into classes of those that are one. An op has one for each factor of its rule, a value
/// one for each dimension: a dimension over which one factor alone runs is that factor's loop, where the value is made
/// and where it is read. Users differ in what they add, an op once or once for each group that computes it, and in
/// whose reads they join; what has been joined can be taken back.
class LoopSpace {
public:
  using Loop = unsigned;

  /// What becomes of a join by which two factors of one op would be one loop, as e + transpose(e) wants it of e.
  enum class TwoPositions {
    Refused, ///< the factors nest, so they stay two: the join is left out
    Joined,  ///< only their sizes count, and these are equal
  };
  /// What holds of a class if it holds of one of its loops.
  enum Mark : uint8_t {
    kReduced = 1,          ///< an op reduces along it
    kWhole = 2,            ///< an op can't be split along it
    kReadElsewhere = 4,    ///< a value is read at other positions of it, as slices and windows do
    kOfReductionResult = 8 ///< set by who asks: a dimension of a reduction's result
  };

  explicit LoopSpace(TwoPositions policy) : policy(policy) {}

  /// Adds an op: a loop for each factor, and behind them one for each dimension of each result. Gives the first.
  Loop add(const IterationRule &rule);
  /// Adds the dimensions of a value that no added op makes. Gives the first.
  Loop addValue(std::span<const DimSize> shape);
  /// How many loops `add` adds.
  static unsigned count(const IterationRule &rule);
  /// The loop of a dimension of an op's result, `op` being its first.
  static Loop ofResult(const IterationRule &rule, Loop op, unsigned result, size_t dim);

  /// Joins the dimensions of a value, `value` being the first one's loop, with the factors of a reader that run over
  /// them as `read` says. False where a join was left out.
  bool joinRead(const ValueMap &read, Loop value, Loop reader);
  /// False where the join was left out.
  bool join(Loop a, Loop b);
  void mark(Loop loop, uint8_t marks);

  /// A loop of its class, the same for all of them until the next join.
  Loop classOf(Loop loop) const;
  uint8_t marks(Loop loop) const { return loops[classOf(loop)].marks; }
  bool isParallel(Loop loop) const { return !(marks(loop) & (kReduced | kWhole | kReadElsewhere)); }
  size_t size() const { return loops.size(); }

  /// Makes a size known that neither a rule nor a shape says.
  void refineSize(Loop loop, DimSize size) { loops[loop].extent = refine(loops[loop].extent, size); }
  /// By class: the size that one of its loops is known to have, or `?`.
  std::vector<DimSize> sizes() const;

  /// What has been joined and marked up to now stays if `takeBack` is given this.
  size_t now() const { return changes.size(); }
  void takeBack(size_t since);

private:
  struct Entry {
    Loop parent;          ///< itself at the root of a class
    Loop next;            ///< of the same class, in a ring
    unsigned members = 1; ///< of a class, at its root
    Loop op;              ///< the first loop of its op
    unsigned factors = 0; ///< of that op; 0 for a dimension
    DimSize extent;       ///< its own
    uint8_t marks = 0;    ///< of a class, at its root
  };
  struct Change {
    Loop into, from; ///< equal where only marks changed
    uint8_t marks;   ///< that `into` had
  };

  Loop addLoop(Loop op, size_t factors, DimSize extent);
  bool hasTwoPositions(Loop from, Loop into) const;

  TwoPositions policy;
  std::vector<Entry> loops;
  std::vector<Change> changes;
};

} // namespace weir
