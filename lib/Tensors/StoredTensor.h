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
  TensorMeta meta;
  std::vector<uint8_t> bytes; ///< at least one, so that an empty tensor has an address
  Shape strides;              ///< in elements
};

StoredTensor storeTensor(const HostTensor &tensor, ElementLayout layout);

/// Row-major elements of a static `meta`.
HostTensor loadTensor(const TensorMeta &meta, const void *elements);

} // namespace weir
