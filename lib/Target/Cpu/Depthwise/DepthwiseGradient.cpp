// Tiles are a vector of channels by a line of windows' elements. The sums of all elements of that line are in registers
// while a line of the image is read; then they are added to those of the lines before, in f64.
#include "lib/Target/Cpu/Depthwise/DepthwiseGradient.h"

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

class DepthwiseGradientEmitter {
public:
  DepthwiseGradientEmitter(ModuleOp module, func::FuncOp kernel, const DepthwiseShape &shape,
                           const KernelSignature &signature, int64_t lanes, int64_t tilePixels)
      : module(module), kernel(kernel), shape(shape), signature(signature), nest(kernel), lines(shape.dims[0]),
        pixels(shape.dims[1]), accumulator(shape.sum.accumulator), total(Float64Type::get(module.getContext())),
        lanes(lanes), blocks((shape.channels + lanes - 1) / lanes), pieces(cutLine(pixels, tilePixels)) {}

  void emit() {
    emitPrepare();
    emitRun();
    module->setAttr(kOptimizedAttr, UnitAttr::get(module.getContext()));
  }

private:
  using Sums = SmallVector<Value>;

  void emitPrepare() {
    PrepareFunction prepare(module, kernel.getLoc(), signature);
    IndexMath ix(prepare.builder, prepare.loc);
    prepare.setTiles(ix.constant(blocks * lines.elements));
    prepare.setScratchBytes(ix.constant(pixels.elements * lanes * (total.getIntOrFloatBitWidth() / 8)));
    prepare.setWorkspaceBytes(ix.constant(0));
    prepare.finish();
  }

  void emitRun() {
    RunFunction run(module, kernel.getLoc(), signature);
    IndexMath ix(run.builder, run.loc);
    function = &run;
    image.emplace(ix, run.operands[shape.image], shape.sum.element(0), accumulator, lanes);
    gradient.emplace(ix, run.operands[shape.other], shape.sum.element(1), accumulator, lanes);
    auto type = MemRefType::get({pixels.elements * lanes}, total);
    totals = memref::ViewOp::create(run.builder, run.loc, type, run.scratch, ix.constant(0), ValueRange());
    ix.forRange(run.firstTile, ix.add(run.firstTile, run.tileCount), 1, [&](Value tile) {
      Value block = ix.div(tile, lines.elements);
      element = ix.rem(tile, lines.elements);
      channel = ix.mul(block, lanes);
      if (shape.channels % lanes == 0)
        return overTile(ix, {});
      Value left = ix.sub(ix.constant(shape.channels), channel);
      overTile(ix, vector::CreateMaskOp::create(ix.b, ix.loc, vectorOf(ix.b.getI1Type()), left));
    });
    run.finish();
  }

  void overTile(const IndexMath &ix, Value mask) {
    Value none = arith::ConstantOp::create(ix.b, ix.loc, ix.b.getZeroAttr(vectorOf(total)));
    for (int64_t k = 0; k < pixels.elements; ++k)
      vector::StoreOp::create(ix.b, ix.loc, none, totals, ix.constant(k * lanes));
    Value batch = ix.b.createOrFold<memref::DimOp>(ix.loc, function->operands[shape.image], 0);
    auto [first, end] = linesInside(ix);
    ix.forRange(ix.constant(0), batch, 1, [&, first = first, end = end](Value number) {
      ix.forRange(first, end, 1, [&](Value line) { addLine(ix, number, line, mask); });
    });
    store(ix, mask);
  }

  /// Lines of windows whose element is inside the image.
  std::pair<Value, Value> linesInside(const IndexMath &ix) {
    Value offset = ix.sub(ix.constant(lines.low), ix.mul(element, lines.dilation));
    Value first = ix.ceilDiv(ix.max(offset, 0), lines.stride);
    Value end = ix.ceilDiv(ix.max(ix.add(offset, lines.extent), 0), lines.stride);
    return {first, ix.min(end, lines.windows)};
  }

