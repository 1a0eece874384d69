// A concrete tensor in wide storage, as the interpreter computes with it. Knows no MLIR and no device.
#pragma once

#include "lib/Support/Shape.h"

#include <utility>
#include <vector>

namespace weir {

/// Row-major; floats as f64 in `floats`, integers and bool (0 or 1) as i64 in `integers`, the other one empty. The
/// dtype says what the elements stand for: in native evaluation every float is rounded to it after each op, in widened
/// evaluation never.
struct HostTensor {
  StaticMeta meta;
  std::vector<double> floats;
  std::vector<int64_t> integers;

  /// The number of elements of `meta` is known to fit (checkedNumElements).
  static HostTensor zeros(StaticMeta meta) {
    int64_t count = 1;
    for (int64_t size : meta.shape)
      count *= size;
    HostTensor tensor;
    if (isFloat(meta.dtype))
      tensor.floats.assign(count, 0.0);
    else
      tensor.integers.assign(count, 0);
    tensor.meta = std::move(meta);
    return tensor;
  }

  int64_t numElements() const { return static_cast<int64_t>(isFloat(meta.dtype) ? floats.size() : integers.size()); }
};

} // namespace weir
