// Ranks that may meet. Who joins one knows only this: threads, processes of a host and of MPI look the same.
#pragma once

#include "lib/Runtime/Ranks/Transport.h"

#include <memory>

namespace weir {

class World {
public:
  World() = default;
  World(const World &) = delete;
  virtual ~World() = default;

  virtual int64_t numRanks() const = 0;
  /// A transport of its own for this rank. All ranks of a world make their transports in the same order.
  virtual Status connect(int64_t rank, std::unique_ptr<Transport> &transport) = 0;
};

} // namespace weir

struct weir_world {
  std::shared_ptr<weir::World> world;
};
