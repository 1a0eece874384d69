// The vocabulary in which records write gradients and decompositions: arithmetic on tensors that builds weir ops.
#pragma once

#include "dialects/Interfaces/DimSizes.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace weir {

/// A tensor value under construction, or none where an optional operand is absent. Operators build weir ops on equal
/// shapes; a number stands for a tensor of the other operand's shape and dtype.
class Expression {
public:
  Expression(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value)
      : builder(&builder), loc(loc), value(value) {}

  operator mlir::Value() const { return value; }
  bool isPresent() const { return value != nullptr; }
  mlir::RankedTensorType type() const { return mlir::cast<mlir::RankedTensorType>(value.getType()); }
  int64_t rank() const { return type().getRank(); }
  /// The size of a dimension that is no `?`.
  int64_t knownSize(int64_t dim) const { return dimSize(type(), dim).known(); }
  mlir::OpBuilder &getBuilder() const { return *builder; }
  mlir::Location getLoc() const { return loc; }

  /// `number` in this tensor's shape and dtype; `?` sizes are read from this tensor.
  Expression constant(double number) const;
  /// This tensor with elements of another type.
  Expression cast(mlir::Type elementType) const;

  friend Expression operator+(Expression lhs, Expression rhs);
  friend Expression operator-(Expression lhs, Expression rhs);
  friend Expression operator*(Expression lhs, Expression rhs);
  friend Expression operator/(Expression lhs, Expression rhs);
  friend Expression operator-(Expression x);
  friend Expression operator+(Expression lhs, double rhs) { return lhs + lhs.constant(rhs); }
  friend Expression operator-(Expression lhs, double rhs) { return lhs - lhs.constant(rhs); }
  friend Expression operator*(Expression lhs, double rhs) { return lhs * lhs.constant(rhs); }
  friend Expression operator/(Expression lhs, double rhs) { return lhs / lhs.constant(rhs); }
  friend Expression operator+(double lhs, Expression rhs) { return rhs.constant(lhs) + rhs; }
  friend Expression operator-(double lhs, Expression rhs) { return rhs.constant(lhs) - rhs; }
  friend Expression operator*(double lhs, Expression rhs) { return rhs.constant(lhs) * rhs; }
  friend Expression operator/(double lhs, Expression rhs) { return rhs.constant(lhs) / rhs; }

  // Comparisons are of bool, whose operators these are.
  friend Expression operator==(Expression lhs, Expression rhs);
  friend Expression operator!=(Expression lhs, Expression rhs);
  friend Expression operator<(Expression lhs, Expression rhs);
  friend Expression operator<=(Expression lhs, Expression rhs);
  friend Expression operator>(Expression lhs, Expression rhs);
  friend Expression operator>=(Expression lhs, Expression rhs);
  friend Expression operator==(Expression lhs, double rhs) { return lhs == lhs.constant(rhs); }
  friend Expression operator!=(Expression lhs, double rhs) { return lhs != lhs.constant(rhs); }
  friend Expression operator<(Expression lhs, double rhs) { return lhs < lhs.constant(rhs); }
  friend Expression operator<=(Expression lhs, double rhs) { return lhs <= lhs.constant(rhs); }
  friend Expression operator>(Expression lhs, double rhs) { return lhs > lhs.constant(rhs); }
  friend Expression operator>=(Expression lhs, double rhs) { return lhs >= lhs.constant(rhs); }
  friend Expression operator&(Expression lhs, Expression rhs);
  friend Expression operator|(Expression lhs, Expression rhs);
  friend Expression operator^(Expression lhs, Expression rhs);
  friend Expression operator~(Expression x);

  friend Expression abs(Expression x);
  friend Expression cos(Expression x);
  friend Expression cosh(Expression x);
  friend Expression detach(Expression x);
  friend Expression erf(Expression x);
  friend Expression exp(Expression x);
  friend Expression expm1(Expression x);
  friend Expression floor(Expression x);
  friend Expression floorDivide(Expression lhs, Expression rhs);
  friend Expression log(Expression x);
  friend Expression log1p(Expression x);
  friend Expression maximum(Expression lhs, Expression rhs);
  friend Expression minimum(Expression lhs, Expression rhs);
  friend Expression maximum(Expression lhs, double rhs) { return maximum(lhs, lhs.constant(rhs)); }
  friend Expression minimum(Expression lhs, double rhs) { return minimum(lhs, lhs.constant(rhs)); }
  friend Expression pow(Expression base, Expression exponent);
  friend Expression pow(Expression base, double exponent) { return pow(base, base.constant(exponent)); }
  friend Expression round(Expression x);
  friend Expression rsqrt(Expression x);
  friend Expression sigmoid(Expression x);
  friend Expression sign(Expression x);
  friend Expression sin(Expression x);
  friend Expression sinh(Expression x);
  friend Expression sqrt(Expression x);
  friend Expression tanh(Expression x);
  friend Expression trunc(Expression x);
  friend Expression select(Expression condition, Expression ifTrue, Expression ifFalse);
  friend Expression select(Expression condition, Expression ifTrue, double ifFalse) {
    return select(condition, ifTrue, ifTrue.constant(ifFalse));
  }
  friend Expression select(Expression condition, double ifTrue, Expression ifFalse) {
    return select(condition, ifFalse.constant(ifTrue), ifFalse);
  }
  /// What x gets of the gradient dy of maximum(x, other): all, half where both are equal, or nothing.
  friend Expression shareOfMaximum(Expression x, Expression other, Expression dy);
  /// x in the dtype of `like`; null where that is no float, because no gradient flows there.
  friend mlir::Value castLike(Expression x, Expression like);

