// Constants whose elements are all equal, which canonicalization looks for and moves through ops.
#pragma once

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/PatternMatch.h"

namespace weir {

/// The element that all elements of `value` equal, where it is a weir.constant of a splat; else null.
mlir::TypedAttr splatOf(mlir::Value value);

/// Whether all elements of `value` are known to be `number`. 0.0 and -0.0 are two numbers, except for integers.
bool isSplat(mlir::Value value, double number);

/// Replaces `op`, which has one tensor result, by a constant of that type. `sizes` gives the `?` dimensions.
void replaceWithSplat(mlir::PatternRewriter &rewriter, mlir::Operation *op, mlir::TypedAttr element,
                      mlir::ValueRange sizes);

/// For ops that only say where the elements of `x` are: of a splat they make another one.
template <typename Op> struct MoveSplatThrough : mlir::OpRewritePattern<Op> {
  using mlir::OpRewritePattern<Op>::OpRewritePattern;

  mlir::LogicalResult matchAndRewrite(Op op, mlir::PatternRewriter &rewriter) const override {
    mlir::TypedAttr element = splatOf(op.getX());
    if (!element)
      return mlir::failure();
    replaceWithSplat(rewriter, op, element, op.getSizes());
    return mlir::success();
  }
};

} // namespace weir
