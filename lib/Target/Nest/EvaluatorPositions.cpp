// Values of a kernel on demand: sizes, values that no loop changes, positions.
#include "lib/Target/Nest/Evaluator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace weir::nest {

Value Evaluator::constant(int64_t number) { return arith::ConstantIndexOp::create(build(), loc, number); }

bool Evaluator::hasLanes(const Positions &positions) {
  return llvm::any_of(positions, [](const DimPosition &p) { return p.kind != DimPosition::Kind::Scalar; });
}

Value Evaluator::atOutermostLevel(llvm::function_ref<Value()> body) {
  OpBuilder::InsertionGuard guard(build());
  build().restoreInsertionPoint(levels.front().at);
  return body();
}

// Sizes and host values

Value Evaluator::extent(int loop) {
  if (loop == shortened.loop)
    return shortened.count;
  if (std::optional<int64_t> known = knownExtent(loop))
    return constant(*known);
  Value &size = extents[loop];
  if (!size) {
    NestPlan::Extent extent = plan.extentOf(loop);
    size = tensorSize(extent.tensor, extent.dim);
  }
  return size;
}

Value Evaluator::tensorSize(Value tensor, int64_t dim) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(dim))
    return constant(type.getDimSize(dim));
  // Sizes are asked inside loops and serve all of the function.
  OpBuilder::InsertionGuard guard(build());
  build().restoreInsertionPoint(levels.front().at);
  for (unsigned i = 0; i < kernel.getNumResults(); ++i)
    if (plan.output(i) == tensor)
      return memref::DimOp::create(build(), loc, scope.operands[scope.numInputs + i], dim);
  if (auto argument = dyn_cast<BlockArgument>(tensor)) {
    unsigned number = llvm::count_if(kernel.getArguments().take_front(argument.getArgNumber()),
                                     [](Value value) { return isa<RankedTensorType>(value.getType()); });
    return memref::DimOp::create(build(), loc, scope.operands[number], dim);
  }
  if (auto empty = tensor.getDefiningOp<tensor::EmptyOp>())
    return hostValue(empty.getDynamicSizes()[type.getDynamicDimIndex(dim)]);
  if (auto slice = tensor.getDefiningOp<tensor::ExtractSliceOp>())
    return hostValue(slice.getMixedSizes()[dim]);
  auto destination = cast<DestinationStyleOpInterface>(tensor.getDefiningOp());
  return tensorSize(destination.getTiedOpOperand(cast<OpResult>(tensor))->get(), dim);
}

Value Evaluator::hostValue(Value value) {
  if (Value known = hostValues.lookupOrNull(value))
    return known;
  OpBuilder::InsertionGuard guard(build());
  build().restoreInsertionPoint(levels.front().at);
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    unsigned number = llvm::count_if(kernel.getArguments().take_front(argument.getArgNumber()),
                                     [](Value other) { return other.getType().isIndex(); });
    hostValues.map(value, scope.scalars[number]);
    return scope.scalars[number];
  }
  Operation *op = value.getDefiningOp();
  if (auto dim = dyn_cast<tensor::DimOp>(op)) {
    hostValues.map(value, tensorSize(dim.getSource(), *dim.getConstantIndex()));
  } else {
    for (Value operand : op->getOperands())
      hostValue(operand);
    build().clone(*op, hostValues);
  }
  return hostValues.lookup(value);
}

// Positions

Value Evaluator::broadcast(Value value) {
  if (isa<VectorType>(value.getType()))
    return value;
  return vector::BroadcastOp::create(build(), loc, vectorOf(value.getType()), value);
}

Value Evaluator::indexVector(const DimPosition &position) {
  Value base = broadcast(position.index);
  if (position.kind != DimPosition::Kind::Lane)
    return base;
  Value steps = vector::StepOp::create(build(), loc, vectorOf(build().getIndexType()));
  if (position.stride != 1)
    steps = arith::MulIOp::create(build(), loc, steps, broadcast(constant(position.stride)));
  return arith::AddIOp::create(build(), loc, base, steps);
}

DimPosition Evaluator::apply(AffineExpr expression, const Positions &loops) {
  if (auto dim = dyn_cast<AffineDimExpr>(expression))
    return loops[dim.getPosition()];
  if (auto number = dyn_cast<AffineConstantExpr>(expression)) {
    OpBuilder::InsertionGuard guard(build());
    build().restoreInsertionPoint(levels.front().at);
    return {constant(number.getValue()), DimPosition::Kind::Scalar, 0};
  }
  auto binary = cast<AffineBinaryOpExpr>(expression);
  return combine(binary.getKind(), apply(binary.getLHS(), loops), apply(binary.getRHS(), loops));
}