  // Over dimensions, which the result lacks.
  friend Expression sum(Expression x, llvm::ArrayRef<int64_t> dims);
  friend Expression mean(Expression x, llvm::ArrayRef<int64_t> dims);
  friend Expression max(Expression x, llvm::ArrayRef<int64_t> dims);
  friend Expression min(Expression x, llvm::ArrayRef<int64_t> dims);
  /// The number of elements along `dims` of x, as a scalar of x's dtype.
  friend Expression countAlong(Expression x, llvm::ArrayRef<int64_t> dims);
  /// The size of a dimension of x, as a scalar of i64.
  friend Expression sizeAlong(Expression x, int64_t dim);
  /// What was reduced over `dims` of `like`, repeated along them.
  friend Expression spread(Expression reduced, Expression like, llvm::ArrayRef<int64_t> dims);
  /// x repeated to the shape of `like`; dimension i of x becomes dimension `dims[i]`.
  friend Expression broadcast(Expression x, Expression like, llvm::ArrayRef<int64_t> dims);

  // Where elements stand.
  /// The elements of x in row-major order under another shape.
  friend Expression reshape(Expression x, llvm::ArrayRef<mlir::OpFoldResult> shape);
  /// What was reduced over `dims` of `like`, with size 1 in their places if `keepdim`.
  friend Expression kept(Expression reduced, Expression like, llvm::ArrayRef<int64_t> dims, bool keepdim);
  /// x with a new dimension of size 1, and without one that is there.
  friend Expression unsqueezed(Expression x, int64_t dim);
  friend Expression without(Expression x, int64_t dim);
  /// x repeated to a shape; dimension i of x becomes dimension `dims[i]`.
  friend Expression broadcastTo(Expression x, llvm::ArrayRef<mlir::OpFoldResult> shape, llvm::ArrayRef<int64_t> dims);
  /// x in the shape of `like` by NumPy's rules: missing dimensions are in front, those of size 1 are repeated.
  friend Expression broadcastTrailing(Expression x, Expression like);
  /// `size` elements of x along `dim`, from `start` on.
  friend Expression slice(Expression x, int64_t dim, int64_t start, int64_t size);
  /// The elements of x at positions along `dim`; x and index agree in all other dimensions.
  friend Expression gather(Expression x, Expression index, int64_t dim);
  /// i64 positions along `dim` of x, and these in the shape of x.
  friend Expression positionsOf(Expression x, int64_t dim);
  friend Expression positionsAlong(Expression x, int64_t dim);
  /// The sizes of x's dimensions; a `?` is read from x.
  friend llvm::SmallVector<mlir::OpFoldResult> sizesOf(Expression x);

  /// The product of matrices in the last two dimensions, whose result is of type `out`; narrow floats are summed in
  /// f32.
  friend Expression matmul(Expression a, Expression b, bool transposeB, mlir::Type out);
  /// True with probability 1 - p for each element of x, or of its dimensions but the last `shared` ones, by 32 bits of
  /// weir.random_bits.
  friend Expression keptAtRandom(Expression x, Expression seed, Expression step, double p, int64_t ordinal,
                                 int64_t shared);

private:
  template <typename Op, typename... Args> static Expression make(Expression x, Args &&...args);

  mlir::OpBuilder *builder;
  mlir::Location loc;
  mlir::Value value;
};

/// What decompositions and gradients of composite ops are written in: operands in the type that the op computes in, and
/// the way back to the types of results and operands.
class Composition {
public:
  Composition(mlir::OpBuilder &builder, mlir::Operation *op, bool computesWide);

  /// The operand with this number. What is no float keeps its type.
  Expression operand(unsigned number) const;
  /// The optional operand with this number, or an Expression that is not present.
  Expression optional(int64_t number, llvm::ArrayRef<int64_t> present, mlir::ValueRange given) const;
  Expression absent() const;
  Expression inComputeType(mlir::Value value) const;
  /// The first result as it is before it is rounded to its type.
  Expression unroundedResult() const;
  /// The results, each rounded to its own type.
  llvm::SmallVector<mlir::Value> finish(llvm::ArrayRef<mlir::Value> results) const;
  /// The gradients of operands, each rounded to the operand's type; null where none flows.
  llvm::SmallVector<mlir::Value> finishGradients(llvm::ArrayRef<mlir::Value> gradients) const;

private:
  /// `value` rounded to this type.
  mlir::Value rounded(mlir::Value value, mlir::Type type) const;

  mlir::OpBuilder &builder;
  mlir::Operation *op;
  mlir::Type computeType; ///< null if each operand keeps its own
};

/// The product of sizes.
mlir::OpFoldResult product(mlir::OpBuilder &builder, mlir::Location loc, llvm::ArrayRef<mlir::OpFoldResult> sizes);

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
