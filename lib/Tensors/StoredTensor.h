// Host tensors as bytes in memory, as the runtime takes and gives them. Knows no MLIR.
#pragma once

#include "dialects/Interfaces/HostTensor.h"

#include <cstdint>
#include <vector>

namespace weir {

enum class ElementLayout {
  RowMajor,
  Padded, ///< other bytes, all 0xFF, stand between any two elements, and more of them between rows
};

struct StoredTensor {
  StaticMeta meta;
  std::vector<uint8_t> bytes;   ///< at least one, so that an empty tensor has an address
  std::vector<int64_t> strides; ///< in elements
};

StoredTensor storeTensor(const HostTensor &tensor, ElementLayout layout);

/// From row-major elements.
HostTensor loadTensor(const StaticMeta &meta, const void *elements);

} // namespace weir
