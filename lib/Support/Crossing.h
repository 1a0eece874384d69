// How a value comes from the ranks of one mesh to those of another: changed on the first, sent, changed on the second.
#pragma once

#include "lib/Support/Boxing.h"
#include "lib/Support/Exchange.h"

namespace weir {

/// A mesh and the rank at each place of it, in row-major order.
struct RankMesh {
  MeshAxes axes;
  std::vector<int64_t> ranks;
};

struct Crossing {
  std::vector<BoxingStep> before;    ///< on the first mesh
  std::vector<Holding> given, taken; ///< how the value is held there, and on the second mesh, when it is sent
  double secondsToSend = 0;
  std::vector<BoxingStep> after; ///< on the second mesh
};
double secondsOf(const Crossing &crossing);

/// The cheapest crossing. The value has a dimension, and can be held in both ways (misfitOf).
Crossing crossing(const MovedValue &value, const std::vector<Holding> &from, const RankMesh &first,
                  const std::vector<Holding> &to, const RankMesh &second);

/// The ways in which a value that is held as `end` before or behind a crossing may be held when it is sent: on each
/// axis as at that end, whole, or split along any dimension; the last not where these
/// would be too many.
std::vector<std::vector<Holding>> waysToCross(const Sizes &shape, const std::vector<Holding> &end);

/// How long the rank takes that sends or gets most.
double secondsToSend(const MovedValue &value, const std::vector<Holding> &given, const RankMesh &first,
                     const std::vector<Holding> &taken, const RankMesh &second);

/// The ranks of two meshes, those of the first in front; and the places of either in this group.
struct MetRanks {
  std::vector<int64_t> ranks;
  Grid givers, takers;
};
MetRanks metRanks(const RankMesh &first, const RankMesh &second);

} // namespace weir
