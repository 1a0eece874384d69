// The stage `launch`: groups become launches of kernels.
#pragma once

#include "dialects/Kernel/Kernel.h"
#include "dialects/Weir/IR/Dialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/Pass.h"

namespace weir {

#define GEN_PASS_DECL
#include "passes/Lowering/OutlineKernels/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "passes/Lowering/OutlineKernels/Passes.h.inc"

void buildLaunchPipeline(mlir::OpPassManager &passes);

} // namespace weir
