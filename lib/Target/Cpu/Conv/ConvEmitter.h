// Emits the two functions of a kernel that is a convolution with elementwise ops behind it.
#pragma once

#include "dialects/Kernel/Target.h"
#include "lib/Target/Cpu/Conv/ConvShape.h"
#include "lib/Target/Cpu/CpuThroughput.h"

namespace weir::cpu {

/// The order in which a convolution's kernel is read fastest; none where convolutions of `element` have no fast form.
PackedKernelLayout packedKernel(mlir::Type element, const CpuThroughput &cpu, int64_t columns, int64_t channels);

/// The convolution that `emitConvolution` takes, if the sum of a kernel with one result is one.
std::optional<ConvShape> findFastConvolution(const nest::Contraction &sum, const KernelSignature &signature,
                                             const CpuThroughput &cpu);

/// Adds `prepare` and `run`; the elementwise ops are computed from the accumulators.
void emitConvolution(mlir::ModuleOp module, mlir::func::FuncOp kernel, const ConvShape &shape,
                     const KernelSignature &signature, const CpuThroughput &cpu);

} // namespace weir::cpu
