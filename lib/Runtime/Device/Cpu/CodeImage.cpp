// Anonymous memory is written, then made read-execute: never both at once.
#include "lib/Runtime/Device/Cpu/CodeImage.h"

#include <cerrno>
#include <cstring>

#include <sys/mman.h>
#include <unistd.h>

namespace weir {

namespace {

constexpr size_t kImageAlignment = 64;
constexpr int kTrap = 0xCC; ///< between images, where nobody should ever jump

size_t roundUp(size_t value, size_t unit) { return (value + unit - 1) / unit * unit; }

template <typename Function> Function functionAt(uint8_t *code, uint64_t offset) {
  return reinterpret_cast<Function>(reinterpret_cast<uintptr_t>(code) + offset);
}

} // namespace

Status CodeImage::map(std::span<const Kernel> kernels, std::unique_ptr<LoadedKernels> &loaded) {
  auto image = std::make_unique<CodeImage>();
  for (const Kernel &kernel : kernels)
    image->bytes += roundUp(kernel.image.size(), kImageAlignment);
  if (image->bytes == 0) {
    loaded = std::move(image);
    return nullptr;
  }
  image->bytes = roundUp(image->bytes, size_t(sysconf(_SC_PAGESIZE)));
  void *memory = mmap(nullptr, image->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return failure(WEIR_OUT_OF_MEMORY,
                   message("can't map ", image->bytes, " bytes for the code of kernels: ", std::strerror(errno)));
  image->memory = memory;
  std::memset(memory, kTrap, image->bytes);
  auto *code = static_cast<uint8_t *>(memory);
  for (const Kernel &kernel : kernels) {
    std::memcpy(code, kernel.image.data(), kernel.image.size());
    image->entries.push_back(
        {functionAt<weir_prepare_fn>(code, kernel.prepareOffset), functionAt<weir_run_fn>(code, kernel.runOffset)});
    code += roundUp(kernel.image.size(), kImageAlignment);
  }
  if (mprotect(memory, image->bytes, PROT_READ | PROT_EXEC) != 0)
    return failure(WEIR_UNSUPPORTED, message("can't make the code of kernels executable: ", std::strerror(errno)));
  loaded = std::move(image);
  return nullptr;
}

CodeImage::~CodeImage() {
  if (memory)
    munmap(memory, bytes);
}

} // namespace weir
