// Two pieces in turn.
#include "lib/Runtime/Device/Cuda/PinnedStaging.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace weir::cuda {

Status allocatePinned(std::shared_ptr<GpuContext> context, int64_t bytes, std::shared_ptr<void> &memory) {
  GpuContext::Scope scope(*context);
  void *allocated = nullptr;
  if (Status failed = WEIR_CUDA(context->driver, allocateHost, (&allocated, size_t(bytes), kHostAllocPortable)))
    return failed;
  memory = std::shared_ptr<void>(allocated, [context](void *held) {
    GpuContext::Scope scope(*context);
    context->driver.freeHost(held);
  });
  return nullptr;
}

Status PinnedStaging::create(const std::shared_ptr<GpuContext> &owner) {
  context = owner;
  for (Piece &piece : pieces) {
    if (Status failed = allocatePinned(context, kPieceBytes, piece.memory))
      return failed;
    if (Status failed = CudaEvent::create(context, piece.done))
      return failed;
  }
  return nullptr;
}

/// An event that was never recorded is done.
Status PinnedStaging::finish(const Piece &piece) const {
  return WEIR_CUDA(context->driver, eventSynchronize, (static_cast<CudaEvent &>(*piece.done).handle));
}

Status PinnedStaging::write(CudaStream &stream, void *memory, const void *host, int64_t bytes) {
  auto target = DevicePtr(std::bit_cast<uintptr_t>(memory));
  const char *source = static_cast<const char *>(host);
  for (int64_t begin = 0; begin < bytes; begin += kPieceBytes) {
    Piece &piece = pieces[size_t(begin / kPieceBytes % 2)];
    auto length = size_t(std::min(kPieceBytes, bytes - begin));
    if (Status failed = finish(piece))
      return failed;
    std::memcpy(piece.memory.get(), source + begin, length);
    if (Status failed = WEIR_CUDA(context->driver, copyToDevice,
                                  (target + DevicePtr(begin), piece.memory.get(), length, stream.handle)))
      return failed;
    if (Status failed = stream.record(*piece.done))
      return failed;
  }
  return stream.synchronize();
}

Status PinnedStaging::read(CudaStream &stream, void *host, const void *memory, int64_t bytes) {
  const char *source = static_cast<const char *>(memory);
  int64_t numPieces = (bytes + kPieceBytes - 1) / kPieceBytes;
  auto lengthOf = [&](int64_t number) { return std::min(kPieceBytes, bytes - number * kPieceBytes); };
  for (int64_t number = 0; number <= numPieces; ++number) {
    if (number < numPieces) {
      Piece &next = pieces[size_t(number % 2)];
      if (Status failed = stream.read(next.memory.get(), source + number * kPieceBytes, lengthOf(number)))
        return failed;
      if (Status failed = stream.record(*next.done))
        return failed;
    }
    if (number > 0) {
      Piece &arrived = pieces[size_t((number - 1) % 2)];
      if (Status failed = finish(arrived))
        return failed;
      std::memcpy(static_cast<char *>(host) + (number - 1) * kPieceBytes, arrived.memory.get(),
                  size_t(lengthOf(number - 1)));
    }
  }
  return nullptr;
}

} // namespace weir::cuda