DimPosition Evaluator::combine(AffineExprKind kind, DimPosition lhs, DimPosition rhs) {
  bool isSum = kind == AffineExprKind::Add;
  auto build = [&](Value x, Value y) -> Value {
    switch (kind) {
    case AffineExprKind::Add:
      return arith::AddIOp::create(this->build(), loc, x, y);
    case AffineExprKind::FloorDiv: // positions are never negative
      return arith::DivUIOp::create(this->build(), loc, x, y);
    case AffineExprKind::Mod:
      return arith::RemUIOp::create(this->build(), loc, x, y);
    default:
      return arith::MulIOp::create(this->build(), loc, x, y);
    }
  };
  int deepest = level();
  if (lhs.kind == DimPosition::Kind::Scalar && rhs.kind == DimPosition::Kind::Scalar)
    return {build(lhs.index, rhs.index), DimPosition::Kind::Scalar, deepest};
  bool isProduct = kind == AffineExprKind::Mul;
  if ((isSum || isProduct) && lhs.kind == DimPosition::Kind::Scalar)
    std::swap(lhs, rhs);
  bool isLane = lhs.kind == DimPosition::Kind::Lane && rhs.kind == DimPosition::Kind::Scalar;
  if (isSum && isLane)
    return {build(lhs.index, rhs.index), DimPosition::Kind::Lane, deepest, lhs.stride};
  if (std::optional<int64_t> factor = getConstantIntValue(rhs.index); isProduct && isLane && factor && *factor > 0)
    return {build(lhs.index, rhs.index), DimPosition::Kind::Lane, deepest, lhs.stride * *factor};
  return {build(indexVector(lhs), indexVector(rhs)), DimPosition::Kind::Vector, deepest};
}

Positions Evaluator::positionsBehind(tensor::ExtractSliceOp slice, const Positions &positions) {
  Positions behind = positions;
  auto scalar = [&](OpFoldResult value) { return DimPosition{hostValue(value), DimPosition::Kind::Scalar, 0}; };
  for (auto [position, offset, stride] : llvm::zip(behind, slice.getMixedOffsets(), slice.getMixedStrides())) {
    if (!isOneInteger(stride))
      position = combine(AffineExprKind::Mul, position, scalar(stride));
    if (!isZeroInteger(offset))
      position = combine(AffineExprKind::Add, position, scalar(offset));
  }
  return behind;
}

Value Evaluator::hostValue(OpFoldResult value) {
  if (std::optional<int64_t> known = getConstantIntValue(value))
    return constant(*known);
  return hostValue(cast<Value>(value));
}

/// Of a loop's index between these bounds.
static IndexRange stepsBetween(IndexRange begin, IndexRange end, int64_t step) {
  int64_t most = end.second - 1;
  if (begin.first == begin.second && end.first == end.second && most >= begin.first)
    most -= (most - begin.first) % step;
  return {begin.first, most};
}

std::optional<IndexRange> Evaluator::rangeOf(Value index) {
  if (std::optional<int64_t> known = getConstantIntValue(index))
    return IndexRange(*known, *known);
  if (auto argument = dyn_cast<BlockArgument>(index)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (!loop || loop.getInductionVar() != index)
      return std::nullopt;
    std::optional<IndexRange> begin = rangeOf(loop.getLowerBound()), end = rangeOf(loop.getUpperBound());
    std::optional<int64_t> step = getConstantIntValue(loop.getStep());
    return begin && end && step ? std::optional(stepsBetween(*begin, *end, *step)) : std::nullopt;
  }
  Operation *op = index.getDefiningOp();
  if (!isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op))
    return std::nullopt;
  std::optional<IndexRange> x = rangeOf(op->getOperand(0)), y = x ? rangeOf(op->getOperand(1)) : std::nullopt;
  if (!y)
    return std::nullopt;
  if (isa<arith::AddIOp>(op))
    return IndexRange(x->first + y->first, x->second + y->second);
  if (isa<arith::SubIOp>(op))
    return IndexRange(x->first - y->second, x->second - y->first);
  auto [least, most] =
      std::minmax({x->first * y->first, x->first * y->second, x->second * y->first, x->second * y->second});
  return IndexRange(least, most);
}

std::optional<IndexRange> Evaluator::rangeOf(const DimPosition &position) const {
  std::optional<IndexRange> range = position.kind == DimPosition::Kind::Vector ? std::nullopt : rangeOf(position.index);
  if (range && position.kind == DimPosition::Kind::Lane)
    range->second += (lanes - 1) * position.stride;
  return range;
}

bool Evaluator::areNeighbours(Value memory, const Positions &positions) {
  return strideOfLanes(memory, positions) == 1;
}

std::optional<int64_t> Evaluator::strideOfLanes(Value memory, const Positions &positions) {
  auto type = cast<MemRefType>(memory.getType());
  size_t last = positions.size();
  while (last > 1 && type.getDimSize(static_cast<int64_t>(last) - 1) == 1 &&
         positions[last - 1].kind == DimPosition::Kind::Scalar)
    --last;
  bool othersScalar = llvm::all_of(ArrayRef(positions).take_front(last - 1),
                                   [](const DimPosition &p) { return p.kind == DimPosition::Kind::Scalar; });
  if (!othersScalar || positions[last - 1].kind != DimPosition::Kind::Lane || !type.getLayout().isIdentity())
    return std::nullopt;
  return positions[last - 1].stride;
}

SmallVector<Value> Evaluator::indicesOf(const Positions &positions) {
  return llvm::map_to_vector(positions, [](const DimPosition &position) { return position.index; });
}

Value Evaluator::maskOf(const Positions &positions) const {
  for (const DimPosition &position : positions)
    if (position.kind != DimPosition::Kind::Scalar)
      return levels[position.level].mask;
  return nullptr;
}

} // namespace weir::nest
