// Dimensions that lie behind each other in both regions are joined first, so most copies end as one memcpy.
#include "lib/Runtime/Device/Cpu/CopyStrided.h"

#include <cstring>

namespace weir {

namespace {

struct Dimension {
  int64_t size, sourceStride, targetStride; ///< strides in bytes
};

/// Without dimensions of size 1, joined; outermost first. False if there is nothing to copy.
bool collapse(const StridedCopy &copy, std::vector<Dimension> &dimensions) {
  for (size_t i = 0; i < copy.sizes.size(); ++i) {
    Dimension inner{copy.sizes[i], copy.sourceStrides[i] * copy.elementBytes,
                    copy.targetStrides[i] * copy.elementBytes};
    if (inner.size == 0)
      return false;
    if (inner.size == 1)
      continue;
    if (!dimensions.empty()) {
      Dimension &outer = dimensions.back();
      if (outer.sourceStride == inner.sourceStride * inner.size &&
          outer.targetStride == inner.targetStride * inner.size) {
        outer = {outer.size * inner.size, inner.sourceStride, inner.targetStride};
        continue;
      }
    }
    dimensions.push_back(inner);
  }
  return true;
}

template <typename Element> void copyRow(char *target, const char *source, const Dimension &row) {
  for (int64_t i = 0; i < row.size; ++i)
    std::memcpy(target + i * row.targetStride, source + i * row.sourceStride, sizeof(Element));
}

void copyRow(char *target, const char *source, const Dimension &row, int64_t elementBytes) {
  if (row.sourceStride == elementBytes && row.targetStride == elementBytes)
    std::memcpy(target, source, size_t(row.size * elementBytes));
  else if (elementBytes == 1)
    copyRow<uint8_t>(target, source, row);
  else if (elementBytes == 2)
    copyRow<uint16_t>(target, source, row);
  else if (elementBytes == 4)
    copyRow<uint32_t>(target, source, row);
  else
    copyRow<uint64_t>(target, source, row);
}

void copyBox(char *target, const char *source, std::span<const Dimension> dimensions, int64_t elementBytes) {
  if (dimensions.size() == 1) {
    copyRow(target, source, dimensions[0], elementBytes);
    return;
  }
  for (int64_t i = 0; i < dimensions[0].size; ++i)
    copyBox(target + i * dimensions[0].targetStride, source + i * dimensions[0].sourceStride, dimensions.subspan(1),
            elementBytes);
}

} // namespace

void copyStrided(const StridedCopy &copy) {
  std::vector<Dimension> dimensions;
  dimensions.reserve(kMaxRank);
  if (!collapse(copy, dimensions))
    return;
  if (dimensions.empty())
    dimensions.push_back({1, copy.elementBytes, copy.elementBytes});
  copyBox(static_cast<char *>(*copy.target), static_cast<const char *>(*copy.source), dimensions, copy.elementBytes);
}

} // namespace weir
