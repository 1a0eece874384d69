// Emits kernels of loops that are no nest, such as scatters, scans and sorts: a phase for each loop.
#pragma once

#include "lib/Target/Native/KernelFunctions.h"

namespace weir::cpu {

struct KernelSite;
class KernelForm;

/// Of any kernel on linalg and tensors. Where iterations are independent, tiles are ranges of them, and neighbours are
/// lanes of vectors. Null where nests of loops take it.
std::unique_ptr<KernelForm> loopForm(const KernelSite &site);

} // namespace weir::cpu
