// Walking the positions of row-major tensors, and copying elements between them whatever their type.
#pragma once

#include "dialects/Interfaces/HostTensor.h"
#include "lib/Support/IterationRule.h"

namespace weir {

using Position = std::vector<int64_t>;

/// Calls `visit(position)` for every position of `shape`, in row-major order.
template <typename Visit> void forEachPosition(const Sizes &shape, Visit visit) {
  for (int64_t size : shape)
    if (size <= 0)
      return;
  Position position(shape.size());
  while (true) {
    visit(static_cast<const Position &>(position));
    size_t dim = shape.size();
    while (dim > 0 && ++position[dim - 1] == shape[dim - 1])
      position[--dim] = 0;
    if (dim == 0)
      return;
  }
}

/// The row-major number of `position` in `shape`, and back.
int64_t offsetOf(const Position &position, const Sizes &shape);
Position positionAt(int64_t offset, const Sizes &shape);

/// `position` in a box, at the value's own positions.
Position inWhole(Position position, const Box &box);

/// "[3, 0]"
std::string positionText(const Position &position);

/// A tensor whose element at each position is the one of `from` with the number `source(position)`.
template <typename Source> HostTensor pick(const HostTensor &from, StaticMeta meta, Source source) {
  HostTensor to = HostTensor::zeros(std::move(meta));
  int64_t i = 0;
  if (isFloat(to.meta.dtype))
    forEachPosition(to.meta.shape, [&](const Position &position) { to.floats[i++] = from.floats[source(position)]; });
  else
    forEachPosition(to.meta.shape,
                    [&](const Position &position) { to.integers[i++] = from.integers[source(position)]; });
  return to;
}

} // namespace weir
