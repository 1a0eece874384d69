// From an object file to the flat image that the runtime maps.
#pragma once

#include "lib/Support/Status.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace weir {

/// Position-independent code and read-only data in one block, relocations resolved.
struct Image {
  std::vector<uint8_t> bytes;
  std::vector<uint64_t> offsets; ///< of the functions that were asked for, in that order
};

/// Lays out the sections of an ELF object one after the other. What an image can't hold fails with its name: an
/// undefined symbol, a writable section, a constructor, a relocation that depends on where the image is mapped. So does
/// a function that is not there.
Result<Image> flattenObject(std::string_view object, std::span<const std::string> functions);

} // namespace weir
