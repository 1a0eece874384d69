// Values of a kernel on demand: levels of loops, pointwise generics, reductions.
#include "lib/Target/Cpu/Evaluator.h"

#include "dialects/Kernel/Kernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace weir::cpu {

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

void Evaluator::forLoop(Value begin, Value end, int64_t step, BodyFn body) {
  Value stride = constant(step);
  auto loop = scf::ForOp::create(build(), loc, begin, end, stride);
  levels.back().at = before(loop);
  openLevel(before(loop.getBody()->getTerminator()), levels.back().mask);
  body(loop.getInductionVar(), level());
  closeLevel();
  levels.back().at = behind(loop);
  build().restoreInsertionPoint(levels.back().at);
}

void Evaluator::forLanes(Value begin, Value end, std::optional<int64_t> knownCount, BodyFn body) {
  Value count = arith::SubIOp::create(build(), loc, end, begin);
  Value rest =
      knownCount ? constant(*knownCount % lanes) : Value(arith::RemUIOp::create(build(), loc, count, constant(lanes)));
  Value fullEnd = arith::SubIOp::create(build(), loc, end, rest);
  if (!knownCount || *knownCount >= lanes)
    forLoop(begin, fullEnd, lanes, body);
  if (knownCount && *knownCount % lanes == 0)
    return;
  Value isRest = arith::CmpIOp::create(build(), loc, arith::CmpIPredicate::ugt, rest, constant(0));
  auto branch = scf::IfOp::create(build(), loc, isRest, /*withElseRegion=*/false);
  levels.back().at = before(branch);
  build().setInsertionPoint(branch.thenYield());
  Value mask = vector::CreateMaskOp::create(build(), loc, vectorOf(build().getI1Type()), rest);
  openLevel(build().saveInsertionPoint(), mask);
  body(fullEnd, level());
  closeLevel();
  levels.back().at = behind(branch);
  build().restoreInsertionPoint(levels.back().at);
}

void Evaluator::define(Value tensor, const Positions &positions, Value value) {
  levels.back().known[{tensor.getAsOpaquePointer(), positions}] = value;
}

// Evaluation

Value Evaluator::evaluate(Value tensor, const Positions &positions) {
  int target = tensor.getDefiningOp<linalg::FillOp>() ? 0 : base;
  for (const Position &position : positions)
    target = std::max(target, position.level);
  Key key{tensor.getAsOpaquePointer(), positions};
  for (const Level &level : levels)
    if (auto it = level.known.find(key); it != level.known.end())
      return it->second;
  // The value is known outside the loops that are open behind its level: it is computed before them, once.
  SmallVector<Level> inner(std::make_move_iterator(levels.begin() + target + 1), std::make_move_iterator(levels.end()));
  levels.truncate(target + 1);
  build().restoreInsertionPoint(levels.back().at);
  Value value = compute(tensor, positions);
  levels.back().known[key] = value;
  levels.append(std::make_move_iterator(inner.begin()), std::make_move_iterator(inner.end()));
  build().restoreInsertionPoint(levels.back().at);
  return value;
}

Value Evaluator::compute(Value tensor, const Positions &positions) {
  if (auto argument = dyn_cast<BlockArgument>(tensor)) {
    unsigned number = llvm::count_if(kernel.getArguments().take_front(argument.getArgNumber()),
                                     [](Value value) { return isa<RankedTensorType>(value.getType()); });
    return load(scope.operands[number], positions);
  }
  if (auto fill = tensor.getDefiningOp<linalg::FillOp>())
    return hostValue(fill.getInputs()[0]);
  auto generic = tensor.getDefiningOp<linalg::GenericOp>();
  unsigned result = cast<OpResult>(tensor).getResultNumber();
  AffineMap map = generic.getIndexingMapMatchingResult(generic->getResult(result));
  Positions loops(generic.getNumLoops());
  for (auto [position, expression] : llvm::zip(positions, map.getResults()))
    loops[cast<AffineDimExpr>(expression).getPosition()] = position;
  if (generic.getNumReductionLoops() > 0)
    return computeReduction(generic, result, loops);
  SmallVector<Value> results = computePointwise(generic, loops);
  for (auto [value, other] : llvm::zip(results, generic.getResults()))
    if (generic.getIndexingMapMatchingResult(other) == map)
      define(other, positions, value);
  return results[result];
}

