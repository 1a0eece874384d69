// Vectors lie along channels. A register tile is some neighbouring pixels of a line: each element of the image is
// loaded once for all windows of the tile that have it, each of the kernel once for all pixels.
#include "lib/Target/Cpu/Depthwise/DepthwiseEmitter.h"

#include "lib/Target/Cpu/Depthwise/DepthwiseTile.h"
#include "lib/Target/Cpu/Nest/VectorEvaluator.h"
#include "lib/Target/Cpu/Panel/PanelProduct.h"
#include "lib/Target/Cpu/Schedule/KernelForm.h"
#include "lib/Target/Native/Codegen.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <map>

using namespace mlir;

namespace weir::cpu {

using nest::DimPosition;
using nest::NestPlan;
using nest::Positions;

namespace {

constexpr int64_t kLineBlocks = 16; ///< of an image, for workers to share

struct DepthwiseSchedule {
  int64_t pixels, linesPerTile; ///< of a register tile, at most; of a launch's
};

class DepthwiseEmitter {
public:
  DepthwiseEmitter(ModuleOp module, func::FuncOp kernel, const DepthwiseShape &shape, const KernelSignature &signature,
                   int64_t lanes, const DepthwiseSchedule &schedule)
      : module(module), kernel(kernel), shape(shape), signature(signature), nest(kernel), lines(shape.dims[0]),
        pixels(shape.dims[1]), accumulator(shape.sum.accumulator), lanes(lanes), linesPerTile(schedule.linesPerTile),
        lineBlocks((lines.windows + linesPerTile - 1) / linesPerTile), pieces(cutLine(pixels, schedule.pixels)) {}

  void emit() {
    emitPrepare();
    emitRun();
    module->setAttr(kOptimizedAttr, UnitAttr::get(module.getContext()));
  }

private:
  /// A register tile: its place, and the channels of its vectors; a null mask has all lanes on.
  struct Site {
    Value image, line, pixel, channel, mask;
  };
  using Sums = SmallVector<Value>;

  void emitPrepare() {
    PrepareFunction prepare(module, kernel.getLoc(), signature);
    IndexMath ix(prepare.builder, prepare.loc);
    Value batch = prepare.builder.createOrFold<memref::DimOp>(prepare.loc, prepare.operands[shape.image], 0);
    prepare.setTiles(ix.mul(batch, lineBlocks));
    prepare.setScratchBytes(ix.constant(0));
    prepare.setWorkspaceBytes(ix.constant(0));
    prepare.finish();
  }

  void emitRun() {
    RunFunction run(module, kernel.getLoc(), signature);
    IndexMath ix(run.builder, run.loc);
    function = &run;
    image.emplace(ix, run.operands[shape.image], shape.sum.element(0), accumulator, lanes);
    weights.emplace(ix, run.operands[shape.other], shape.sum.element(1), accumulator, lanes);
    ix.forRange(run.firstTile, ix.add(run.firstTile, run.tileCount), 1, [&](Value tile) { overTile(ix, tile); });
    run.finish();
  }

  void overTile(const IndexMath &ix, Value tile) {
    Site site;
    site.image = ix.div(tile, lineBlocks);
    Value first = ix.mul(ix.rem(tile, lineBlocks), linesPerTile),
          end = ix.min(ix.add(first, linesPerTile), lines.windows);
    overChannels(ix, shape.channels, lanes, [&](Value channel, Value mask) {
      site.channel = channel, site.mask = mask;
      ix.forRange(first, end, 1, [&](Value line) {
        site.line = line;
        for (const ConvPiece &piece : pieces)
          overPiece(ix, site, piece);
      });
    });
  }

  void overPiece(const IndexMath &ix, Site site, const ConvPiece &piece) {
    ix.forRange(ix.constant(0), ix.constant(piece.tiles), 1, [&](Value tile) {
      site.pixel = ix.add(ix.mul(tile, piece.width), piece.column);
      Value zero = arith::ConstantOp::create(ix.b, ix.loc, ix.b.getZeroAttr(vectorOf(accumulator)));
      auto [first, end] = linesInside(ix, site.line);
      Sums sums = emitCarriedLoop(ix, first, end, Sums(piece.width, zero), [&](Value element, Sums inLine) {
        return overWindowLine(ix, site, piece, element, std::move(inLine));
      });
      store(ix, site, sums);
    });
  }

  /// Elements of windows whose line is inside the image.
  std::pair<Value, Value> linesInside(const IndexMath &ix, Value line) {
    Value before = ix.sub(ix.constant(lines.low), ix.mul(line, lines.stride));
    int64_t reached = (lines.windows - 1) * lines.stride + (lines.elements - 1) * lines.dilation - lines.low;
    Value first = ix.constant(0), end = ix.constant(lines.elements);
    if (lines.low > 0)
      first = ix.ceilDiv(ix.max(before, 0), lines.dilation);
    if (reached >= lines.extent)
      end = ix.min(ix.ceilDiv(ix.max(ix.add(before, lines.extent), 0), lines.dilation), end);
    return {first, end};
  }

