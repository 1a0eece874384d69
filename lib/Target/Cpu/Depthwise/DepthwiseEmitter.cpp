// Vectors lie along channels. A register tile is some neighbouring pixels of a line: each element of the image is
// loaded once for all windows of the tile that have it, each of the kernel once for all pixels.
#include "lib/Target/Cpu/Depthwise/DepthwiseEmitter.h"

#include "lib/Target/Cpu/Conv/ConvPlan.h"
#include "lib/Target/Cpu/Gemm/GemmConvert.h"
#include "lib/Target/Cpu/Gemm/GemmEpilogue.h"
#include "lib/Target/Cpu/Nest/SiteEvaluator.h"
#include "lib/Target/Cpu/Panel/PanelProduct.h"
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

constexpr int64_t kFewRegisters = 16;
constexpr int64_t kPixels = 8, kFewPixels = 4; ///< of a tile; few where there are few registers
constexpr int64_t kMostElements = 16;          ///< of a window along a line: each is code to compile
constexpr int64_t kMostPieces = 8;
constexpr int64_t kLineBlocks = 16; ///< of an image, for workers to share

int64_t pixelsOf(const CpuThroughput &cpu) { return cpu.vectorRegisters > kFewRegisters ? kPixels : kFewPixels; }

class DepthwiseEmitter {
public:
  DepthwiseEmitter(ModuleOp module, func::FuncOp kernel, const DepthwiseShape &shape, const KernelSignature &signature,
                   const CpuThroughput &cpu)
      : module(module), kernel(kernel), shape(shape), signature(signature), nest(kernel), lines(shape.dims[0]),
        pixels(shape.dims[1]), accumulator(shape.sum.accumulator),
        lanes(cpu.vectorBytes * 8 / accumulator.getIntOrFloatBitWidth()), pieces(cutLine(pixels, pixelsOf(cpu))) {
    int64_t blocks = std::min(lines.windows, kLineBlocks);
    linesPerTile = (lines.windows + blocks - 1) / blocks;
    lineBlocks = (lines.windows + linesPerTile - 1) / linesPerTile;
  }

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
    image = viewBits(ix, flatView(run.builder, run.loc, run.operands[shape.image]));
    weights = viewBits(ix, flatView(run.builder, run.loc, run.operands[shape.kernel]));
    ix.forRange(run.firstTile, ix.add(run.firstTile, run.tileCount), 1, [&](Value tile) { overTile(ix, tile); });
    run.finish();
  }

  void overTile(const IndexMath &ix, Value tile) {
    Site site;
    site.image = ix.div(tile, lineBlocks);
    Value first = ix.mul(ix.rem(tile, lineBlocks), linesPerTile),
          end = ix.min(ix.add(first, linesPerTile), lines.windows);
    auto overLines = [&](Value channel, Value mask) {
      site.channel = channel, site.mask = mask;
      ix.forRange(first, end, 1, [&](Value line) {
        site.line = line;
        for (const ConvPiece &piece : pieces)
          overPiece(ix, site, piece);
      });
    };
    int64_t whole = shape.channels / lanes * lanes;
    ix.forRange(ix.constant(0), ix.constant(whole), lanes, [&](Value channel) { overLines(channel, {}); });
    if (whole < shape.channels)
      overLines(ix.constant(whole), vector::CreateMaskOp::create(ix.b, ix.loc, vectorOf(ix.b.getI1Type()),
                                                                 ix.constant(shape.channels - whole)));
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
        Value weight = load(ix, weights, elementOf(1), ix.add(w, tap * shape.channels), site.mask);
        for (int64_t pixel = taps.firstPixel; pixel < taps.firstPixel + taps.pixels; ++pixel) {
          int64_t distance = pixel * pixels.stride + tap * pixels.dilation;
          Value &here = loaded[distance];
          if (!here)
            here = load(ix, image, elementOf(0), ix.add(x, distance * shape.channels), site.mask);
          sums[pixel] = vector::FMAOp::create(ix.b, ix.loc, here, weight, sums[pixel]);
        }
      }
    return sums;
  }

  Type elementOf(unsigned factor) const { return shape.sum.element(factor); }

  Value load(const IndexMath &ix, Value memory, Type element, Value at, Value mask) {
    Type stored = cast<MemRefType>(memory.getType()).getElementType();
    Value x = loadVector(ix, vectorOf(stored), memory, at, mask);
    return element == accumulator ? x : widenFloat(ix.b, ix.loc, x, element, accumulator);
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
  Value image, weights;
};

} // namespace

std::optional<DepthwiseShape> findFastDepthwise(const nest::Contraction &sum, const KernelSignature &signature,
                                                const CpuThroughput &cpu) {
  if (!sum.accumulator.isF32() && !sum.accumulator.isF64())
    return std::nullopt;
  std::optional<DepthwiseShape> shape = asDepthwise(sum, signature);
  if (!shape || shape->dims[1].elements > kMostElements ||
      cutLine(shape->dims[1], pixelsOf(cpu)).size() > static_cast<size_t>(kMostPieces))
    return std::nullopt;
  int64_t narrowest = std::min({sum.element(0).getIntOrFloatBitWidth(), sum.element(1).getIntOrFloatBitWidth(),
                                signature.operands.back().getElementTypeBitWidth()});
  int64_t lanes = cpu.vectorBytes * 8 / sum.accumulator.getIntOrFloatBitWidth();
  bool isMasked = shape->channels % lanes != 0;
  if (isMasked && narrowest < 32 && !cpu.freeMasks)
    return std::nullopt;
  return shape;
}

void emitDepthwise(ModuleOp module, func::FuncOp kernel, const DepthwiseShape &shape, const KernelSignature &signature,
                   const CpuThroughput &cpu) {
  DepthwiseEmitter(module, kernel, shape, signature, cpu).emit();
  kernel.erase();
}

} // namespace weir::cpu
