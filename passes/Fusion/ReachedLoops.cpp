// Collects, from users to what they use, which reductions can be reached.
#include "passes/Fusion/ReachedLoops.h"

using namespace mlir;

namespace weir {

/// More loops change no decision: recomputing that often costs more than a store and a load.
constexpr size_t kMostLoops = 64;
constexpr int64_t kMostRanks = 32;

static int64_t rankOf(Value value) { return cast<RankedTensorType>(value.getType()).getRank(); }

/// Two ascending lists in one, up to the limit.
static void unite(SmallVectorImpl<unsigned> &into, ArrayRef<unsigned> from) {
  if (from.empty() || into.size() == kMostLoops)
    return;
  SmallVector<unsigned, 16> both;
  std::set_union(into.begin(), into.end(), from.begin(), from.end(), std::back_inserter(both));
  into.assign(both.begin(), both.begin() + static_cast<ptrdiff_t>(std::min(both.size(), kMostLoops)));
}

ReachedLoops::ReachedLoops(Block &block, const OpRoles &roles) : roles(roles) {
  for (Operation &op : llvm::reverse(block)) {
    OpRole role = roles(&op);
    if (role != OpRole::Pointwise && role != OpRole::Movement && role != OpRole::Reduction)
      continue;
    if (role == OpRole::Reduction)
      numbers[&op] = numbers.size();
    Reached reached;
    for (Value result : op.getResults()) {
      Reached own = from(result);
      unite(reached.reductions, own.reductions);
      reached.isWritten |= own.isWritten;
      reached.rows &= own.rows;
    }
    behind[&op] = std::move(reached);
  }
}

ReachedLoops::Reached ReachedLoops::from(Value value) const {
  Reached reached;
  for (Operation *user : value.getUsers()) {
    OpRole role = roles(user);
    auto known = behind.find(user);
    for (int64_t rank = 0; rank < kMostRanks; ++rank)
      if (!staysInRow(value, user, rank))
        reached.rows &= ~(1u << rank);
    if (known != behind.end())
      reached.rows &= known->second.rows;
    if (role == OpRole::Reduction) {
      unite(reached.reductions, numbers.at(user));
    } else if (role == OpRole::Pointwise || (role == OpRole::Movement && !repeats(user))) {
      unite(reached.reductions, known->second.reductions);
      reached.isWritten |= known->second.isWritten;
    } else {
      reached.isWritten = true;
    }
  }
  return reached;
}

size_t ReachedLoops::count(Value value) const {
  Reached reached = from(value);
  return reached.reductions.size() + reached.isWritten;
}

bool ReachedLoops::stayInRow(Value value) const { return from(value).rows >> rankOf(value) & 1; }

bool ReachedLoops::staysInRow(Value read, Operation *user, int64_t rank) const {
  OpRole role = roles(user);
  if (role != OpRole::Reduction && role != OpRole::Movement)
    return true;
  bool isOfRow = rankOf(read) < rank;
  return role == OpRole::Reduction ? !isOfRow && reducesInnermost(user) : isOfRow && repeats(user);
}

bool ReachedLoops::reducesInnermost(Operation *reduction) const {
  const IterationRule &rule = roles.rule(reduction);
  auto isReduced = [&](const DimMap &dim) {
    return llvm::any_of(
        dim.terms, [&](const AffineTerm &term) { return rule.factors[term.factor].kind == FactorKind::Reduction; });
  };
  const ValueMap &operand = rule.operands[0];
  return isReduced(operand.back()) && std::none_of(operand.begin(), operand.end() - 1, isReduced);
}

} // namespace weir
