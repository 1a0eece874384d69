// See ConvTile.h. One step multiplies an element of each pixel, broadcast, with a row of the panel. Steps are not
// unrolled: LLVM would move all broadcasts of several steps before their products and spill.
#include "lib/Target/Cpu/ConvTile.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace weir::cpu {
namespace {

constexpr int64_t kLineBytes = 64;

using Sums = SmallVector<Value>;
using StepFn = llvm::function_ref<Sums(Value index, Sums sums)>;

class ConvSums {
public:
  ConvSums(const IndexMath &ix, const ConvShape &shape, const ConvPlan &plan, const ConvPiece &piece,
           const ConvTileSite &site)
      : ix(ix), shape(shape), plan(plan), piece(piece), at(site), lines(plan.dims[0]), pixels(plan.dims[1]),
        rowElements(shape.block * shape.panel), source(site.image), pixelStride(pixels.stride * shape.channels) {}

  Sums emit(Sums sums) {
    if (plan.blocksGathered == 0)
      return overBlocks(at.block, at.blockEnd, std::move(sums));
    auto step = [&](Value block, Sums inBlocks) {
      Value end = ix.min(ix.add(block, plan.blocksGathered), at.blockEnd);
      gather(block, end);
      return overBlocks(block, end, std::move(inBlocks));
    };
    return loop(at.block, at.blockEnd, std::move(sums), step, plan.blocksGathered);
  }

private:
  Sums overBlocks(Value from, Value to, Sums sums) {
    return loop(from, to, std::move(sums), [&](Value block, Sums inBlock) {
      auto [first, end] = linesInside();
      return loop(first, end, std::move(inBlock), [&](Value k, Sums inLine) {
        for (const ConvTaps &taps : piece.taps)
          overTaps(block, k, taps, inLine);
        return inLine;
      });
    });
  }

  /// Copies the tile's pixels, of the channels of some blocks; from there on they are the image.
  void gather(Value block, Value end) {
    Value from = imageAt(ix.mul(at.line, lines.stride), block);
    auto type = VectorType::get({plan.lanes}, shape.element);
    int64_t distance = pixels.stride * shape.channels;
    pixelStride = plan.gatheredStride(shape);
    ix.forRange(ix.constant(0), ix.mul(ix.sub(end, block), shape.block), plan.lanes, [&](Value channel) {
      for (int64_t pixel = 0; pixel < piece.width; ++pixel) {
        Value place = ix.add(ix.add(from, channel), pixel * distance);
        Value vector = vector::LoadOp::create(ix.b, ix.loc, type, at.image, place);
        vector::StoreOp::create(ix.b, ix.loc, vector, at.gathered, ix.add(channel, pixel * pixelStride));
      }
    });
    source = at.gathered;
    firstGathered = block;
  }

  /// Where the first pixel of a line of the image stands, of a block.
  Value imageAt(Value line, Value block) {
    Value column = ix.add(ix.mul(at.column, pixels.stride), -pixels.low);
    Value place = ix.mul(ix.add(ix.mul(line, pixels.extent), column), shape.channels);
    return ix.add(ix.add(at.imageOffset, place), ix.mul(block, shape.block));
  }

  /// Elements of the tile's windows whose line is inside the image.
  std::pair<Value, Value> linesInside() {
    int64_t reached = (lines.windows - 1) * lines.stride + (lines.elements - 1) * lines.dilation - lines.low;
    Value before = ix.sub(ix.constant(lines.low), ix.mul(at.line, lines.stride));
    Value first = ix.constant(0), end = ix.constant(lines.elements);
    if (lines.low > 0)
      first = ix.ceilDiv(ix.max(before, 0), lines.dilation);
    if (reached >= lines.extent)
      end = ix.min(ix.ceilDiv(ix.max(ix.add(before, lines.extent), 0), lines.dilation), end);
    return {first, end};
  }

