// Joins the factors of ops along the values that pass between them.
#include "passes/Fusion/LoopClasses.h"

#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;

namespace weir {

LoopClasses::LoopClasses(const GroupPlan &plan, ArrayRef<Operation *> ops) : plan(plan) {
  int count = 0;
  for (Operation *op : ops) {
    firstFactor[op] = count;
    count += plan.rules.at(op).factors.size();
  }
  classes.grow(count);
  for (Operation *op : ops) {
    unsigned tensor = 0;
    for (Value operand : op->getOperands()) {
      if (!isa<RankedTensorType>(operand.getType()))
        continue;
      auto result = dyn_cast<OpResult>(operand);
      if (result && firstFactor.contains(result.getOwner()))
        joinAlong(result.getOwner(), result.getResultNumber(), op, tensor);
      ++tensor;
    }
  }
  classes.compress();
  parallel.assign(classes.getNumClasses(), true);
  for (Operation *op : ops)
    for (auto [i, factor] : llvm::enumerate(plan.rules.at(op).factors))
      if (factor.kind != FactorKind::Parallel)
        parallel[classes[firstFactor.lookup(op) + i]] = false;
}

void LoopClasses::joinAlong(Operation *producer, unsigned result, Operation *consumer, unsigned operand) {
  const ValueMap &written = plan.rules.at(producer).results[result];
  const ValueMap &read = plan.rules.at(consumer).operands[operand];
  for (auto [from, to] : llvm::zip(written, read)) {
    std::optional<int> outer = from.onlyFactor(), inner = to.onlyFactor();
    if (outer && inner)
      classes.join(firstFactor.lookup(producer) + *outer, firstFactor.lookup(consumer) + *inner);
  }
}

SmallVector<int> LoopClasses::resultLoops(Operation *op, unsigned result) const {
  SmallVector<int> loops;
  for (const DimMap &dim : plan.rules.at(op).results[result])
    if (std::optional<int> factor = dim.onlyFactor())
      loops.push_back(classes[firstFactor.lookup(op) + *factor]);
  return loops;
}

bool LoopClasses::hasTwoPositions() const {
  return llvm::any_of(firstFactor, [&](const auto &entry) {
    llvm::SmallSet<unsigned, 8> seen;
    auto isNew = [&](size_t factor) { return seen.insert(classes[entry.second + factor]).second; };
    return !llvm::all_of(llvm::seq(plan.rules.at(entry.first).factors.size()), isNew);
  });
}

} // namespace weir
