// Winograd's F(2 x 2, 3 x 3): a tile of two by two neighbouring windows of 3 x 3 takes 16 products instead of 36. The
// tile reads four by four positions; along each dimension, `kInput` makes four terms of the four positions, `kKernel`
// four factors of the three elements of a kernel, `kOutput` the two sums of the four products.
#pragma once

namespace weir::winograd {

constexpr int kWindow = 3;  ///< elements of a window
constexpr int kTile = 2;    ///< windows of a tile
constexpr int kReached = 4; ///< positions that it reads
constexpr int kTerms = 4;   ///< products

constexpr int kInput[kTerms][kReached] = {{1, 0, -1, 0}, {0, 1, 1, 0}, {0, -1, 1, 0}, {0, 1, 0, -1}};
constexpr double kKernel[kTerms][kWindow] = {{1, 0, 0}, {0.5, 0.5, 0.5}, {0.5, -0.5, 0.5}, {0, 0, 1}};
constexpr int kOutput[kTile][kTerms] = {{1, 1, 1, 0}, {0, 1, -1, -1}};

} // namespace weir::winograd
