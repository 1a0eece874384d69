// Which bytes of a rank's part go to which other rank when a value is held in another way, and where others' bytes go.
#pragma once

#include "lib/Support/Holding.h"

#include <optional>

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

/// Members of a group, by their numbers in it, at the places of a mesh in row-major order: all in their order, unless
/// `members` says which. Who is at no place has nothing of a value: no rows of it.
struct Grid {
  Sizes mesh;
  std::vector<int64_t> members = {};

  bool operator==(const Grid &) const = default;
  /// The member's place, if it has one, and its coordinates.
  std::optional<int64_t> numberOf(int64_t member) const;
  std::optional<Sizes> placeOf(int64_t member) const;
  int64_t numPlaces() const;
  int64_t memberAt(int64_t place) const { return members.empty() ? place : members[size_t(place)]; }
};

/// The places of a mesh; nothing where a size is below 1 or there are too many.
std::optional<int64_t> numPlaces(std::span<const int64_t> mesh);
inline constexpr int64_t kMostPlaces = 1 << 20;

/// What is wrong with a grid of some of so many members; nothing if all is well.
std::optional<std::string> misfitOf(const Grid &grid, int64_t members);

/// How the members of a group hold a value together.
struct HeldOn {
  std::span<const Holding> axes; ///< of the grid's mesh
  Grid grid;
};

/// Each of `members` ranks gets what it lacks from the first one that has it. Elements are of `bytes`. The value can be
/// held in both ways (misfitOf), neither of them partial, and has a dimension where not all members have a place.
MemberExchange planExchange(const Sizes &whole, const HeldOn &from, const HeldOn &to, int64_t members, int64_t member,
                            int64_t bytes);

/// The positions that a member has of each dimension.
std::vector<HeldRanges> positionsOf(const Sizes &whole, const HeldOn &held, int64_t member);

/// The sizes of a member's part.
Sizes heldSizes(const Sizes &whole, const HeldOn &held, int64_t member);

/// The first of the members that have the same as one that has a place.
int64_t firstWithTheSame(const HeldOn &held, int64_t member);

} // namespace weir
