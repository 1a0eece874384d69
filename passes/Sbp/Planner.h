// How the values of a program are best held on a mesh. Plain data; knows no IR.
#pragma once

#include "lib/Support/Boxing.h"
#include "lib/Support/SplitCandidates.h"

#include <functional>
#include <map>
#include <optional>
#include <set>

namespace weir {

using Holdings = std::vector<Holding>; ///< one per axis of a mesh

/// How an op sees its operands and results.
struct OpHoldings {
  std::vector<Holdings> operands, results;
  bool operator==(const OpHoldings &) const = default;
};

struct PlanValue {
  Shape shape;
  int64_t bytes = 4; ///< of an element
  int producer = -1, result = 0;
};

/// An op, or what gives and takes values at the ends of a program, which has no say in how they are held.
struct PlanOp {
  IterationRule rule;
  int64_t flops = 0;                  ///< at each point of the rule
  std::vector<int> operands, results; ///< numbers of values
  std::optional<OpHoldings> fixed;
};

/// What a rank of the mesh does in a second.
struct RankSpeed {
  double flops = 5e10, bytes = 2e10;
};

/// Ops in an order in which values come before their uses.
struct PlanProgram {
  std::vector<PlanValue> values;
  std::vector<PlanOp> ops;
  MeshAxes mesh;
  RankSpeed speed;
};

/// A choice that an op had, and how the program would have fared with it.
struct Alternative {
  OpHoldings holdings;
  double seconds = 0;
};

class HoldingPlanner {
public:
  explicit HoldingPlanner(const PlanProgram &program);

  /// Takes for each op in turn what is best after the ops before it; then goes over all ops, forth and back, and
  /// changes what makes the program faster, until nothing does. Changes of several ops of which none gains alone are
  /// tried, too: an op sees a value as it comes, or has it made as it sees it, and those around it follow; ops that
  /// work on parts of a sum take the whole of it. So it is never slower than after the first walk.
  void run();

  const OpHoldings &of(size_t op) const { return chosen[op]; }
  /// What all ops and all changes of holdings between them take, one after the other.
  double seconds() const { return total; }
  double secondsOfFirstWalk() const { return first; }

  /// What an op could have taken instead, with what the program would take then; the fastest first.
  std::vector<Alternative> alternatives(size_t op);

private:
  /// Choices along so many axes are looked at together; along more of them one axis at a time.
  static constexpr size_t kMostAxesTogether = 2;
  /// Less is rounding, not an improvement.
  static constexpr double kLeastGain = 1e-12;

  /// A way in which users that have been walked over see a value, and how many of them.
  struct Wanted {
    Holdings holdings;
    int64_t times = 0;
  };

  class Trial;

  std::vector<OpHoldings> choicesOf(size_t op);
  std::vector<OpHoldings> choicesAlong(size_t op, size_t axis);
  void addAxis(size_t op, size_t axis, std::vector<OpHoldings> &choices);
  std::vector<SplitCandidate> candidatesAlong(size_t op, size_t axis);
  ValueShapes shapesOf(const PlanOp &op) const;
  bool fits(const PlanOp &op, const OpHoldings &holdings) const;
  void walk();
  bool changeIslands();
  bool lead(size_t op, int value);
  bool follow(Trial &trial, size_t start, int value);
  std::optional<OpHoldings> givenAsSeen(size_t op, int value);
  void choose(size_t op, const OpHoldings &holdings);
  std::set<int> changedOperands(size_t op) const;
  bool isConstant(int value) const;
  std::optional<OpHoldings> followedBy(size_t op, const std::set<int> &followed);
  std::optional<OpHoldings> bestOf(size_t op, const std::function<bool(const OpHoldings &)> &isWanted);
  std::vector<size_t> islandFrom(size_t start) const;
  void addConstants(std::vector<size_t> &island, std::set<size_t> &inside) const;
  bool flip(const std::vector<size_t> &island);
  /// Of an op that is not counted.
  void takeBest(size_t op);
  /// Adds an op to the users of its operands, or takes it away.
  void count(size_t op, int by);

  /// What changes with the choice of an op: its own time, and that of its operands and results between holdings.
  double secondsAround(size_t op);
  double secondsWith(size_t op, const OpHoldings &choice);
  double secondsOfAll();
  double secondsOfOp(size_t op) const;
  /// All changes of a value's holding that its users make; of equal ones there is one.
  double secondsOfValue(int value);
  MeshAxes linksFor(const PlanValue &value, const Holdings &from) const;
  double secondsBetween(int value, const Holdings &from, const Holdings &to);

  const PlanProgram &program;
  std::vector<OpHoldings> chosen;
  std::vector<std::vector<SplitCandidate>> offered; ///< by the ops' rules
  std::vector<std::vector<Wanted>> wanted;          ///< by value
  std::map<std::string, double> known;              ///< of changes
  double first = 0, total = 0;
};

} // namespace weir
