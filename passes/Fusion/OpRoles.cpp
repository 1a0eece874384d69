// Classifies the ops of a block.
#include "passes/Fusion/OpRoles.h"

#include "dialects/Interfaces/Elementwise.h"
#include "dialects/Interfaces/Semantics.h"
#include "dialects/Weir/Shape/Ops.h"

#include "llvm/ADT/SetVector.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace weir {

/// Whether ops of this role compute all movements that they read themselves.
static bool recomputesMovements(OpRole role) {
  return role == OpRole::Movement || role == OpRole::Pointwise || role == OpRole::Reduction;
}

bool repeats(Operation *movement) {
  return llvm::all_of(movement->getOperandTypes(), [&](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return !tensor || tensor.getRank() < cast<RankedTensorType>(movement->getResult(0).getType()).getRank();
  });
}

/// Reshapes of row-major values are views, and constants with elements are stored: neither computes.
static bool isStored(Operation *op) {
  auto constant = dyn_cast<ConstantOp>(op);
  return isa<ReshapeOp>(op) || (constant && !constant.getValue().isSplat());
}

/// Whether the op takes one element along a factor, as a gather does, instead of joining all.
static bool picks(const IterationRule &rule, int factor) {
  auto reads = [&](const DimMap &dim) { return dim.onlyFactor() == factor; };
  return rule.factors[factor].indexed &&
         llvm::any_of(rule.operands, [&](const ValueMap &map) { return llvm::any_of(map, reads); });
}

static OpRole roleOf(Operation *op, const IterationRule &rule) {
  if (isStored(op))
    return OpRole::Other;
  if (isa<ElementwiseInterface>(op))
    return OpRole::Pointwise;
  bool hasReduction = false, isIndexed = false;
  for (auto [number, factor] : llvm::enumerate(rule.factors)) {
    if (factor.kind == FactorKind::Whole)
      return OpRole::Opaque;
    hasReduction |= factor.kind == FactorKind::Reduction && !picks(rule, static_cast<int>(number));
    isIndexed |= factor.indexed;
  }
  if (hasReduction)
    return rule.operands.size() == 1 ? OpRole::Reduction : OpRole::Contraction;
  bool isConstant = rule.operands.empty();
  return isIndexed && !isConstant ? OpRole::Pointwise : OpRole::Movement;
}

OpRole OpRoles::operator()(Operation *op) const {
  auto it = known.find(op);
  return it == known.end() ? OpRole::Other : it->second.role;
}

/// Whether a movement takes neighbours of one tensor, all of them inside.
static bool isSlice(const IterationRule &rule) {
  return rule.operands.size() == 1 &&
         llvm::all_of(rule.operands[0],
                      [](const DimMap &dim) {
                        return !dim.clipped && !dim.indirect && dim.terms.size() == 1 && dim.terms[0].coefficient == 1;
                      }) &&
         llvm::any_of(rule.operands[0], [](const DimMap &dim) { return dim.inset; });
}

/// Whether each point of the op's loops reads another element of the operand.
static bool readsOnce(const IterationRule &rule, const ValueMap &operand) {
  return llvm::all_of(llvm::enumerate(rule.factors), [&](auto factor) {
    bool isOne = factor.value().size.isKnown() && factor.value().size.known() == 1;
    return isOne || llvm::any_of(operand, [&](const DimMap &dim) {
             return dim.onlyFactor() == static_cast<int>(factor.index());
           });
  });
}

bool OpRoles::contractsSliceOnce(Operation *contraction, Operation *movement) const {
  Operation *source = movement->getNumOperands() > 0 ? movement->getOperand(0).getDefiningOp() : nullptr;
  bool isStored = movement->getNumOperands() > 0 &&
                  (!source || (*this)(source) == OpRole::Other || (*this)(source) == OpRole::Opaque);
  if (!isStored || !isSlice(rule(movement)))
    return false;
  const IterationRule &reader = rule(contraction);
  for (auto [number, operand] : llvm::enumerate(contraction->getOperands()))
    if (operand.getDefiningOp() == movement &&
        (number >= reader.operands.size() || !readsOnce(reader, reader.operands[number])))
      return false;
  return true;
}

