// Values of a kernel on demand: levels of loops, pointwise generics.
#include "lib/Target/Nest/Evaluator.h"

#include "dialects/Kernel/Kernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace weir::nest {

Evaluator::Evaluator(const NestPlan &plan, func::FuncOp kernel, Scope scope, int64_t lanes, Value mask)
    : loc(kernel.getLoc()), lanes(lanes), plan(plan), kernel(kernel), scope(scope) {
  openLevel(build().saveInsertionPoint(), mask);
}

// Levels

void Evaluator::openLevel(OpBuilder::InsertPoint at, Value mask) {
  levels.push_back({at, {}, mask});
  build().restoreInsertionPoint(at);
}

void Evaluator::closeLevel() {
  levels.pop_back();
  build().restoreInsertionPoint(levels.back().at);
}

/// Where code goes that belongs before `op`, and, once `op` is complete, behind it.
static OpBuilder::InsertPoint before(Operation *op) { return {op->getBlock(), op->getIterator()}; }
static OpBuilder::InsertPoint behind(Operation *op) { return {op->getBlock(), std::next(op->getIterator())}; }

void Evaluator::move(OpBuilder::InsertPoint from, OpBuilder::InsertPoint to) {
  for (Level &each : levels)
    if (each.at.getBlock() == from.getBlock() && each.at.getPoint() == from.getPoint())
      each.at = to;
  levels.back().at = to;
}

void Evaluator::enter(Operation *op) { move(behind(op), before(op)); }

void Evaluator::leave(Operation *op) {
  move(before(op), behind(op));
  build().restoreInsertionPoint(levels.back().at);
}

void Evaluator::forLoop(Value begin, Value end, Value step, BodyFn body) {
  auto loop = scf::ForOp::create(build(), loc, begin, end, step);
  enter(loop);
  openLevel(before(loop.getBody()->getTerminator()), currentMask());
  body(loop.getInductionVar(), level());
  closeLevel();
  leave(loop);
}

void Evaluator::ifThen(Value condition, Value mask, llvm::function_ref<void(int level)> body) {
  auto branch = scf::IfOp::create(build(), loc, condition, /*withElseRegion=*/false);
  enter(branch);
  openLevel(before(branch.thenYield()), mask);
  body(level());
  closeLevel();
  leave(branch);
}

void Evaluator::ifElse(Value condition, llvm::function_ref<void()> then, llvm::function_ref<void()> otherwise) {
  auto branch = scf::IfOp::create(build(), loc, condition, /*withElseRegion=*/true);
  enter(branch);
  for (auto [yield, body] : {std::pair(branch.thenYield(), then), std::pair(branch.elseYield(), otherwise)}) {
    openLevel(before(yield), /*mask=*/nullptr);
    body();
    closeLevel();
  }
  leave(branch);
}

void Evaluator::define(Value tensor, const Positions &positions, Value value) {
  levels.back().known[{tensor.getAsOpaquePointer(), positions}] = value;
}

// Evaluation

Value Evaluator::known(Value tensor, const Positions &positions) const {
  Key key{tensor.getAsOpaquePointer(), positions};
  for (const Level &level : levels)
    if (auto it = level.known.find(key); it != level.known.end())
      return it->second;
  return nullptr;
}

Value Evaluator::evaluate(Value tensor, const Positions &positions) {
  int target = tensor.getDefiningOp<linalg::FillOp>() ? 0 : base;
  for (const DimPosition &position : positions)
    target = std::max(target, position.level);
  if (Value value = known(tensor, positions))
    return value;
  // The value is known outside the loops that are open behind its level: it is computed before them, once.
  SmallVector<Level> inner(std::make_move_iterator(levels.begin() + target + 1), std::make_move_iterator(levels.end()));
  levels.truncate(target + 1);
  build().restoreInsertionPoint(levels.back().at);
  Value value = compute(tensor, positions);
  define(tensor, positions, value);
  levels.append(std::make_move_iterator(inner.begin()), std::make_move_iterator(inner.end()));
  build().restoreInsertionPoint(levels.back().at);
  return value;
}

