// What the simulator found wrong with a launch, as facts; `describe` makes a sentence of them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace weir::sim {

/// An op of an image, by the number that its calls pass: its name and the user's line, as they are to be printed.
struct Site {
  std::string op;
  std::string location;
};

enum class Problem : uint8_t {
  Limit,            ///< the driver would refuse the launch
  OutOfBounds,      ///< an address that the launch was not given
  Forbidden,        ///< a store to what the launch may only load, or the other way round
  Misaligned,       ///< an address that is not a multiple of the access's alignment
  Unwritten,        ///< a load of bytes that nobody has written
  Race,             ///< two accesses that nothing orders, one of them a store
  InFlight,         ///< an access to bytes that an asynchronous copy, not yet waited for, may still write
  DivergentBarrier, ///< threads at different barriers, or that expect different numbers of threads
  DivergentWarp,    ///< lanes at different collectives, or with different masks
  Operand,          ///< an operand that the op doesn't allow
  Deadlock,         ///< nobody can go on
  Endless,          ///< a block goes on for ever, or for too long
  NoMemory          ///< the host's memory does not hold what the simulator needs
};

enum class MemoryAccess : uint8_t { None, Load, Store, Atomic };

/// A thread at an op.
struct Actor {
  int64_t block = 0;
  uint32_t thread = 0;
  uint32_t site = 0;
  MemoryAccess access = MemoryAccess::None;
};

/// Bytes as the user knows them: of shared memory or of something that the launch was given.
struct Place {
  enum class Space : uint8_t { None, Unknown, Shared, Operand, Workspace, Fault, Stop, Constants };
  Space space = Space::None;
  uint32_t operand = 0;
  int64_t byte = 0;   ///< negative: so far before the start
  uint64_t bytes = 0; ///< how long the whole is
};

/// Threads of a block that wait in the same way; `what` is null for those that have ended.
struct Waiters {
  uint32_t count = 0, first = 0;
  const char *what = nullptr;
  uint32_t site = 0;
};

struct Report {
  Problem problem = Problem::Limit;
  Actor actor;
  std::optional<Actor> other;
  MemoryAccess otherAccess = MemoryAccess::None; ///< of a race; `other` may be unknown all the same
  Place place;
  uint32_t bytes = 0;             ///< of the access
  const char *expected = nullptr; ///< the rule that was broken, where `problem` alone doesn't say it
  std::optional<uint64_t> got;    ///< instead of what the rule expects
  bool gotMask = false;           ///< print it as a mask of lanes
  std::vector<Waiters> waiters;   ///< of a deadlock
};

/// One paragraph. `kernel` is its name; a site that the table doesn't have is printed as its number.
std::string describe(const Report &report, std::string_view kernel, std::span<const Site> sites);

} // namespace weir::sim