  void addLine(const IndexMath &ix, Value number, Value line, Value mask) {
    Value zero = arith::ConstantOp::create(ix.b, ix.loc, ix.b.getZeroAttr(vectorOf(accumulator)));
    Value inImage = ix.add(ix.mul(line, lines.stride), ix.add(ix.mul(element, lines.dilation), -lines.low));
    Value row = ix.mul(ix.add(ix.mul(number, lines.extent), inImage), pixels.extent);
    Value window = ix.mul(ix.add(ix.mul(number, lines.windows), line), pixels.windows);
    Sums sums(pixels.elements, zero);
    for (const ConvPiece &piece : pieces)
      sums =
          emitCarriedLoop(ix, ix.constant(0), ix.constant(piece.tiles), std::move(sums), [&](Value tile, Sums inTile) {
            Value pixel = ix.add(ix.mul(tile, piece.width), piece.column);
            return addPiece(ix, piece, row, ix.add(window, pixel), pixel, mask, std::move(inTile));
          });
    for (auto [k, sum] : llvm::enumerate(sums)) {
      Value place = ix.constant(static_cast<int64_t>(k) * lanes);
      Value before = vector::LoadOp::create(ix.b, ix.loc, vectorOf(total), totals, place);
      Value wide = accumulator == total ? sum : arith::ExtFOp::create(ix.b, ix.loc, vectorOf(total), sum).getResult();
      Value after = arith::AddFOp::create(ix.b, ix.loc, before, wide);
      vector::StoreOp::create(ix.b, ix.loc, after, totals, place);
    }
  }

  /// Pixels of windows from `window` on, in all.
  Sums addPiece(const IndexMath &ix, const ConvPiece &piece, Value row, Value window, Value pixel, Value mask,
                Sums sums) {
    Value column = ix.add(ix.mul(pixel, pixels.stride), -pixels.low);
    Value x = ix.add(ix.mul(ix.add(row, column), shape.channels), channel);
    Value dy = ix.add(ix.mul(window, shape.channels), channel);
    Sums ofPixels;
    for (int64_t i = 0; i < piece.width; ++i)
      ofPixels.push_back(gradient->load(ix, ix.add(dy, i * shape.channels), mask));
    std::map<int64_t, Value> loaded; // by the distance to the tile's first column
    for (const ConvTaps &taps : piece.taps)
      for (int64_t tap = taps.first; tap < taps.end; ++tap)
        for (int64_t i = taps.firstPixel; i < taps.firstPixel + taps.pixels; ++i) {
          int64_t distance = i * pixels.stride + tap * pixels.dilation;
          Value &here = loaded[distance];
          if (!here)
            here = image->load(ix, ix.add(x, distance * shape.channels), mask);
          sums[tap] = vector::FMAOp::create(ix.b, ix.loc, here, ofPixels[i], sums[tap]);
        }
    return sums;
  }

  void store(const IndexMath &ix, Value mask) {
    VectorEvaluator evaluator(nest, kernel, {ix.b, function->operands, function->scalars, signature.numInputs}, lanes,
                              mask);
    linalg::GenericOp generic = shape.sum.generic;
    SmallVector<std::pair<Value, Positions>> results;
    for (int64_t k = 0; k < pixels.elements; ++k) {
      Value sum = vector::LoadOp::create(ix.b, ix.loc, vectorOf(total), totals, ix.constant(k * lanes));
      if (accumulator != total)
        sum = arith::TruncFOp::create(ix.b, ix.loc, vectorOf(accumulator), sum);
      Positions positions;
      if (shape.rank == 2)
        positions.push_back({element});
      positions.append({{ix.constant(k)}, {channel, DimPosition::Kind::Lane, 0}, {ix.constant(0)}, {ix.constant(0)}});
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
  Type accumulator, total;
  int64_t lanes, blocks;
  SmallVector<ConvPiece> pieces;
  // While `run` is built:
  RunFunction *function = nullptr;
  std::optional<ChannelVectors> image, gradient;
  Value totals, element, channel; ///< sums of lines; the tile's line of elements, and its first channel
};

class DepthwiseGradientForm : public KernelForm {
public:
  DepthwiseGradientForm(const KernelSite &site, DepthwiseShape shape)
      : site(site), shape(std::move(shape)), pixels(depthwisePixels(site.cpu)) {}

  StringRef name() const override { return "depthwise_gradient"; }

  SmallVector<Knob> knobs() override { return {{"pixels", &pixels, 2, depthwisePixels(site.cpu)}}; }

  LogicalResult emit(ModuleOp module) override {
    DepthwiseGradientEmitter(module, site.kernel, shape, site.signature, lanesOf(shape, site.cpu), pixels).emit();
    site.kernel.erase();
    return success();
  }

private:
  KernelSite site;
  DepthwiseShape shape;
  int64_t pixels; ///< of a line that are read together
};

} // namespace

std::unique_ptr<KernelForm> depthwiseGradientForm(const KernelSite &site) {
  std::optional<DepthwiseShape> shape = site.sum ? asDepthwiseGradient(*site.sum, site.signature) : std::nullopt;
  if (!shape || !isReasonable(*shape, site.cpu, site.signature))
    return nullptr;
  return std::make_unique<DepthwiseGradientForm>(site, *std::move(shape));
}

} // namespace weir::cpu
