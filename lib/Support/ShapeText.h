// Shapes as users of Python write them.
#pragma once

#include "lib/Support/DimSize.h"

#include <cstdint>
#include <span>
#include <string>

namespace weir {

/// "(2, 3)", "(4,)", "()"; a size that isn't known is `?`.
std::string tupleText(std::span<const DimSize> shape);
std::string tupleText(std::span<const int64_t> sizes);

} // namespace weir
