// Changes of several ops at once, where none gains alone.
#include "passes/Sbp/Planner.h"

#include <algorithm>

namespace weir {

namespace {

using Kind = Holding::Kind;

/// Ops that are tried together.
constexpr size_t kMostOfIsland = 64;

} // namespace

/// Changes of ops, of which the first ones are kept with which the program is fastest.
class HoldingPlanner::Trial {
public:
  explicit Trial(HoldingPlanner &planner) : planner(planner) {}

  size_t size() const { return before.size(); }

  /// A choice of an op, with constants that it reads whole, and with makers of its operands that give them as it sees
  /// them, unless that is slower: those behind a maker may gain.
  void change(size_t op, const OpHoldings &holdings) {
    for (int operand : planner.program.ops[op].operands)
      if (planner.isConstant(operand))
        setWhole(static_cast<size_t>(planner.program.values[operand].producer));
    set(op, holdings);
    for (int operand : planner.changedOperands(op))
      if (std::optional<OpHoldings> given = planner.givenAsSeen(op, operand)) {
        auto maker = static_cast<size_t>(planner.program.values[operand].producer);
        if (gainOf(maker, *given) > -kLeastGain && size() < kMostOfIsland)
          change(maker, *given);
      }
  }

  /// Takes back what gains nothing. Whether anything is left.
  bool end() {
    while (before.size() > kept) {
      planner.choose(before.back().first, before.back().second);
      before.pop_back();
    }
    return kept > 0;
  }

private:
  double gainOf(size_t op, const OpHoldings &holdings) {
    OpHoldings now = planner.chosen[op];
    planner.count(op, -1);
    double gained = planner.secondsWith(op, now) - planner.secondsWith(op, holdings);
    planner.chosen[op] = now;
    planner.count(op, 1);
    return gained;
  }

  void setWhole(size_t op) {
    size_t axes = planner.program.mesh.shape.size(), results = planner.program.ops[op].results.size();
    set(op, {{}, std::vector<Holdings>(results, Holdings(axes))});
  }

  void set(size_t op, const OpHoldings &holdings) {
    gain += gainOf(op, holdings);
    before.emplace_back(op, planner.chosen[op]);
    planner.choose(op, holdings);
    if (gain > most) {
      most = gain;
      kept = before.size();
    }
  }

