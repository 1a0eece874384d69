// See ConvPlan.h. Figures are from measurements with cold weights in whole networks.
#include "lib/Target/Cpu/Conv/ConvPlan.h"

#include <algorithm>
#include <numeric>

namespace weir::cpu {
namespace {

constexpr int64_t kMostPixels = 14;  ///< more accumulators hide no more latency, only make code longer
constexpr int64_t kEnoughTiles = 16; ///< of an image, for workers to share
constexpr int64_t kWayBytes = 4096;  ///< of L1 caches: lines that far apart are in one set
constexpr int64_t kMostInSet = 5;    ///< pixels of a tile, for the weights to pass by them
constexpr int64_t kGathered = 256;   ///< channels
constexpr int64_t kMostPieces = 6;   ///< each is code to compile
constexpr int64_t kMostTaps = 24;    ///< of all pieces
constexpr int64_t kMostTerms = 300;  ///< of a chunk, about: longer chains of additions lose digits
constexpr int64_t kChain = 150;      ///< terms of a chain of additions in lines alone, whose blocks have few
constexpr int64_t kLongChain = 300;  ///< of one block; longer ones are cut
constexpr int64_t kLeastChain = 64;  ///< for its sums to be worth adding

int64_t ceilDiv(int64_t x, int64_t y) { return (x + y - 1) / y; }

bool isPlain(const ConvDim &dim) {
  return dim.elements == 1 && dim.stride == 1 && dim.low == 0 && dim.extent == dim.windows;
}

/// Where each pixel reads the image at its own position, lines can be joined: those that leave the fewest tiles.
int64_t linesToJoin(const ConvShape &shape, int64_t most) {
  if (!isPlain(shape.dims[1]) || !isPlain(shape.dims[2]))
    return 1;
  int64_t lines = shape.dims[1].windows, width = shape.dims[2].windows, best = 1;
  auto tiles = [&](int64_t joined) { return lines / joined * ceilDiv(width * joined, most); };
  for (int64_t joined = 2; joined <= lines; ++joined)
    if (lines % joined == 0 && tiles(joined) < tiles(best))
      best = joined;
  return best;
}

/// The pixels of a tile that read element `k` of their window inside the line.
std::pair<int64_t, int64_t> pixelsInside(const ConvDim &dim, int64_t column, int64_t width, int64_t k) {
  auto isInside = [&](int64_t pixel) {
    int64_t at = (column + pixel) * dim.stride + k * dim.dilation - dim.low;
    return at >= 0 && at < dim.extent;
  };
  int64_t first = 0, end = width;
  while (first < end && !isInside(first))
    ++first;
  while (end > first && !isInside(end - 1))
    --end;
  return {first, end - first};
}

llvm::SmallVector<ConvTaps> tapsOf(const ConvDim &dim, int64_t column, int64_t width) {
  llvm::SmallVector<ConvTaps> taps;
  for (int64_t k = 0; k < dim.elements; ++k) {
    auto [first, pixels] = pixelsInside(dim, column, width, k);
    if (pixels == 0)
      continue;
    if (!taps.empty() && taps.back().end == k && taps.back().firstPixel == first && taps.back().pixels == pixels)
      taps.back().end = k + 1;
    else
      taps.push_back({k, k + 1, first, pixels});
  }
  return taps;
}

/// Blocks of channels to gather where adjacent pixels of a tile would conflict-miss in L1, because they lie a large
/// power of two apart. Only for windows of one element, since their pixels are read once per tile.
int64_t chooseGathered(const ConvShape &shape, int64_t lanes, int64_t width) {
  int64_t distance = shape.dims[2].stride * shape.channels * shape.elementBytes();
  int64_t sets = kWayBytes / std::gcd(distance, kWayBytes);
  bool isPoint = shape.points() == 1 && llvm::all_of(shape.dims, [](const ConvDim &dim) { return dim.low == 0; });
  if (!isPoint || shape.block % lanes != 0 || width <= kMostInSet * sets)
    return 0;
  return std::max<int64_t>(kGathered / shape.block, 1);
}

bool isInterior(const ConvDim &dim, int64_t width, llvm::ArrayRef<ConvTaps> taps) {
  return taps.size() == 1 && taps[0].first == 0 && taps[0].end == dim.elements && taps[0].pixels == width;
}

} // namespace

llvm::SmallVector<ConvPiece> cutLine(const ConvDim &dim, int64_t most) {
  llvm::SmallVector<ConvPiece> pieces;
  int64_t tiles = ceilDiv(dim.windows, most), width = ceilDiv(dim.windows, tiles);
  bool lastIsInterior = false;
  for (int64_t column = 0; column < dim.windows; column += width) {
    ConvPiece piece{column, std::min(width, dim.windows - column), 1, {}};
    piece.taps = tapsOf(dim, column, piece.width);
    bool interior = isInterior(dim, piece.width, piece.taps);
    if (interior && lastIsInterior && pieces.back().width == piece.width)
      ++pieces.back().tiles;
    else
      pieces.push_back(piece);
    lastIsInterior = interior;
  }
  return pieces;
}

int64_t mostPixels(const CpuThroughput &cpu, int64_t vectors) {
  return std::min(kMostPixels, (cpu.vectorRegisters - vectors - 1) / vectors);
}

/// The dimensions with lines joined where that is the same.
static std::array<ConvDim, 3> joinLines(const ConvShape &shape, int64_t joined) {
  std::array<ConvDim, 3> dims = shape.dims;
  dims[1].extent /= joined, dims[1].windows /= joined;
  dims[2].extent *= joined, dims[2].windows *= joined;
  return dims;
}

static ConvChain chooseChain(const ConvShape &shape) {
  if (shape.termsOfBlock() <= kLongChain)
    return ConvChain::Blocks;
  if (shape.termsOfPlane() <= kLongChain)
    return ConvChain::Plane;
  return shape.block * shape.dims[2].elements >= kLeastChain ? ConvChain::Line : ConvChain::Blocks;
}

static int64_t vectorsOf(const ConvShape &shape, const CpuThroughput &cpu) {
  return shape.panel / (cpu.vectorBytes / shape.elementBytes());
}

int64_t ConvSchedule::mostBlocks(const ConvShape &shape) {
  return std::clamp<int64_t>(kMostTerms / shape.termsOfBlock(), 1, shape.blocks());
}

ConvSchedule ConvSchedule::of(const ConvShape &shape, const CpuThroughput &cpu) {
  ConvSchedule schedule{};
  int64_t vectors = std::max<int64_t>(1, vectorsOf(shape, cpu));
  int64_t widest = schedule.pixels = std::max<int64_t>(1, mostPixels(cpu, vectors));
  std::array<ConvDim, 3> dims = joinLines(shape, linesToJoin(shape, widest));
  int64_t width = cutLine(dims[2], widest).front().width;
  schedule.blocksGathered = chooseGathered(shape, cpu.vectorBytes / shape.elementBytes(), width);

  // Weights of a chunk stay where they are read as fast as they are used: narrow tiles need them more often.
  int64_t blockBytes = shape.termsOfBlock() * shape.panel * shape.elementBytes();
  int64_t held = width * 2 <= widest ? cpu.l1Bytes / 2 : cpu.l2Bytes / 8;
  int64_t most = std::clamp<int64_t>(held / blockBytes, 1, mostBlocks(shape));
  int64_t chunks = ceilDiv(shape.blocks(), most);
  schedule.blocksPerChunk = ceilDiv(shape.blocks(), chunks);

  int64_t allLines = dims[0].windows * dims[1].windows;
  int64_t lineBytes = dims[2].extent * shape.channels * shape.elementBytes();
  int64_t imageBytes = dims[0].extent * dims[1].extent * lineBytes;
  schedule.panelsOuter = shape.panels() * shape.blocks() * blockBytes > imageBytes;
  int64_t heldLines = std::max<int64_t>(1, cpu.l2Bytes / (schedule.panelsOuter ? 2 : 4) / (lineBytes * dims[1].stride));
  int64_t shared = std::max<int64_t>(1, allLines * shape.panels() / kEnoughTiles);
  int64_t lines = std::clamp<int64_t>(std::min(heldLines, shared), 1, allLines);
  schedule.linesPerTile = ceilDiv(allLines, ceilDiv(allLines, lines));
  return schedule;
}

ConvPlan::ConvPlan(const ConvShape &shape, const CpuThroughput &cpu, const ConvSchedule &schedule)
    : joined(linesToJoin(shape, schedule.pixels)), lanes(cpu.vectorBytes / shape.elementBytes()),
      vectors(vectorsOf(shape, cpu)), blocksPerChunk(schedule.blocksPerChunk), panelsOuter(schedule.panelsOuter),
      blocksGathered(schedule.blocksGathered) {
  dims = joinLines(shape, joined);
  pieces = cutLine(dims[2], schedule.pixels);
  chunks = ceilDiv(shape.blocks(), blocksPerChunk);
  chain = chooseChain(shape);
  // Elsewhere a chunk is one chain: to cut it takes a tenth of the time, and errors are small enough.
  bool isCut = shape.rank == 1 && shape.points() > 1;
  blocksPerChain = isCut ? std::clamp<int64_t>(kChain / shape.termsOfBlock(), 1, blocksPerChunk) : blocksPerChunk;
  linesPerTile = std::min(schedule.linesPerTile, lines());
  lineBlocks = ceilDiv(lines(), linesPerTile);
}

int64_t ConvPlan::tilesPerLine() const {
  int64_t tiles = 0;
  for (const ConvPiece &piece : pieces)
    tiles += piece.tiles;
  return tiles;
}

bool ConvPlan::isReasonable() const {
  int64_t taps = 0;
  for (const ConvPiece &piece : pieces)
    taps += piece.taps.size();
  return static_cast<int64_t>(pieces.size()) <= kMostPieces && taps <= kMostTaps && vectors >= 1;
}

} // namespace weir::cpu
