// Builds the additions of compensated sums.
#include "dialects/Interfaces/CompensatedSum.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

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

} // namespace weir
