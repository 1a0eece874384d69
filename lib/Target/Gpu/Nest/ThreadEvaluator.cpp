// Points of loops shared by threads; accesses to memory.
#include "lib/Target/Gpu/Nest/ThreadEvaluator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace weir::gpu {

using nest::DimPosition;
using nest::Positions;

/// Bytes of the widest access of a thread.
constexpr int64_t kAccessBytes = 16;

ThreadEvaluator::ThreadEvaluator(const nest::NestPlan &plan, func::FuncOp kernel, Scope scope, int64_t lanes,
                                 GpuFunction *function)
    : Evaluator(plan, kernel, scope, lanes), function(function) {}

// Points

Value ThreadEvaluator::pointsOf(ArrayRef<int> loops) {
  if (std::optional<int64_t> known = knownPointsOf(loops))
    return constant(*known);
  Value product = extent(loops.front());
  for (int loop : loops.drop_front())
    product = arith::MulIOp::create(build(), loc, product, extent(loop));
  return product;
}

ThreadEvaluator::Share ThreadEvaluator::shareOf(const Team &team, Value begin, Value end, bool byVectors) {
  Value first = team.rank, stride = team.knownSize ? constant(*team.knownSize) : team.size;
  if (byVectors) {
    first = arith::MulIOp::create(build(), loc, first, constant(lanes));
    stride = team.knownSize ? constant(*team.knownSize * lanes)
                            : Value(arith::MulIOp::create(build(), loc, stride, constant(lanes)));
  }
  return {arith::AddIOp::create(build(), loc, begin, first), end, stride};
}

SmallVector<Value> ThreadEvaluator::sizesOf(ArrayRef<int> loops) {
  SmallVector<Value> sizes;
  for (auto [i, loop] : llvm::enumerate(loops))
    sizes.push_back(i == 0 ? Value() : extent(loop));
  return sizes;
}

Value ThreadEvaluator::divideNear(Value x, Value y) {
  constexpr int64_t kSmall = int64_t{1} << 31;
  Type i32 = build().getI32Type(), index = build().getIndexType();
  auto narrow = [&](Value value) -> Value { return arith::IndexCastUIOp::create(build(), loc, i32, value); };
  std::optional<int64_t> known = getConstantIntValue(y);
  Value divisor = known ? y : Value(arith::MinUIOp::create(build(), loc, y, constant(kSmall)));
  Value quotient = arith::DivUIOp::create(build(), loc, narrow(x), narrow(divisor));
  quotient = arith::IndexCastUIOp::create(build(), loc, index, quotient);
  if (known && *known < kSmall)
    return quotient;
  // By a larger y, it is 0 or 1.
  Value isLarge = arith::CmpIOp::create(build(), loc, arith::CmpIPredicate::uge, y, constant(kSmall));
  Value reaches = arith::CmpIOp::create(build(), loc, arith::CmpIPredicate::uge, x, y);
  Value one = arith::SelectOp::create(build(), loc, reaches, constant(1), constant(0));
  return arith::SelectOp::create(build(), loc, isLarge, one, quotient);
}

SmallVector<Value> ThreadEvaluator::indicesIn(ArrayRef<Value> sizes, Value number, const Origin *origin) {
  SmallVector<Value> indices(sizes.size());
  // Near an origin, what is left to split is how far the point lies behind it in the loops so far.
  Value rest = origin ? Value(arith::SubIOp::create(build(), loc, number, origin->number)) : number;
  for (size_t i = sizes.size(); i-- > 0;) {
    Value index = origin ? Value(arith::AddIOp::create(build(), loc, origin->indices[i], rest)) : rest;
    indices[i] = index;
    if (i == 0)
      break;
    rest = origin ? divideNear(index, sizes[i]) : Value(arith::DivUIOp::create(build(), loc, index, sizes[i]));
    Value whole = arith::MulIOp::create(build(), loc, rest, sizes[i]);
    indices[i] = arith::SubIOp::create(build(), loc, index, whole);
  }
  return indices;
}

SmallVector<DimPosition> ThreadEvaluator::place(ArrayRef<int> loops, ArrayRef<Value> indices, DimPosition::Kind kind) {
  SmallVector<DimPosition> positions;
  for (Value index : indices)
    positions.push_back({index, DimPosition::Kind::Scalar, level()});
  if (positions.empty())
    return positions;
  positions.back().kind = kind;
  if (kind == DimPosition::Kind::Lane)
    vectorIndices.insert(indices.back());
  if (loops.size() == 1)
    sharedIndices[indices.back()] = loops.back();
  return positions;
}

