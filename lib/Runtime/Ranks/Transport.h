// Moves bytes between ranks. What they mean, and how they are joined, is told by programs.
#pragma once

#include "lib/Runtime/Status.h"
#include "lib/Runtime/Threads/Primitives.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace weir {

/// Bytes in one piece.
struct Strip {
  std::byte *data = nullptr;
  size_t size = 0;
};

/// What one member of a group of ranks gives to the others and takes from them. All members come to the same exchange,
/// and what one gives to another is what that one takes, in bytes.
struct Exchange {
  std::vector<int64_t> group; ///< ranks, in the order of members
  std::string what;           ///< op and line, the same on all members
  /// For each member. Bytes go from the strips of one to the strips of the other in their order; what a member gives to
  /// itself is copied.
  std::vector<std::vector<Strip>> give, take;
};

/// One rank's end of the wires between ranks. One thread at a time uses it. Exchanges of a group keep their order.
class Transport {
public:
  virtual ~Transport() = default;
  virtual int64_t rank() const = 0;
  virtual int64_t numRanks() const = 0;

  /// Returns when this rank's strips have been given and taken. Fails if a member is at another exchange, gives another
  /// number of bytes, has gone away, or is not there by the deadline, which is put off
  /// while bytes move; it is named. After a failure the world is broken:
  /// what other ranks wait for fails, too.
  virtual Status run(const Exchange &exchange, Clock::time_point deadline) = 0;
  /// Bytes that this rank has given to others, without what is told about them.
  virtual uint64_t bytesSent() const = 0;
  /// The rank will meet nobody any more: those who wait for it fail, and are told why.
  virtual void giveUp(const std::string &why) = 0;
};

/// What is given to oneself. Fails where one takes another number of bytes.
Status copyStrips(std::span<const Strip> give, std::span<const Strip> take, const std::string &what);

} // namespace weir
