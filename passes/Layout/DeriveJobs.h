// Moves ops that depend on variables and constants alone out of jobs, into derive jobs. Knows nothing of packing.
#pragma once

#include "dialects/Weir/Control/Ops.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace weir {

class DeriveJobs {
public:
  explicit DeriveJobs(mlir::ModuleOp module);

  /// The ops that compute `value`, itself static, from reads and constants, in order; none if anything else is among
  /// them, or a variable that some job assigns.
  llvm::SmallVector<mlir::Operation *> sourcesOf(mlir::Value value) const;

  /// Whether an op's results do, if those of `others` do.
  bool followsFromVariables(mlir::Operation *op, const llvm::DenseSet<mlir::Operation *> &others) const;

  /// A variable that holds what `finish` builds from `value`, which `sources` compute, and that a derive job keeps up
  /// to date. Asked for the same again, returns the same variable.
  VariableOp derive(mlir::Value value, llvm::ArrayRef<mlir::Operation *> sources, llvm::StringRef suffix,
                    llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::Value)> finish);

private:
  /// Whether an op computes the same from the same each time, of known sizes.
  bool isConstantStep(mlir::Operation *op) const;

  mlir::SymbolTable symbols;
  llvm::DenseSet<mlir::StringAttr> assigned; ///< storages
};

} // namespace weir
