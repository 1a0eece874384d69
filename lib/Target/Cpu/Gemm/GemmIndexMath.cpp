// See GemmIndexMath.h.
#include "lib/Target/Cpu/Gemm/GemmIndexMath.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace weir::cpu {

Value IndexMath::constant(int64_t value) const { return arith::ConstantIndexOp::create(b, loc, value); }

std::optional<int64_t> IndexMath::asConstant(Value value) {
  llvm::APInt constant;
  if (!matchPattern(value, m_ConstantInt(&constant)))
    return std::nullopt;
  return constant.getBitWidth() == 1 ? static_cast<int64_t>(constant.getZExtValue()) : constant.getSExtValue();
}

Value IndexMath::add(Value x, Value y) const { return b.createOrFold<arith::AddIOp>(loc, x, y); }
Value IndexMath::sub(Value x, Value y) const { return b.createOrFold<arith::SubIOp>(loc, x, y); }
Value IndexMath::mul(Value x, Value y) const { return b.createOrFold<arith::MulIOp>(loc, x, y); }
Value IndexMath::div(Value x, Value y) const { return b.createOrFold<arith::DivUIOp>(loc, x, y); }
Value IndexMath::rem(Value x, int64_t y) const { return b.createOrFold<arith::RemUIOp>(loc, x, constant(y)); }
Value IndexMath::min(Value x, Value y) const { return b.createOrFold<arith::MinSIOp>(loc, x, y); }
Value IndexMath::max(Value x, Value y) const { return b.createOrFold<arith::MaxSIOp>(loc, x, y); }
Value IndexMath::both(Value x, Value y) const { return b.createOrFold<arith::AndIOp>(loc, x, y); }
Value IndexMath::either(Value x, Value y) const { return b.createOrFold<arith::OrIOp>(loc, x, y); }

Value IndexMath::truth(bool value) const { return arith::ConstantIntOp::create(b, loc, value, 1); }

// (x + y - 1) / y rather than arith.ceildivui: its expansion has a branch for zero.
Value IndexMath::ceilDiv(Value x, Value y) const { return div(add(x, sub(y, constant(1))), y); }

Value IndexMath::compare(arith::CmpIPredicate predicate, Value x, Value y) const {
  return b.createOrFold<arith::CmpIOp>(loc, predicate, x, y);
}

Value IndexMath::select(Value condition, Value x, Value y) const {
  return b.createOrFold<arith::SelectOp>(loc, condition, x, y);
}

Value IndexMath::balanced(Value total, Value most) const {
  return max(ceilDiv(total, max(ceilDiv(total, most), 1)), 1);
}

void IndexMath::forRange(Value low, Value high, Value step, Body body) const {
  std::optional<int64_t> from = asConstant(low), to = asConstant(high), by = asConstant(step);
  if (from && to && *to <= *from)
    return;
  if (from && to && by && *to - *from <= *by)
    return body(low);
  auto loop = scf::ForOp::create(b, loc, low, high, step);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  body(loop.getInductionVar());
}

void IndexMath::ifElse(Value condition, Branch yes, Branch no) const {
  if (std::optional<int64_t> known = asConstant(condition)) {
    if (*known)
      yes();
    else if (no)
      no();
    return;
  }
  auto op = scf::IfOp::create(b, loc, condition, /*withElseRegion=*/static_cast<bool>(no));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(op.thenBlock());
  yes();
  if (!no)
    return;
  b.setInsertionPointToStart(op.elseBlock());
  no();
}

void IndexMath::switchOver(Value value, llvm::ArrayRef<int64_t> cases, llvm::function_ref<void(int64_t)> body) const {
  if (cases.size() == 1)
    return body(cases.front());
  if (std::optional<int64_t> known = asConstant(value))
    return body(llvm::is_contained(cases, *known) ? *known : cases.back());
  auto op = scf::IndexSwitchOp::create(b, loc, TypeRange{}, value, cases.drop_back(), cases.size() - 1);
  OpBuilder::InsertionGuard guard(b);
  for (auto [index, one] : llvm::enumerate(cases)) {
    Region &region = index + 1 < cases.size() ? op.getCaseRegions()[index] : op.getDefaultRegion();
    b.createBlock(&region);
    body(one);
    scf::YieldOp::create(b, loc);
  }
}

} // namespace weir::cpu
