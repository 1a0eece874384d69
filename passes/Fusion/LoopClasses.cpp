// Joins the loops of ops along the values that pass between them.
#include "passes/Fusion/LoopClasses.h"

#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;

namespace weir {

LoopClasses::LoopClasses(const GroupPlan &plan, ArrayRef<Operation *> ops) : plan(plan) {
  int count = 0;
  for (Operation *op : ops) {
    const IterationRule &rule = plan.rules.at(op);
    firstFactor[op] = count;
    count += rule.factors.size();
    for (OpResult result : op->getResults()) {
      firstDim[result] = count;
      count += rule.results[result.getResultNumber()].size();
    }
  }
  classes.grow(count);
  forEachRead(ops, [&](OpResult value, Operation *op, unsigned operand) { joinAlong(value, op, operand); });
  classes.compress();
  findParallel(ops);
}

void LoopClasses::forEachRead(ArrayRef<Operation *> ops, ReadFn visit) const {
  for (Operation *op : ops) {
    unsigned tensor = 0;
    for (Value operand : op->getOperands()) {
      if (!isa<RankedTensorType>(operand.getType()))
        continue;
      auto result = dyn_cast<OpResult>(operand);
      if (result && firstFactor.contains(result.getOwner()))
        visit(result, op, tensor);
      ++tensor;
    }
  }
}

void LoopClasses::findParallel(ArrayRef<Operation *> ops) {
  parallel.assign(classes.getNumClasses(), true);
  for (Operation *op : ops) {
    const IterationRule &rule = plan.rules.at(op);
    auto isParallel = [&](int factor) { return rule.factors[factor].kind == FactorKind::Parallel; };
    for (size_t factor = 0; factor < rule.factors.size(); ++factor)
      if (!isParallel(factor))
        parallel[classes[firstFactor.lookup(op) + factor]] = false;
    for (OpResult result : op->getResults())
      for (auto [d, dim] : llvm::enumerate(rule.results[result.getResultNumber()]))
        if (!llvm::all_of(dim.terms, [&](const AffineTerm &term) { return isParallel(term.factor); }))
          parallel[classes[loopOf(result, d)]] = false;
  }
  forEachRead(ops, [&](OpResult value, Operation *op, unsigned operand) {
    for (auto [d, dim] : llvm::enumerate(plan.rules.at(op).operands[operand]))
      if (!dim.onlyFactor() && (dim.indirect || !dim.terms.empty()))
        parallel[classes[loopOf(value, d)]] = false;
  });
}

int LoopClasses::loopOf(OpResult result, size_t dim) const {
  Operation *op = result.getOwner();
  std::optional<int> factor = plan.rules.at(op).results[result.getResultNumber()][dim].onlyFactor();
  return factor ? firstFactor.lookup(op) + *factor : firstDim.lookup(result) + static_cast<int>(dim);
}

void LoopClasses::joinAlong(OpResult result, Operation *consumer, unsigned operand) {
  for (auto [d, read] : llvm::enumerate(plan.rules.at(consumer).operands[operand]))
    if (std::optional<int> factor = read.onlyFactor())
      classes.join(loopOf(result, d), firstFactor.lookup(consumer) + *factor);
}

SmallVector<int> LoopClasses::resultLoops(Operation *op, unsigned result) const {
  SmallVector<int> loops;
  for (auto [d, dim] : llvm::enumerate(plan.rules.at(op).results[result]))
    if (!dim.terms.empty())
      loops.push_back(classes[loopOf(op->getResult(result), d)]);
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
