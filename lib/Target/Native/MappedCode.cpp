// Maps anonymous memory, writes the image, makes it executable.
#include "lib/Target/Native/MappedCode.h"

#include "lib/Runtime/Device/Cpu/CpuFeatures.h"

#include <cstring>
#include <sys/mman.h>

namespace weir {

MappedCode::MappedCode(const Bytes &image) : bytes(image.size()) {
  (void)cpuSupports("amx-tile"); // the code may use tile registers, for which the system wants to be asked
  void *mapped = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED)
    return;
  std::memcpy(mapped, image.data(), bytes);
  if (mprotect(mapped, bytes, PROT_READ | PROT_EXEC) == 0)
    code = static_cast<uint8_t *>(mapped);
  else
    munmap(mapped, bytes);
}

MappedCode::~MappedCode() {
  if (code)
    munmap(code, bytes);
}

} // namespace weir
