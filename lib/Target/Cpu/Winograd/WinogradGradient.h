// The form of a gradient of 3 x 3 kernels that is summed by Winograd's tiles.
#pragma once

#include <memory>

namespace weir::cpu {

struct KernelSite;
class KernelForm;

/// Null for other kernels.
std::unique_ptr<KernelForm> winogradGradientForm(const KernelSite &site);

} // namespace weir::cpu
