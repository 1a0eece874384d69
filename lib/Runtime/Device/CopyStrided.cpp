// Dimensions that lie behind each other in both regions are joined first, so most copies end as one memcpy.
#include "lib/Runtime/Device/CopyStrided.h"

#include <cstring>

namespace weir {

namespace {

using Loop = CopyLoops::Loop;

template <typename Element> void copyRow(char *target, const char *source, const Loop &row) {
  for (int64_t i = 0; i < row.size; ++i)
    std::memcpy(target + i * row.targetStride, source + i * row.sourceStride, sizeof(Element));
}

void copyRow(char *target, const char *source, const Loop &row, int64_t elementBytes) {
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

void copyBox(char *target, const char *source, std::span<const Loop> loops, int64_t elementBytes) {
  if (loops.empty())
    std::memcpy(target, source, size_t(elementBytes));
  else if (loops.size() == 1)
    copyRow(target, source, loops[0], elementBytes);
  else
    for (int64_t i = 0; i < loops[0].size; ++i)
      copyBox(target + i * loops[0].targetStride, source + i * loops[0].sourceStride, loops.subspan(1), elementBytes);
}

void copyAll(void *target, const void *source, const CopyLoops &copy) {
  if (!copy.isEmpty)
    copyBox(static_cast<char *>(target), static_cast<const char *>(source), {copy.loops.data(), copy.rank},
            copy.elementBytes);
}

/// Inside the loops so far.
void addLoop(CopyLoops &copy, const Loop &inner) {
  copy.isEmpty |= inner.size == 0;
  if (inner.size == 1)
    return;
  if (copy.rank > 0) {
    Loop &outer = copy.loops[copy.rank - 1];
    if (outer.sourceStride == inner.sourceStride * inner.size &&
        outer.targetStride == inner.targetStride * inner.size) {
      outer = {outer.size * inner.size, inner.sourceStride, inner.targetStride};
      return;
    }
  }
  copy.loops[copy.rank++] = inner;
}

} // namespace

CopyLoops::CopyLoops(const StridedCopy &copy) : elementBytes(copy.elementBytes) {
  for (size_t i = 0; i < copy.sizes.size(); ++i)
    addLoop(*this, {copy.sizes[i], copy.sourceStrides[i] * elementBytes, copy.targetStrides[i] * elementBytes});
}

CopyLoops::CopyLoops(const StridedFill &fill) : elementBytes(fill.elementBytes) {
  for (size_t i = 0; i < fill.sizes.size(); ++i)
    addLoop(*this, {fill.sizes[i], 0, fill.strides[i] * elementBytes});
}

int64_t CopyLoops::numElements() const {
  int64_t count = isEmpty ? 0 : 1;
  for (size_t i = 0; i < rank; ++i)
    count *= loops[i].size;
  return count;
}

bool hasEqualBytes(const StridedFill &fill) {
  for (int64_t i = 1; i < fill.elementBytes; ++i)
    if (uint8_t(fill.bits >> (8 * i)) != uint8_t(fill.bits))
      return false;
  return true;
}

void copyStrided(const StridedCopy &copy) { copyAll(*copy.target, *copy.source, CopyLoops(copy)); }

void copyPart(const StridedCopy &copy, const CopyLoops &loops, int64_t first, int64_t count) {
  CopyLoops part = loops;
  part.loops[0].size = count;
  copyAll(static_cast<char *>(*copy.target) + first * loops.loops[0].targetStride,
          static_cast<const char *>(*copy.source) + first * loops.loops[0].sourceStride, part);
}

void fillStrided(const StridedFill &fill) {
  CopyLoops loops(fill);
  if (loops.isTargetContiguous() && hasEqualBytes(fill))
    std::memset(*fill.target, uint8_t(fill.bits), size_t(loops.numElements() * fill.elementBytes));
  else
    copyAll(*fill.target, &fill.bits, loops);
}

} // namespace weir