void ThreadEvaluator::forPoints(ArrayRef<int> loops, const Share &share, bool byVectors, PointFn body) {
  auto kind = byVectors ? DimPosition::Kind::Lane : DimPosition::Kind::Scalar;
  forLoop(share.first, share.end, share.stride, [&](Value number, int) {
    body(place(loops, indicesIn(sizesOf(loops), number, share.origin ? &*share.origin : nullptr), kind));
  });
}

// Memory

/// Without a condition, what holds if it is true.
Value ThreadEvaluator::select(Value condition, llvm::function_ref<Value()> then,
                              llvm::function_ref<Value()> otherwise) {
  if (!condition)
    return then();
  auto branch = scf::IfOp::create(
      build(), loc, condition, [&](OpBuilder &, Location) { scf::YieldOp::create(build(), loc, then()); },
      [&](OpBuilder &, Location) { scf::YieldOp::create(build(), loc, otherwise()); });
  return branch.getResult(0);
}

std::optional<int64_t> ThreadEvaluator::alignmentOf(Value memory, const Positions &positions) const {
  if (positions.back().kind != DimPosition::Kind::Lane || !vectorIndices.contains(positions.back().index) ||
      llvm::any_of(ArrayRef(positions).drop_back(),
                   [](const DimPosition &p) { return p.kind != DimPosition::Kind::Scalar; }))
    return std::nullopt;
  return accessBytes(memory);
}

int64_t ThreadEvaluator::accessBytes(Value memory) const {
  unsigned bits = cast<MemRefType>(memory.getType()).getElementTypeBitWidth();
  return std::min(kAccessBytes, lanes * static_cast<int64_t>(llvm::divideCeil(bits, 8)));
}

Value ThreadEvaluator::isAligned(Value memory, int64_t alignment) {
  if (cast<MemRefType>(memory.getType()).getMemorySpaceAsInt() == kSharedMemory)
    return nullptr; // copies are laid out so
  Value &known = aligned[memory];
  if (known)
    return known;
  return known = atOutermostLevel([&] {
           auto metadata = memref::ExtractStridedMetadataOp::create(build(), loc, memory);
           auto type = cast<MemRefType>(memory.getType());
           Value bytes = constant(llvm::divideCeil(type.getElementTypeBitWidth(), 8));
           Value misaligned = memref::ExtractAlignedPointerAsIndexOp::create(build(), loc, memory);
           for (Value stride : metadata.getStrides().drop_back()) {
             Value step = arith::MulIOp::create(build(), loc, stride, bytes);
             misaligned = arith::OrIOp::create(build(), loc, misaligned, step);
           }
           misaligned = arith::AndIOp::create(build(), loc, misaligned, constant(alignment - 1));
           auto equals = [&](Value a, int64_t b) -> Value {
             return arith::CmpIOp::create(build(), loc, arith::CmpIPredicate::eq, a, constant(b));
           };
           Value isUnit = equals(metadata.getStrides().back(), 1);
           return arith::AndIOp::create(build(), loc, equals(misaligned, 0), isUnit).getResult();
         });
}

Value ThreadEvaluator::flatView(Value memory) {
  auto type = cast<MemRefType>(memory.getType());
  auto flat = MemRefType::get({ShapedType::kDynamic}, type.getElementType(), MemRefLayoutAttrInterface(),
                              type.getMemorySpace());
  auto one = MemRefType::get({1}, type.getElementType(), MemRefLayoutAttrInterface(), type.getMemorySpace());
  // Indices are checked or follow from sizes; the view's own size is never asked.
  OpFoldResult size = build().getIndexAttr(1), offset = build().getIndexAttr(0), stride = build().getIndexAttr(1);
  Value view = memref::ReinterpretCastOp::create(build(), loc, one, memory, offset, ArrayRef{size}, ArrayRef{stride});
  return memref::CastOp::create(build(), loc, flat, view);
}

Value ThreadEvaluator::flatIndex(Value memory, const Positions &positions, int64_t lane) {
  auto metadata = memref::ExtractStridedMetadataOp::create(build(), loc, memory);
  Value sum = constant(0);
  for (auto [position, stride] : llvm::zip(positions, metadata.getStrides())) {
    Value index = position.index;
    if (position.kind == DimPosition::Kind::Lane)
      index = arith::AddIOp::create(build(), loc, index, constant(lane * position.stride));
    else if (position.kind == DimPosition::Kind::Vector)
      index = vector::ExtractOp::create(build(), loc, index, lane);
    sum = arith::AddIOp::create(build(), loc, sum, arith::MulIOp::create(build(), loc, index, stride));
  }
  return sum;
}

