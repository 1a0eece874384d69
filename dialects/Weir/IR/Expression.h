// The vocabulary in which records write gradients: arithmetic on tensors that builds weir ops.
#pragma once

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace weir {

/// A tensor value under construction. Operators build weir ops on equal shapes.
class Expression {
public:
  Expression(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value)
      : builder(&builder), loc(loc), value(value) {}

  operator mlir::Value() const { return value; }
  mlir::RankedTensorType type() const { return mlir::cast<mlir::RankedTensorType>(value.getType()); }

  /// `number` in this tensor's shape and dtype; `?` sizes are read from this tensor.
  Expression constant(double number) const;

  friend Expression operator+(Expression lhs, Expression rhs);
  friend Expression operator-(Expression lhs, Expression rhs);
  friend Expression operator*(Expression lhs, Expression rhs);
  friend Expression operator/(Expression lhs, Expression rhs);
  friend Expression operator-(Expression x);
  friend Expression operator>(Expression lhs, Expression rhs);
  friend Expression exp(Expression x);
  friend Expression log(Expression x);
  friend Expression sin(Expression x);
  friend Expression cos(Expression x);
  friend Expression pow(Expression base, Expression exponent);
  friend Expression sign(Expression x);
  friend Expression sqrt(Expression x);
  friend Expression sinh(Expression x);
  friend Expression cosh(Expression x);
  friend Expression trunc(Expression x);
  friend Expression floorDivide(Expression lhs, Expression rhs);
  friend Expression sigmoid(Expression x);
  friend Expression select(Expression condition, Expression ifTrue, Expression ifFalse);
  /// What x gets of the gradient dy of maximum(x, other): all, half where both are equal, or nothing.
  friend Expression shareOfMaximum(Expression x, Expression other, Expression dy);
  /// x in the dtype of `like`; null where that is no float, because no gradient flows there.
  friend mlir::Value castLike(Expression x, Expression like);

private:
  mlir::OpBuilder *builder;
  mlir::Location loc;
  mlir::Value value;
};

/// The type that sums are formed in: `given`, or f32 for floats narrower than that, or the elements' own.
mlir::Type accumulatorFor(std::optional<mlir::Type> given, mlir::Value elements);

/// One size value per `?` dimension of `type`, read from `value` by weir.dim.
llvm::SmallVector<mlir::Value> dynamicSizes(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value);

/// The sizes of all dimensions of `value`: constants, or weir.dim where they are `?`.
llvm::SmallVector<mlir::OpFoldResult> mixedSizes(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value);

/// A tensor filled with `number`, of the shape and dtype of `like`.
mlir::Value constantLike(mlir::OpBuilder &builder, mlir::Location loc, double number, mlir::Value like);

/// `x` repeated to the shape of `like`; dimension i of x becomes dimension `dims[i]`.
mlir::Value broadcastLike(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value x, mlir::Value like,
                          llvm::ArrayRef<int64_t> dims);

} // namespace weir
