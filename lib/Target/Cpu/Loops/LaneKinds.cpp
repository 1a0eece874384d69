// See LaneKinds.h.
#include "lib/Target/Cpu/Loops/LaneKinds.h"

#include "dialects/Kernel/Kernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace weir::cpu {

bool hasUnitStride(Value memory) {
  auto type = cast<MemRefType>(memory.getType());
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  return type.getRank() > 0 && succeeded(type.getStridesAndOffset(strides, offset)) && strides.back() == 1;
}

void LaneKinds::set(Value value, LaneKind kind) {
  if (kind != LaneKind::Uniform)
    kinds[value] = kind;
}

bool LaneKinds::visit(Block &block) {
  return llvm::all_of(block.without_terminator(), [&](Operation &op) { return visit(op); });
}

bool LaneKinds::visit(Operation &op) {
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return visit(loop);
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return visit(branch);
  if (auto load = dyn_cast<memref::LoadOp>(op)) {
    if (llvm::all_of(load.getIndices(), [&](Value index) { return isUniform(index); }))
      return true; // nobody writes there: each iteration would
    set(load.getResult(), LaneKind::Varying);
    return visitAccess(load.getMemRef(), load.getIndices());
  }
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return visitAccess(store.getMemRef(), store.getIndices());
  if (op.getNumRegions() > 0 || !isPure(&op))
    return false;
  LaneKind kind = kindOfResult(op);
  bool hasForm = OpTrait::hasElementwiseMappableTraits(&op) || isa<kernel::CheckIndexOp, kernel::CheckDivisorOp>(op);
  if (kind != LaneKind::Uniform && !hasForm)
    return false;
  for (Value result : op.getResults())
    set(result, kind);
  return true;
}

LaneKind LaneKinds::kindOfResult(Operation &op) const {
  if (llvm::all_of(op.getOperands(), [&](Value operand) { return isUniform(operand); }))
    return LaneKind::Uniform;
  bool isSum = isa<arith::AddIOp, arith::SubIOp>(op) && op.getResult(0).getType().isIndex();
  if (!isSum)
    return LaneKind::Varying;
  LaneKind left = kindOf(op.getOperand(0)), right = kindOf(op.getOperand(1));
  bool isBehind = left == LaneKind::Lane && right == LaneKind::Uniform;
  bool isBefore = isa<arith::AddIOp>(op) && left == LaneKind::Uniform && right == LaneKind::Lane;
  return isBehind || isBefore ? LaneKind::Lane : LaneKind::Varying;
}

/// What a loop carries differs if it does so at its begin or behind an iteration.
bool LaneKinds::visit(scf::ForOp loop) {
  for (Value bound : {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()})
    if (!isUniform(bound))
      return false;
  auto vary = [&](unsigned number) {
    kinds[loop.getRegionIterArg(number)] = kinds[loop.getResult(number)] = LaneKind::Varying;
  };
  for (auto [number, init] : llvm::enumerate(loop.getInitArgs()))
    if (!isUniform(init))
      vary(number);
  for (bool hasChanged = true; hasChanged;) {
    if (!visit(*loop.getBody()))
      return false;
    hasChanged = false;
    for (auto [number, next] : llvm::enumerate(loop.getYieldedValues())) {
      if (isUniform(next) || !isUniform(loop.getRegionIterArg(number)))
        continue;
      vary(number);
      hasChanged = true;
    }
  }
  return llvm::none_of(loop.getResults(),
                       [&](Value result) { return !isUniform(result) && !result.getType().isIntOrIndexOrFloat(); });
}

bool LaneKinds::visit(scf::IfOp branch) {
  if (!isUniform(branch.getCondition()))
    return false;
  for (Region &region : branch->getRegions()) {
    if (region.empty())
      continue;
    if (!visit(region.front()))
      return false;
    for (auto [result, value] : llvm::zip(branch.getResults(), region.front().getTerminator()->getOperands()))
      if (!isUniform(value))
        kinds[result] = LaneKind::Varying;
  }
  return true;
}

/// Iterations that are lines apart in memory gain nothing by vectors, and if all wrote to one place, the last one would
/// have to win.
bool LaneKinds::visitAccess(Value memory, ValueRange indices) {
  auto isLane = [&](Value index) { return kindOf(index) == LaneKind::Lane; };
  auto differs = [&](Value index) { return !isUniform(index); };
  if (llvm::none_of(indices, differs) || llvm::any_of(indices.drop_back(), isLane))
    return false;
  hasNeighbours |= isLane(indices.back()) && hasUnitStride(memory);
  return true;
}

} // namespace weir::cpu
