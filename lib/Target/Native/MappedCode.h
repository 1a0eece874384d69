// A flat image in this process's memory.
#pragma once

#include "lib/Artifact/Program.h"

namespace weir {

class MappedCode {
public:
  /// Copies the code into memory that is executable then, and no longer writable. The image need not live on.
  explicit MappedCode(const Bytes &image);
  ~MappedCode();
  MappedCode(const MappedCode &) = delete;
  MappedCode &operator=(const MappedCode &) = delete;

  bool isMapped() const { return code != nullptr; }
  const uint8_t *data() const { return code; }
  size_t size() const { return bytes; }

  template <typename Function> Function function(uint64_t offset) const {
    return reinterpret_cast<Function>(reinterpret_cast<uintptr_t>(code) + offset);
  }

private:
  uint8_t *code = nullptr;
  size_t bytes;
};

} // namespace weir
