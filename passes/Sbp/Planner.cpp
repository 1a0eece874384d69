// Coordinate descent over the ops of a program.
#include "passes/Sbp/Planner.h"

#include <algorithm>

namespace weir {

namespace {

using Kind = Holding::Kind;

/// What an unknown size counts as.
constexpr int64_t kUnknown = 64;
/// Walks over the program; each one makes it faster, and few are needed.
constexpr int kMostWalks = 8;
/// Less is rounding, not an improvement.
constexpr double kLeastGain = 1e-12;

Sizes sizesOf(const Shape &shape) {
  Sizes sizes;
  for (DimSize size : shape)
    sizes.push_back(size.knownOr(kUnknown));
  return sizes;
}

bool isHoldable(const Shape &shape, const Holdings &axes) {
  for (size_t d = 0; d < shape.size(); ++d)
    if (misfitOf(shape[d], static_cast<int>(d), axes))
      return false;
  return std::all_of(axes.begin(), axes.end(), [&](const Holding &held) {
    return held.kind != Kind::Split || held.inner == 1 || shape[held.dim].isKnown();
  });
}

bool isAnySplit(const std::vector<Holdings> &values, size_t axis) {
  return std::any_of(values.begin(), values.end(),
                     [&](const Holdings &axes) { return axes[axis].kind == Kind::Split; });
}

} // namespace

HoldingPlanner::HoldingPlanner(const PlanProgram &program) : program(program), uses(program.values.size()) {
  size_t axes = program.mesh.shape.size();
  for (size_t op = 0; op < program.ops.size(); ++op) {
    const PlanOp &planned = program.ops[op];
    OpHoldings whole{std::vector<Holdings>(planned.operands.size(), Holdings(axes)),
                     std::vector<Holdings>(planned.results.size(), Holdings(axes))};
    chosen.push_back(planned.fixed ? *planned.fixed : whole);
    offered.push_back(planned.fixed ? std::vector<SplitCandidate>() : splitCandidates(planned.rule));
    for (size_t i = 0; i < planned.operands.size(); ++i)
      uses[planned.operands[i]].push_back({op, i});
  }
}

void HoldingPlanner::run() {
  for (size_t op = 0; op < program.ops.size(); ++op)
    if (!program.ops[op].fixed)
      takeBest(op, /*ofOpsBefore=*/true);
  first = seconds();
  double before = first;
  for (int walk = 0; walk < kMostWalks; ++walk) {
    for (size_t i = 0; i < program.ops.size(); ++i) {
      size_t op = walk % 2 == 0 ? program.ops.size() - 1 - i : i;
      if (!program.ops[op].fixed)
        takeBest(op, /*ofOpsBefore=*/false);
    }
    double now = seconds();
    if (now > before - kLeastGain)
      return;
    before = now;
  }
}

void HoldingPlanner::takeBest(size_t op, bool ofOpsBefore) {
  OpHoldings best = chosen[op];
  double least = secondsAround(op, ofOpsBefore);
  for (OpHoldings &choice : choicesOf(op)) {
    chosen[op] = choice;
    double now = secondsAround(op, ofOpsBefore);
    if (now < least - kLeastGain) {
      least = now;
      best = std::move(choice);
    }
  }
  chosen[op] = std::move(best);
}

std::vector<Alternative> HoldingPlanner::alternatives(size_t op) {
  std::vector<Alternative> found;
  OpHoldings taken = chosen[op];
  double without = seconds() - secondsAround(op, false);
  for (OpHoldings &choice : choicesOf(op)) {
    if (choice == taken)
      continue;
    chosen[op] = choice;
    found.push_back({std::move(choice), without + secondsAround(op, false)});
  }
  chosen[op] = std::move(taken);
  std::sort(found.begin(), found.end(),
            [](const Alternative &a, const Alternative &b) { return a.seconds < b.seconds; });
  return found;
}

/// Splits of the rule, and those along parts of its factors' ranges that operands come in or users want.
std::vector<SplitCandidate> HoldingPlanner::candidatesAlong(size_t op, size_t axis) {
  const PlanOp &planned = program.ops[op];
  std::vector<SplitCandidate> candidates(1);
  candidates[0].operands.resize(planned.operands.size());
  candidates[0].results.resize(planned.results.size());
  auto add = [&](std::vector<SplitCandidate> more) {
    for (SplitCandidate &candidate : more)
      if (std::none_of(candidates.begin(), candidates.end(), [&](const SplitCandidate &known) {
            return known.operands == candidate.operands && known.results == candidate.results;
          }))
        candidates.push_back(std::move(candidate));
  };
  add(offered[op]);
  for (size_t i = 0; i < planned.operands.size(); ++i) {
    const PlanValue &value = program.values[planned.operands[i]];
    if (value.producer < 0)
      continue;
    const Holding &held = chosen[value.producer].results[value.result][axis];
    if (held.kind == Kind::Split)
      add(splitsHolding(planned.rule, /*isResult=*/false, i, held));
  }
  for (size_t i = 0; i < planned.results.size(); ++i)
    for (const Use &use : uses[planned.results[i]])
      if (const Holding &held = chosen[use.op].operands[use.operand][axis]; held.kind == Kind::Split)
        add(splitsHolding(planned.rule, /*isResult=*/true, i, held));
  return candidates;
}

/// Each choice so far with each candidate along one more axis, as far as values can be held so.
void HoldingPlanner::addAxis(size_t op, size_t axis, std::vector<OpHoldings> &choices) {
  std::vector<OpHoldings> next;
  std::vector<SplitCandidate> candidates = candidatesAlong(op, axis);
  for (const OpHoldings &begun : choices)
    for (const SplitCandidate &candidate : candidates) {
      OpHoldings choice = begun;
      for (size_t i = 0; i < choice.operands.size(); ++i)
        choice.operands[i].push_back(candidate.operands[i]);
      for (size_t i = 0; i < choice.results.size(); ++i)
        choice.results[i].push_back(candidate.results[i]);
      bool isSplit = isAnySplit(choice.operands, axis) || isAnySplit(choice.results, axis);
      if (!isSplit || fits(program.ops[op], choice))
        next.push_back(std::move(choice));
    }
  choices = std::move(next);
}

bool HoldingPlanner::fits(const PlanOp &op, const OpHoldings &holdings) const {
  for (size_t i = 0; i < op.operands.size(); ++i)
    if (!isHoldable(program.values[op.operands[i]].shape, holdings.operands[i]))
      return false;
  for (size_t i = 0; i < op.results.size(); ++i)
    if (!isHoldable(program.values[op.results[i]].shape, holdings.results[i]))
      return false;
  return true;
}

std::vector<OpHoldings> HoldingPlanner::choicesOf(size_t op) {
  const PlanOp &planned = program.ops[op];
  std::vector<OpHoldings> choices = {
      {std::vector<Holdings>(planned.operands.size()), std::vector<Holdings>(planned.results.size())}};
  for (size_t axis = 0; axis < program.mesh.shape.size(); ++axis)
    addAxis(op, axis, choices);
  return choices;
}

double HoldingPlanner::seconds() const {
  auto *self = const_cast<HoldingPlanner *>(this); // it only remembers what it works out
  double sum = 0;
  for (size_t op = 0; op < program.ops.size(); ++op)
    sum += secondsOfOp(op);
  for (size_t value = 0; value < program.values.size(); ++value)
    sum += self->secondsOfValue(static_cast<int>(value), false, 0);
  return sum;
}

double HoldingPlanner::secondsAround(size_t op, bool ofOpsBefore) {
  const PlanOp &planned = program.ops[op];
  double sum = secondsOfOp(op);
  for (size_t i = 0; i < planned.operands.size(); ++i)
    if (std::find(planned.operands.begin(), planned.operands.begin() + static_cast<std::ptrdiff_t>(i),
                  planned.operands[i]) == planned.operands.begin() + static_cast<std::ptrdiff_t>(i))
      sum += secondsOfValue(planned.operands[i], ofOpsBefore, op);
  if (!ofOpsBefore)
    for (int value : planned.results)
      sum += secondsOfValue(value, false, op);
  return sum;
}

double HoldingPlanner::secondsOfOp(size_t op) const {
  const PlanOp &planned = program.ops[op];
  const OpHoldings &held = chosen[op];
  Sizes origin(program.mesh.shape.size(), 0);
  double bytes = 0, share = 1;
  auto add = [&](const std::vector<int> &values, const std::vector<Holdings> &holdings) {
    for (size_t i = 0; i < values.size(); ++i) {
      const PlanValue &value = program.values[values[i]];
      bytes += static_cast<double>(numHeld(sizesOf(value.shape), holdings[i], program.mesh, origin) * value.bytes);
    }
  };
  add(planned.operands, held.operands);
  add(planned.results, held.results);
  for (size_t axis = 0; axis < program.mesh.shape.size(); ++axis)
    if (isAnySplit(held.operands, axis) || isAnySplit(held.results, axis))
      share /= static_cast<double>(program.mesh.shape[axis]);
  double points = 1;
  for (const Factor &factor : planned.rule.factors)
    points *= static_cast<double>(factor.size.knownOr(kUnknown));
  double operations = points * static_cast<double>(planned.flops) * share;
  return std::max(operations / program.speed.flops, bytes / program.speed.bytes);
}

double HoldingPlanner::secondsOfValue(int value, bool ofOpsBefore, size_t op) {
  const PlanValue &planned = program.values[value];
  if (planned.producer < 0)
    return 0;
  const Holdings &from = chosen[planned.producer].results[planned.result];
  std::vector<const Holdings *> wanted;
  for (const Use &use : uses[value]) {
    const Holdings &to = chosen[use.op].operands[use.operand];
    bool isCounted = !ofOpsBefore || use.op <= op;
    if (isCounted && std::none_of(wanted.begin(), wanted.end(), [&](const Holdings *other) { return *other == to; }))
      wanted.push_back(&to);
  }
  double sum = 0;
  for (const Holdings *to : wanted)
    sum += secondsBetween(value, from, *to);
  return sum;
}

double HoldingPlanner::secondsBetween(int value, const Holdings &from, const Holdings &to) {
  if (from == to)
    return 0;
  const PlanValue &planned = program.values[value];
  std::string key = toString(planned.shape) + std::to_string(planned.bytes);
  for (const Holdings *axes : {&from, &to})
    for (const Holding &held : *axes)
      key += toString(held);
  auto [found, isNew] = known.try_emplace(std::move(key), 0);
  if (isNew)
    found->second = secondsOf(boxing({sizesOf(planned.shape), planned.bytes}, from, to, program.mesh));
  return found->second;
}

} // namespace weir
