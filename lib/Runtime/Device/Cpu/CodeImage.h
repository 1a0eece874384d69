// The machine code of an artifact in memory that is executable and, by then, no longer writable. No linker, no dlopen.
#pragma once

#include "lib/Runtime/Device/Device.h"

namespace weir {

class CodeImage final : public LoadedKernels {
public:
  /// Copies all images into one mapping: a mapping per kernel would run into the system's limit on their number.
  static Status map(std::span<const Kernel> kernels, std::unique_ptr<LoadedKernels> &loaded);
  ~CodeImage() override;

private:
  void *memory = nullptr;
  size_t bytes = 0;
};

} // namespace weir
