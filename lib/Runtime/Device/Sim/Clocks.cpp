// Vector clocks that are kept only between synchronizations of the whole block, where they all start anew.
#include "lib/Runtime/Device/Sim/Clocks.h"

#include <algorithm>
#include <bit>

namespace weir::sim {

namespace {

template <typename Body> void forEachBit(uint32_t mask, Body body) {
  for (; mask; mask &= mask - 1)
    body(static_cast<uint32_t>(std::countr_zero(mask)));
}

template <typename Body> void forEachThread(const ThreadSet &threads, Body body) {
  for (uint32_t warp = 0; warp < kMaxWarps; ++warp)
    forEachBit(threads[warp], [&](uint32_t lane) { body(warp * kWarpSize + lane); });
}

void raise(uint32_t *to, const uint32_t *from) {
  for (uint32_t lane = 0; lane < kWarpSize; ++lane)
    to[lane] = std::max(to[lane], from[lane]);
}

} // namespace

void Clocks::resize(uint32_t threads) {
  now = barrier = 1;
  stride = (threads + kWarpSize - 1) / kWarpSize * kWarpSize;
  times.assign(threads, 0);
  knowledge.assign(threads, {});
  rows.clear();
}

void Clocks::synchronize(const ThreadSet &threads) {
  if (rows.empty())
    rows.resize(size_t{stride} * times.size());
  std::array<uint32_t, kMaxThreads> merged;
  uint32_t warps = 0;
  auto mergedRow = [&](uint32_t warp) {
    uint32_t *lanes = merged.data() + warp * kWarpSize;
    if (!(warps >> warp & 1))
      std::fill_n(lanes, kWarpSize, 0);
    warps |= 1u << warp;
    return lanes;
  };
  forEachThread(threads, [&](uint32_t thread) {
    const Knowledge &k = knowledge[thread];
    if (k.since == barrier)
      forEachBit(k.warps, [&](uint32_t warp) { raise(mergedRow(warp), row(thread) + warp * kWarpSize); });
    uint32_t *lanes = mergedRow(thread / kWarpSize);
    lanes[thread % kWarpSize] = std::max(lanes[thread % kWarpSize], timeOf(thread));
  });
  ++now;
  forEachThread(threads, [&](uint32_t thread) {
    knowledge[thread] = {barrier, warps};
    times[thread] = now;
    forEachBit(warps, [&](uint32_t warp) {
      std::copy_n(merged.data() + warp * kWarpSize, kWarpSize, row(thread) + warp * kWarpSize);
    });
  });
}

} // namespace weir::sim
