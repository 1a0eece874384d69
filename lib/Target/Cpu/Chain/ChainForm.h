// The form of a kernel of products with rows between them.
#pragma once

#include <memory>

namespace weir::cpu {

struct KernelSite;
class KernelForm;

/// Of such a chain; null for other kernels.
std::unique_ptr<KernelForm> rowChainForm(const KernelSite &site);

} // namespace weir::cpu
