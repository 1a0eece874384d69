// See LineVectors.h.
#include "lib/Target/Cpu/Loops/LineVectors.h"

#include "dialects/Kernel/Kernel.h"
#include "lib/Target/Cpu/FlatMemory.h"
#include "lib/Target/Cpu/Loops/LaneKinds.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace weir::cpu {
namespace {

/// Clones ops; of what differs between iterations, a vector with a lane for each.
class LaneCloner {
public:
  LaneCloner(OpBuilder &builder, const llvm::DenseMap<Value, LaneKind> &kinds, int64_t lanes, IRMapping &mapping,
             Value mask)
      : builder(builder), kinds(kinds), lanes(lanes), mapping(mapping), mask(mask) {}

  void cloneBlock(Block &block) {
    for (Operation &op : block.without_terminator())
      cloneOp(op);
  }

private:
  LaneKind kindOf(Value value) const { return kinds.lookup_or(value, LaneKind::Uniform); }
  bool isVarying(Value value) const { return kindOf(value) == LaneKind::Varying; }
  VectorType vectorOf(Type element) const { return VectorType::get({lanes}, element); }

  /// Of a lane's index, that of the first one.
  Value scalar(Value value) const { return mapping.lookupOrDefault(value); }
  Value vector(Value value) {
    Value known = scalar(value);
    if (isVarying(value))
      return known;
    Value first = vector::BroadcastOp::create(builder, value.getLoc(), vectorOf(known.getType()), known);
    if (kindOf(value) == LaneKind::Uniform)
      return first;
    Value steps = vector::StepOp::create(builder, value.getLoc(), vectorOf(builder.getIndexType()));
    return arith::AddIOp::create(builder, value.getLoc(), first, steps);
  }
  SmallVector<Value> vectors(ValueRange values) {
    return llvm::map_to_vector(values, [&](Value value) { return vector(value); });
  }
  SmallVector<Value> scalars(ValueRange values) const {
    return llvm::map_to_vector(values, [&](Value value) { return scalar(value); });
  }
  /// As the loop or branch that gives `result` has it.
  Value asIn(Value result, Value value) { return isVarying(result) ? vector(value) : scalar(value); }

  void cloneOp(Operation &op) {
    if (auto loop = dyn_cast<scf::ForOp>(op))
      return cloneLoop(loop);
    if (auto branch = dyn_cast<scf::IfOp>(op))
      return cloneBranch(branch);
    if (auto store = dyn_cast<memref::StoreOp>(op))
      return cloneStore(store);
    if (llvm::none_of(op.getResults(), [&](Value result) { return isVarying(result); })) {
      builder.clone(op, mapping); // a lane's index is that of the first one
      return;
    }
    if (auto load = dyn_cast<memref::LoadOp>(op))
      return mapping.map(load.getResult(), cloneLoad(load));
    if (auto check = dyn_cast<kernel::CheckIndexOp>(op))
      return cloneCheck(check, {vector(check.getIndex()), scalar(check.getSize())});
    if (auto check = dyn_cast<kernel::CheckDivisorOp>(op))
      return cloneCheck(check, {vector(check.getDivisor())});
    IRMapping operands;
    for (Value operand : op.getOperands())
      operands.map(operand, vector(operand));
    Operation *clone = builder.clone(op, operands);
    for (OpResult result : clone->getResults())
      result.setType(vectorOf(result.getType()));
    mapping.map(op.getResults(), clone->getResults());
  }

  void cloneCheck(Operation *op, SmallVector<Value> operands) {
    if (mask)
      operands.push_back(mask);
    Operation *check = builder.create(op->getLoc(), op->getName().getIdentifier(), operands,
                                      vectorOf(op->getResult(0).getType()), op->getAttrs());
    mapping.map(op->getResult(0), check->getResult(0));
  }

  Value fullMask(Location loc) {
    return arith::ConstantOp::create(builder, loc, DenseElementsAttr::get(vectorOf(builder.getI1Type()), true));
  }

  /// Whether the elements are one behind the other.
  bool areNeighbours(Value memory, ValueRange indices) const {
    return kindOf(indices.back()) == LaneKind::Lane && hasUnitStride(memory) &&
           llvm::none_of(indices.drop_back(), [&](Value index) { return isVarying(index); });
  }

