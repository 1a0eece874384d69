// Packs groups into kernels, in program order.
#include "passes/Fusion/IndependentGroups.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OperationSupport.h"

using namespace mlir;

namespace weir {

namespace {

using PlannedGroup = GroupPlan::PlannedGroup;

/// What is in a kernel already.
class Contents {
public:
  /// Words of operands that the group adds, and its ops that are not there yet.
  std::pair<int64_t, size_t> added(const PlannedGroup &group) const {
    int64_t newWords = 0;
    size_t newOps = 0;
    llvm::SmallPtrSet<Value, 8> counted;
    visitOperands(group, [&](Value value) {
      if (!operands.contains(value) && counted.insert(value).second)
        newWords += wordsOf(value);
    });
    for (Operation *op : group.ops)
      newOps += !ops.contains(op);
    return {words + newWords, ops.size() + newOps};
  }

  void add(const PlannedGroup &group) {
    visitOperands(group, [&](Value value) {
      if (operands.insert(value).second)
        words += wordsOf(value);
    });
    ops.insert(group.ops.begin(), group.ops.end());
  }

private:
  static void visitOperands(const PlannedGroup &group, llvm::function_ref<void(Value)> visit) {
    llvm::SmallPtrSet<Operation *, 16> inside(group.ops.begin(), group.ops.end());
    for (Operation *op : group.ops)
      for (Value operand : op->getOperands())
        if (Operation *source = operand.getDefiningOp(); !source || !inside.contains(source))
          visit(operand);
    llvm::for_each(group.outputs, visit);
  }

  /// For a tensor its address, sizes and strides.
  static int64_t wordsOf(Value value) {
    auto tensor = dyn_cast<RankedTensorType>(value.getType());
    return tensor ? 1 + 2 * tensor.getRank() : 1;
  }

  llvm::DenseSet<Value> operands;
  llvm::DenseSet<Operation *> ops;
  int64_t words = 0;
};

/// Equal for groups that compute the same of other operands.
llvm::hash_code structureOf(const PlannedGroup &group) {
  llvm::DenseMap<Value, size_t> numbers;
  llvm::hash_code hash(group.ops.size());
  for (Operation *op : group.ops) {
    hash = llvm::hash_combine(hash, op->getName(), op->getRawDictionaryAttrs(), op->hashProperties());
    for (Value operand : op->getOperands())
      hash = llvm::hash_combine(hash, operand.getType(), numbers.try_emplace(operand, numbers.size()).first->second);
    for (Value result : op->getResults())
      hash = llvm::hash_combine(hash, result.getType(), numbers.try_emplace(result, numbers.size()).first->second);
  }
  return hash;
}

PlannedGroup joined(ArrayRef<size_t> positions, ArrayRef<PlannedGroup> groups) {
  PlannedGroup result;
  llvm::SetVector<Operation *> ops;
  llvm::DenseSet<Value> outputs;
  for (size_t position : positions) {
    ops.insert(groups[position].ops.begin(), groups[position].ops.end());
    outputs.insert(groups[position].outputs.begin(), groups[position].outputs.end());
  }
  result.ops = llvm::to_vector(ops);
  orderOps(result.ops);
  for (Operation *op : result.ops)
    llvm::copy_if(op->getResults(), std::back_inserter(result.outputs),
                  [&](Value value) { return outputs.contains(value); });
  return result;
}

} // namespace

/// One after the other; those that don't fit begin another kernel.
SmallVector<IndependentGroups::Positions> IndependentGroups::inRuns(ArrayRef<size_t> all,
                                                                    ArrayRef<PlannedGroup> groups) const {
  SmallVector<Positions> runs;
  Contents kernel;
  for (size_t position : all) {
    auto [words, ops] = kernel.added(groups[position]);
    if (runs.empty() || words > mostWords || ops > mostOps || runs.back().size() == kMostNests) {
      runs.emplace_back();
      kernel = Contents();
    }
    runs.back().push_back(position);
    kernel.add(groups[position]);
  }
  return runs;
}

void IndependentGroups::merge(SmallVectorImpl<PlannedGroup> &groups) const {
  SmallVector<Positions> runs = inRuns(positions, groups);
  if (runs.size() > 1) {
    llvm::MapVector<size_t, Positions> alike;
    for (size_t position : positions)
      alike[structureOf(groups[position])].push_back(position);
    runs.clear();
    for (const auto &[structure, list] : alike)
      llvm::append_range(runs, inRuns(list, groups));
  }
  for (const Positions &run : runs) {
    if (run.size() == 1)
      continue;
    PlannedGroup merged = joined(run, groups);
    for (size_t position : run)
      groups[position] = {};
    groups[run.front()] = std::move(merged);
  }
  llvm::erase_if(groups, [](const PlannedGroup &group) { return group.ops.empty(); });
}

} // namespace weir
