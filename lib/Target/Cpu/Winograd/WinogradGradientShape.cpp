// See WinogradGradientShape.h.
#include "lib/Target/Cpu/Winograd/WinogradGradientShape.h"

#include "dialects/Weir/Layout/Winograd.h"
#include "dialects/Weir/Window/Ops.h"
#include "lib/Target/Cpu/Conv/ConvPlan.h"
#include "lib/Target/Nest/Contraction.h"

#include <limits>

using namespace mlir;

namespace weir::cpu {

namespace {

constexpr int64_t kTerms = winograd::kTerms * winograd::kTerms;
constexpr int64_t kEnoughUnits = 16; ///< for workers to share
constexpr size_t kMostPieces = 6;    ///< of a line: each is code to compile
constexpr int64_t kSetBytes = 1024;  ///< tiles at multiples of this distance conflict-miss in L1
constexpr int64_t kMostBlockTiles = 256, kLeastPartTiles = 64;

constexpr double kImageCycles = 40, kGradientCycles = 30; ///< of a tile and a vector of channels, to make terms
constexpr double kResultCycles = 50; ///< of a column and a vector of channels, to make the gradient of their sums
constexpr double kClearly = 0.85;    ///< of the other form's time, for its estimate to be trusted

int64_t ceilDiv(int64_t x, int64_t y) { return (x + y - 1) / y; }

int64_t strideOf(int64_t count, int64_t lanes, int64_t elementBytes) {
  return count + (count * elementBytes % kSetBytes == 0 ? lanes : 0);
}

/// Vectors of a panel of channels: as many as fill a register tile evenly.
int64_t vectorsOf(int64_t channels, int64_t lanes) {
  for (int64_t vectors : {2, 3})
    if (channels % (vectors * lanes) == 0)
      return vectors;
  return 1;
}

/// How long a unit takes, in cycles for a tile, a column and a vector of channels.
struct Costs {
  const WinogradGradientShape &shape;
  const CpuThroughput &cpu;

  int64_t lanes() const { return cpu.vectorBytes / shape.elementBytes(); }

