// A process that an mpirun has started, as it talks to the others.
#pragma once

#include "lib/Run/RunJob.h"

namespace weir {

class OtherRanks {
public:
  /// Whether there are any.
  static bool exist() { return weir_mpi_ranks() > 1; }
  /// Of the world of this process, as its rank `rank`. All processes do so in the same order of what they make there.
  static Result<OtherRanks> of(weir_world *world, int32_t rank);

  int32_t rank() const { return self; }
  /// What all ranks give, by rank. All call it.
  Result<std::vector<std::vector<uint8_t>>> gather(std::span<const uint8_t> own, const std::string &what) const;

private:
  std::unique_ptr<weir_rank, ReleasedBy<weir_rank_free>> handle;
  int32_t self = 0, ranks = 1;
};

} // namespace weir
