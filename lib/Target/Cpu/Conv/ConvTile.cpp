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
      : ix(ix), shape(shape), plan(plan), piece(piece), at(site), planes(plan.dims[0]), lines(plan.dims[1]),
        pixels(plan.dims[2]), rowElements(shape.block * shape.panel), source(site.image),
        pixelStride(pixels.stride * shape.channels) {}

  Sums emit(Sums sums) {
    if (plan.blocksGathered == 0)
      return overChains(at.block, at.blockEnd, std::move(sums));
    auto step = [&](Value block, Sums inBlocks) {
      Value end = ix.min(ix.add(block, plan.blocksGathered), at.blockEnd);
      gather(block, end);
      return overBlocks(block, end, std::move(inBlocks));
    };
    return loop(at.block, at.blockEnd, std::move(sums), step, plan.blocksGathered);
  }

private:
  Sums overChains(Value from, Value to, Sums sums) {
    if (plan.chain != ConvChain::Blocks || plan.blocksPerChain >= plan.blocksPerChunk)
      return overBlocks(from, to, std::move(sums));
    auto step = [&](Value block, Sums before) {
      Value end = ix.min(ix.add(block, plan.blocksPerChain), to);
      return emitChain(ix, std::move(before), [&](Sums inChain) { return overBlocks(block, end, std::move(inChain)); });
    };
    return loop(from, to, std::move(sums), step, plan.blocksPerChain);
  }

  Sums chainedIf(ConvChain chain, Sums sums, llvm::function_ref<Sums(Sums)> body) {
    return plan.chain == chain ? emitChain(ix, std::move(sums), body) : body(std::move(sums));
  }

  Sums overBlocks(Value from, Value to, Sums sums) {
    return loop(from, to, std::move(sums), [&](Value block, Sums inBlock) {
      return overElements(planes, at.plane, std::move(inBlock), [&](Value plane, Sums inPlane) {
        return chainedIf(ConvChain::Plane, std::move(inPlane),
                         [&](Sums inChain) { return overLines(block, plane, std::move(inChain)); });
      });
    });
  }

  Sums overLines(Value block, Value plane, Sums sums) {
    return overElements(lines, at.line, std::move(sums), [&](Value line, Sums inLine) {
      return chainedIf(ConvChain::Line, std::move(inLine), [&](Sums inChain) {
        for (const ConvTaps &taps : piece.taps)
          overTaps({block, plane, line}, taps, inChain);
        return inChain;
      });
    });
  }

  /// Copies the tile's pixels, of the channels of some blocks; from there on they are the image.
  void gather(Value block, Value end) {
    Value from = imageAt({block, ix.constant(0), ix.constant(0)});
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

  /// What of the kernel is joined: a block of channels, an element of windows across planes, and one across lines.
  struct Part {
    Value block, plane, line;
  };

  /// Where element `k` of a window stands along a dimension.
  Value placeOf(const ConvDim &dim, Value window, Value k) {
    return ix.add(ix.mul(window, dim.stride), ix.add(ix.mul(k, dim.dilation), -dim.low));
  }

  /// Where the first pixel of a line of the image stands, of a block.
  Value imageAt(const Part &part) {
    Value column = ix.add(ix.mul(at.column, pixels.stride), -pixels.low);
    Value line = placeOf(lines, at.line, part.line);
    if (shape.rank > 2)
      line = ix.add(ix.mul(placeOf(planes, at.plane, part.plane), lines.extent), line);
    Value place = ix.mul(ix.add(ix.mul(line, pixels.extent), column), shape.channels);
    return ix.add(ix.add(at.imageOffset, place), ix.mul(part.block, shape.block));
  }

  /// Over the elements of a window along a dimension that are inside the image.
  Sums overElements(const ConvDim &dim, Value window, Sums sums, StepFn step) {
    int64_t reached = (dim.windows - 1) * dim.stride + (dim.elements - 1) * dim.dilation - dim.low;
    if (dim.elements == 1 && dim.low == 0 && reached < dim.extent)
      return step(ix.constant(0), std::move(sums));
    Value before = ix.sub(ix.constant(dim.low), ix.mul(window, dim.stride));
    Value first = ix.constant(0), end = ix.constant(dim.elements);
    if (dim.low > 0)
      first = ix.ceilDiv(ix.max(before, 0), dim.dilation);
    if (reached >= dim.extent)
      end = ix.min(ix.ceilDiv(ix.max(ix.add(before, dim.extent), 0), dim.dilation), end);
    return loop(first, end, std::move(sums), step);
  }

  /// Joins the products of some elements of a line of windows to the sums of the pixels that they have.
  void overTaps(const Part &part, const ConvTaps &taps, Sums &sums) {
    Value x = firstGathered ? ix.mul(ix.sub(part.block, firstGathered), shape.block) : imageAt(part);
    x = ix.add(x, taps.firstPixel * pixelStride);
    Value row = ix.add(ix.mul(part.block, planes.elements), part.plane);
    row = ix.mul(ix.add(ix.mul(row, lines.elements), part.line), pixels.elements);
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
  const ConvDim &planes, &lines, &pixels;
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
