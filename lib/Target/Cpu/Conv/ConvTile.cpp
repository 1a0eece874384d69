// See ConvTile.h.
#include "lib/Target/Cpu/Conv/ConvTile.h"

#include "lib/Target/Cpu/Panel/PanelProduct.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace weir::cpu {
namespace {

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
    PanelProduct product{.rows = source,
                         .weights = at.weights,
                         .element = shape.element,
                         .lanes = plan.lanes,
                         .vectors = plan.vectors,
                         .rowStride = pixelStride,
                         .ahead = at.ahead,
                         .number = at.number,
                         .askers = at.askers};
    return emitPanelProduct(ix, product, x, w, count, std::move(sums));
  }

  Sums loop(Value from, Value to, Sums sums, StepFn step, int64_t by = 1) {
    return emitCarriedLoop(ix, from, to, std::move(sums), step, by);
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
};

} // namespace

SmallVector<Value> emitConvSums(const IndexMath &ix, const ConvShape &shape, const ConvPlan &plan,
                                const ConvPiece &piece, const ConvTileSite &site, SmallVector<Value> sums) {
  return ConvSums(ix, shape, plan, piece, site).emit(std::move(sums));
}

} // namespace weir::cpu
