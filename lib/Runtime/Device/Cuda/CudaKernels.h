// Kernels of an artifact as modules of the driver.
#pragma once

#include "lib/Runtime/Device/CodeImage.h"
#include "lib/Runtime/Device/Cuda/GpuContext.h"
#include "lib/Runtime/Device/Device.h"

#include <map>

namespace weir::cuda {

/// The image that runs best on a GPU of this compute capability: a cubin built for it, else one of an earlier minor
/// version, else PTX for it or for an earlier one; null where there is none.
const KernelImage *chooseImage(std::span<const KernelImage> images, int major, int minor);

class CudaKernels final : public LoadedKernels {
public:
  /// Whether a GPU has the registers, threads and shared memory that each kernel needs is part of it. In a scope.
  static Status load(std::shared_ptr<GpuContext> context, std::span<const Kernel> kernels,
                     std::unique_ptr<LoadedKernels> &loaded);

  explicit CudaKernels(std::shared_ptr<GpuContext> context) : context(std::move(context)) {}
  ~CudaKernels() override;

private:
  Status add(const Kernel &kernel);
  Status moduleOf(const KernelImage &image, Module &module);
  Status addPhase(const KernelPhase &phase, Module module, KernelEntry &entry) const;

  const std::shared_ptr<GpuContext> context;
  std::unique_ptr<CodeImage> hostCode;
  std::map<const uint8_t *, Module> modules; ///< by code: kernels may share an image
};

} // namespace weir::cuda