Value Evaluator::compute(Value tensor, const Positions &positions) {
  // What is built for an op has its line; loads have their reader's.
  bool isOperand = isa<BlockArgument>(tensor);
  Location outer = std::exchange(loc, isOperand ? loc : tensor.getLoc());
  Value value = computeHere(tensor, positions);
  loc = outer;
  return value;
}

Value Evaluator::memoryOf(BlockArgument operand) {
  unsigned number = llvm::count_if(kernel.getArguments().take_front(operand.getArgNumber()),
                                   [](Value value) { return isa<RankedTensorType>(value.getType()); });
  return scope.operands[number];
}

Value Evaluator::computeHere(Value tensor, const Positions &positions) {
  if (auto argument = dyn_cast<BlockArgument>(tensor))
    return load(memoryOf(argument), positions);
  if (auto fill = tensor.getDefiningOp<linalg::FillOp>())
    return hostValue(fill.getInputs()[0]);
  if (auto insertion = tensor.getDefiningOp<tensor::InsertSliceOp>())
    return computeInserted(insertion, positions);
  if (auto slice = tensor.getDefiningOp<tensor::ExtractSliceOp>())
    return evaluate(slice.getSource(), positionsBehind(slice, positions));
  if (Value computed = findComputed(tensor, positions))
    return computed;
  auto generic = tensor.getDefiningOp<linalg::GenericOp>();
  unsigned result = cast<OpResult>(tensor).getResultNumber();
  AffineMap map = generic.getIndexingMapMatchingResult(generic->getResult(result));
  Positions loops(generic.getNumLoops());
  for (auto [position, expression] : llvm::zip(positions, map.getResults()))
    loops[cast<AffineDimExpr>(expression).getPosition()] = position;
  if (generic.getNumReductionLoops() > 0)
    return reduce(generic, result, loops);
  SmallVector<Value> results = computePointwise(generic, loops);
  for (auto [value, other] : llvm::zip(results, generic.getResults()))
    if (generic.getIndexingMapMatchingResult(other) == map)
      define(other, positions, value);
  return results[result];
}

SmallVector<Value> Evaluator::inputElements(linalg::GenericOp generic, const Positions &loops) {
  SmallVector<Value> elements;
  for (OpOperand *operand : generic.getDpsInputOperands()) {
    if (!generic.payloadUsesValueFromOperand(operand)) { // it only says how far a loop goes
      elements.push_back(nullptr);
      continue;
    }
    Positions positions;
    for (AffineExpr position : generic.getMatchingIndexingMap(operand).getResults())
      positions.push_back(apply(position, loops));
    elements.push_back(evaluate(operand->get(), positions));
  }
  return elements;
}

SmallVector<Value> Evaluator::computePointwise(linalg::GenericOp generic, const Positions &loops) {
  SmallVector<Value> elements = inputElements(generic, loops);
  // What the result held before is read by a reduction over no dimensions alone.
  for (OpOperand &init : generic.getDpsInitsMutable())
    elements.push_back(generic.payloadUsesValueFromOperand(&init) ? evaluate(init.get(), {}) : nullptr);
  return cloneBody(generic, elements, loops);
}

// Bodies

SmallVector<Value> Evaluator::cloneBody(linalg::GenericOp generic, ValueRange elements, const Positions &loops) {
  IRMapping mapping;
  for (auto [argument, element] : llvm::zip(generic.getBody()->getArguments(), elements))
    if (element)
      mapping.map(argument, element);
  for (Operation &op : generic.getBody()->without_terminator())
    cloneOp(&op, mapping, loops);
  return llvm::map_to_vector(generic.getBody()->getTerminator()->getOperands(), [&](Value value) {
    return mapping.contains(value) ? mapping.lookup(value) : hostValue(value);
  });
}

