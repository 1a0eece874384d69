// What transports of every kind have to do: cases that run on threads, on processes that share memory, and under the
// mpirun of each library.
#pragma once

#include "lib/Runtime/Ranks/Transport.h"

#include <functional>

namespace weir {

/// What a rank does. It says something, which is empty where there is nothing to say.
using Work = std::function<std::string(Transport &transport)>;

struct TransportCase {
  const char *name;
  int64_t ranks;
  Work work;
  std::function<bool(const std::vector<std::string> &said)> isRight;
  const char *linkSpeed = nullptr; ///< WEIR_LINK_SPEED
};

std::span<const TransportCase> transportCases();

Clock::time_point soon(Clock::duration time = std::chrono::seconds(20));

/// An exchange of one byte with each member, or so many.
std::string touch(Transport &transport, const std::string &what, size_t bytes = 1,
                  Clock::duration time = std::chrono::seconds(20));

inline bool contains(const std::string &text, const std::string &part) { return text.find(part) != std::string::npos; }

} // namespace weir
