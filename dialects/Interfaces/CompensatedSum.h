// Sums of floats whose error doesn't grow with the number of terms.
#pragma once

#include "mlir/IR/Builders.h"

namespace weir {

/// A sum of floats, or of vectors of them, beside the sum of what each addition has lost, which is a float, too
/// (Knuth's TwoSum; Ogita, Rump and Oishi, "Accurate Sum and Dot Product", 2005). Its ops may neither be contracted nor
/// reassociated.
struct CompensatedSum {
  mlir::Value high, low;

  void add(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value term);
  /// The sum, rounded once.
  mlir::Value rounded(mlir::OpBuilder &builder, mlir::Location loc) const;
};

/// A sum that loses little more than its last rounding, however many terms it has, as the values that a loop takes
/// along: one in f64 if terms are narrower; a compensated one of terms in f64.
struct RunningSum {
  llvm::SmallVector<mlir::Value, 2> parts;

  static unsigned numParts(mlir::Value term);
  /// The sum that is `first` so far.
  static RunningSum from(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value first);
  void add(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value term);
  /// In f64.
  mlir::Value total(mlir::OpBuilder &builder, mlir::Location loc) const;
};

/// The float, or the vector of floats, in another type of elements.
mlir::Value toFloat(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value, mlir::Type element);

} // namespace weir
