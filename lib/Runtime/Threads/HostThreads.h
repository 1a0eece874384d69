// How many threads a device gets whose work the host's threads do.
#pragma once

namespace weir {

inline constexpr int kMostThreads = 256;

/// Of those that were asked for; 0: one per core that this process may use.
int numHostThreads(int asked);

} // namespace weir
