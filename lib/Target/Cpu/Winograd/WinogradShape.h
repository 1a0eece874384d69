// Recognizes weir.conv_winograd in a kernel, and its tiling: plain numbers, from sizes and throughputs.
#pragma once

#include "dialects/Weir/Layout/Ops.h"
#include "lib/Target/Cpu/CpuThroughput.h"
#include "lib/Target/Native/KernelFunctions.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include <array>

namespace weir::cpu {

/// A spatial dimension: window i begins at position i - low, tile t has the windows 2 t and 2 t + 1.
struct WinogradDim {
  int64_t extent, windows, low;
  int64_t tiles() const { return (windows + 1) / 2; }
};

struct WinogradShape {
  unsigned image, kernel;          ///< numbers of the operands
  int64_t batch;                   ///< may be dynamic
  std::array<WinogradDim, 2> dims; ///< lines, and positions in a line
  int64_t channels, columns, panel;
  mlir::Type element;

  int64_t elementBytes() const { return element.getIntOrFloatBitWidth() / 8; }
  int64_t panels() const { return (columns + panel - 1) / panel; }
};

/// The convolution of a kernel of weir ops whose operands are the kernel's own and, but for the batch, of known sizes.
std::optional<WinogradShape> findWinograd(mlir::func::FuncOp kernel);

/// Tiles of neighbouring numbers that are treated alike.
struct TileRange {
  int64_t first, width, count; ///< tiles of each piece, pieces
};

/// The pieces of a line, one after the other: tiles that have the same positions inside of the image.
llvm::SmallVector<TileRange> cutLine(const WinogradDim &dim);
/// So many neighbours in pieces of at most `most`, of which all but the last are equal.
llvm::SmallVector<TileRange> cutEvenly(int64_t count, int64_t most);

struct WinogradSchedule {
  /// What sizes and machine suggest.
  static WinogradSchedule of(const WinogradShape &shape, const CpuThroughput &cpu);

  int64_t linesPerBlock; ///< of tiles: their terms are held at a time
  int64_t panelsPerUnit; ///< that use them before they are gone
  int64_t tiles;         ///< whose sums are in registers together, at most
  int64_t panelsOuter;   ///< 1: consecutive units go through the image rather than through the panels
};

struct WinogradPlan {
  WinogradPlan(const WinogradShape &shape, const CpuThroughput &cpu, const WinogradSchedule &schedule);

  int64_t lanes, vectors;              ///< of a panel
  int64_t linesPerBlock, blocks;       ///< of the schedule; blocks of an image
  int64_t panelsPerUnit, units;        ///< of the schedule; groups of panels
  int64_t tileStride, termStride;      ///< elements of terms from tile to tile, from term to term
  int64_t sumStride;                   ///< of a panel's sums from term to term
  bool panelsOuter;                    ///< of the schedule
  llvm::SmallVector<TileRange> pieces; ///< of a block: tiles whose sums are in registers together
  llvm::SmallVector<TileRange> inLine; ///< of a line: tiles that have the same positions inside of the image

  int64_t tilesPerBlock(const WinogradShape &shape) const { return linesPerBlock * shape.dims[1].tiles(); }
  /// Whether channels fill vectors, and the code that this takes is of a reasonable size.
  bool isReasonable(const WinogradShape &shape) const;
};

/// Whether it is faster than plain sums, for a batch of images with so many windows along each dimension, and a kernel
/// that is transformed once or, where it changes, in each run.
bool winogradPays(mlir::Type element, const CpuThroughput &cpu, llvm::ArrayRef<int64_t> images, int64_t columns,
                  int64_t channels, bool changes);

} // namespace weir::cpu
