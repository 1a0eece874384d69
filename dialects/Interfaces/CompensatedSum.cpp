// Builds the additions of compensated sums.
#include "dialects/Interfaces/CompensatedSum.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace weir {

void CompensatedSum::add(OpBuilder &builder, Location loc, Value term) {
  auto plus = [&](Value x, Value y) -> Value { return arith::AddFOp::create(builder, loc, x, y); };
  auto minus = [&](Value x, Value y) -> Value { return arith::SubFOp::create(builder, loc, x, y); };
  Value sum = plus(high, term), taken = minus(sum, high);
  Value lost = plus(minus(high, minus(sum, taken)), minus(term, taken));
  low = plus(low, lost);
  high = sum;
}

Value CompensatedSum::rounded(OpBuilder &builder, Location loc) const {
  Value sum = arith::AddFOp::create(builder, loc, high, low);
  // Of an infinity, what was lost is NaN.
  Value isNumber = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::ORD, low, low);
  return arith::SelectOp::create(builder, loc, isNumber, sum, high);
}

Value toFloat(OpBuilder &builder, Location loc, Value value, Type element) {
  Type type = value.getType(), from = getElementTypeOrSelf(type);
  if (from == element)
    return value;
  auto vector = dyn_cast<VectorType>(type);
  type = vector ? vector.clone(element) : element;
  if (from.getIntOrFloatBitWidth() < element.getIntOrFloatBitWidth())
    return arith::ExtFOp::create(builder, loc, type, value);
  return arith::TruncFOp::create(builder, loc, type, value);
}

unsigned RunningSum::numParts(Value term) { return getElementTypeOrSelf(term).isF64() ? 2 : 1; }

RunningSum RunningSum::from(OpBuilder &builder, Location loc, Value first) {
  if (numParts(first) == 1)
    return {{toFloat(builder, loc, first, builder.getF64Type())}};
  return {{first, arith::ConstantOp::create(builder, loc, builder.getZeroAttr(first.getType()))}};
}

void RunningSum::add(OpBuilder &builder, Location loc, Value term) {
  if (parts.size() == 1) {
    Value wide = toFloat(builder, loc, term, builder.getF64Type());
    parts[0] = arith::AddFOp::create(builder, loc, parts[0], wide);
    return;
  }
  CompensatedSum sum{parts[0], parts[1]};
  sum.add(builder, loc, term);
  parts = {sum.high, sum.low};
}

Value RunningSum::total(OpBuilder &builder, Location loc) const {
  return parts.size() == 1 ? parts[0] : CompensatedSum{parts[0], parts[1]}.rounded(builder, loc);
}

} // namespace weir