  double of(int64_t channels, int64_t columns, int64_t tiles) const {
    double sums =
        2.0 * kTerms * static_cast<double>(cpu.vectorBytes) / cpu.l2BytesPerCycle / static_cast<double>(tiles);
    return kTerms / cpu.fmaPerCycle + sums + kImageCycles / static_cast<double>(columns) +
           kGradientCycles / static_cast<double>(channels);
  }
  /// Tiles whose terms fit L2 beside the sums.
  int64_t mostTiles(int64_t channels, int64_t columns) const {
    int64_t left = cpu.l2Bytes * 7 / 8 - kTerms * channels * columns * shape.elementBytes();
    return left / (kTerms * (channels + columns) * shape.elementBytes());
  }
};

struct Choice {
  WinogradGradientSchedule schedule;
  double cycles;
};

/// Of all lines, for workers to share where there are few units; a unit's lines make up for the result of its sums.
int64_t partsOf(const WinogradGradientShape &shape, int64_t units) {
  int64_t parts = units < kEnoughUnits ? ceilDiv(kEnoughUnits, units) : 1;
  if (!ShapedType::isDynamic(shape.batch))
    parts = std::clamp<int64_t>(parts, 1, std::max<int64_t>(shape.tiles() / kLeastPartTiles, 1));
  return parts;
}

/// The fastest of all blocks that L2 has room for.
Choice choose(const WinogradGradientShape &shape, const CpuThroughput &cpu) {
  Costs costs{shape, cpu};
  int64_t lanes = costs.lanes(), panel = lanes * vectorsOf(shape.channels, lanes), inLine = shape.dims[1].tiles();
  int64_t all = std::max<int64_t>(shape.tiles() / inLine, 1);
  Choice best{{panel, lanes, 1, 1}, std::numeric_limits<double>::infinity()};
  for (int64_t channels = panel; channels <= shape.channels; channels += panel)
    for (int64_t columns = lanes; columns <= shape.columns; columns += lanes) {
      int64_t most = std::min(costs.mostTiles(channels, columns), kMostBlockTiles);
      if (shape.channels % channels != 0 || shape.columns % columns != 0 || most < inLine)
        continue;
      int64_t parts = partsOf(shape, shape.channels / channels * (shape.columns / columns));
      int64_t ofPart = ShapedType::isDynamic(shape.batch) ? all : ceilDiv(all, parts);
      int64_t lines = std::min(most / inLine, ofPart);
      if (double cycles = costs.of(channels, columns, lines * inLine); cycles < best.cycles)
        best = {{channels, columns, lines, parts}, cycles};
    }
  return best;
}

} // namespace

std::optional<WinogradGradientShape> findWinogradGradient(func::FuncOp kernel) {
  ConvKernelGradientOp found;
  for (auto op : kernel.getBody().front().getOps<ConvKernelGradientOp>()) {
    if (found)
      return std::nullopt;
    found = op;
  }
  if (!found || !found.getChannelsLast() || found.getGrouped() || found.getKernelChannelsLast())
    return std::nullopt;
  auto image = dyn_cast<BlockArgument>(found.getX()), gradient = dyn_cast<BlockArgument>(found.getDy());
  auto type = cast<RankedTensorType>(found.getX().getType()), other = cast<RankedTensorType>(found.getDy().getType());
  auto result = cast<RankedTensorType>(found.getType());
  Type element = type.getElementType();
  auto isKnown = [](RankedTensorType of) { return llvm::none_of(of.getShape().drop_front(), ShapedType::isDynamic); };
  auto isOne = [](int64_t step) { return step == 1; };
  bool fits = image && gradient && type.getRank() == 4 && isKnown(type) && isKnown(other) &&
              result.getShape().drop_front(2) == ArrayRef<int64_t>{winograd::kWindow, winograd::kWindow} &&
              llvm::all_of(found.getStrides(), isOne) && llvm::all_of(found.getDilations(), isOne) &&
              (element.isF32() || element.isF64()) && other.getElementType() == element &&
              result.getElementType() == element && found.getAccumulatorType() == element;
  if (!fits)
    return std::nullopt;
  WinogradGradientShape shape{.image = nest::tensorNumber(image),
                              .gradient = nest::tensorNumber(gradient),
                              .batch = type.getDimSize(0),
                              .dims = {},
                              .channels = type.getDimSize(3),
                              .columns = other.getDimSize(3),
                              .element = element};
  for (unsigned d = 0; d < 2; ++d)
    shape.dims[d] = {type.getDimSize(1 + d), other.getDimSize(1 + d), found.getPaddingLow()[d]};
  return shape;
}

WinogradGradientSchedule WinogradGradientSchedule::of(const WinogradGradientShape &shape, const CpuThroughput &cpu) {
  return choose(shape, cpu).schedule;
}

WinogradGradientPlan::WinogradGradientPlan(const WinogradGradientShape &shape, const CpuThroughput &cpu,
                                           const WinogradGradientSchedule &schedule)
    : schedule(schedule) {
  lanes = cpu.vectorBytes / shape.elementBytes();
  vectors = vectorsOf(shape.channels, lanes);
  channelStride = strideOf(schedule.channels, lanes, shape.elementBytes());
  columnStride = strideOf(schedule.columns, lanes, shape.elementBytes());
  int64_t tiles = schedule.lines * shape.dims[1].tiles();
  imageStride = tiles * channelStride + lanes; // no powers of two: all terms of a tile are stored together
  gradientStride = tiles * columnStride + lanes;
  sumStride = schedule.channels * schedule.columns + lanes;
  columnTiles = cutEvenly(schedule.columns, std::max<int64_t>(1, mostPixels(cpu, vectors)));
  imagePieces = cutLine(shape.dims[1]);
  int64_t all = shape.dims[1].tiles(), whole = shape.dims[1].windows / winograd::kTile;
  if (whole > 0)
    gradientPieces.push_back({0, 1, whole});
  if (whole < all)
    gradientPieces.push_back({whole, 1, 1});
}

bool canSumByWinograd(const WinogradGradientShape &shape, const CpuThroughput &cpu) {
  int64_t lanes = cpu.vectorBytes / shape.elementBytes();
  return shape.channels > 0 && shape.columns > 0 && shape.channels % lanes == 0 && shape.columns % lanes == 0 &&
         shape.dims[0].tiles() > 0 && shape.dims[1].tiles() > 0 && cutLine(shape.dims[1]).size() <= kMostPieces;
}

bool winogradGradientPays(const WinogradGradientShape &shape, const CpuThroughput &cpu) {
  int64_t windows = shape.images();
  for (const WinogradDim &dim : shape.dims)
    windows *= winograd::kWindow * dim.windows;
  double cycles = static_cast<double>(shape.tiles()) * choose(shape, cpu).cycles + kResultCycles;
  return cycles < kClearly * static_cast<double>(windows) / cpu.fmaPerCycle;
}

} // namespace weir::cpu
