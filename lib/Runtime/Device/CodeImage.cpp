// Anonymous memory is written, then made read-execute: never both at once.
#include "lib/Runtime/Device/CodeImage.h"

#include <cerrno>
#include <cstring>
#include <map>

#include <sys/mman.h>
#include <unistd.h>

namespace weir {

namespace {

constexpr size_t kImageAlignment = 64;
constexpr int kTrap = 0xCC; ///< between images, where nobody should ever jump

size_t roundUp(size_t value, size_t unit) { return (value + unit - 1) / unit * unit; }

} // namespace

Status CodeImage::map(std::span<const Bytes> images, std::unique_ptr<CodeImage> &result) {
  auto image = std::make_unique<CodeImage>();
  std::map<std::pair<const uint8_t *, size_t>, size_t> offsets;
  for (const Bytes &code : images)
    if (offsets.try_emplace({code.data(), code.size()}, image->bytes).second)
      image->bytes += roundUp(code.size(), kImageAlignment);
  if (image->bytes == 0) {
    result = std::move(image);
    return nullptr;
  }
  image->bytes = roundUp(image->bytes, size_t(sysconf(_SC_PAGESIZE)));
  void *memory = mmap(nullptr, image->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return failure(WEIR_OUT_OF_MEMORY,
                   message("can't map ", image->bytes, " bytes for the code of kernels: ", std::strerror(errno)));
  image->memory = memory;
  std::memset(memory, kTrap, image->bytes);
  for (const Bytes &code : images) {
    uint8_t *address = static_cast<uint8_t *>(memory) + offsets.at({code.data(), code.size()});
    std::memcpy(address, code.data(), code.size());
    image->mapped.emplace_back(address, code.size());
  }
  if (mprotect(memory, image->bytes, PROT_READ | PROT_EXEC) != 0)
    return failure(WEIR_UNSUPPORTED, message("can't make the code of kernels executable: ", std::strerror(errno)));
  result = std::move(image);
  return nullptr;
}

CodeImage::~CodeImage() {
  if (memory)
    munmap(memory, bytes);
}

} // namespace weir