bool OpRoles::recomputes(Operation *reader, Operation *movement) const {
  OpRole role = (*this)(reader);
  if (role == OpRole::Contraction)
    return readsSlices && contractsSliceOnce(reader, movement);
  if (role != OpRole::Opaque)
    return recomputesMovements(role);
  return repeats(movement) && llvm::none_of(movement->getOperands(), [&](Value operand) {
           Operation *source = operand.getDefiningOp();
           return source && (*this)(source) == OpRole::Movement;
         });
}

FailureOr<OpRoles> OpRoles::of(Block &block, size_t mostMovements, bool readsSlices) {
  OpRoles roles;
  roles.readsSlices = readsSlices;
  for (Operation &op : block) {
    if (!isa<SemanticsInterface>(op))
      continue;
    FailureOr<IterationRule> rule = iterationRuleOf(&op);
    if (failed(rule))
      return failure();
    roles.known[&op] = {roleOf(&op, *rule), static_cast<unsigned>(roles.rules.size())};
    roles.rules.push_back(std::move(*rule));
  }
  roles.findCheapValues(block);
  roles.demoteLongMovements(block, mostMovements);
  return roles;
}

void OpRoles::demoteLongMovements(Block &block, size_t mostMovements) {
  auto isMovement = [&](Value value) {
    return value.getDefiningOp() && (*this)(value.getDefiningOp()) == OpRole::Movement;
  };
  for (Operation &op : block) {
    if ((*this)(&op) != OpRole::Movement)
      continue;
    llvm::SetVector<Operation *> behind;
    behind.insert(&op);
    for (size_t i = 0; i < behind.size() && behind.size() <= mostMovements; ++i)
      for (Value operand : behind[i]->getOperands())
        if (isMovement(operand))
          behind.insert(operand.getDefiningOp());
    if (behind.size() > mostMovements)
      demote(&op);
  }
}

/// A value that several need, where it is one operation on what is in memory anyway, for a reduction to read, and on
/// what is repeated, as in `x - mean(x)`: each group computes it from there, like a movement. So is what is read from
/// fewer bytes than it has, as a widening cast is.
void OpRoles::findCheapValues(Block &block) {
  llvm::DenseSet<Value> readByReductions;
  for (Operation &op : block)
    if ((*this)(&op) == OpRole::Reduction)
      readByReductions.insert(op.operand_begin(), op.operand_end());
  for (Operation &op : block)
    if (isAsCheapAsReading(&op, readByReductions))
      known[&op].role = OpRole::Movement;
}

bool OpRoles::isAsCheapAsReading(Operation *op, const llvm::DenseSet<Value> &readByReductions) const {
  auto role = [&](Operation *other) { return (*this)(other); };
  if (role(op) != OpRole::Pointwise || op->getNumResults() != 1 || op->hasOneUse() || op->use_empty() ||
      cast<SemanticsInterface>(op).flops() > 1 ||
      !llvm::all_of(op->getUsers(), [&](Operation *user) { return recomputesMovements(role(user)); }))
    return false;
  Value stored;
  for (Value operand : op->getOperands()) {
    Operation *source = operand.getDefiningOp();
    bool isSize = operand.getType().isIndex();
    if (isSize || (source && role(source) == OpRole::Movement && repeats(source)))
      continue;
    if (stored && stored != operand)
      return false;
    stored = operand;
  }
  auto widthOf = [](Value value) { return getElementTypeOrSelf(value).getIntOrFloatBitWidth(); };
  auto isInMemory = [&](Value value) {
    Operation *source = value.getDefiningOp();
    return !source || (role(source) != OpRole::Pointwise && role(source) != OpRole::Movement);
  };
  if (!stored || widthOf(stored) > widthOf(op->getResult(0)))
    return false;
  if (widthOf(stored) < widthOf(op->getResult(0)) && isInMemory(stored))
    return true;
  Operation *source = stored.getDefiningOp();
  bool isWidened = source && role(source) == OpRole::Movement && source->getNumOperands() == 1 &&
                   widthOf(source->getOperand(0)) < widthOf(stored) && isInMemory(source->getOperand(0));
  return (isWidened || isInMemory(stored)) && readByReductions.contains(stored);
}

} // namespace weir
