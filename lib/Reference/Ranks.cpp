// Ranks in lock step: each runs to its next collective, and collectives are evaluated when a group is complete.
#include "lib/Reference/Ranks.h"

#include "dialects/Comm/Comm.h"
#include "lib/Reference/Collectives.h"
#include "lib/Reference/Frame.h"
#include "lib/Reference/Locations.h"

using namespace mlir;

namespace weir {

namespace {

/// A rank on its way through its program.
class Walker {
public:
  Walker(RankRun &of, const InterpretOptions &options)
      : of(of), run{.options = options, .variables = of.variables, .assigned = {}, .rank = of.rank}, frame(run) {}

  std::optional<Failure> start() {
    if (!of.program.getBody().hasOneBlock())
      return failed(of.program, "expects a body of one block");
    Result<std::vector<HostValue>> values = hostValues(of.program, of.arguments);
    if (!values)
      return failed(of.program, values.message());
    Block &block = of.program.getBody().front();
    frame.bind(block.getArguments(), std::move(*values));
    next = block.begin();
    return std::nullopt;
  }

  /// Goes on to the next collective or to the end.
  std::optional<Failure> advance() {
    for (; !isAtEnd() && !waiting(); ++next)
      if (auto fault = runOp(&*next, frame))
        return failed(fault->op ? fault->op : &*next, fault->message);
    return std::nullopt;
  }

  bool isAtEnd() const { return next->hasTrait<OpTrait::IsTerminator>(); }
  comm::CollectiveInterface waiting() const { return dyn_cast<comm::CollectiveInterface>(*next); }
  const HostTensor &given() { return frame.tensor(waiting().getX()); }

  void take(HostTensor result) {
    frame.bind(waiting().getY(), std::move(result));
    ++next;
  }

  int64_t rank() const { return of.rank; }

  std::vector<HostTensor> finish() {
    for (auto &[name, value] : run.assigned)
      of.variables[name] = std::move(value);
    std::vector<HostTensor> results;
    for (const HostValue &value : frame.get(next->getOperands()))
      results.push_back(tensorOf(value));
    return results;
  }

  Failure failed(Operation *op, const std::string &message) const {
    return Failure{"rank " + std::to_string(of.rank) + ": " + opText(op) + " " + message};
  }

private:
  RankRun &of;
  Run run;
  Frame frame;
  Block::iterator next;
};

class LockStep {
public:
  explicit LockStep(std::vector<std::unique_ptr<Walker>> walkers) : walkers(std::move(walkers)) {
    for (auto &walker : this->walkers)
      byRank[walker->rank()] = walker.get();
  }

  std::optional<Failure> run() {
    for (;;) {
      for (auto &walker : walkers)
        if (auto failure = walker->advance())
          return failure;
      if (llvm::all_of(walkers, [](auto &walker) { return walker->isAtEnd(); }))
        return std::nullopt;
      bool moved = false;
      for (auto &walker : walkers) {
        Result<bool> met = meet(*walker);
        if (!met)
          return met.failure();
        moved |= *met;
      }
      if (!moved)
        return deadlock();
    }
  }

private:
  using Members = SmallVector<Walker *>;

  /// The members of the group in whose collective a rank waits; null for a rank that there is none of.
  Members membersOf(Walker &walker) {
    for (ArrayRef<int64_t> group : comm::groupsOf(walker.waiting().getGroups()))
      if (llvm::is_contained(group, walker.rank()))
        return llvm::map_to_vector(group, [&](int64_t rank) { return byRank.lookup(rank); });
    return {};
  }

  /// Evaluates the collective in which a rank waits if all members of its group are there.
  Result<bool> meet(Walker &walker) {
    if (walker.isAtEnd() || !walker.waiting())
      return false;
    comm::CollectiveInterface mine = walker.waiting();
    Members members = membersOf(walker);
    if (members.empty())
      return walker.failed(mine, "expects a group with the rank");
    std::vector<const HostTensor *> given;
    std::vector<Operation *> ops;
    for (Walker *member : members) {
      if (!member || member->isAtEnd() || !member->waiting())
        return false;
      if (membersOf(*member) != members)
        return false; // another one comes first
      comm::CollectiveInterface other = member->waiting();
      bool isSame = other->getName() == mine->getName() && other->getAttrDictionary() == mine->getAttrDictionary();
      if (!isSame)
        return walker.failed(mine, "expects all members of the group to be at one collective, got rank " +
                                       std::to_string(member->rank()) + " at " + opText(other));
      given.push_back(&member->given());
      ops.push_back(other);
    }
    Result<std::vector<HostTensor>> taken = evaluateCollective(ops, given);
    if (!taken)
      return walker.failed(mine, taken.message());
    for (auto [member, result] : llvm::zip_equal(members, *taken))
      member->take(std::move(result));
    return true;
  }

  Failure deadlock() {
    std::string text = "deadlock";
    for (auto &walker : walkers) {
      text += "; rank " + std::to_string(walker->rank());
      if (walker->isAtEnd()) {
        text += " is at its end";
        continue;
      }
      text += " waits in " + opText(walker->waiting());
    }
    return Failure{text};
  }

  std::vector<std::unique_ptr<Walker>> walkers;
  llvm::DenseMap<int64_t, Walker *> byRank;
};

} // namespace

Result<std::vector<std::vector<HostTensor>>> interpretRanks(MutableArrayRef<RankRun> ranks,
                                                            const InterpretOptions &options) {
  std::vector<std::unique_ptr<Walker>> walkers;
  std::vector<Walker *> all;
  for (RankRun &rank : ranks) {
    walkers.push_back(std::make_unique<Walker>(rank, options));
    all.push_back(walkers.back().get());
    if (auto failure = walkers.back()->start())
      return *failure;
  }
  LockStep lockStep(std::move(walkers));
  if (auto failure = lockStep.run())
    return *failure;
  std::vector<std::vector<HostTensor>> results;
  for (Walker *walker : all)
    results.push_back(walker->finish());
  return results;
}

} // namespace weir
