// Pairs of meshes between which tests move values.
#pragma once

#include "lib/Support/Crossing.h"
#include "unittests/Support/BoxedRanks.h"

namespace weir {

inline RankMesh ranksOn(Sizes shape, std::vector<int64_t> ranks) {
  return {meshOf(std::move(shape)), std::move(ranks)};
}

/// Two meshes, of the same ranks, of some that are the same, or of others.
struct MeshPair {
  std::string name;
  RankMesh first, second;
};

inline std::vector<MeshPair> meshPairs() {
  return {{"2x2 to 4", ranksOn({2, 2}, {0, 1, 2, 3}), ranksOn({4}, {0, 1, 2, 3})},
          {"4 to 2x2 in another order", ranksOn({4}, {0, 1, 2, 3}), ranksOn({2, 2}, {2, 0, 1, 3})},
          {"3 to 2 of them", ranksOn({3}, {0, 1, 2}), ranksOn({2}, {1, 2})},
          {"2 to 3, one of them", ranksOn({2}, {0, 1}), ranksOn({3}, {3, 1, 2})},
          {"3 to 2 others", ranksOn({3}, {0, 1, 2}), ranksOn({2}, {3, 4})},
          {"1 to 2 others", ranksOn({1}, {0}), ranksOn({2}, {1, 2})}};
}

} // namespace weir
