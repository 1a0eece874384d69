// A GPU's primary context, which every user of the GPU in this process shares, and what is known about the GPU.
#pragma once

#include "lib/Runtime/Device/Cuda/Driver.h"

#include <mutex>

namespace weir::cuda {

/// What kernels and launches must fit into.
struct Limits {
  int major = 0, minor = 0; ///< compute capability
  int threads = 0;          ///< of a block
  int sharedBytes = 0;      ///< of a block, which has opted in
  int registers = 0;        ///< of a block
  int blocks = 0;           ///< of a grid
  int64_t parameterBytes = 0;

  std::string capability() const { return message(major, ".", minor); }
};

class GpuContext {
public:
  static Status create(int ordinal, std::shared_ptr<GpuContext> &context);
  ~GpuContext();

  /// Makes the context the calling thread's for as long as it lives.
  class Scope {
  public:
    explicit Scope(const GpuContext &context);
    ~Scope();
    Scope(const Scope &) = delete;
    Scope &operator=(const Scope &) = delete;

  private:
    const GpuContext &context;
    bool isPushed;
  };

  /// The function that copies or fills strided regions of such elements; see CopyKernels.c.
  Status ownKernel(const std::string &name, Function &function);

  const Driver &driver;
  const int ordinal;
  Limits limits;
  std::string model; ///< what NVIDIA calls it
  int64_t memoryBytes = 0;
  bool hasPools = false; ///< memory can be allocated and released in the order of a stream

private:
  GpuContext(const Driver &driver, int ordinal) : driver(driver), ordinal(ordinal) {}

  Status retain();

  DeviceNumber device = 0;
  Context context = nullptr;
  std::mutex loading;
  Module copyModule = nullptr;
};

/// Loads a cubin or PTX; what the driver says about it is part of the error. In a scope.
Status loadModule(const Driver &driver, const void *image, Module &module);

} // namespace weir::cuda
