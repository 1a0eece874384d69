// Recognizes the gradient of a convolution's kernel that Winograd's tiles can sum, and how it is cut up: plain numbers,
// from sizes and throughputs.
#pragma once

#include "lib/Target/Cpu/Winograd/WinogradShape.h"

namespace weir::cpu {

struct WinogradGradientShape {
  unsigned image, gradient;        ///< numbers of the operands
  int64_t batch;                   ///< may be dynamic
  std::array<WinogradDim, 2> dims; ///< lines, and positions in a line
  int64_t channels, columns;       ///< of the image, of the gradient
  mlir::Type element;

  int64_t elementBytes() const { return element.getIntOrFloatBitWidth() / 8; }
  int64_t images() const { return mlir::ShapedType::isDynamic(batch) ? 1 : batch; } ///< at least
  int64_t tiles() const { return images() * dims[0].tiles() * dims[1].tiles(); }
};

/// weir.conv_kernel_gradient of a kernel of weir ops, by windows of 3 x 3, channels last, whose operands are the
/// kernel's own and, but for the batch, of known sizes.
std::optional<WinogradGradientShape> findWinogradGradient(mlir::func::FuncOp kernel);

struct WinogradGradientSchedule {
  /// What sizes and machine suggest.
  static WinogradGradientSchedule of(const WinogradGradientShape &shape, const CpuThroughput &cpu);

  int64_t channels, columns; ///< of a unit, whose sums it holds: they divide the shape's
  int64_t lines;             ///< of tiles, whose terms are held at a time
  int64_t parts;             ///< that all lines are cut into, each with sums of its own
};

struct WinogradGradientPlan {
  WinogradGradientPlan(const WinogradGradientShape &shape, const CpuThroughput &cpu,
                       const WinogradGradientSchedule &schedule);

  WinogradGradientSchedule schedule;
  int64_t lanes, vectors;                   ///< of a panel of channels
  int64_t channelStride, columnStride;      ///< elements of terms from tile to tile
  int64_t imageStride, gradientStride;      ///< and from term to term
  int64_t sumStride;                        ///< of sums from term to term
  llvm::SmallVector<TileRange> columnTiles; ///< of a unit's columns: whose sums are in registers together
  llvm::SmallVector<TileRange> imagePieces, gradientPieces; ///< of a line of tiles

  int64_t panel() const { return lanes * vectors; }
};

/// Whether channels and columns fill vectors, and the code that this takes is of a reasonable size.
bool canSumByWinograd(const WinogradGradientShape &shape, const CpuThroughput &cpu);
/// Whether it is then faster than the same sums as a product of gathered windows.
bool winogradGradientPays(const WinogradGradientShape &shape, const CpuThroughput &cpu);

} // namespace weir::cpu
