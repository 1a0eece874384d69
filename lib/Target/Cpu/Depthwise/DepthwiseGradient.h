// Emits the two functions of a kernel that is the gradient of the windows by which each channel is convolved.
#pragma once

#include "lib/Target/Cpu/CpuThroughput.h"
#include "lib/Target/Cpu/Depthwise/DepthwiseShape.h"

namespace weir::cpu {

struct KernelSite;
class KernelForm;

/// Of such a gradient, if code for it is of a reasonable size; else null.
std::unique_ptr<KernelForm> depthwiseGradientForm(const KernelSite &site);

} // namespace weir::cpu
