// Emits the two functions of a kernel that convolves each channel by a window of its own, with elementwise ops behind.
#pragma once

#include "lib/Target/Cpu/CpuThroughput.h"
#include "lib/Target/Cpu/Depthwise/DepthwiseShape.h"

namespace weir::cpu {

struct KernelSite;
class KernelForm;

/// Of a convolution of each channel, if code for it is of a reasonable size; else null.
std::unique_ptr<KernelForm> depthwiseForm(const KernelSite &site);

} // namespace weir::cpu
