// Emits the two functions of a kernel that is a weir.conv_winograd with elementwise ops behind it.
#pragma once

#include "lib/Target/Cpu/Winograd/WinogradShape.h"

namespace weir::cpu {

/// What sums the products in a kernel whose ops are linalg by now, if `emitWinograd` takes it; else null.
mlir::linalg::GenericOp findWinogradSum(mlir::func::FuncOp kernel, const WinogradShape &shape,
                                        const KernelSignature &signature, const CpuThroughput &cpu);

/// Adds `prepare` and `run`.
void emitWinograd(mlir::ModuleOp module, mlir::func::FuncOp kernel, mlir::linalg::GenericOp sum,
                  const WinogradShape &shape, const KernelSignature &signature, const CpuThroughput &cpu);

} // namespace weir::cpu
