// Builds integer arithmetic and accesses by address for code of a GPU, where 32-bit arithmetic and registers are
// cheapest. Constants are folded as it is built.
#pragma once

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"

#include <optional>

namespace weir::gpu {

/// Operands of one op have one type: i32, i64 or index; a plain number takes the other operand's.
class GpuCode {
public:
  GpuCode(mlir::OpBuilder &builder, mlir::Location loc) : b(builder), loc(loc) {}

  using Value = mlir::Value;
  Value i32(int64_t number) const;
  Value i64(int64_t number) const;
  Value index(int64_t number) const;
  /// Between i32 and index or i64; values are known to fit.
  Value toI32(Value value) const;
  Value toI64(Value value) const;
  Value toIndex(Value value) const;

  Value add(Value x, Value y) const { return b.createOrFold<mlir::arith::AddIOp>(loc, x, y); }
  Value add(Value x, int64_t y) const { return add(x, like(x, y)); }
  Value sub(Value x, Value y) const { return b.createOrFold<mlir::arith::SubIOp>(loc, x, y); }
  Value sub(Value x, int64_t y) const { return sub(x, like(x, y)); }
  Value mul(Value x, Value y) const { return b.createOrFold<mlir::arith::MulIOp>(loc, x, y); }
  Value mul(Value x, int64_t y) const { return mul(x, like(x, y)); }
  /// Of numbers that are not negative.
  Value div(Value x, Value y) const { return b.createOrFold<mlir::arith::DivUIOp>(loc, x, y); }
  Value div(Value x, int64_t y) const { return div(x, like(x, y)); }
  Value rem(Value x, Value y) const { return b.createOrFold<mlir::arith::RemUIOp>(loc, x, y); }
  Value rem(Value x, int64_t y) const { return rem(x, like(x, y)); }
  Value ceilDiv(Value x, int64_t y) const { return div(add(x, y - 1), y); }
  Value min(Value x, Value y) const { return b.createOrFold<mlir::arith::MinSIOp>(loc, x, y); }
  Value min(Value x, int64_t y) const { return min(x, like(x, y)); }
  Value max(Value x, int64_t y) const { return b.createOrFold<mlir::arith::MaxSIOp>(loc, x, like(x, y)); }
  Value clamp(Value x, int64_t low, int64_t high) const { return min(max(x, low), high); }
  Value bitAnd(Value x, int64_t y) const { return b.createOrFold<mlir::arith::AndIOp>(loc, x, like(x, y)); }
  Value bitOr(Value x, Value y) const { return b.createOrFold<mlir::arith::OrIOp>(loc, x, y); }
  Value bitXor(Value x, Value y) const { return b.createOrFold<mlir::arith::XOrIOp>(loc, x, y); }

  Value less(Value x, Value y) const;
  Value less(Value x, int64_t y) const { return less(x, like(x, y)); }
  /// Whether x is in [0, y).
  Value isBelow(Value x, int64_t y) const;
  Value equal(Value x, Value y) const;
  Value equal(Value x, int64_t y) const { return equal(x, like(x, y)); }
  Value both(Value x, Value y) const { return b.createOrFold<mlir::arith::AndIOp>(loc, x, y); }
  Value truth(bool value) const;
  /// What a number or condition is, where it was folded.
  static std::optional<int64_t> known(Value value);
  Value select(Value condition, Value x, Value y) const;

  /// `bytes` behind a pointer.
  Value at(Value pointer, Value bytes) const;
  Value at(Value pointer, int64_t bytes) const;
  Value load(mlir::Type type, Value pointer, unsigned alignment) const;
  void store(Value value, Value pointer, unsigned alignment) const;
  /// The address of a memref's first element, as a pointer to its memory space.
  Value pointerOf(Value memref) const;

  using Body = llvm::function_ref<void()>;
  /// Of a known condition, only what happens is built.
  void ifElse(Value condition, Body yes, Body no) const;

  mlir::OpBuilder &b;
  mlir::Location loc;

private:
  Value like(Value other, int64_t number) const;
};

} // namespace weir::gpu
