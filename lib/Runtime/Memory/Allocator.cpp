// A cache of blocks by size: a block serves requests down to 7/8 of its size.
#include "lib/Runtime/Memory/Allocator.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace weir {

namespace {

constexpr int64_t kAlignment = 64;

int64_t roundUp(int64_t bytes) { return std::max(kAlignment, (bytes + kAlignment - 1) / kAlignment * kAlignment); }

} // namespace

DeviceStorage::~DeviceStorage() {
  giveUp();
  if (release)
    release(context);
}

void DeviceStorage::giveUp() {
  if (allocator && memory)
    allocator->giveBack(std::exchange(memory, nullptr), blockBytes, purpose);
}

Allocator::Allocator(std::shared_ptr<Device> device, std::shared_ptr<Trace> trace, int64_t limit, bool poison)
    : device(std::move(device)), trace(std::move(trace)), limit(limit), poison(poison) {}

Allocator::~Allocator() { trim(); }

void *Allocator::takeCached(int64_t bytes, int64_t &blockBytes) {
  auto it = cache.lower_bound(bytes);
  while (it != cache.end() && it->second.empty())
    ++it;
  if (it == cache.end() || it->first - it->first / 8 > bytes || it->first > limit - inUse)
    return nullptr;
  void *memory = it->second.back();
  it->second.pop_back();
  blockBytes = it->first;
  cachedBytes -= blockBytes;
  return memory;
}

uint32_t Allocator::purposeOf(std::string_view what) {
  auto found = std::ranges::find(purposes, what, &Purpose::what);
  if (found == purposes.end())
    found = purposes.insert(found, {what});
  return uint32_t(found - purposes.begin());
}

/// The largest first.
std::string Allocator::describeUse() const {
  std::vector<Purpose> sorted = purposes;
  std::ranges::sort(sorted, [](const Purpose &a, const Purpose &b) {
    return std::tuple(b.bytes, a.what) < std::tuple(a.bytes, b.what);
  });
  std::string text;
  for (const Purpose &purpose : sorted)
    if (purpose.blocks > 0)
      text += message(text.empty() ? "; in use: " : ", ", purpose.bytes, " bytes as ", purpose.what,
                      purpose.blocks > 1 ? message(" (", purpose.blocks, " of them)") : "");
  return text;
}

Status Allocator::take(int64_t bytes, std::string_view what, void *&memory, int64_t &blockBytes, uint32_t &purpose,
                       bool &areZeros) {
  Trace::Span span(*trace, TraceKind::Allocate);
  std::lock_guard lock(mutex);
  auto outOfMemory = [&](int64_t available) {
    return failure(WEIR_OUT_OF_MEMORY,
                   message("expects ", what, " to fit into the device's memory, got ", bytes, " bytes with ", available,
                           " of ", limit, " available on ", device->name(), describeUse()));
  };
  blockBytes = roundUp(bytes);
  bool isRefused = requestsUntilNone == 1;
  if (requestsUntilNone > 1)
    --requestsUntilNone;
  if (isRefused || blockBytes > limit - inUse)
    return outOfMemory(isRefused ? 0 : limit - inUse);
  memory = takeCached(blockBytes, blockBytes);
  areZeros = !memory && !poison && device->allocatesZeros(blockBytes);
  if (!memory) {
    if (cachedBytes > limit - inUse - blockBytes)
      trimLocked();
    if (Status failed = device->allocate(blockBytes, memory))
      return failed;
    if (!memory) {
      trimLocked();
      if (Status failed = device->allocate(blockBytes, memory))
        return failed;
    }
    if (!memory)
      return outOfMemory(limit - inUse);
  }
  span.record.value = inUse += blockBytes;
  peak = std::max(peak, inUse);
  purpose = purposeOf(what);
  purposes[purpose].bytes += blockBytes;
  ++purposes[purpose].blocks;
  return nullptr;
}

Status DeviceStorage::obtain(const char *what, bool *areZeros) {
  if (memory || !allocator)
    return nullptr;
  void *taken = nullptr;
  bool isUntouched = false;
  if (Status failed = allocator->take(size, what, taken, blockBytes, purpose, isUntouched))
    return failed;
  if (areZeros)
    *areZeros = isUntouched;
  memory = taken;
  return allocator->poison ? allocator->device->fill({place(), 1, 0xFF, {blockBytes}, {1}}) : nullptr;
}

std::shared_ptr<DeviceStorage> Allocator::promise(int64_t bytes) {
  return std::make_shared<DeviceStorage>(shared_from_this(), bytes);
}

Status Allocator::allocate(int64_t bytes, const char *what, std::shared_ptr<DeviceStorage> &storage) {
  std::shared_ptr<DeviceStorage> fresh = promise(bytes);
  if (Status failed = fresh->obtain(what))
    return failed;
  storage = std::move(fresh);
  return nullptr;
}

void Allocator::giveBack(void *memory, int64_t blockBytes, uint32_t purpose) noexcept {
  Trace::Span span(*trace, TraceKind::Release);
  std::lock_guard lock(mutex);
  purposes[purpose].bytes -= blockBytes;
  --purposes[purpose].blocks;
  span.record.value = inUse -= blockBytes;
  try {
    cache[blockBytes].push_back(memory);
    cachedBytes += blockBytes;
  } catch (const std::bad_alloc &) {
    device->free(memory, blockBytes);
  }
}

void Allocator::trim() {
  std::lock_guard lock(mutex);
  trimLocked();
}

void Allocator::trimLocked() {
  for (auto &[blockBytes, blocks] : cache)
    for (void *memory : blocks)
      device->free(memory, blockBytes);
  cache.clear();
  cachedBytes = 0;
}

int64_t Allocator::bytesInUse() const {
  std::lock_guard lock(mutex);
  return inUse;
}

int64_t Allocator::mostAhead() const {
  constexpr int64_t kNothing = 16 << 10; // too little to wait for
  std::lock_guard lock(mutex);
  return std::min(limit / 4, std::max(inUse / 10, kNothing));
}

int64_t Allocator::peakBytes() const {
  std::lock_guard lock(mutex);
  return peak;
}

void Allocator::failFrom(int64_t request) {
  std::lock_guard lock(mutex);
  requestsUntilNone = std::max<int64_t>(request, 0);
}

void Allocator::resetPeak() {
  std::lock_guard lock(mutex);
  peak = inUse;
}

} // namespace weir
