// Which calls of a job can find bad data: an index outside, or a divisor of 0. What the job changes for good is changed
// behind them, so that a run that fails changes nothing.
#pragma once

#include "passes/Schedule/JobValues.h"

namespace weir {

class Faults {
public:
  explicit Faults(const JobValues &values);

  /// Whether the call may find something bad that no earlier one would have found: what looks at the same indices of
  /// the same size finds the same, and positions are what they are.
  bool mayFault(kernel::CallOp call) const { return calls.contains(call); }
  bool any() const { return !calls.empty(); }

private:
  /// What a kernel looks at: indices below a size, which are those of a value in it, or something else.
  struct Check {
    mlir::Value indices; ///< null: something else
    int64_t size = 0;
  };
  llvm::SmallVector<Check> checksOf(mlir::func::FuncOp kernel) const;
  mlir::Value sourceOf(mlir::Value indices, kernel::CallOp call, const JobValues &values);

  mlir::SymbolTableCollection symbols;
  llvm::DenseSet<mlir::Operation *> calls;
};

} // namespace weir
