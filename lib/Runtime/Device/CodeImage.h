// Flat machine code for the host's processor in memory that is executable and, by then, no longer writable. No linker,
// no dlopen.
#pragma once

#include "lib/Runtime/Status.h"

namespace weir {

class CodeImage {
public:
  /// Copies all images into one mapping: a mapping per image would run into the system's limit on their number. Images
  /// that are the same memory are mapped once.
  static Status map(std::span<const Bytes> images, std::unique_ptr<CodeImage> &result);
  ~CodeImage();

  template <typename Function> Function function(size_t image, uint64_t offset) const {
    return reinterpret_cast<Function>(reinterpret_cast<uintptr_t>(mapped[image].data()) + offset);
  }
  std::span<const uint8_t> code(size_t image) const { return mapped[image]; }

private:
  void *memory = nullptr;
  size_t bytes = 0;
  std::vector<std::span<const uint8_t>> mapped; ///< by image
};

} // namespace weir
