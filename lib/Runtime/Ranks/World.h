// Ranks that may meet. Who joins one knows only this: threads, processes of a host and of MPI look the same.
#pragma once

#include "lib/Runtime/Ranks/Pace.h"
#include "lib/Runtime/Ranks/Transport.h"

#include <map>
#include <memory>
#include <mutex>

namespace weir {

class World {
public:
  World() = default;
  World(const World &) = delete;
  virtual ~World() = default;

  virtual int64_t numRanks() const = 0;
  /// Between any two ranks there are two: what is waited for need not stand in line behind what is not.
  enum class Way : uint8_t { Awaited, Aside };
  static constexpr size_t kWays = 2;

  /// A transport of its own for this rank. All ranks of a world make their transports in the same order.
  virtual Status connect(int64_t rank, Way way, std::unique_ptr<Transport> &transport) = 0;

  /// All transports that a rank has here share it.
  std::shared_ptr<Pace> paceOf(int64_t rank) {
    std::lock_guard lock(mutex);
    std::shared_ptr<Pace> &pace = paces[rank];
    if (!pace)
      pace = std::make_shared<Pace>();
    return pace;
  }

private:
  Mutex mutex;
  std::map<int64_t, std::shared_ptr<Pace>> paces;
};

} // namespace weir

struct weir_world {
  std::shared_ptr<weir::World> world;
};
