// Index arithmetic and structured control flow that fold constants as they are built, so that static sizes leave no
// trace of the dynamic form. Sizes are non-negative throughout. Knows nothing of products.
#pragma once

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

#include <optional>

namespace weir::cpu {

class IndexMath {
public:
  IndexMath(mlir::OpBuilder &builder, mlir::Location loc) : b(builder), loc(loc) {}

  using Value = mlir::Value;
  Value constant(int64_t value) const;
  static std::optional<int64_t> asConstant(Value value);

  Value add(Value x, Value y) const;
  Value add(Value x, int64_t y) const { return y ? add(x, constant(y)) : x; }
  Value sub(Value x, Value y) const;
  Value mul(Value x, Value y) const;
  Value mul(Value x, int64_t y) const { return mul(x, constant(y)); }
  Value div(Value x, Value y) const; ///< by zero: undefined
  Value div(Value x, int64_t y) const { return div(x, constant(y)); }
  Value rem(Value x, int64_t y) const;
  Value ceilDiv(Value x, Value y) const;
  Value ceilDiv(Value x, int64_t y) const { return ceilDiv(x, constant(y)); }
  Value roundUp(Value x, int64_t unit) const { return mul(ceilDiv(x, unit), unit); }
  Value min(Value x, Value y) const;
  Value min(Value x, int64_t y) const { return min(x, constant(y)); }
  Value max(Value x, Value y) const;
  Value max(Value x, int64_t y) const { return max(x, constant(y)); }

  Value compare(mlir::arith::CmpIPredicate predicate, Value x, Value y) const;
  Value equal(Value x, Value y) const { return compare(mlir::arith::CmpIPredicate::eq, x, y); }
  Value less(Value x, Value y) const { return compare(mlir::arith::CmpIPredicate::slt, x, y); }
  Value atLeast(Value x, Value y) const { return compare(mlir::arith::CmpIPredicate::sge, x, y); }
  Value both(Value x, Value y) const;
  Value either(Value x, Value y) const;
  Value truth(bool value) const;
  Value select(Value condition, Value x, Value y) const;

  /// The size of equal blocks of at most `most` that `total` is cut into; at least 1.
  Value balanced(Value total, Value most) const;

  using Body = llvm::function_ref<void(Value)>;
  using Branch = llvm::function_ref<void()>;
  /// Loops whose count is 0 or 1 by constants are not built.
  void forRange(Value low, Value high, Value step, Body body) const;
  void forRange(Value low, Value high, int64_t step, Body body) const { forRange(low, high, constant(step), body); }
  void ifElse(Value condition, Branch yes, Branch no = nullptr) const;
  /// `body(case)` for the one of `cases` that `value` has; the last one if it has none.
  void switchOver(Value value, llvm::ArrayRef<int64_t> cases, llvm::function_ref<void(int64_t)> body) const;

  mlir::OpBuilder &b;
  mlir::Location loc;
};

} // namespace weir::cpu