  Sums overWindowLine(const IndexMath &ix, const Site &site, const ConvPiece &piece, Value element, Sums sums) {
    Value line = ix.add(ix.mul(site.line, lines.stride), ix.add(ix.mul(element, lines.dilation), -lines.low));
    Value row = ix.add(ix.mul(site.image, lines.extent), line);
    Value column = ix.add(ix.mul(site.pixel, pixels.stride), -pixels.low);
    Value x = ix.add(ix.mul(ix.add(ix.mul(row, pixels.extent), column), shape.channels), site.channel);
    Value w = ix.add(ix.mul(element, pixels.elements * shape.channels), site.channel);
    std::map<int64_t, Value> loaded; // by the distance to the tile's first column
    for (const ConvTaps &taps : piece.taps)
      for (int64_t tap = taps.first; tap < taps.end; ++tap) {
        Value weight = weights->load(ix, ix.add(w, tap * shape.channels), site.mask);
        for (int64_t pixel = taps.firstPixel; pixel < taps.firstPixel + taps.pixels; ++pixel) {
          int64_t distance = pixel * pixels.stride + tap * pixels.dilation;
          Value &here = loaded[distance];
          if (!here)
            here = image->load(ix, ix.add(x, distance * shape.channels), site.mask);
          sums[pixel] = vector::FMAOp::create(ix.b, ix.loc, here, weight, sums[pixel]);
        }
      }
    return sums;
  }

  /// All values are computed before any is stored: a result may lie in an operand's memory.
  void store(const IndexMath &ix, const Site &site, ArrayRef<Value> sums) {
    VectorEvaluator evaluator(nest, kernel, {ix.b, function->operands, function->scalars, signature.numInputs}, lanes,
                              site.mask);
    SmallVector<std::pair<Value, Positions>> results;
    for (auto [i, sum] : llvm::enumerate(sums)) {
      Positions positions{{site.image}};
      if (shape.rank == 2)
        positions.push_back({site.line});
      positions.push_back({ix.add(site.pixel, static_cast<int64_t>(i))});
      positions.push_back({site.channel, DimPosition::Kind::Lane, 0});
      positions.push_back({ix.constant(0)});
      linalg::GenericOp generic = shape.sum.generic;
      evaluator.define(generic->getResult(0), positions, sum);
      results.emplace_back(evaluator.evaluate(nest.output(0), positions), positions);
    }
    for (auto &[value, positions] : results)
      evaluator.store(function->operands.back(), value, positions);
  }

  VectorType vectorOf(Type element) const { return VectorType::get({lanes}, element); }

  ModuleOp module;
  func::FuncOp kernel;
  const DepthwiseShape &shape;
  const KernelSignature &signature;
  NestPlan nest;
  const ConvDim &lines, &pixels;
  Type accumulator;
  int64_t lanes, linesPerTile, lineBlocks;
  SmallVector<ConvPiece> pieces;
  // While `run` is built:
  RunFunction *function = nullptr;
  std::optional<ChannelVectors> image, weights;
};

class DepthwiseForm : public KernelForm {
public:
  DepthwiseForm(const KernelSite &site, DepthwiseShape shape)
      : site(site), shape(std::move(shape)), lines(this->shape.dims[0].windows),
        schedule{depthwisePixels(site.cpu), llvm::divideCeilSigned(lines, std::min(lines, kLineBlocks))} {}

  StringRef name() const override { return "depthwise"; }

  SmallVector<Knob> knobs() override {
    return {{"pixels", &schedule.pixels, 2, depthwisePixels(site.cpu)}, {"lines", &schedule.linesPerTile, 1, lines}};
  }

  LogicalResult emit(ModuleOp module) override {
    DepthwiseEmitter(module, site.kernel, shape, site.signature, lanesOf(shape, site.cpu), schedule).emit();
    site.kernel.erase();
    return success();
  }

private:
  KernelSite site;
  DepthwiseShape shape;
  int64_t lines;
  DepthwiseSchedule schedule;
};

} // namespace

std::unique_ptr<KernelForm> depthwiseForm(const KernelSite &site) {
  std::optional<DepthwiseShape> shape = site.sum ? asDepthwise(*site.sum, site.signature) : std::nullopt;
  if (!shape || !isReasonable(*shape, site.cpu, site.signature))
    return nullptr;
  return std::make_unique<DepthwiseForm>(site, *std::move(shape));
}

} // namespace weir::cpu
