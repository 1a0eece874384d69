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
/// Sums of so few bytes are joined (weir-join-collectives), about so many at once.
constexpr int64_t kSmallSum = 4096;
constexpr double kTogether = 8;
/// How often what islands gain by is followed by walks.
constexpr int kMostFlips = 3;

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
  return hasOneCombiner(axes);
}

bool isAnySplit(const std::vector<Holdings> &values, size_t axis) {
  return std::any_of(values.begin(), values.end(),
                     [&](const Holdings &axes) { return axes[axis].kind == Kind::Split; });
}

} // namespace

HoldingPlanner::HoldingPlanner(const PlanProgram &program) : program(program), wanted(program.values.size()) {
  size_t axes = program.mesh.shape.size();
  for (const PlanOp &planned : program.ops) {
    OpHoldings whole{std::vector<Holdings>(planned.operands.size(), Holdings(axes)),
                     std::vector<Holdings>(planned.results.size(), Holdings(axes))};
    chosen.push_back(planned.fixed ? *planned.fixed : whole);
    offered.push_back(planned.fixed ? std::vector<SplitCandidate>() : splitCandidates(planned.rule, shapesOf(planned)));
  }
}

void HoldingPlanner::run() {
  for (size_t op = 0; op < program.ops.size(); ++op) {
    if (!program.ops[op].fixed)
      takeBest(op);
    count(op, 1);
  }
  first = total = secondsOfAll();
  walk();
  for (int flips = 0; flips < kMostFlips && changeIslands(); ++flips)
    walk();
}

/// Forth and back, until nothing becomes faster.
void HoldingPlanner::walk() {
  for (int walk = 0; walk < kMostWalks; ++walk) {
    for (size_t i = 0; i < program.ops.size(); ++i) {
      size_t op = walk % 2 == 0 ? program.ops.size() - 1 - i : i;
      if (program.ops[op].fixed)
        continue;
      count(op, -1);
      takeBest(op);
      count(op, 1);
    }
    double before = total;
    total = secondsOfAll();
    if (total > before - kLeastGain)
      return;
  }
}

void HoldingPlanner::count(size_t op, int by) {
  for (size_t i = 0; i < program.ops[op].operands.size(); ++i) {
    std::vector<Wanted> &ofValue = wanted[program.ops[op].operands[i]];
    const Holdings &holdings = chosen[op].operands[i];
    auto known = std::find_if(ofValue.begin(), ofValue.end(), [&](Wanted &one) { return one.holdings == holdings; });
    if (known == ofValue.end())
      known = ofValue.insert(known, {holdings, 0});
    known->times += by;
    if (known->times == 0)
      ofValue.erase(known);
  }
}

double HoldingPlanner::secondsWith(size_t op, const OpHoldings &choice) {
  chosen[op] = choice;
  count(op, 1);
  double seconds = secondsAround(op);
  count(op, -1);
  return seconds;
}

void HoldingPlanner::takeBest(size_t op) {
  auto takeBestOf = [&](const std::vector<OpHoldings> &choices) {
    OpHoldings best = chosen[op];
    double least = secondsWith(op, best);
    for (const OpHoldings &choice : choices)
      if (double now = secondsWith(op, choice); now < least - kLeastGain) {
        least = now;
        best = choice;
      }
    chosen[op] = std::move(best);
  };
  if (program.mesh.shape.size() <= kMostAxesTogether)
    return takeBestOf(choicesOf(op));
  for (size_t axis = 0; axis < program.mesh.shape.size(); ++axis)
    takeBestOf(choicesAlong(op, axis));
}

std::vector<Alternative> HoldingPlanner::alternatives(size_t op) {
  std::vector<Alternative> found;
  OpHoldings taken = chosen[op];
  count(op, -1);
  double without = total - secondsWith(op, taken);
  std::vector<OpHoldings> choices;
  if (program.mesh.shape.size() <= kMostAxesTogether)
    choices = choicesOf(op);
  else
    for (size_t axis = 0; axis < program.mesh.shape.size(); ++axis)
      for (OpHoldings &choice : choicesAlong(op, axis))
        choices.push_back(std::move(choice));
  for (OpHoldings &choice : choices)
    if (choice != taken)
      found.push_back({choice, without + secondsWith(op, choice)});
  chosen[op] = std::move(taken);
  count(op, 1);
  std::sort(found.begin(), found.end(),
            [](const Alternative &a, const Alternative &b) { return a.seconds < b.seconds; });
  return found;
}

