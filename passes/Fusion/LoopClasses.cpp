// Classes of loops as trees, the smaller below the larger, with a log of what was joined.
#include "passes/Fusion/LoopClasses.h"

#include <utility>

using namespace mlir;

namespace weir {

LoopClasses::Instance LoopClasses::add(Operation *op) {
  const IterationRule &rule = roles.rule(op);
  auto instance = static_cast<Instance>(loops.size());
  auto addLoop = [&](size_t factors) {
    auto loop = static_cast<unsigned>(loops.size());
    loops.push_back({.parent = loop, .next = loop, .instance = instance, .factors = static_cast<uint8_t>(factors)});
  };
  auto isParallel = [&](int factor) { return rule.factors[factor].kind == FactorKind::Parallel; };
  for (size_t factor = 0; factor < rule.factors.size(); ++factor) {
    addLoop(rule.factors.size());
    if (!isParallel(static_cast<int>(factor)))
      loops.back().flags = kNotParallel;
  }
  for (const ValueMap &result : rule.results)
    for (size_t dim = 0; dim < result.size(); ++dim)
      addLoop(0);
  for (OpResult result : op->getResults())
    for (auto [d, dim] : llvm::enumerate(rule.results[result.getResultNumber()])) {
      unsigned loop = loopOf(result, instance, d);
      if (!llvm::all_of(dim.terms, [&](const AffineTerm &term) { return isParallel(term.factor); }))
        loops[loop].flags |= kNotParallel;
      if (roles(op) == OpRole::Reduction && !dim.terms.empty())
        loops[loop].flags |= kOfReductionResult;
    }
  return instance;
}

unsigned LoopClasses::loopOf(OpResult result, Instance maker, size_t dim) const {
  const IterationRule &rule = roles.rule(result.getOwner());
  unsigned number = result.getResultNumber();
  if (std::optional<int> factor = rule.results[number][dim].onlyFactor())
    return maker + static_cast<unsigned>(*factor);
  size_t before = rule.factors.size();
  for (const ValueMap &earlier : ArrayRef(rule.results).take_front(number))
    before += earlier.size();
  return maker + static_cast<unsigned>(before + dim);
}

unsigned LoopClasses::classOf(unsigned loop) const {
  while (loops[loop].parent != loop)
    loop = loops[loop].parent;
  return loop;
}

bool LoopClasses::joinRead(OpResult value, Instance maker, Operation *consumer, Instance reader, unsigned operand) {
  bool isLegal = true;
  for (auto [d, read] : llvm::enumerate(roles.rule(consumer).operands[operand])) {
    unsigned loop = loopOf(value, maker, d);
    if (std::optional<int> factor = read.onlyFactor())
      isLegal &= join(loop, reader + static_cast<unsigned>(*factor));
    else if (read.indirect || !read.terms.empty())
      isLegal &= mark(loop, kNotParallel);
  }
  return isLegal;
}

bool LoopClasses::joinSame(Operation *op, Instance a, Instance b) {
  const IterationRule &rule = roles.rule(op);
  size_t count = rule.factors.size();
  for (const ValueMap &result : rule.results)
    count += result.size();
  bool isLegal = true;
  for (unsigned loop = 0; loop < count; ++loop)
    isLegal &= join(a + loop, b + loop);
  return isLegal;
}

SmallVector<unsigned> LoopClasses::resultLoops(OpResult result, Instance maker) const {
  SmallVector<unsigned> found;
  for (auto [d, dim] : llvm::enumerate(roles.rule(result.getOwner()).results[result.getResultNumber()]))
    if (!dim.terms.empty())
      found.push_back(classOf(loopOf(result, maker, d)));
  return found;
}

bool LoopClasses::join(unsigned a, unsigned b) {
  unsigned into = classOf(a), from = classOf(b);
  if (into == from)
    return true;
  if (loops[into].size < loops[from].size)
    std::swap(into, from);
  bool isAtOnePosition = !hasTwoPositions(from, into);
  changes.push_back({into, from, loops[into].flags});
  loops[from].parent = into;
  loops[into].size += loops[from].size;
  loops[into].flags |= loops[from].flags;
  std::swap(loops[into].next, loops[from].next);
  return isAtOnePosition && isLegal(into);
}

/// Whether an op would have two factors in the joined class.
bool LoopClasses::hasTwoPositions(unsigned from, unsigned into) const {
  unsigned loop = from;
  do {
    const Loop &member = loops[loop];
    for (unsigned other = member.instance; other < member.instance + member.factors; ++other)
      if (other != loop && classOf(other) == into)
        return true;
    loop = member.next;
  } while (loop != from);
  return false;
}

bool LoopClasses::mark(unsigned loop, Flags flag) {
  unsigned root = classOf(loop);
  changes.push_back({root, root, loops[root].flags});
  loops[root].flags |= flag;
  return isLegal(root);
}

void LoopClasses::takeBack(size_t since) {
  for (; changes.size() > since; changes.pop_back()) {
    auto [into, from, flags] = changes.back();
    loops[into].flags = flags;
    if (into == from)
      continue;
    std::swap(loops[into].next, loops[from].next);
    loops[into].size -= loops[from].size;
    loops[from].parent = from;
  }
}

} // namespace weir
