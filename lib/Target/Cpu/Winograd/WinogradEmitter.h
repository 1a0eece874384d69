// Emits the two functions of a kernel that is a weir.conv_winograd with elementwise ops behind it.
#pragma once

#include "lib/Target/Cpu/Winograd/WinogradShape.h"

namespace weir::cpu {

struct KernelSite;
class KernelForm;

/// Of a kernel that had a weir.conv_winograd, if code for it is of a reasonable size; else null.
std::unique_ptr<KernelForm> winogradForm(const KernelSite &site);

} // namespace weir::cpu