Value ThreadEvaluator::load(Value memory, const Positions &positions) {
  for (const Stage &stage : stages) {
    std::optional<DimPosition> place = stage.operand == memory ? stage.find(positions) : std::nullopt;
    if (!place)
      continue;
    return select(
        stage.isFilled, [&] { return loadDirectly(stage.copy, {*place}); },
        [&] { return loadDirectly(memory, positions); });
  }
  return loadDirectly(memory, positions);
}

Value ThreadEvaluator::loadElements(Value memory, const Positions &positions) {
  Value flat = flatView(memory), mask = maskOf(positions);
  SmallVector<Value> elements;
  for (int64_t lane = 0; lane < lanes; ++lane) {
    Value index = flatIndex(memory, positions, lane);
    if (mask) // the first element in place of one that may lie outside, which nobody takes
      index = arith::SelectOp::create(build(), loc, vector::ExtractOp::create(build(), loc, mask, lane), index,
                                      constant(0));
    elements.push_back(memref::LoadOp::create(build(), loc, flat, index));
  }
  return vector::FromElementsOp::create(build(), loc, vectorOf(getElementTypeOrSelf(memory.getType())), elements);
}

Value ThreadEvaluator::loadVector(Value memory, const Positions &positions, int64_t alignment) {
  return vector::LoadOp::create(build(), loc, vectorOf(getElementTypeOrSelf(memory.getType())), flatView(memory),
                                flatIndex(memory, positions, 0), /*nontemporal=*/false, llvm::MaybeAlign(alignment));
}

Value ThreadEvaluator::loadDirectly(Value memory, const Positions &positions) {
  if (!hasLanes(positions))
    return memref::LoadOp::create(build(), loc, memory, indicesOf(positions));
  std::optional<int64_t> alignment = alignmentOf(memory, positions);
  if (!alignment || maskOf(positions))
    return loadElements(memory, positions);
  return select(
      isAligned(memory, *alignment), [&] { return loadVector(memory, positions, *alignment); },
      [&] { return loadElements(memory, positions); });
}

void ThreadEvaluator::copyRow(Value operand, const Positions &row, int loop, Value copy, const Share &share,
                              bool byVectors) {
  auto copyBy = [&](llvm::function_ref<Value(const Positions &positions)> load) {
    forPoints(loop, share, byVectors, [&](ArrayRef<DimPosition> point) {
      Positions source(row), target = {point.front()};
      source.push_back(point.front());
      store(copy, load(source), target);
    });
  };
  if (!byVectors)
    return copyBy([&](const Positions &positions) { return loadDirectly(operand, positions); });
  // One question for all of the row, so that nothing stands between its loads.
  int64_t alignment = accessBytes(operand);
  Value aligned = isAligned(operand, alignment);
  Value one = arith::ConstantIntOp::create(build(), loc, build().getI1Type(), 1);
  Value misaligned = arith::XOrIOp::create(build(), loc, aligned, one);
  ifThen(aligned, /*mask=*/nullptr,
         [&](int) { copyBy([&](const Positions &positions) { return loadVector(operand, positions, alignment); }); });
  ifThen(misaligned, /*mask=*/nullptr,
         [&](int) { copyBy([&](const Positions &positions) { return loadElements(operand, positions); }); });
}

void ThreadEvaluator::store(Value memory, Value value, const Positions &positions) {
  if (!hasLanes(positions)) {
    memref::StoreOp::create(build(), loc, value, memory, indicesOf(positions));
    return;
  }
  value = broadcast(value);
  auto byElements = [&] {
    Value flat = flatView(memory);
    for (int64_t lane = 0; lane < lanes; ++lane)
      memref::StoreOp::create(build(), loc, vector::ExtractOp::create(build(), loc, value, lane), flat,
                              flatIndex(memory, positions, lane));
  };
  std::optional<int64_t> alignment = alignmentOf(memory, positions);
  if (!alignment)
    return byElements();
  auto asVector = [&] {
    vector::StoreOp::create(build(), loc, value, flatView(memory), flatIndex(memory, positions, 0),
                            /*nontemporal=*/false, llvm::MaybeAlign(*alignment));
  };
  Value aligned = isAligned(memory, *alignment);
  if (!aligned)
    return asVector();
  scf::IfOp::create(
      build(), loc, aligned,
      [&](OpBuilder &, Location) {
        asVector();
        scf::YieldOp::create(build(), loc);
      },
      [&](OpBuilder &, Location) {
        byElements();
        scf::YieldOp::create(build(), loc);
      });
}

} // namespace weir::gpu
