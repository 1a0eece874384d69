// Emits the two functions of a kernel that is the gradient of the windows by which each channel is convolved.
#pragma once

#include "lib/Target/Cpu/CpuThroughput.h"
#include "lib/Target/Cpu/Depthwise/DepthwiseShape.h"

namespace weir::cpu {

/// The gradient, if code for it is of a reasonable size.
std::optional<DepthwiseShape> findFastDepthwiseGradient(const nest::Contraction &sum, const KernelSignature &signature,
                                                        const CpuThroughput &cpu);

void emitDepthwiseGradient(mlir::ModuleOp module, mlir::func::FuncOp kernel, const DepthwiseShape &shape,
                           const KernelSignature &signature, const CpuThroughput &cpu);

} // namespace weir::cpu
