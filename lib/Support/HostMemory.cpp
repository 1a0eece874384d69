// Memory is what the system says is installed.
#include "lib/Support/HostMemory.h"

#include <unistd.h>

namespace weir {

int64_t hostMemoryBytes() { return int64_t(sysconf(_SC_PHYS_PAGES)) * int64_t(sysconf(_SC_PAGESIZE)); }

std::optional<Failure> checkHostMemory(const std::string &what, int64_t bytes) {
  int64_t available = hostMemoryBytes();
  if (bytes <= available)
    return std::nullopt;
  return Failure{"expects " + what + " to fit into this machine's " + std::to_string(available) +
                 " bytes of memory, got " + std::to_string(bytes) + " bytes"};
}

} // namespace weir
