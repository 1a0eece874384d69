// Copies between a GPU and pageable memory of the host, which the driver does not know, in pieces through a pinned
// buffer.
#pragma once

#include "lib/Runtime/Device/Cuda/CudaStream.h"

namespace weir::cuda {

/// Pinned memory of the host, freed with its last owner.
Status allocatePinned(std::shared_ptr<GpuContext> context, int64_t bytes, std::shared_ptr<void> &memory);

class PinnedStaging {
public:
  static constexpr int64_t kPieceBytes = int64_t(1) << 20;

  Status create(const std::shared_ptr<GpuContext> &context);

  /// On the stream, and done when it returns. In a scope; one at a time.
  Status write(CudaStream &stream, void *memory, const void *host, int64_t bytes);
  Status read(CudaStream &stream, void *host, const void *memory, int64_t bytes);

private:
  /// While the host copies one piece, the GPU copies the other.
  struct Piece {
    std::shared_ptr<void> memory;
    std::unique_ptr<Event> done; ///< the GPU is done with it
  };

  Status finish(const Piece &piece) const;

  std::shared_ptr<GpuContext> context;
  std::array<Piece, 2> pieces;
};

} // namespace weir::cuda
