// The epilogue and the stores of a kernel whose accumulators are computed by panels of columns.
#pragma once

#include "lib/Target/Cpu/Gemm/GemmIndexMath.h"
#include "lib/Target/Native/KernelFunctions.h"
#include "lib/Target/Nest/Evaluator.h"
#include "lib/Target/Nest/NestPlan.h"

namespace weir::cpu {

/// Where the sums of one row of a panel belong.
struct PanelPlace {
  nest::Positions positions; ///< in the result, but for the column
  mlir::Value offset;        ///< of the result's column 0 there, in elements
};

struct PanelResults {
  const nest::NestPlan &nest;
  mlir::func::FuncOp kernel;
  const KernelSignature &signature;
  mlir::linalg::GenericOp generic; ///< whose sums they are
  int64_t columns, panel, lanes;

  /// Of each place, the vectors of the panel that begins with `column`.
  void store(const IndexMath &ix, RunFunction &run, llvm::ArrayRef<PanelPlace> places, mlir::Value column,
             llvm::ArrayRef<mlir::Value> sums) const;
};

} // namespace weir::cpu
