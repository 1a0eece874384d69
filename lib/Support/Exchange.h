// Which bytes of a rank's part go to which other rank when a value is held in another way, and where others' bytes go.
#pragma once

#include "lib/Support/Holding.h"

namespace weir {

/// Bytes in one piece, in a row-major part of a value.
struct ByteRun {
  int64_t offset = 0, size = 0;
  bool operator==(const ByteRun &) const = default;
};

/// What one member of a group gives and takes, by member, itself among them. What one gives to another is what that one
/// takes from it, in the same order.
struct MemberExchange {
  std::vector<std::vector<ByteRun>> give, take;
};

/// Each of the members, which stand in row-major order of `mesh`, gets what it lacks from the first one that has it.
/// Elements are of `bytes`. The value can be held in both ways (misfitOf), none of which is partial.
MemberExchange planExchange(const Sizes &whole, std::span<const Holding> from, std::span<const Holding> to,
                            const Sizes &mesh, int64_t member, int64_t bytes);

/// The sizes of a member's part.
Sizes heldSizes(const Sizes &whole, std::span<const Holding> axes, const Sizes &mesh, int64_t member);

} // namespace weir