SmallVector<Value> Evaluator::inputElements(linalg::GenericOp generic, const Positions &loops) {
  SmallVector<Value> elements;
  for (OpOperand *operand : generic.getDpsInputOperands()) {
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

// Reductions

Value Evaluator::computeReduction(linalg::GenericOp generic, unsigned result, Positions loops) {
  SmallVector<unsigned> dims;
  generic.getReductionDims(dims);
  bool isVector = llvm::any_of(loops, [](const Position &p) { return p.index && p.kind != Position::Kind::Scalar; });
  Value identity = evaluate(generic.getOutputs()[result], {});
  // Along the lane loop each lane sums its part; the parts meet at the end, in an order that sizes alone decide.
  auto *lane =
      isVector ? dims.end() : llvm::find_if(dims, [&](unsigned d) { return plan.loopOf(generic, d) == laneLoop; });
  bool alongLanes = lane != dims.end();
  if (alongLanes)
    std::rotate(lane, lane + 1, dims.end());
  Value start = isVector || alongLanes ? broadcast(identity) : identity;
  Value total = reduceDims(generic, result, dims, loops, start);
  return alongLanes ? combineLanes(generic, result, total) : total;
}

Value Evaluator::reduceLoop(Value end, int64_t step, Value start, StepFn body) {
  Value zero = constant(0), stride = constant(step);
  auto loop = scf::ForOp::create(build(), loc, zero, end, stride, start);
  levels.back().at = before(loop);
  openLevel({loop.getBody(), loop.getBody()->end()}, levels.back().mask);
  Value next = body(loop.getInductionVar(), loop.getRegionIterArgs()[0]);
  build().setInsertionPointToEnd(loop.getBody());
  scf::YieldOp::create(build(), loc, next);
  closeLevel();
  levels.back().at = behind(loop);
  build().restoreInsertionPoint(levels.back().at);
  return loop.getResult(0);
}

Value Evaluator::reduceDims(linalg::GenericOp generic, unsigned result, ArrayRef<unsigned> dims, Positions &loops,
                            Value accumulator) {
  if (dims.empty())
    return accumulate(generic, result, loops, accumulator);
  unsigned dim = dims.front();
  int loop = plan.loopOf(generic, dim);
  bool parallelLanes = llvm::any_of(loops, [](const Position &p) { return p.index && p.kind == Position::Kind::Lane; });
  if (dims.size() == 1 && loop == laneLoop && isa<VectorType>(accumulator.getType()) && !parallelLanes)
    return reduceLanes(generic, result, dim, loops, accumulator);
  return reduceLoop(extent(loop), 1, accumulator, [&](Value index, Value partial) {
    loops[dim] = {index, Position::Kind::Scalar, level()};
    return reduceDims(generic, result, dims.drop_front(), loops, partial);
  });
}

Value Evaluator::reduceLanes(linalg::GenericOp generic, unsigned result, unsigned dim, Positions &loops,
                             Value accumulator) {
  int loop = plan.loopOf(generic, dim);
  std::optional<int64_t> known = knownExtent(loop);
  Value end = extent(loop);
  Value rest = known ? constant(*known % lanes) : Value(arith::RemUIOp::create(build(), loc, end, constant(lanes)));
  Value fullEnd = arith::SubIOp::create(build(), loc, end, rest);
  if (!known || *known >= lanes)
    accumulator = reduceLoop(fullEnd, lanes, accumulator, [&](Value index, Value partial) {
      loops[dim] = {index, Position::Kind::Lane, level()};
      return accumulate(generic, result, loops, partial);
    });
  if (known && *known % lanes == 0)
    return accumulator;
  auto branchFree = [&] {
    Value mask = vector::CreateMaskOp::create(build(), loc, vectorOf(build().getI1Type()), rest);
    openLevel(build().saveInsertionPoint(), mask);
    loops[dim] = {fullEnd, Position::Kind::Lane, level()};
    Value next = accumulate(generic, result, loops, accumulator);
    Value kept = arith::SelectOp::create(build(), loc, mask, next, accumulator);
    OpBuilder::InsertPoint at = build().saveInsertionPoint();
    levels.pop_back();
    levels.back().at = at;
    return kept;
  };
  return branchFree();
}

Value Evaluator::accumulate(linalg::GenericOp generic, unsigned result, const Positions &loops, Value accumulator) {
  SmallVector<Value> elements = inputElements(generic, loops);
  elements.append(generic.getNumDpsInits(), nullptr);
  elements[generic.getNumDpsInputs() + result] = accumulator;
  return cloneBody(generic, elements, loops)[result];
}

/// Halves the vector until one element is left, joining halves by the op that joins elements.
Value Evaluator::combineLanes(linalg::GenericOp generic, unsigned result, Value vector) {
  Operation *join = generic.getBody()->getTerminator()->getOperand(result).getDefiningOp();
  Type element = cast<VectorType>(vector.getType()).getElementType();
  for (int64_t count = lanes / 2; count >= 1; count /= 2) {
    auto half = [&](int64_t offset) -> Value {
      if (count == 1)
        return vector::ExtractOp::create(build(), loc, vector, offset);
      return vector::ExtractStridedSliceOp::create(build(), loc, vector, offset, count, 1);
    };
    Value low = half(0), high = half(count);
    Operation *joined = build().clone(*join);
    joined->setOperands({low, high});
    joined->getResult(0).setType(count == 1 ? element : Type(VectorType::get({count}, element)));
    vector = joined->getResult(0);
  }
  return vector;
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
    const Position &position = loops[index.getDim()];
    mapping.map(index.getResult(), position.kind == Position::Kind::Scalar ? position.index : indexVector(position));
    return;
  }
  if (auto dim = dyn_cast<tensor::DimOp>(op)) {
    mapping.map(dim.getResult(), tensorSize(dim.getSource(), *dim.getConstantIndex()));
    return;
  }
  if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
    Positions positions;
    for (Value index : extract.getIndices()) {
      Value at = mapping.contains(index) ? mapping.lookup(index) : hostValue(index);
      auto kind = isa<VectorType>(at.getType()) ? Position::Kind::Vector : Position::Kind::Scalar;
      // An index that is a loop's own keeps its level and its lanes, so that what depends on it is shared.
      const Position *loop = llvm::find_if(loops, [&](const Position &p) { return p.index == at; });
      positions.push_back(loop != loops.end() ? *loop : Position{at, kind, level()});
    }
    mapping.map(extract.getResult(), evaluate(extract.getTensor(), positions));
    return;
  }
  cloneComputation(op, mapping);
}

void Evaluator::cloneComputation(Operation *op, IRMapping &mapping) {
  bool isCheck = isa<kernel::CheckIndexOp, kernel::CheckDivisorOp>(op); // of its first operand
  SmallVector<Value> operands = llvm::map_to_vector(op->getOperands(), [&](Value operand) {
    return mapping.contains(operand) ? mapping.lookup(operand) : hostValue(operand);
  });
  bool isVector = llvm::any_of(operands, [](Value value) { return isa<VectorType>(value.getType()); });
  if (isVector)
    for (auto [i, operand] : llvm::enumerate(operands))
      if (!isCheck || i == 0)
        operand = broadcast(operand);
  if (isCheck && isVector && levels.back().mask)
    operands.push_back(levels.back().mask);
  Operation *clone = build().clone(*op);
  clone->setOperands(operands);
  for (auto [result, cloned] : llvm::zip(op->getResults(), clone->getResults())) {
    if (isVector)
      cloned.setType(vectorOf(result.getType()));
    mapping.map(result, cloned);
  }
}

} // namespace weir::cpu
