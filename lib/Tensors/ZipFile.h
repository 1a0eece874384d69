// Files in a zip archive, which is what NumPy's .npz is.
#pragma once

#include "lib/Support/Status.h"

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace weir {

/// Names and contents, in the archive's order. Reads what is stored or deflated, up to 4 GiB.
Result<std::vector<std::pair<std::string, std::vector<uint8_t>>>> readZip(std::span<const uint8_t> archive);

} // namespace weir
