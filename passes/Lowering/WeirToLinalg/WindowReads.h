// How ops over windows become one generic whose operands are read at affine positions.
#pragma once

#include "dialects/Interfaces/Elementwise.h"
#include "dialects/Weir/Window/Geometry.h"
#include "passes/Lowering/WeirToLinalg/Patterns.h"

#include "mlir/IR/TypeUtilities.h"

namespace weir {

/// What one dimension of an operand is read by: the loops over windows and over a window's elements, and their extents.
struct DimRead {
  WindowDim window;
  mlir::AffineExpr i, k;
  mlir::OpFoldResult windows, elements;
};

/// A tensor and the position of each of its dimensions that is read.
struct Reads {
  mlir::Value tensor;
  llvm::SmallVector<mlir::AffineExpr> positions;
};

/// Reads at i * stride + k * dilation - low; `padding` where that is outside.
Reads readForward(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value tensor, llvm::ArrayRef<DimRead> dims,
                  mlir::Value padding);

/// Reads at the j for which j * stride + e * dilation - low is i, `padding` where there is none; e is the element of
/// the window behind which k others stand.
Reads readBackward(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value tensor, llvm::ArrayRef<DimRead> dims,
                   mlir::Value padding);

/// One generic over the factors of an op's rule, whose inputs are given with their positions.
class WindowGeneric {
public:
  WindowGeneric(mlir::ConversionPatternRewriter &rewriter, mlir::Operation *op, mlir::ValueRange operands,
                IterationRule rule);

  mlir::AffineExpr loop(int factor) { return rewriter.getAffineDimExpr(factor); }
  mlir::AffineExpr loop(const std::string &factor) { return loop(rule.findFactor(factor)); }

  void addInput(const Reads &reads);
  /// Loops whose extent no tensor has get a tensor without contents.
  void addExtents(llvm::ArrayRef<int> factors);

  using CombineFn = llvm::function_ref<Scalar(mlir::OpBuilder &, mlir::ValueRange elements, Scalar accumulator)>;
  /// Replaces the op by what starts as `identity` and takes in the elements that the inputs have at each point.
  void replace(mlir::TypedAttr identity, CombineFn combine);

  mlir::ConversionPatternRewriter &rewriter;
  mlir::Operation *op;
  IterationRule rule;
  llvm::SmallVector<mlir::OpFoldResult> sizes; ///< of the result

private:
  llvm::SmallVector<int64_t> kernelLoops(const IterationRule &own);

  llvm::SmallVector<mlir::Value> inputs;
  llvm::SmallVector<mlir::AffineMap> maps;
};

/// The stored 0 of an element type.
mlir::Value storedZero(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type element);

} // namespace weir
