// The processes that an mpirun has started, as a world.
#pragma once

#include "lib/Runtime/Ranks/Mpi/MpiLine.h"
#include "lib/Runtime/Ranks/World.h"

namespace weir {

class MpiWorld : public World {
public:
  /// That of this process, which is opened once. `name` may be empty: the library whose mpirun has started the process.
  static Status open(const std::string &name, std::shared_ptr<MpiWorld> &world);

  int64_t numRanks() const override { return ranks; }
  Status connect(int64_t rank, Way way, std::unique_ptr<Transport> &transport) override;
  int32_t rank() const { return self; }

  /// What the process owes to MPI and to the others before it exits with this status: they know that it has ended, and
  /// MPI is finalized unless an exchange has failed, as it would wait for those who will not come. Then the status is
  /// that of a failure.
  void end(int status);

private:
  MpiWorld() = default;
  Status begin(const std::string &name);
  std::string whoIsGone();
  bool awaitOthers();
  void finalize();

  std::unique_ptr<MpiLibrary> library;
  int32_t self = 0, ranks = 1;
  Mutex mutex; ///< guards what follows
  std::vector<std::unique_ptr<MpiLine>> lines;
  bool isBroken = false;
  std::atomic<bool> isFinalized{false};
};

} // namespace weir
