// Kernels whose images are flat native code, loaded.
#pragma once

#include "lib/Runtime/Device/CodeImage.h"
#include "lib/Runtime/Device/Device.h"

namespace weir {

/// Of each kernel its first image. A phase's entry point is `run` for host code, `function` for code of another form.
class FlatKernels final : public LoadedKernels {
public:
  static Status load(std::span<const Kernel> kernels, std::unique_ptr<LoadedKernels> &loaded);

private:
  std::unique_ptr<CodeImage> image; ///< host code and phases of each kernel in turn
};

} // namespace weir