/// Splits of the rule, and those along parts of its factors' ranges that operands come in or users want.
ValueShapes HoldingPlanner::shapesOf(const PlanOp &planned) const {
  ValueShapes shapes;
  for (int value : planned.operands)
    shapes.operands.push_back(program.values[value].shape);
  for (int value : planned.results)
    shapes.results.push_back(program.values[value].shape);
  return shapes;
}

std::vector<SplitCandidate> HoldingPlanner::candidatesAlong(size_t op, size_t axis) {
  const PlanOp &planned = program.ops[op];
  ValueShapes shapes = shapesOf(planned);
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
      add(splitsHolding(planned.rule, /*isResult=*/false, i, held, shapes));
  }
  for (size_t i = 0; i < planned.results.size(); ++i)
    for (const Wanted &one : wanted[planned.results[i]])
      if (const Holding &held = one.holdings[axis]; held.kind == Kind::Split)
        add(splitsHolding(planned.rule, /*isResult=*/true, i, held, shapes));
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
      if (fits(program.ops[op], choice))
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

/// What is chosen now, with each candidate along one axis.
std::vector<OpHoldings> HoldingPlanner::choicesAlong(size_t op, size_t axis) {
  std::vector<OpHoldings> choices;
  for (const SplitCandidate &candidate : candidatesAlong(op, axis)) {
    OpHoldings choice = chosen[op];
    for (size_t i = 0; i < choice.operands.size(); ++i)
      choice.operands[i][axis] = candidate.operands[i];
    for (size_t i = 0; i < choice.results.size(); ++i)
      choice.results[i][axis] = candidate.results[i];
    if (fits(program.ops[op], choice))
      choices.push_back(std::move(choice));
  }
  return choices;
}

double HoldingPlanner::secondsOfAll() {
  double sum = 0;
  for (size_t op = 0; op < program.ops.size(); ++op)
    sum += secondsOfOp(op);
  for (size_t value = 0; value < program.values.size(); ++value)
    sum += secondsOfValue(static_cast<int>(value));
  return sum;
}

double HoldingPlanner::secondsAround(size_t op) {
  const PlanOp &planned = program.ops[op];
  double sum = secondsOfOp(op);
  for (size_t i = 0; i < planned.operands.size(); ++i) {
    auto before = planned.operands.begin() + static_cast<std::ptrdiff_t>(i);
    if (std::find(planned.operands.begin(), before, planned.operands[i]) == before)
      sum += secondsOfValue(planned.operands[i]);
  }
  for (int value : planned.results)
    sum += secondsOfValue(value);
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

double HoldingPlanner::secondsOfValue(int value) {
  const PlanValue &planned = program.values[value];
  if (planned.producer < 0)
    return 0;
  double sum = 0;
  for (const Wanted &one : wanted[value])
    sum += secondsBetween(value, chosen[planned.producer].results[planned.result], one.holdings);
  return sum;
}

/// Small sums travel with others.
MeshAxes HoldingPlanner::linksFor(const PlanValue &value, const Holdings &from) const {
  MeshAxes mesh = program.mesh;
  int64_t bytes = value.bytes;
  for (int64_t size : sizesOf(value.shape))
    bytes *= size;
  bool isSum = std::any_of(from.begin(), from.end(), [](const Holding &held) { return held.kind == Kind::Partial; });
  for (Link &link : mesh.links)
    if (isSum && bytes <= kSmallSum)
      link.perMessage /= kTogether;
  return mesh;
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
    found->second = secondsOf(boxing({sizesOf(planned.shape), planned.bytes}, from, to, linksFor(planned, from)));
  return found->second;
}

} // namespace weir
