// Emits the two functions of a kernel that is a convolution with elementwise ops behind it.
#pragma once

#include "dialects/Kernel/Target.h"
#include "lib/Target/Cpu/Conv/ConvShape.h"
#include "lib/Target/Cpu/CpuThroughput.h"

namespace weir::cpu {

/// The order in which a convolution's kernel is read fastest; none where convolutions of `element` have no fast form.
PackedKernelLayout packedKernel(mlir::Type element, const CpuThroughput &cpu, int64_t columns, int64_t channels);

struct KernelSite;
class KernelForm;

/// Of a convolution with elementwise ops behind it, which are computed from the accumulators; null where its kernel is
/// not packed for this machine, or code for it is of no reasonable size.
std::unique_ptr<KernelForm> convolutionForm(const KernelSite &site);

} // namespace weir::cpu
