// Dimensions that lie behind each other in both regions are joined first, so most copies end as one memcpy. Where
// source and target have different ones innermost, squares of both are turned, so that all of a cache line is used at
// once.
#include "lib/Runtime/Device/CopyStrided.h"

#include <algorithm>
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

constexpr int64_t kLineBytes = 64;
constexpr int64_t kLeastTurned = 8; ///< elements along both

template <typename Element> constexpr int64_t kSide = kLineBytes / sizeof(Element);

/// Columns of the source become rows of the target: `width` of them, of `height` elements.
template <typename Element>
[[gnu::always_inline]] inline void copySquare(char *target, const char *source, int64_t sourceStride,
                                              int64_t targetStride, int64_t width, int64_t height) {
  Element turned[kSide<Element>][kSide<Element>];
  for (int64_t j = 0; j < height; ++j)
    for (int64_t i = 0; i < width; ++i)
      std::memcpy(&turned[i][j], source + j * sourceStride + i * int64_t(sizeof(Element)), sizeof(Element));
  for (int64_t i = 0; i < width; ++i)
    std::memcpy(target + i * targetStride, turned[i], size_t(height) * sizeof(Element));
}

/// Two loops, of which one goes along neighbours in the source, the other one along neighbours in the target. Squares
/// are a cache line by a cache line, and visited in blocks of four by four: few pages at once, and lines one behind the
/// other.
template <typename Element>
void copyTurned(char *target, const char *source, const Loop &inSource, const Loop &inTarget) {
  constexpr int64_t side = kSide<Element>, block = 4 * side;
  auto square = [&](int64_t i, int64_t j) {
    char *to = target + i * inSource.targetStride + j * int64_t(sizeof(Element));
    const char *from = source + i * int64_t(sizeof(Element)) + j * inTarget.sourceStride;
    int64_t width = inSource.size - i, height = inTarget.size - j;
    if (width >= side && height >= side) // of known sizes
      copySquare<Element>(to, from, inTarget.sourceStride, inSource.targetStride, side, side);
    else
      copySquare<Element>(to, from, inTarget.sourceStride, inSource.targetStride, width < side ? width : side,
                          height < side ? height : side);
  };
  for (int64_t i0 = 0; i0 < inSource.size; i0 += block)
    for (int64_t j0 = 0; j0 < inTarget.size; j0 += block)
      for (int64_t i = i0; i < inSource.size && i < i0 + block; i += side)
        for (int64_t j = j0; j < inTarget.size && j < j0 + block; j += side)
          square(i, j);
}

void copyTurned(char *target, const char *source, const Loop &inSource, const Loop &inTarget, int64_t elementBytes) {
  if (elementBytes == 1)
    copyTurned<uint8_t>(target, source, inSource, inTarget);
  else if (elementBytes == 2)
    copyTurned<uint16_t>(target, source, inSource, inTarget);
  else if (elementBytes == 4)
    copyTurned<uint32_t>(target, source, inSource, inTarget);
  else
    copyTurned<uint64_t>(target, source, inSource, inTarget);
}

/// If `isTurned`, the last two loops are copyTurned's.
void copyBox(char *target, const char *source, std::span<const Loop> loops, int64_t elementBytes, bool isTurned) {
  if (loops.empty())
    std::memcpy(target, source, size_t(elementBytes));
  else if (loops.size() == 1)
    copyRow(target, source, loops[0], elementBytes);
  else if (loops.size() == 2 && isTurned)
    copyTurned(target, source, loops[0], loops[1], elementBytes);
  else
    for (int64_t i = 0; i < loops[0].size; ++i)
      copyBox(target + i * loops[0].targetStride, source + i * loops[0].sourceStride, loops.subspan(1), elementBytes,
              isTurned);
}

/// Moves the loop along neighbours in the source, and that in the target, behind the others; false if they are one, or
/// short.
bool turn(CopyLoops &copy) {
  auto alongIn = [&](int64_t Loop::*stride) {
    size_t i = 0;
    while (i < copy.rank && (copy.loops[i].*stride != copy.elementBytes || copy.loops[i].size < kLeastTurned))
      ++i;
    return i;
  };
  size_t inSource = alongIn(&Loop::sourceStride), inTarget = alongIn(&Loop::targetStride);
  if (inSource == copy.rank || inTarget == copy.rank || inSource == inTarget)
    return false;
  Loop last[] = {copy.loops[inSource], copy.loops[inTarget]};
  size_t others = 0;
  for (size_t i = 0; i < copy.rank; ++i)
    if (i != inSource && i != inTarget)
      copy.loops[others++] = copy.loops[i];
  std::copy(last, last + 2, copy.loops.begin() + others);
  return true;
}

void copyAll(void *target, const void *source, CopyLoops copy) {
  if (copy.isEmpty)
    return;
  bool isTurned = turn(copy);
  copyBox(static_cast<char *>(target), static_cast<const char *>(source), {copy.loops.data(), copy.rank},
          copy.elementBytes, isTurned);
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
  if (loops.isEmpty)
    return; // there may be no memory
  if (loops.isTargetContiguous() && hasEqualBytes(fill))
    std::memset(*fill.target, uint8_t(fill.bits), size_t(loops.numElements() * fill.elementBytes));
  else
    copyAll(*fill.target, &fill.bits, loops);
}

} // namespace weir
