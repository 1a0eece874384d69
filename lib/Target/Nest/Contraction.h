// What each loop of a contraction is to it: of a matrix product or of a convolution, whatever shapes of them a target
// has code for.
#pragma once

#include "lib/Support/DimSize.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace weir::nest {

/// The loops of C += A * B, by which of these they index. A convolution is one, too: its rows are images and positions
/// of windows, its columns are channels of the result, its depth is elements of windows and channels of the image.
struct ContractionLoops {
  /// Of A, B and C, or of C alone, as a window of one element: a product for each, as for each group of a convolution.
  llvm::SmallVector<unsigned> batch;
  llvm::SmallVector<unsigned> rows;    ///< of A and C
  llvm::SmallVector<unsigned> columns; ///< of B and C
  llvm::SmallVector<unsigned> depth;   ///< that are summed over

  /// From where A, B and C are accessed in each iteration; none where a loop is none of these. All but the depth are in
  /// the order of C's dimensions.
  static std::optional<ContractionLoops> of(mlir::AffineMap a, mlir::AffineMap b, mlir::AffineMap c,
                                            llvm::ArrayRef<mlir::utils::IteratorType> iterators);
};

/// A contraction in a kernel on linalg.
struct Contraction {
  mlir::linalg::GenericOp generic;
  mlir::Type accumulator;
  ContractionLoops loops;
  llvm::SmallVector<int64_t> sizes;      ///< of the loops
  std::array<mlir::AffineMap, 2> access; ///< of A and B

  mlir::Value factor(unsigned number) const { return generic->getOperand(number); }
  mlir::Type element(unsigned number) const { return mlir::getElementTypeOrSelf(factor(number).getType()); }
};

/// The contraction of a kernel from which all its results follow elementwise, each written where the sums are.
std::optional<Contraction> findContraction(mlir::func::FuncOp kernel);

/// Whether C's dimensions are the batch, then rows, then columns.
bool isInOrder(const Contraction &sum);

/// Where a factor is read: along each dimension of its memory at the sum of `low` and of what each loop's index is
/// multiplied by. Positions outside of a dimension that is padded are zeros.
struct FactorAccess {
  struct Dim {
    DimSize extent;
    int64_t low = 0; ///< at most 0
    bool isPadded = false;
    llvm::SmallVector<int64_t> steps; ///< by loop of the contraction
  };
  unsigned operand; ///< of the kernel
  llvm::SmallVector<Dim> dims;
};

/// None where the factor is neither an operand nor one that is inserted in zeros, or is read by other forms.
std::optional<FactorAccess> accessOf(const Contraction &sum, unsigned number);

/// An operand A[.., m, k] or B[.., k, n] of a product: its side is m or n, its depth k.
struct ProductFactor {
  unsigned operand; ///< of the kernel
  unsigned sideDim, depthDim;
  bool depthInner;
  llvm::SmallVector<unsigned> batchDims; ///< one for each leading dimension of the result
};

/// The factor with this number of a product of matrices, which have one loop for each dimension.
std::optional<ProductFactor> productFactor(const Contraction &sum, unsigned number);

/// The kernel's only generic with reduction loops; null where there is none or several.
mlir::linalg::GenericOp onlyReduction(mlir::func::FuncOp kernel);

/// Whether every result of the kernel is written where the generic's result is.
bool writesWhere(mlir::func::FuncOp kernel, mlir::linalg::GenericOp generic);

/// The number of a kernel's argument among those that are tensors.
unsigned tensorNumber(mlir::BlockArgument argument);

} // namespace weir::nest
