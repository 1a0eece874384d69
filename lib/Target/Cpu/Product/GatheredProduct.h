// Emits the two functions of a kernel that is a contraction over several loops for each dimension of a product, as
// convolutions and their gradients are: a product of matrices whose blocks are gathered.
#pragma once

#include "lib/Target/Cpu/CpuThroughput.h"
#include "lib/Target/Cpu/Product/ProductLoops.h"

namespace weir::cpu {

struct KernelSite;
class KernelForm;

/// Of a contraction that is a product whose blocks are gathered, with elementwise ops as its epilogue; null where nests
/// of loops take less time.
std::unique_ptr<KernelForm> gatheredProductForm(const KernelSite &site);

} // namespace weir::cpu
