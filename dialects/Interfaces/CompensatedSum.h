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

} // namespace weir
