// Emits the two functions of a kernel that convolves each channel by a window of its own, with elementwise ops behind.
#pragma once

#include "lib/Target/Cpu/CpuThroughput.h"
#include "lib/Target/Cpu/Depthwise/DepthwiseShape.h"

namespace weir::cpu {

/// The convolution, if code for it is of a reasonable size.
std::optional<DepthwiseShape> findFastDepthwise(const nest::Contraction &sum, const KernelSignature &signature,
                                                const CpuThroughput &cpu);

void emitDepthwise(mlir::ModuleOp module, mlir::func::FuncOp kernel, const DepthwiseShape &shape,
                   const KernelSignature &signature, const CpuThroughput &cpu);

} // namespace weir::cpu