  HoldingPlanner &planner;
  std::vector<std::pair<size_t, OpHoldings>> before;
  double gain = 0, most = kLeastGain;
  size_t kept = 0;
};

bool HoldingPlanner::changeIslands() {
  std::set<size_t> tried;
  bool isAny = false;
  for (size_t op = 0; op < program.ops.size(); ++op) {
    if (program.ops[op].fixed)
      continue;
    for (int value : program.mesh.shape.size() <= kMostAxesTogether ? changedOperands(op) : std::set<int>()) {
      Trial trial(*this);
      isAny |= follow(trial, op, value) || lead(op, value);
    }
    if (tried.count(op))
      continue;
    std::vector<size_t> island = islandFrom(op);
    tried.insert(island.begin(), island.end());
    isAny |= island.size() > 1 && flip(island);
  }
  total = secondsOfAll();
  return isAny;
}

void HoldingPlanner::choose(size_t op, const OpHoldings &holdings) {
  count(op, -1);
  chosen[op] = holdings;
  count(op, 1);
}

/// Has the maker of a value give it as an op sees it.
bool HoldingPlanner::lead(size_t op, int value) {
  std::optional<OpHoldings> given = givenAsSeen(op, value);
  if (!given)
    return false;
  Trial trial(*this);
  auto maker = static_cast<size_t>(program.values[value].producer);
  trial.change(maker, *given);
  return follow(trial, maker + 1, value);
}

/// Lets ops from `start` on see a value as it comes, and those behind them what follows from that.
bool HoldingPlanner::follow(Trial &trial, size_t start, int value) {
  std::set<int> followed{value};
  for (size_t op = start; op < program.ops.size() && trial.size() < kMostOfIsland; ++op)
    if (std::optional<OpHoldings> next = followedBy(op, followed)) {
      followed.insert(program.ops[op].results.begin(), program.ops[op].results.end());
      trial.change(op, *next);
    }
  return trial.end();
}

/// The best choice of a value's maker in which it gives it as an op sees it.
std::optional<OpHoldings> HoldingPlanner::givenAsSeen(size_t op, int value) {
  const PlanValue &made = program.values[value];
  if (program.ops[made.producer].fixed)
    return std::nullopt;
  const std::vector<int> &operands = program.ops[op].operands;
  auto number = static_cast<size_t>(std::find(operands.begin(), operands.end(), value) - operands.begin());
  Holdings seen = chosen[op].operands[number];
  return bestOf(static_cast<size_t>(made.producer),
                [&](const OpHoldings &choice) { return choice.results[made.result] == seen; });
}

/// What an op sees in another way than it comes.
std::set<int> HoldingPlanner::changedOperands(size_t op) const {
  std::set<int> changed;
  for (size_t i = 0; i < program.ops[op].operands.size(); ++i) {
    const PlanValue &value = program.values[program.ops[op].operands[i]];
    if (value.producer >= 0 && !isConstant(program.ops[op].operands[i]) &&
        chosen[value.producer].results[value.result] != chosen[op].operands[i])
      changed.insert(program.ops[op].operands[i]);
  }
  return changed;
}

bool HoldingPlanner::isConstant(int value) const {
  int maker = program.values[value].producer;
  return maker >= 0 && program.ops[maker].operands.empty() && !program.ops[maker].fixed;
}

/// The best choice in which an op sees these values as they come; nothing if it sees none of them, or can't.
std::optional<OpHoldings> HoldingPlanner::followedBy(size_t op, const std::set<int> &followed) {
  const PlanOp &planned = program.ops[op];
  auto isFollowed = [&](int value) { return followed.count(value) != 0; };
  if (planned.fixed || std::none_of(planned.operands.begin(), planned.operands.end(), isFollowed))
    return std::nullopt;
  std::optional<OpHoldings> best = bestOf(op, [&](const OpHoldings &choice) {
    bool follows = true;
    for (size_t i = 0; i < planned.operands.size(); ++i) {
      const PlanValue &value = program.values[planned.operands[i]];
      follows &= !isFollowed(planned.operands[i]) || choice.operands[i] == chosen[value.producer].results[value.result];
    }
    return follows;
  });
  return best && *best != chosen[op] ? best : std::nullopt;
}

/// The fastest of an op's choices that are as wanted.
std::optional<OpHoldings> HoldingPlanner::bestOf(size_t op, const std::function<bool(const OpHoldings &)> &isWanted) {
  std::optional<OpHoldings> best;
  OpHoldings taken = chosen[op];
  double least = 0;
  count(op, -1);
  for (const OpHoldings &choice : choicesOf(op)) {
    if (!isWanted(choice))
      continue;
    double now = secondsWith(op, choice);
    if (!best || now < least) {
      least = now;
      best = choice;
    }
  }
  chosen[op] = std::move(taken);
  count(op, 1);
  return best;
}

/// Ops that see each other's values as they are held, from one on that gets a part of a sum.
std::vector<size_t> HoldingPlanner::islandFrom(size_t start) const {
  auto isPart = [](const Holdings &axes) {
    return std::any_of(axes.begin(), axes.end(), [](const Holding &axis) { return axis.kind == Kind::Split; });
  };
  auto isSum = [](const Holdings &axes) {
    return std::any_of(axes.begin(), axes.end(), [](const Holding &axis) { return axis.kind == Kind::Partial; });
  };
  auto beginsAt = [&](size_t op) {
    for (size_t i = 0; i < program.ops[op].operands.size(); ++i) {
      const PlanValue &value = program.values[program.ops[op].operands[i]];
      if (value.producer >= 0 && isSum(chosen[value.producer].results[value.result]) && isPart(chosen[op].operands[i]))
        return true;
    }
    return false;
  };
  if (program.ops[start].fixed || !beginsAt(start))
    return {};
  std::vector<size_t> island{start};
  std::set<size_t> inside{start};
  for (size_t next = start + 1; next < program.ops.size() && island.size() < kMostOfIsland; ++next) {
    const PlanOp &planned = program.ops[next];
    bool isBehind = false;
    for (size_t i = 0; i < planned.operands.size() && !planned.fixed; ++i) {
      const PlanValue &value = program.values[planned.operands[i]];
      isBehind |= value.producer >= 0 && inside.count(static_cast<size_t>(value.producer)) &&
                  isPart(chosen[next].operands[i]) &&
                  chosen[value.producer].results[value.result] == chosen[next].operands[i];
    }
    if (isBehind && inside.insert(next).second)
      island.push_back(next);
  }
  addConstants(island, inside);
  return island;
}

/// What the ops read that is made of nothing.
void HoldingPlanner::addConstants(std::vector<size_t> &island, std::set<size_t> &inside) const {
  for (size_t i = 0, count = island.size(); i < count; ++i)
    for (int operand : program.ops[island[i]].operands) {
      auto maker = static_cast<size_t>(program.values[operand].producer);
      if (isConstant(operand) && inside.insert(maker).second)
        island.push_back(maker);
    }
}

/// Holds all that the ops see whole, if that is faster.
bool HoldingPlanner::flip(const std::vector<size_t> &island) {
  std::set<int> values;
  for (size_t op : island) {
    values.insert(program.ops[op].operands.begin(), program.ops[op].operands.end());
    values.insert(program.ops[op].results.begin(), program.ops[op].results.end());
  }
  auto seconds = [&] {
    double sum = 0;
    for (size_t op : island)
      sum += secondsOfOp(op);
    for (int value : values)
      sum += secondsOfValue(value);
    return sum;
  };
  auto chooseAll = [&](const std::vector<OpHoldings> &holdings) {
    for (size_t i = 0; i < island.size(); ++i)
      choose(island[i], holdings[i]);
  };
  std::vector<OpHoldings> before, whole;
  size_t axes = program.mesh.shape.size();
  for (size_t op : island) {
    before.push_back(chosen[op]);
    whole.push_back({std::vector<Holdings>(program.ops[op].operands.size(), Holdings(axes)),
                     std::vector<Holdings>(program.ops[op].results.size(), Holdings(axes))});
  }
  double now = seconds();
  chooseAll(whole);
  if (seconds() < now - kLeastGain)
    return true;
  chooseAll(before);
  return false;
}

} // namespace weir
