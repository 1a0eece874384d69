// Emits a kernel that sorts lines, or finds their first elements in order.
#pragma once

#include "lib/Target/Cpu/Sort/SortShape.h"
#include "lib/Target/Native/KernelFunctions.h"

namespace weir::cpu {

struct KernelSite;
class KernelForm;

/// Of a kernel that sorts; null for others.
std::unique_ptr<KernelForm> sortForm(const KernelSite &site);

} // namespace weir::cpu