  Value cloneLoad(memref::LoadOp op) {
    Location loc = op.getLoc();
    VectorType type = vectorOf(op.getType());
    Value memory = scalar(op.getMemRef());
    bool isRow = areNeighbours(op.getMemRef(), op.getIndices());
    if (isRow && !mask)
      return vector::LoadOp::create(builder, loc, type, memory, scalars(op.getIndices()));
    Value zeros = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
    if (isRow)
      return vector::MaskedLoadOp::create(builder, loc, type, memory, scalars(op.getIndices()), mask, zeros);
    Value indices = linearIndices(builder, loc, memory, vectors(op.getIndices()));
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    return vector::GatherOp::create(builder, loc, type, flatView(builder, loc, memory), ValueRange{zero}, indices,
                                    mask ? mask : fullMask(loc), zeros);
  }

  void cloneStore(memref::StoreOp op) {
    Location loc = op.getLoc();
    Value memory = scalar(op.getMemRef()), value = vector(op.getValue());
    bool isRow = areNeighbours(op.getMemRef(), op.getIndices());
    if (isRow && mask) {
      vector::MaskedStoreOp::create(builder, loc, memory, scalars(op.getIndices()), mask, value);
    } else if (isRow) {
      vector::StoreOp::create(builder, loc, value, memory, scalars(op.getIndices()));
    } else {
      Value indices = linearIndices(builder, loc, memory, vectors(op.getIndices()));
      Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
      vector::ScatterOp::create(builder, loc, /*resultType=*/Type(), flatView(builder, loc, memory), ValueRange{zero},
                                indices, mask ? mask : fullMask(loc), value);
    }
  }

  void cloneLoop(scf::ForOp loop) {
    SmallVector<Value> inits;
    for (auto [init, result] : llvm::zip(loop.getInitArgs(), loop.getResults()))
      inits.push_back(asIn(result, init));
    auto body = [&](OpBuilder &, Location loc, Value index, ValueRange carried) {
      mapping.map(loop.getInductionVar(), index);
      mapping.map(loop.getRegionIterArgs(), carried);
      cloneBlock(*loop.getBody());
      SmallVector<Value> next;
      for (auto [value, result] : llvm::zip(loop.getYieldedValues(), loop.getResults()))
        next.push_back(asIn(result, value));
      scf::YieldOp::create(builder, loc, next);
    };
    auto clone = scf::ForOp::create(builder, loop.getLoc(), scalar(loop.getLowerBound()), scalar(loop.getUpperBound()),
                                    scalar(loop.getStep()), inits, body);
    mapping.map(loop.getResults(), clone.getResults());
  }

  void cloneBranch(scf::IfOp branch) {
    SmallVector<Type> types;
    for (Value result : branch.getResults())
      types.push_back(isVarying(result) ? vectorOf(result.getType()) : result.getType());
    bool hasElse = !branch.getElseRegion().empty();
    auto clone = scf::IfOp::create(builder, branch.getLoc(), types, scalar(branch.getCondition()),
                                   /*addThenBlock=*/true, /*addElseBlock=*/hasElse);
    for (auto [from, to] : llvm::zip(branch->getRegions(), clone->getRegions())) {
      if (from.empty())
        continue;
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(&to.front());
      cloneBlock(from.front());
      SmallVector<Value> values;
      for (auto [value, result] : llvm::zip(from.front().getTerminator()->getOperands(), branch.getResults()))
        values.push_back(asIn(result, value));
      scf::YieldOp::create(builder, branch.getLoc(), values);
    }
    mapping.map(branch.getResults(), clone.getResults());
  }

  OpBuilder &builder;
  const llvm::DenseMap<Value, LaneKind> &kinds;
  int64_t lanes;
  IRMapping &mapping;
  Value mask;
};

} // namespace

std::optional<LineVectors> LineVectors::of(const PointLoop &points, int64_t lanes) {
  if (points.indices.empty() || !isConstantIntValue(points.steps.back(), 1))
    return std::nullopt;
  LaneKinds found;
  found.kinds[points.indices.back()] = LaneKind::Lane;
  if (!found.visit(*points.body) || !found.hasNeighbours)
    return std::nullopt;
  LineVectors vectors(lanes);
  vectors.kinds = std::move(found.kinds);
  return vectors;
}

void LineVectors::clone(OpBuilder &builder, const PointLoop &points, IRMapping mapping, Value mask) const {
  LaneCloner(builder, kinds, lanes, mapping, mask).cloneBlock(*points.body);
}

} // namespace weir::cpu