  /// Joins the products of some elements of a line of windows to the sums of the pixels that they have.
  void overTaps(Value block, Value k, const ConvTaps &taps, Sums &sums) {
    Value line = ix.add(ix.mul(at.line, lines.stride), ix.add(ix.mul(k, lines.dilation), -lines.low));
    Value x = firstGathered ? ix.mul(ix.sub(block, firstGathered), shape.block) : imageAt(line, block);
    x = ix.add(x, taps.firstPixel * pixelStride);
    Value row = ix.mul(ix.add(ix.mul(block, lines.elements), k), pixels.elements);
    Value w = ix.add(at.panelOffset, ix.mul(row, rowElements));

    auto own = MutableArrayRef(sums).slice(taps.firstPixel * plan.vectors, taps.pixels * plan.vectors);
    // Channels of neighbouring elements stand side by side where a block has all of them.
    bool isContiguous = pixels.dilation == 1 && shape.block == shape.channels;
    int64_t count = taps.end - taps.first;
    Sums result;
    if (isContiguous)
      result = overChannels(ix.add(x, taps.first * shape.block), ix.add(w, taps.first * rowElements),
                            count * shape.block, Sums(own));
    else
      result = loop(ix.constant(taps.first), ix.constant(taps.end), Sums(own), [&](Value tap, Sums inTap) {
        return overChannels(ix.add(x, ix.mul(tap, pixels.dilation * shape.channels)),
                            ix.add(w, ix.mul(tap, rowElements)), shape.block, std::move(inTap));
      });
    llvm::copy(result, own.begin());
  }

  Sums overChannels(Value x, Value w, int64_t count, Sums sums) {
    prefetch(w, count);
    return loop(ix.constant(0), ix.constant(count), std::move(sums), [&](Value channel, Sums inStep) {
      multiply(ix.add(x, channel), ix.add(w, ix.mul(channel, shape.panel)), inStep);
      return inStep;
    });
  }

  void multiply(Value x, Value w, Sums &sums) {
    auto type = VectorType::get({plan.lanes}, shape.element);
    Sums columns;
    for (int64_t v = 0; v < plan.vectors; ++v)
      columns.push_back(vector::LoadOp::create(ix.b, ix.loc, type, at.weights, ix.add(w, v * plan.lanes)));
    for (int64_t i = 0; i < static_cast<int64_t>(sums.size()); ++i) {
      int64_t pixel = i / plan.vectors, v = i % plan.vectors;
      if (v == 0)
        broadcast = vector::BroadcastOp::create(
            ix.b, ix.loc, type, memref::LoadOp::create(ix.b, ix.loc, source, ix.add(x, pixel * pixelStride)));
      sums[i] = vector::FMAOp::create(ix.b, ix.loc, broadcast, columns[v], sums[i]);
    }
  }

  /// Asks for a share of as many weights as `count` steps use, at the place that they have in what is needed next.
  void prefetch(Value w, int64_t count) {
    if (!at.ahead)
      return;
    int64_t perLine = kLineBytes / shape.elementBytes();
    int64_t cacheLines = (count * shape.panel + perLine - 1) / perLine;
    int64_t share = (cacheLines + at.askers - 1) / at.askers;
    Value from = ix.add(ix.add(w, at.ahead), ix.mul(at.number, share * perLine));
    for (int64_t i = 0; i < share; ++i)
      memref::PrefetchOp::create(ix.b, ix.loc, at.weights, ix.add(from, i * perLine), /*isWrite=*/false,
                                 /*localityHint=*/3, /*isDataCache=*/true);
  }

  Sums loop(Value from, Value to, Sums sums, StepFn step, int64_t by = 1) {
    auto low = IndexMath::asConstant(from), high = IndexMath::asConstant(to);
    if (low && high && *high > *low && *high - *low <= by)
      return step(from, std::move(sums));
    auto op = scf::ForOp::create(ix.b, ix.loc, from, to, ix.constant(by), sums);
    OpBuilder::InsertionGuard guard(ix.b);
    ix.b.setInsertionPointToStart(op.getBody());
    Sums next = step(op.getInductionVar(), Sums(op.getRegionIterArgs()));
    scf::YieldOp::create(ix.b, ix.loc, next);
    return Sums(op.getResults());
  }

  const IndexMath &ix;
  const ConvShape &shape;
  const ConvPlan &plan;
  const ConvPiece &piece;
  const ConvTileSite &at;
  const ConvDim &lines, &pixels;
  int64_t rowElements;         ///< of weights from one element of a window to the next
  Value source, firstGathered; ///< what pixels are read from; the block where that begins, if they are gathered
  int64_t pixelStride;         ///< elements from pixel to pixel there
  Value broadcast;
};

} // namespace

SmallVector<Value> emitConvSums(const IndexMath &ix, const ConvShape &shape, const ConvPlan &plan,
                                const ConvPiece &piece, const ConvTileSite &site, SmallVector<Value> sums) {
  return ConvSums(ix, shape, plan, piece, site).emit(std::move(sums));
}

} // namespace weir::cpu
