// Each check becomes a comparison, a fault where it fails, and a value that is safe to use.
#include "lib/Target/Native/LowerChecks.h"

#include "dialects/Kernel/Kernel.h"
#include "include/weir/Runtime/KernelAbi.h"
#include "lib/Target/Native/Codegen.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace weir {
namespace {

/// One of the indices that are outside; 0 where none is.
Value anyOutside(OpBuilder &builder, mlir::Location loc, Value index, Value isOutside, Value zero) {
  auto vector = dyn_cast<VectorType>(index.getType());
  if (!vector)
    return index;
  auto numbers = vector.clone(builder.getI64Type());
  Value shown = arith::SelectOp::create(builder, loc, isOutside, index, zero);
  Value number = arith::IndexCastOp::create(builder, loc, numbers, shown);
  Value largest = vector::ReductionOp::create(builder, loc, vector::CombiningKind::MAXUI, number);
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(), largest);
}

Value anyLane(OpBuilder &builder, mlir::Location loc, Value condition) {
  if (!isa<VectorType>(condition.getType()))
    return condition;
  return vector::ReductionOp::create(builder, loc, vector::CombiningKind::OR, condition);
}

void lowerCheck(kernel::CheckDivisorOp check, int32_t ordinal, BuildFaultFn buildFault) {
  OpBuilder builder(check);
  mlir::Location loc = check.getLoc();
  Type type = check.getDivisor().getType();
  Value zero = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
  Value one = arith::ConstantOp::create(builder, loc, builder.getOneAttr(type));
  // Lanes that are off hold any divisor, but have to divide by something.
  Value isZero = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, check.getDivisor(), zero);
  Value isFault = check.getMask() ? Value(arith::AndIOp::create(builder, loc, isZero, check.getMask())) : isZero;
  scf::IfOp::create(builder, loc, anyLane(builder, loc, isFault), [&](OpBuilder &inner, mlir::Location innerLoc) {
    Value none = arith::ConstantIndexOp::create(inner, innerLoc, 0);
    buildFault(inner, check, {WEIR_FAULT_DIVISION, ordinal, none, none});
    scf::YieldOp::create(inner, innerLoc);
  });
  check.replaceAllUsesWith(arith::SelectOp::create(builder, loc, isZero, one, check.getDivisor()).getResult());
  check.erase();
}

void lowerCheck(kernel::CheckIndexOp check, int32_t ordinal, BuildFaultFn buildFault) {
  OpBuilder builder(check);
  mlir::Location loc = check.getLoc();
  Value index = check.getIndex(), size = check.getSize();
  auto vector = dyn_cast<VectorType>(index.getType());
  auto widen = [&](Value value) {
    return vector ? Value(vector::BroadcastOp::create(builder, loc, vector.clone(value.getType()), value)) : value;
  };
  // Unsigned, so that negative indices are too large.
  Value isOutside = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::uge, index, widen(size));
  if (check.getMask())
    isOutside = arith::AndIOp::create(builder, loc, isOutside, check.getMask());
  Value fails = anyLane(builder, loc, isOutside);
  Value zero = widen(arith::ConstantIndexOp::create(builder, loc, 0));
  scf::IfOp::create(builder, loc, fails, [&](OpBuilder &inner, mlir::Location innerLoc) {
    Value shown = anyOutside(inner, innerLoc, index, isOutside, zero);
    buildFault(inner, check, {WEIR_FAULT_INDEX, ordinal, shown, size});
    scf::YieldOp::create(inner, innerLoc);
  });
  check.replaceAllUsesWith(arith::SelectOp::create(builder, loc, isOutside, zero, index).getResult());
  check.erase();
}

} // namespace

void lowerChecks(Operation *root, std::vector<Location> &locations, BuildFaultFn buildFault) {
  SmallVector<Operation *> checks;
  root->walk([&](Operation *op) {
    if (isa<kernel::CheckIndexOp, kernel::CheckDivisorOp>(op))
      checks.push_back(op);
  });
  for (Operation *check : checks) {
    int32_t ordinal = static_cast<int32_t>(locations.size());
    auto name = check->getAttrOfType<StringAttr>(kernel::kOpAttr);
    locations.push_back(sourceLocation(check->getLoc(), name ? name.getValue() : StringRef()));
    if (auto index = dyn_cast<kernel::CheckIndexOp>(check))
      lowerCheck(index, ordinal, buildFault);
    else
      lowerCheck(cast<kernel::CheckDivisorOp>(check), ordinal, buildFault);
  }
}

} // namespace weir
