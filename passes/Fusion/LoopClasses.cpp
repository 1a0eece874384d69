// See LoopClasses.h.
#include "passes/Fusion/LoopClasses.h"

using namespace mlir;

namespace weir {

LoopClasses::Instance LoopClasses::add(Operation *op) {
  const IterationRule &rule = roles.rule(op);
  Instance instance = space.add(rule);
  if (roles(op) == OpRole::Reduction)
    for (OpResult result : op->getResults())
      for (auto [d, dim] : llvm::enumerate(rule.results[result.getResultNumber()]))
        if (!dim.terms.empty())
          space.mark(loopOf(result, instance, d), LoopSpace::kOfReductionResult);
  return instance;
}

LoopClasses::Instance LoopClasses::loopOf(OpResult result, Instance maker, size_t dim) const {
  return LoopSpace::ofResult(roles.rule(result.getOwner()), maker, result.getResultNumber(), dim);
}

bool LoopClasses::joinRead(OpResult value, Instance maker, Operation *consumer, Instance reader, unsigned operand) {
  const ValueMap &read = roles.rule(consumer).operands[operand];
  Instance first = loopOf(value, maker, 0);
  bool isAtOnePosition = space.joinRead(read, first, reader);
  auto isLegalLoop = [&](Instance loop) { return isLegal(loop); };
  return isAtOnePosition && llvm::all_of(llvm::seq<Instance>(first, first + read.size()), isLegalLoop);
}

bool LoopClasses::joinSame(Operation *op, Instance a, Instance b) {
  bool areLegal = true;
  for (unsigned loop = 0; loop < LoopSpace::count(roles.rule(op)); ++loop)
    areLegal &= space.join(a + loop, b + loop) && isLegal(a + loop);
  return areLegal;
}

SmallVector<unsigned> LoopClasses::resultLoops(OpResult result, Instance maker) const {
  SmallVector<unsigned> found;
  for (auto [d, dim] : llvm::enumerate(roles.rule(result.getOwner()).results[result.getResultNumber()]))
    if (!dim.terms.empty())
      found.push_back(space.classOf(loopOf(result, maker, d)));
  return found;
}

} // namespace weir