void Evaluator::cloneOp(Operation *op, IRMapping &mapping, const Positions &loops) {
  if (auto index = dyn_cast<linalg::IndexOp>(op)) {
    const DimPosition &position = loops[index.getDim()];
    mapping.map(index.getResult(), position.kind == DimPosition::Kind::Scalar ? position.index : indexVector(position));
    return;
  }
  if (auto dim = dyn_cast<tensor::DimOp>(op)) {
    mapping.map(dim.getResult(), tensorSize(dim.getSource(), *dim.getConstantIndex()));
    return;
  }
  if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
    Positions positions;
    for (Value index : extract.getIndices()) {
      if (auto own = index.getDefiningOp<linalg::IndexOp>()) { // of neighbours in all lanes
        positions.push_back(loops[own.getDim()]);
        continue;
      }
      Value at = mapping.contains(index) ? mapping.lookup(index) : hostValue(index);
      auto kind = isa<VectorType>(at.getType()) ? DimPosition::Kind::Vector : DimPosition::Kind::Scalar;
      // An index that is a loop's own keeps its level and its lanes, so that what depends on it is shared.
      const DimPosition *loop = llvm::find_if(loops, [&](const DimPosition &p) { return p.index == at; });
      positions.push_back(loop != loops.end() ? *loop : DimPosition{at, kind, level()});
    }
    mapping.map(extract.getResult(), evaluate(extract.getTensor(), positions));
    return;
  }
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    if (std::optional<bool> known = knownOf(compare, loops)) {
      mapping.map(compare.getResult(), arith::ConstantIntOp::create(build(), loc, *known, /*width=*/1));
      return;
    }
  if (auto select = dyn_cast<arith::SelectOp>(op))
    if (Value condition = mapping.lookupOrNull(select.getCondition()))
      if (std::optional<int64_t> known = getConstantIntValue(condition)) {
        Value chosen = *known != 0 ? select.getTrueValue() : select.getFalseValue();
        mapping.map(select.getResult(), mapping.contains(chosen) ? mapping.lookup(chosen) : hostValue(chosen));
        return;
      }
  cloneComputation(op, mapping);
}

/// Of an index that is below a number, in all lanes or in none: between the edges of parts.
std::optional<bool> Evaluator::knownOf(arith::CmpIOp compare, const Positions &loops) const {
  auto index = compare.getLhs().getDefiningOp<linalg::IndexOp>();
  std::optional<int64_t> bound = getConstantIntValue(compare.getRhs());
  if (!index || !bound || compare.getPredicate() != arith::CmpIPredicate::ult)
    return std::nullopt;
  std::optional<IndexRange> range = rangeOf(loops[index.getDim()]);
  if (!range || range->first < 0)
    return std::nullopt;
  if (range->second < *bound)
    return true;
  return range->first >= *bound ? std::optional(false) : std::nullopt;
}

void Evaluator::cloneComputation(Operation *op, IRMapping &mapping) {
  bool isCheck = isa<kernel::CheckIndexOp, kernel::CheckDivisorOp>(op); // of its first operand
  SmallVector<Value> operands = llvm::map_to_vector(op->getOperands(), [&](Value operand) {
    return mapping.contains(operand) ? mapping.lookup(operand) : hostValue(operand);
  });
  if (auto wide = unrounded.find(operands.empty() ? Value() : operands[0]);
      wide != unrounded.end() && isa<arith::ExtFOp>(op) && op->getResult(0).getType().isF64()) {
    mapping.map(op->getResult(0), wide->second);
    return;
  }
  bool isVector = llvm::any_of(operands, [](Value value) { return isa<VectorType>(value.getType()); });
  if (isVector)
    for (auto [i, operand] : llvm::enumerate(operands))
      if (!isCheck || i == 0)
        operand = broadcast(operand);
  if (isCheck && isVector && currentMask())
    operands.push_back(currentMask());
  Operation *clone = build().clone(*op);
  clone->setOperands(operands);
  for (auto [result, cloned] : llvm::zip(op->getResults(), clone->getResults())) {
    if (isVector)
      cloned.setType(vectorOf(result.getType()));
    mapping.map(result, cloned);
  }
}

} // namespace weir::nest
