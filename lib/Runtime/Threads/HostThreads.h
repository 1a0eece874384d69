// How many threads a device gets whose work the host's threads do, and what the system is asked for them.
#pragma once

namespace weir {

inline constexpr int kMostThreads = 256;

/// Of those that were asked for; 0: one per core that this process may use.
int numHostThreads(int asked);

/// For a thread that sleeps most of the time and that others wait for: it runs soon when it wakes, though all cores
/// compute, and not for long. Linux 6.12 and later do so.
void askForShortTurns();

} // namespace weir
