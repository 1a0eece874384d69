// How a value comes from one way to be held on a mesh to another one: the cheapest sequence of collectives.
#pragma once

#include "lib/Support/Holding.h"

namespace weir {

/// What an axis of a mesh costs: seconds for a message, and for a byte.
struct Link {
  double perMessage = 2e-5, perByte = 3e-10; ///< as of processes that share memory
};

/// What writing a byte of a rank's own takes, in seconds.
inline constexpr double kPerOwnByte = 5e-11;

/// Axes of a mesh, of which ranks have coordinates.
struct MeshAxes {
  Sizes shape;
  std::vector<Link> links;

  int64_t numRanks() const;
  /// Coordinates of a rank, in row-major order of the shape.
  Sizes placeOf(int64_t rank) const;
};

/// One change of how a value is held. All but an exchange are along one axis, among the ranks that differ in it alone.
struct BoxingStep {
  enum class Kind : uint8_t {
    Cut,           ///< broadcast to split: each rank keeps its part; nothing is sent
    Keep,          ///< broadcast to partial: all but the first rank keep nothing; nothing is sent
    AllGather,     ///< split to broadcast
    AllReduce,     ///< partial to broadcast
    ReduceScatter, ///< partial to split
    AllToAll,      ///< split to a split of another dimension
    Exchange,      ///< any splits and broadcasts to any others: each rank gets what it lacks from one that has it
  };
  Kind kind = Kind::Cut;
  int axis = -1;              ///< -1 of an exchange
  std::vector<Holding> after; ///< how the value is held then
  double seconds = 0;
};
std::string_view name(BoxingStep::Kind kind);

/// What is moved: a value of known sizes, whose elements are of `bytes`.
struct MovedValue {
  Sizes shape;
  int64_t bytes = 4;
};

/// The elements of a value that the rank at `place` holds.
int64_t numHeld(const Sizes &shape, std::span<const Holding> axes, const MeshAxes &mesh,
                std::span<const int64_t> place);

/// The cheapest steps from one holding to another, each of an axis of the mesh, on which the value is only split as it
/// is at one of the ends; none if the two are the same, or hold the same elements on each rank. Partial values of `to`
/// are those of `from`, or are made of whole values. Values can be held in both ways (misfitOf).
std::vector<BoxingStep> boxing(const MovedValue &value, const std::vector<Holding> &from,
                               const std::vector<Holding> &to, const MeshAxes &mesh);

/// The steps that lead away from `axes`, on the way from one holding to another.
std::vector<BoxingStep> boxingSteps(const MovedValue &value, const std::vector<Holding> &axes,
                                    const std::vector<Holding> &from, const std::vector<Holding> &to,
                                    const MeshAxes &mesh);

/// Whether each rank holds the same elements, of the same partial values, in both ways.
bool isHeldAlike(const Sizes &shape, const std::vector<Holding> &a, const std::vector<Holding> &b,
                 const MeshAxes &mesh);

double secondsOf(const std::vector<BoxingStep> &steps);

/// Whether members send terms of so many bytes to all others, and each joins them all. Else each joins a part, and
/// these are gathered: fewer bytes, and twice as many messages.
constexpr bool isJoinedAtOnce(int64_t bytes, int64_t members) { return bytes * members <= 4096; }

} // namespace weir
