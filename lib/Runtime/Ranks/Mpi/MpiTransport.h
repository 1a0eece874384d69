// The transport of a process of MPI.
#pragma once

#include "lib/Runtime/Ranks/Mpi/MpiLine.h"
#include "lib/Runtime/Ranks/World.h"

namespace weir {

/// On a line that is connected and outlives it.
std::unique_ptr<Transport> makeMpiTransport(MpiLine &line, int32_t rank, World::Way way, std::shared_ptr<Pace> pace);

} // namespace weir
