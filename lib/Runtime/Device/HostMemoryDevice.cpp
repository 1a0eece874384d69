// Plain copies.
#include "lib/Runtime/Device/HostMemoryDevice.h"
#include "lib/Runtime/Device/CopyStrided.h"
#include "lib/Support/HostMemory.h"

#include <cstring>

namespace weir {

int64_t HostMemoryDevice::memoryBytes() const { return hostMemoryBytes(); }

Status HostMemoryDevice::allocateHost(int64_t bytes, std::shared_ptr<void> &memory) {
  memory = std::shared_ptr<void>(::operator new(size_t(bytes)), [](void *held) { ::operator delete(held); });
  return nullptr;
}

Status HostMemoryDevice::copy(const StridedCopy &copy) {
  copyStrided(copy);
  return nullptr;
}

Status HostMemoryDevice::fill(const StridedFill &fill) {
  fillStrided(fill);
  return nullptr;
}

Status HostMemoryDevice::read(void *host, const void *memory, int64_t bytes) {
  if (bytes > 0) // an empty tensor may have no address
    std::memcpy(host, memory, size_t(bytes));
  return nullptr;
}

Status HostMemoryDevice::write(void *memory, const void *host, int64_t bytes) {
  if (bytes > 0)
    std::memmove(memory, host, size_t(bytes));
  return nullptr;
}

} // namespace weir
