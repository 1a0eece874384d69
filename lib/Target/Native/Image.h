// From an object file to the flat image that the runtime maps.
#pragma once

#include "lib/Support/Status.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace weir {

/// Position-independent code and read-only data in one block, relocations resolved.
struct Image {
  std::vector<uint8_t> bytes;
  uint64_t prepareOffset = 0, runOffset = 0;
};

/// Lays out the sections of an ELF object one after the other. What an image can't hold fails with its name: an
/// undefined symbol, a writable section, a constructor, a relocation that depends on where the image is mapped.
Result<Image> flattenObject(std::string_view object);

} // namespace weir
