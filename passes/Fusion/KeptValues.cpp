// Weighs computing against memory. A fused kernel evaluates a value in each loop over it: in that of each reduction,
// and in the one that writes results; but for what its target keeps row by row.
#include "passes/Fusion/KeptValues.h"

#include "dialects/Interfaces/Semantics.h"
#include "passes/Fusion/GroupPlan.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace weir {

bool repeats(Operation *movement) {
  return llvm::all_of(movement->getOperandTypes(), [&](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return !tensor || tensor.getRank() < cast<RankedTensorType>(movement->getResult(0).getType()).getRank();
  });
}

namespace {

constexpr int64_t kSharedElements = 1 << 15, kFewRows = 8;

class Weighing {
public:
  Weighing(llvm::function_ref<OpRole(Operation *)> role, const GroupingCosts &costs) : role(role), costs(costs) {}

  void weigh(Value value) {
    bool isPassedOn = value.hasOneUse() && role(*value.user_begin()) == OpRole::Pointwise;
    size_t loops = isPassedOn ? 1 : loopsThatNeed(value);
    if (loops < 2 || staysInRow(value))
      return;
    auto type = cast<RankedTensorType>(value.getType());
    double bytes = std::max(1u, type.getElementTypeBitWidth() / 8);
    double elements = type.hasStaticShape() ? static_cast<double>(type.getNumElements()) : 0;
    bool fitsCache = elements > 0 && elements * bytes <= static_cast<double>(costs.cacheBytes);
    llvm::SmallPtrSet<Operation *, 16> counted;
    double operations = static_cast<double>((loops - 1) * operationsFor(value, counted));
    double again = operations * costs.operation * std::max(1.0, bytes / 4);
    double memory = 3 * bytes * (fitsCache ? costs.cachedByte : costs.memoryByte);
    double launch = elements > 0 ? costs.launch / elements : 0;
    if (again <= memory + launch)
      return;
    kept.push_back({value, loops, again, memory + launch});
    isKept.insert(value);
  }

  SmallVector<KeptValue> kept;

private:
  size_t loopsThatNeed(Value value) const {
    llvm::SetVector<Value> open;
    llvm::SmallPtrSet<Operation *, 4> reductions;
    bool isWritten = false;
    open.insert(value);
    for (size_t i = 0; i < open.size(); ++i)
      for (Operation *user : open[i].getUsers()) {
        OpRole is = role(user);
        if (is == OpRole::Reduction)
          reductions.insert(user);
        else if (is == OpRole::Pointwise || (is == OpRole::Movement && !repeats(user)))
          open.insert(user->result_begin(), user->result_end());
        else
          isWritten = true;
      }
    return reductions.size() + isWritten;
  }

  /// Whether one kernel has all the loops, along the innermost dimension, and keeps a row of it: each loop is of a
  /// reduction whose results have their say over the same rows alone, as in a softmax.
  bool staysInRow(Value value) const {
    auto type = cast<RankedTensorType>(value.getType());
    int64_t bytes = type.getElementTypeBitWidth() / 8;
    if (bytes < 4 || type.getRank() == 0 || type.isDynamicDim(type.getRank() - 1) ||
        type.getShape().back() * bytes > costs.rowBytes)
      return false;
    // A few long rows would leave workers idle that share the elements of a kernel of its own.
    if (type.hasStaticShape() && type.getNumElements() >= kSharedElements &&
        type.getNumElements() < kFewRows * type.getShape().back())
      return false;
    llvm::SetVector<Value> open;
    open.insert(value);
    for (size_t i = 0; i < open.size(); ++i)
      for (Operation *user : open[i].getUsers()) {
        OpRole is = role(user);
        bool ofRow = cast<RankedTensorType>(open[i].getType()).getRank() < type.getRank();
        bool staysThere = is == OpRole::Reduction ? !ofRow && reducesInnermost(user)
                                                  : is != OpRole::Movement || (ofRow && repeats(user));
        if (!staysThere)
          return false;
        if (is == OpRole::Pointwise || is == OpRole::Movement || is == OpRole::Reduction)
          open.insert(user->result_begin(), user->result_end());
      }
    return true;
  }

  static bool reducesInnermost(Operation *reduction) {
    FailureOr<IterationRule> rule = iterationRuleOf(reduction);
    if (failed(rule))
      return false;
    auto isReduced = [&](const DimMap &dim) {
      return llvm::any_of(
          dim.terms, [&](const AffineTerm &term) { return rule->factors[term.factor].kind == FactorKind::Reduction; });
    };
    const ValueMap &operand = rule->operands[0];
    return isReduced(operand.back()) && std::none_of(operand.begin(), operand.end() - 1, isReduced);
  }

  /// Per element, back to what is read from memory or known per row.
  int64_t operationsFor(Value value, llvm::SmallPtrSetImpl<Operation *> &counted) const {
    Operation *op = value.getDefiningOp();
    if (!op || isKept.contains(value) || !counted.insert(op).second)
      return 0;
    OpRole is = role(op);
    if (is != OpRole::Pointwise && (is != OpRole::Movement || repeats(op)))
      return 0;
    int64_t operations = cast<SemanticsInterface>(op).flops();
    for (Value operand : op->getOperands())
      operations += operationsFor(operand, counted);
    return operations;
  }

  llvm::function_ref<OpRole(Operation *)> role;
  const GroupingCosts &costs;
  llvm::DenseSet<Value> isKept;
};

} // namespace

SmallVector<KeptValue> keptValues(Block &block, llvm::function_ref<OpRole(Operation *)> role,
                                  const GroupingCosts &costs) {
  Weighing weighing(role, costs);
  for (Operation &op : block)
    if (role(&op) == OpRole::Pointwise)
      for (Value result : op.getResults())
        weighing.weigh(result);
  return std::move(weighing.kept);
}

} // namespace weir
