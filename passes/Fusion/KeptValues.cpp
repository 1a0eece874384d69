// Weighs computing against memory. A fused kernel evaluates a value in each loop over it: in that of each reduction,
// and in the one that writes results; but for what its target keeps row by row. And at each position at which movements
// read it.
#include "passes/Fusion/KeptValues.h"

#include "dialects/Interfaces/Semantics.h"
#include "passes/Fusion/ReachedLoops.h"

using namespace mlir;

namespace weir {

namespace {

constexpr int64_t kSharedElements = 1 << 15, kFewRows = 8;

class Weighing {
public:
  Weighing(Block &block, const OpRoles &roles, const Evaluations &evaluations, const GroupingCosts &costs,
           size_t mostOps)
      : roles(roles), evaluations(evaluations), costs(costs), mostOps(mostOps), reached(block, roles) {}

  void keep(const KeptValue &value) {
    if (isKept.insert(value.value).second)
      kept.push_back(value);
  }

  void weigh(Value value) {
    bool isPassedOn = value.hasOneUse() && roles(*value.user_begin()) == OpRole::Pointwise;
    double more = isPassedOn ? 0 : std::max(1.0, double(reached.count(value))) + evaluations.of(value) - 2;
    if (more <= 0 || staysInRow(value))
      return;
    auto type = cast<RankedTensorType>(value.getType());
    double bytes = std::max(1u, type.getElementTypeBitWidth() / 8);
    double elements = type.hasStaticShape() ? static_cast<double>(type.getNumElements()) : 0;
    bool fitsCache = elements > 0 && elements * bytes <= static_cast<double>(costs.cacheBytes);
    llvm::SmallPtrSet<Operation *, 16> counted;
    double operations = more * static_cast<double>(operationsFor(value, counted));
    double again = operations * costs.operation * std::max(1.0, bytes / 4);
    double memory = 3 * bytes * (fitsCache ? costs.cachedByte : costs.memoryByte);
    double launch = elements > 0 ? costs.launch / elements : 0;
    if (again <= memory + launch)
      return;
    keep({value, 1 + more, again, memory + launch});
  }

  SmallVector<KeptValue> kept;

private:
  /// Whether one kernel has all the loops and keeps a row of it.
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
    return reached.stayInRow(value);
  }

  /// Per element, back to what is read from memory or known per row.
  int64_t operationsFor(Value value, llvm::SmallPtrSetImpl<Operation *> &counted) const {
    Operation *op = value.getDefiningOp();
    if (!op || isKept.contains(value) || counted.size() == mostOps || !counted.insert(op).second)
      return 0;
    OpRole role = roles(op);
    if (role != OpRole::Pointwise && (role != OpRole::Movement || repeats(op)))
      return 0;
    int64_t operations = cast<SemanticsInterface>(op).flops();
    for (Value operand : op->getOperands())
      operations += operationsFor(operand, counted);
    return operations;
  }

  const OpRoles &roles;
  const Evaluations &evaluations;
  const GroupingCosts &costs;
  size_t mostOps;
  ReachedLoops reached;
  llvm::DenseSet<Value> isKept;
};

} // namespace

SmallVector<KeptValue> keptValues(Block &block, const OpRoles &roles, const Evaluations &evaluations,
                                  const GroupingCosts &costs, size_t mostOps) {
  Weighing weighing(block, roles, evaluations, costs, mostOps);
  for (Operation *op : evaluations.copiedTooOften())
    for (Value result : op->getResults())
      weighing.keep({result});
  for (Operation &op : block)
    if (costs.operation > 0 && roles(&op) == OpRole::Pointwise)
      for (Value result : op.getResults())
        weighing.weigh(result);
  return std::move(weighing.kept);
}

} // namespace weir
