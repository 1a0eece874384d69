// What devices have in common whose memory is the host's.
#pragma once

#include "lib/Runtime/Device/Device.h"

namespace weir {

class HostMemoryDevice : public Device {
public:
  int64_t memoryBytes() const override;
  bool isHostMemory() const override { return true; }
  bool usesHostThreads() const override { return true; }
  Status allocateHost(int64_t bytes, std::shared_ptr<void> &memory) override;

  Status copy(const StridedCopy &copy) override;
  Status fill(const StridedFill &fill) override;
  Status read(void *host, const void *memory, int64_t bytes) override;
  Status write(void *memory, const void *host, int64_t bytes) override;
};

} // namespace weir
