// Classes of equal sizes, from the iteration rules of a function's ops.
#include "lib/Verify/InputShapes.h"

#include "dialects/Interfaces/Semantics.h"
#include "dialects/Weir/Control/Ops.h"
#include "dialects/Weir/Shape/Ops.h"

using namespace mlir;

namespace weir {

InputShapes::InputShapes(func::FuncOp function) {
  for (BlockArgument argument : function.getArguments()) {
    auto tensor = dyn_cast<RankedTensorType>(argument.getType());
    if (!tensor)
      meet({argument, 0});
    for (int64_t d = 0; tensor && d < tensor.getRank(); ++d)
      meet({argument, d});
    allStatic &= tensor && tensor.hasStaticShape();
  }
  function.walk([&](Operation *op) { uniteThrough(op); });
  known = loops.space.sizes();
  choose({1});
}

/// Classes are given sizes in the order in which these are met.
InputShapes::Loop InputShapes::meet(Size size) {
  return sizes.try_emplace(size, loops.of(size.first, size.second)).first->second;
}

void InputShapes::unite(Size a, Size b) {
  Loop first = meet(a), second = meet(b);
  loops.space.join(first, second);
}

/// Unites what one op says to be equal.
void InputShapes::uniteThrough(Operation *op) {
  if (auto dim = dyn_cast<DimOp>(op))
    return unite({dim.getX(), dim.getDim()}, {dim.getSize(), 0});
  if (isa<ReshapeOp>(op))
    reshapes.push_back(op);
  if (isa<SemanticsInterface>(op))
    return uniteLoops(op);
  uniteByRole(op);
}

void InputShapes::uniteValues(Value a, Value b) {
  auto type = dyn_cast<RankedTensorType>(a.getType());
  if (a.getType().isIndex())
    unite({a, 0}, {b, 0});
  for (int64_t d = 0; type && d < type.getRank(); ++d)
    unite({a, d}, {b, d});
}

/// Unites what an op without an iteration rule leaves as it is.
void InputShapes::uniteByRole(Operation *op) {
  if (auto gradient = dyn_cast<GradientOp>(op))
    for (auto [wrt, result] : llvm::zip(gradient.getWrt(), gradient.getResults()))
      uniteValues(wrt, result);
  // An op that only groups others: its region's arguments are its operands.
  if (op->getNumRegions() != 1 || isa<func::FuncOp>(op) || !op->getRegion(0).hasOneBlock())
    return;
  Block &body = op->getRegion(0).front();
  for (auto [operand, argument] : llvm::zip(op->getOperands(), body.getArguments()))
    uniteValues(operand, argument);
  for (auto [result, yielded] : llvm::zip(op->getResults(), body.getTerminator()->getOperands()))
    uniteValues(result, yielded);
}

/// Dimensions that one factor alone runs over are equal; so are index operands and the `?` sizes they give.
void InputShapes::uniteLoops(Operation *op) {
  if (failed(loops.add(op)))
    return;
  loops.joinReads(op);
  const IterationRule &rule = loops.rule(op);
  auto visit = [&](Value value, const ValueMap &map) {
    for (auto [d, position] : llvm::enumerate(map))
      if (position.onlyFactor())
        meet({value, d});
  };
  loops.forEachRead(op, visit);
  for (auto [result, map] : llvm::zip(op->getResults(), rule.results))
    visit(result, map);
  loops.forEachRead(op, [&](Value value, const ValueMap &map) { addMerges(op, value, map); });
  for (auto [result, map] : llvm::zip(op->getResults(), rule.results))
    addMerges(op, result, map);
  OpLoops::forEachGivenSize(op, [&](size_t dim, Value given) { unite({op->getResult(0), dim}, {given, 0}); });
}

void InputShapes::addMerges(Operation *op, Value value, const ValueMap &map) {
  for (auto [d, position] : llvm::enumerate(map)) {
    if (position.onlyFactor() || position.terms.empty() || position.indirect || position.inset)
      continue;
    Merge &merge = merges.emplace_back(Merge{meet({value, d}), {}});
    for (const AffineTerm &term : position.terms)
      merge.terms.push_back({loops.factor(op, term.factor), term.coefficient});
  }
}

/// As long as the furthest position says; a size that types say stays, and so does one of loops without a size.
void InputShapes::makeUp(const Merge &merge) {
  auto sizeOf = [&](Loop loop) {
    Loop root = loops.space.classOf(loop);
    return refine(known[root], chosen[root]);
  };
  Loop root = loops.space.classOf(merge.size);
  auto isOpen = [&](const Merge::Term &term) { return !sizeOf(term.loop).isKnown(); };
  if (known[root].isKnown() || llvm::any_of(merge.terms, isOpen))
    return;
  chosen[root] = 1;
  for (auto [loop, coefficient] : merge.terms)
    chosen[root] = DimSize(chosen[root].known() + coefficient * (sizeOf(loop).known() - 1));
}

void InputShapes::choose(ArrayRef<int64_t> palette) {
  chosen.assign(loops.space.size(), DimSize());
  size_t next = 0;
  for (Loop loop : llvm::make_second_range(sizes))
    if (DimSize &size = chosen[loops.space.classOf(loop)]; !size.isKnown()) {
      DimSize written = known[loops.space.classOf(loop)];
      size = written.isKnown() ? written : DimSize(palette[next++ % palette.size()]);
    }
  for (const Merge &merge : merges)
    makeUp(merge);
  // One reshape's sizes may be another's: a second pass settles chains.
  for (int pass = 0; pass < 2; ++pass)
    for (Operation *reshape : reshapes)
      keepElements(reshape);
}

void InputShapes::give(BlockArgument argument, size_t dim, int64_t size) {
  chosen[*classOf({argument, dim})] = DimSize(size);
}

/// Of a size that has been met.
std::optional<InputShapes::Loop> InputShapes::classOf(Size size) const {
  auto found = sizes.find(size);
  return found == sizes.end() ? std::nullopt : std::optional(loops.space.classOf(found->second));
}

/// The number of elements as chosen; `open` gets the classes that types leave free.
int64_t InputShapes::numElements(Value tensor, SmallVectorImpl<Loop> &open) const {
  int64_t count = 1;
  for (auto [d, size] : llvm::enumerate(shapeOf(tensor))) {
    count *= size.knownOr(1);
    if (std::optional<Loop> root = classOf({tensor, d}); root && !known[*root].isKnown())
      open.push_back(*root);
  }
  return count;
}

/// Changes a free size of the result, or else of the operand, so that both have as many elements.
void InputShapes::keepElements(Operation *reshape) {
  SmallVector<Loop> openBefore, openAfter;
  int64_t before = numElements(reshape->getOperand(0), openBefore);
  int64_t after = numElements(reshape->getResult(0), openAfter);
  auto adjust = [&](ArrayRef<Loop> open, ArrayRef<Loop> fixed, int64_t count, int64_t wanted) {
    for (Loop root : open) {
      if (llvm::is_contained(fixed, root) || chosen[root] == 0 || count == 0)
        continue;
      int64_t others = count / chosen[root].known();
      if (others == 0 || wanted % others != 0)
        continue;
      chosen[root] = DimSize(wanted / others);
      return true;
    }
    return false;
  };
  if (before != after && !adjust(openAfter, openBefore, after, before))
    adjust(openBefore, openAfter, before, after);
}

Shape InputShapes::shapeOf(Value tensor) const {
  Shape shape = metaOf(cast<RankedTensorType>(tensor.getType())).shape;
  for (auto [d, size] : llvm::enumerate(shape))
    if (std::optional<Loop> root = classOf({tensor, d}))
      size = chosen[*root];
  return shape;
}

int64_t InputShapes::scalarOf(Value index) const { return chosen[*classOf({index, 0})].known(); }

} // namespace weir
