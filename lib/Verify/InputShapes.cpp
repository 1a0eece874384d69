// Classes of equal sizes, from the iteration rules of a function's ops.
#include "lib/Verify/InputShapes.h"

#include "dialects/Interfaces/Semantics.h"
#include "dialects/Weir/Control/Ops.h"
#include "dialects/Weir/Shape/Ops.h"

using namespace mlir;

namespace weir {

static constexpr int64_t kScalar = -1;

InputShapes::InputShapes(func::FuncOp function) {
  for (BlockArgument argument : function.getArguments()) {
    auto tensor = dyn_cast<RankedTensorType>(argument.getType());
    if (!tensor)
      node({argument, kScalar});
    for (int64_t d = 0; tensor && d < tensor.getRank(); ++d)
      node({argument, d});
    allStatic &= tensor && tensor.hasStaticShape();
  }
  function.walk([&](Operation *op) { uniteThrough(op); });
  choose({1});
}

int InputShapes::node(Size size) {
  auto [found, isNew] = nodes.try_emplace(size, static_cast<int>(parents.size()));
  if (isNew) {
    parents.push_back(found->second);
    auto [value, dim] = size;
    int64_t written = dim == kScalar ? kDynamic : metaOf(cast<RankedTensorType>(value.getType())).shape[dim];
    known.push_back(written);
  }
  return found->second;
}

int InputShapes::rootOf(int node) const {
  while (parents[node] != node)
    node = parents[node];
  return node;
}

void InputShapes::unite(Size a, Size b) {
  int first = rootOf(node(a)), second = rootOf(node(b));
  // The earlier node stays the root, so that classes are in the order of the arguments.
  if (first > second)
    std::swap(first, second);
  parents[second] = first;
  known[first] = refine(known[first], known[second]);
}

/// Unites what one op says to be equal.
void InputShapes::uniteThrough(Operation *op) {
  if (auto dim = dyn_cast<DimOp>(op))
    return unite({dim.getX(), dim.getDim()}, {dim.getSize(), kScalar});
  if (isa<ReshapeOp>(op))
    reshapes.push_back(op);
  if (isa<SemanticsInterface>(op))
    return uniteLoops(op);
  uniteByRole(op);
}

void InputShapes::uniteValues(Value a, Value b) {
  auto type = dyn_cast<RankedTensorType>(a.getType());
  if (a.getType().isIndex())
    unite({a, kScalar}, {b, kScalar});
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
  FailureOr<IterationRule> rule = iterationRuleOf(op);
  if (failed(rule))
    return;
  std::vector<std::optional<Size>> firstOf(rule->factors.size());
  std::vector<std::pair<Size, const DimMap *>> merged;
  auto visit = [&](Value value, const ValueMap &map) {
    for (auto [d, position] : llvm::enumerate(map)) {
      Size size{value, static_cast<int64_t>(d)};
      std::optional<int> factor = position.onlyFactor();
      if (!factor) {
        merged.emplace_back(size, &position);
        continue;
      }
      if (firstOf[*factor])
        unite(*firstOf[*factor], size);
      else
        firstOf[*factor] = size;
      int64_t &written = known[rootOf(node(size))];
      written = refine(written, rule->factors[*factor].size);
    }
  };
  unsigned tensor = 0;
  SmallVector<Value> given;
  for (Value operand : op->getOperands()) {
    if (operand.getType().isIndex())
      given.push_back(operand);
    else
      visit(operand, rule->operands[tensor++]);
  }
  for (auto [result, map] : llvm::zip(op->getResults(), rule->results))
    visit(result, map);
  for (auto [size, map] : merged)
    addMerge(size, *map, rule->factors, firstOf);
  if (given.empty())
    return;
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  unsigned next = 0;
  for (int64_t d = 0; d < type.getRank(); ++d)
    if (type.isDynamicDim(d) && next < given.size())
      unite({op->getResult(0), d}, {given[next++], kScalar});
}

void InputShapes::addMerge(Size size, const DimMap &map, const std::vector<Factor> &factors,
                           ArrayRef<std::optional<Size>> loops) {
  if (map.terms.empty() || map.indirect || map.inset)
    return;
  Merge merge{node(size), {}};
  for (const AffineTerm &term : map.terms) {
    int64_t written = factors[term.factor].size;
    if (written == kDynamic && !loops[term.factor])
      return;
    merge.terms.push_back({written == kDynamic ? node(*loops[term.factor]) : -1, written, term.coefficient});
  }
  merges.push_back(std::move(merge));
}

/// As long as the furthest position says; a size that types say stays.
void InputShapes::makeUp(const Merge &merge) {
  int root = rootOf(merge.node);
  if (known[root] != kDynamic)
    return;
  chosen[root] = 1;
  for (auto [node, size, coefficient] : merge.terms)
    chosen[root] += coefficient * ((node < 0 ? size : chosen[rootOf(node)]) - 1);
}

void InputShapes::choose(ArrayRef<int64_t> palette) {
  chosen.assign(parents.size(), kDynamic);
  size_t next = 0;
  for (size_t i = 0; i < parents.size(); ++i)
    if (rootOf(static_cast<int>(i)) == static_cast<int>(i))
      chosen[i] = known[i] != kDynamic ? known[i] : palette[next++ % palette.size()];
  for (const Merge &merge : merges)
    makeUp(merge);
  // One reshape's sizes may be another's: a second pass settles chains.
  for (int pass = 0; pass < 2; ++pass)
    for (Operation *reshape : reshapes)
      keepElements(reshape);
}

/// The number of elements as chosen; `open` gets the classes that types leave free.
int64_t InputShapes::numElements(Value tensor, SmallVectorImpl<int> &open) const {
  int64_t count = 1;
  for (auto [d, size] : llvm::enumerate(shapeOf(tensor))) {
    count *= size == kDynamic ? 1 : size;
    auto found = nodes.find({tensor, static_cast<int64_t>(d)});
    if (found != nodes.end() && known[rootOf(found->second)] == kDynamic)
      open.push_back(rootOf(found->second));
  }
  return count;
}

/// Changes a free size of the result, or else of the operand, so that both have as many elements.
void InputShapes::keepElements(Operation *reshape) {
  SmallVector<int> openBefore, openAfter;
  int64_t before = numElements(reshape->getOperand(0), openBefore);
  int64_t after = numElements(reshape->getResult(0), openAfter);
  auto adjust = [&](ArrayRef<int> open, ArrayRef<int> fixed, int64_t count, int64_t wanted) {
    for (int root : open) {
      if (llvm::is_contained(fixed, root) || chosen[root] == 0 || count == 0)
        continue;
      int64_t others = count / chosen[root];
      if (wanted % others != 0)
        continue;
      chosen[root] = wanted / others;
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
    if (auto found = nodes.find({tensor, static_cast<int64_t>(d)}); found != nodes.end())
      size = chosen[rootOf(found->second)];
  return shape;
}

int64_t InputShapes::scalarOf(Value index) const { return chosen[rootOf(nodes.lookup({index, kScalar}))]; }

} // namespace weir
