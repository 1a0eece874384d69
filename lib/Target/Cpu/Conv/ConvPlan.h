// The tiling of a convolution: register tiles of pixels by columns, the pieces of a line, blocks of lines and channels,
// the order of a launch's tiles. Plain numbers, from sizes and throughputs alone.
#pragma once

#include "lib/Target/Cpu/Conv/ConvShape.h"
#include "lib/Target/Cpu/CpuThroughput.h"

namespace weir::cpu {

/// Consecutive elements of windows along a line that read the same pixels of a tile inside the image.
struct ConvTaps {
  int64_t first, end;         ///< elements
  int64_t firstPixel, pixels; ///< of the tile
};

/// Tiles of equal width side by side in a line that read the image alike. Only a tile alone may reach past the border.
struct ConvPiece {
  int64_t column, width, tiles; ///< first pixel in the line, pixels of a tile
  llvm::SmallVector<ConvTaps> taps;
};

/// The pieces of a line, of tiles of at most `most` pixels.
llvm::SmallVector<ConvPiece> cutLine(const ConvDim &dim, int64_t most);

struct ConvSchedule {
  /// What sizes and machine suggest.
  static ConvSchedule of(const ConvShape &shape, const CpuThroughput &cpu);
  /// Of a chunk, for sums to keep their digits.
  static int64_t mostBlocks(const ConvShape &shape);

  int64_t pixels;         ///< of a register tile, at most
  int64_t linesPerTile;   ///< of a launch's tile
  int64_t blocksPerChunk; ///< of channels, whose partial sums are held apart
  int64_t panelsOuter;    ///< 1: consecutive tiles go through the image rather than through the panels
  /// Of channels whose pixels of a tile are copied side by side; 0: they are read where they are.
  int64_t blocksGathered;
};

/// What is added up one after the other; the sums of that are added to the others' once.
enum class ConvChain {
  Blocks, ///< of channels
  Plane,  ///< of a window, of one block
  Line
};

struct ConvPlan {
  ConvPlan(const ConvShape &shape, const CpuThroughput &cpu, const ConvSchedule &schedule);

  std::array<ConvDim, 3> dims;      ///< the shape's, with lines joined where that is the same
  int64_t joined = 1;               ///< lines of the shape in one of these
  int64_t lanes, vectors;           ///< of a panel
  int64_t linesPerTile, lineBlocks; ///< of the schedule, as the other firsts; so many in an image
  int64_t blocksPerChunk, chunks;
  ConvChain chain;
  int64_t blocksPerChain;
  bool panelsOuter;
  int64_t blocksGathered;
  llvm::SmallVector<ConvPiece> pieces;

  int64_t tilesPerLine() const;
  /// Of all planes.
  int64_t lines() const { return dims[0].windows * dims[1].windows; }
  /// Elements from pixel to pixel of gathered ones: no multiple of a page.
  int64_t gatheredStride(const ConvShape &shape) const { return blocksGathered * shape.block + lanes; }
  /// Whether the code that this takes is of a reasonable size.
  bool isReasonable() const;
};

/// Pixels that a register tile may have beside vectors of `vectors` columns.
int64_t mostPixels(const CpuThroughput &cpu, int64_t vectors);

} // namespace weir::cpu
