// Values of a kernel on demand: positions, sizes, loads and stores.
#include "lib/Target/Cpu/Evaluator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace weir::cpu {

Value Evaluator::constant(int64_t number) { return arith::ConstantIndexOp::create(build(), loc, number); }

bool Evaluator::hasLanes(const Positions &positions) {
  return llvm::any_of(positions, [](const Position &p) { return p.kind != Position::Kind::Scalar; });
}

// Sizes and host values

std::optional<int64_t> Evaluator::knownExtent(int loop) const {
  NestPlan::Extent extent = plan.extentOf(loop);
  auto type = cast<RankedTensorType>(extent.tensor.getType());
  return type.isDynamicDim(extent.dim) ? std::nullopt : std::optional(type.getDimSize(extent.dim));
}

Value Evaluator::extent(int loop) {
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

Value Evaluator::indexVector(const Position &position) {
  Value base = broadcast(position.index);
  if (position.kind != Position::Kind::Lane)
    return base;
  Value steps = vector::StepOp::create(build(), loc, vectorOf(build().getIndexType()));
  return arith::AddIOp::create(build(), loc, base, steps);
}

Position Evaluator::apply(AffineExpr expression, const Positions &loops) {
  if (auto dim = dyn_cast<AffineDimExpr>(expression))
    return loops[dim.getPosition()];
  if (auto number = dyn_cast<AffineConstantExpr>(expression)) {
    OpBuilder::InsertionGuard guard(build());
    build().restoreInsertionPoint(levels.front().at);
    return {constant(number.getValue()), Position::Kind::Scalar, 0};
  }
  auto binary = cast<AffineBinaryOpExpr>(expression);
  Position lhs = apply(binary.getLHS(), loops), rhs = apply(binary.getRHS(), loops);
  bool isSum = binary.getKind() == AffineExprKind::Add;
  auto build = [&](Value x, Value y) -> Value {
    switch (binary.getKind()) {
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
  if (lhs.kind == Position::Kind::Scalar && rhs.kind == Position::Kind::Scalar)
    return {build(lhs.index, rhs.index), Position::Kind::Scalar, deepest};
  if (isSum && lhs.kind == Position::Kind::Lane && rhs.kind == Position::Kind::Scalar)
    return {build(lhs.index, rhs.index), Position::Kind::Lane, deepest};
  return {build(indexVector(lhs), indexVector(rhs)), Position::Kind::Vector, deepest};
}

Value Evaluator::fullMask() {
  auto type = vectorOf(build().getI1Type());
  return arith::ConstantOp::create(build(), loc, DenseElementsAttr::get(type, true));
}

/// The mask of the level at which lanes were opened, or null where all are on.
Value Evaluator::maskOf(const Positions &positions) {
  for (const Position &position : positions)
    if (position.kind != Position::Kind::Scalar)
      return levels[position.level].mask;
  return nullptr;
}

// Memory

static bool isLanesOfRow(Value memory, const Positions &positions) {
  bool othersScalar =
      llvm::all_of(ArrayRef(positions).drop_back(), [](const Position &p) { return p.kind == Position::Kind::Scalar; });
  return othersScalar && positions.back().kind == Position::Kind::Lane &&
         cast<MemRefType>(memory.getType()).getLayout().isIdentity();
}

static SmallVector<Value> indicesOf(const Positions &positions) {
  return llvm::map_to_vector(positions, [](const Position &position) { return position.index; });
}

Value Evaluator::flatView(Value memory) {
  auto type = cast<MemRefType>(memory.getType());
  auto flat = MemRefType::get({ShapedType::kDynamic}, type.getElementType());
  // Indices are checked or follow from sizes; the view's own size is never asked.
  OpFoldResult size = build().getIndexAttr(1), offset = build().getIndexAttr(0), stride = build().getIndexAttr(1);
  auto one = memref::ReinterpretCastOp::create(build(), loc, MemRefType::get({1}, type.getElementType()), memory,
                                               offset, ArrayRef{size}, ArrayRef{stride});
  return memref::CastOp::create(build(), loc, flat, one);
}

Value Evaluator::linearIndices(Value memory, const Positions &positions) {
  auto metadata = memref::ExtractStridedMetadataOp::create(build(), loc, memory);
  Value sum;
  for (auto [position, stride] : llvm::zip(positions, metadata.getStrides())) {
    Value term = arith::MulIOp::create(build(), loc, indexVector(position), broadcast(stride));
    sum = sum ? Value(arith::AddIOp::create(build(), loc, sum, term)) : term;
  }
  return sum;
}

Value Evaluator::load(Value memory, const Positions &positions) {
  Type element = cast<MemRefType>(memory.getType()).getElementType();
  if (!hasLanes(positions))
    return memref::LoadOp::create(build(), loc, memory, indicesOf(positions));
  Value mask = maskOf(positions);
  auto type = vectorOf(element);
  bool isRow = isLanesOfRow(memory, positions);
  if (isRow && !mask)
    return vector::LoadOp::create(build(), loc, type, memory, indicesOf(positions));
  Value zeros = arith::ConstantOp::create(build(), loc, build().getZeroAttr(type));
  if (isRow)
    return vector::MaskedLoadOp::create(build(), loc, type, memory, indicesOf(positions), mask, zeros);
  Value indices = linearIndices(memory, positions);
  return vector::GatherOp::create(build(), loc, type, flatView(memory), ValueRange{constant(0)}, indices,
                                  mask ? mask : fullMask(), zeros);
}

void Evaluator::store(Value memory, Value value, const Positions &positions) {
  if (!hasLanes(positions)) {
    memref::StoreOp::create(build(), loc, value, memory, indicesOf(positions));
    return;
  }
  Value mask = maskOf(positions);
  value = broadcast(value);
  if (!isLanesOfRow(memory, positions)) {
    Value indices = linearIndices(memory, positions);
    vector::ScatterOp::create(build(), loc, /*resultType=*/Type(), flatView(memory), ValueRange{constant(0)}, indices,
                              mask ? mask : fullMask(), value);
  } else if (mask) {
    vector::MaskedStoreOp::create(build(), loc, memory, indicesOf(positions), mask, value);
  } else {
    vector::StoreOp::create(build(), loc, value, memory, indicesOf(positions));
  }
}

} // namespace weir::cpu
