// See WinogradShape.h.
#include "lib/Target/Cpu/Winograd/WinogradShape.h"

#include "dialects/Weir/Layout/Winograd.h"
#include "lib/Target/Cpu/Conv/ConvPlan.h"
#include "lib/Target/Nest/Contraction.h"

using namespace mlir;

namespace weir::cpu {

namespace {

constexpr int64_t kTerms = winograd::kTerms * winograd::kTerms;
constexpr int64_t kEnoughUnits = 16; ///< of a batch, for workers to share
constexpr int64_t kMostPieces = 6;   ///< of a line: each is code to compile
constexpr int64_t kSetBytes = 1024;  ///< pixels at multiples of this distance conflict-miss in L1

constexpr double kTransformCycles = 40;     ///< of a tile and a vector of channels
constexpr double kTransformedElements = 40; ///< as reading so many: of a kernel, for a channel and a column
constexpr double kClearly = 0.85;           ///< of plain sums' time, for its estimate to be trusted

int64_t ceilDiv(int64_t x, int64_t y) { return (x + y - 1) / y; }

/// Which of the positions that a tile reads are inside of the image, as bits.
unsigned insideOf(const WinogradDim &dim, int64_t tile) {
  unsigned inside = 0;
  for (int64_t k = 0; k < winograd::kReached; ++k) {
    int64_t position = winograd::kTile * tile + k - dim.low;
    inside |= static_cast<unsigned>(position >= 0 && position < dim.extent) << k;
  }
  return inside;
}

} // namespace

SmallVector<TileRange> cutLine(const WinogradDim &dim) {
  SmallVector<TileRange> pieces;
  for (int64_t tile = 0; tile < dim.tiles(); ++tile)
    if (!pieces.empty() && insideOf(dim, tile) == insideOf(dim, pieces.back().first))
      ++pieces.back().count;
    else
      pieces.push_back({tile, 1, 1});
  return pieces;
}

SmallVector<TileRange> cutEvenly(int64_t count, int64_t most) {
  int64_t width = ceilDiv(count, ceilDiv(count, most)), whole = count / width;
  SmallVector<TileRange> pieces{{0, width, whole}};
  if (count % width != 0)
    pieces.push_back({whole * width, count % width, 1});
  return pieces;
}

std::optional<WinogradShape> findWinograd(func::FuncOp kernel) {
  ConvWinogradOp found;
  for (auto op : kernel.getBody().front().getOps<ConvWinogradOp>()) {
    if (found)
      return std::nullopt;
    found = op;
  }
  if (!found)
    return std::nullopt;
  auto image = dyn_cast<BlockArgument>(found.getX()), packed = dyn_cast<BlockArgument>(found.getPacked());
  auto type = cast<RankedTensorType>(found.getX().getType());
  auto result = cast<RankedTensorType>(found.getY().getType());
  bool isKnown = !llvm::any_of(type.getShape().drop_front(), ShapedType::isDynamic) &&
                 !llvm::any_of(result.getShape().drop_front(), ShapedType::isDynamic);
  if (!image || !packed || !isKnown)
    return std::nullopt;
  WinogradShape shape{.image = nest::tensorNumber(image),
                      .kernel = nest::tensorNumber(packed),
                      .batch = type.getDimSize(0),
                      .dims = {},
                      .channels = static_cast<int64_t>(found.getChannels()),
                      .columns = static_cast<int64_t>(found.getColumns()),
                      .panel = static_cast<int64_t>(found.getPanel()),
                      .element = type.getElementType()};
  for (unsigned d = 0; d < 2; ++d)
    shape.dims[d] = {type.getDimSize(1 + d), result.getDimSize(1 + d), found.getPaddingLow()[d]};
  bool isEmpty = result.clone({result.getShape().drop_front()}).getNumElements() == 0 || shape.channels == 0;
  return isEmpty ? std::nullopt : std::optional(shape);
}

/// Elements of terms from tile to tile.
static int64_t tileStrideOf(const WinogradShape &shape, int64_t lanes) {
  bool conflicts = shape.channels * shape.elementBytes() % kSetBytes == 0;
  return shape.channels + (conflicts ? lanes : 0);
}

WinogradSchedule WinogradSchedule::of(const WinogradShape &shape, const CpuThroughput &cpu) {
  // The terms of a block stay in L2 while its panels use them.
  int64_t lanes = cpu.vectorBytes / shape.elementBytes(), lines = shape.dims[0].tiles();
  int64_t lineBytes = kTerms * shape.dims[1].tiles() * tileStrideOf(shape, lanes) * shape.elementBytes();
  int64_t held = std::max<int64_t>(1, cpu.l2Bytes * 7 / 8 / lineBytes);
  WinogradSchedule schedule{.linesPerBlock = 1, .panelsPerUnit = 1, .tiles = 1, .panelsOuter = 0};
  for (int64_t count = 1; count <= std::min(lines, held); ++count)
    if (lines % count == 0)
      schedule.linesPerBlock = count;
  // Each unit computes the terms of its block: few of them, where a batch has enough all the same.
  int64_t batch = ShapedType::isDynamic(shape.batch) ? 1 : shape.batch;
  int64_t blocks = batch * (lines / schedule.linesPerBlock);
  schedule.panelsPerUnit = std::clamp<int64_t>(shape.panels() * blocks / kEnoughUnits, 1, shape.panels());
  schedule.tiles = std::max<int64_t>(1, mostPixels(cpu, std::max<int64_t>(1, shape.panel / lanes)));
  int64_t weights = kTerms * shape.channels * shape.panels() * shape.panel;
  schedule.panelsOuter = weights > shape.dims[0].extent * shape.dims[1].extent * shape.channels;
  return schedule;
}

WinogradPlan::WinogradPlan(const WinogradShape &shape, const CpuThroughput &cpu, const WinogradSchedule &schedule)
    : linesPerBlock(schedule.linesPerBlock), panelsPerUnit(schedule.panelsPerUnit), panelsOuter(schedule.panelsOuter) {
  lanes = cpu.vectorBytes / shape.elementBytes();
  vectors = std::max<int64_t>(1, shape.panel / lanes);
  tileStride = tileStrideOf(shape, lanes);
  blocks = shape.dims[0].tiles() / linesPerBlock;
  units = ceilDiv(shape.panels(), panelsPerUnit);
  int64_t tiles = linesPerBlock * shape.dims[1].tiles();
  termStride = tiles * tileStride + lanes; // no power of two: all terms of a tile are stored together
  sumStride = tiles * shape.panel + lanes;
  pieces = cutEvenly(tiles, schedule.tiles);
  inLine = cutLine(shape.dims[1]);
}

bool WinogradPlan::isReasonable(const WinogradShape &shape) const {
  return shape.channels % lanes == 0 && shape.panel % lanes == 0 && inLine.size() <= kMostPieces;
}

bool winogradPays(Type element, const CpuThroughput &cpu, ArrayRef<int64_t> images, int64_t columns, int64_t channels,
                  bool changes) {
  if (!element.isF32() && !element.isF64())
    return false;
  int64_t elementBytes = element.getIntOrFloatBitWidth() / 8, lanes = cpu.vectorBytes / elementBytes;
  if (channels % lanes != 0 || channels < 2 * lanes || columns < 2 * lanes)
    return false;
  // Cycles for a channel and a vector of columns. Plain sums leave out what is outside of the image.
  double plain = 1, tiles = 1;
  for (int64_t windows : images.drop_front()) {
    plain *= static_cast<double>(winograd::kWindow * windows - 2);
    tiles *= static_cast<double>(ceilDiv(windows, winograd::kTile));
  }
  double batch = ShapedType::isDynamic(images[0]) ? 1 : static_cast<double>(std::max<int64_t>(images[0], 1));
  double moreWeights = kTerms - winograd::kWindow * winograd::kWindow + (changes ? kTransformedElements : 0);
  double transformation = tiles * kTransformCycles / static_cast<double>(2 * lanes);
  double cycles = tiles * kTerms / cpu.fmaPerCycle + transformation +
                  moreWeights * static_cast<double>(cpu.vectorBytes) / cpu.memoryBytesPerCycle / batch;
  return cycles < kClearly * plain / cpu.fmaPerCycle;
}

} // namespace weir::cpu
