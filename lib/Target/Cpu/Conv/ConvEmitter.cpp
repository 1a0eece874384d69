// Convolutions: tiles of a launch are a panel of columns by a block of lines. Within it, channels are cut into chunks
// whose weights stay near; lines into register tiles.
#include "lib/Target/Cpu/Conv/ConvEmitter.h"

#include "lib/Target/Cpu/Conv/ConvTile.h"
#include "lib/Target/Cpu/FlatMemory.h"
#include "lib/Target/Cpu/Nest/SiteEvaluator.h"
#include "lib/Target/Cpu/Panel/PanelResults.h"
#include "lib/Target/Cpu/Schedule/KernelForm.h"
#include "lib/Target/Native/Codegen.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace weir::cpu {

using nest::NestPlan;
using nest::Positions;

namespace {

constexpr int64_t kInlineOps = 12; ///< of elementwise ops that are unrolled over the vectors of a tile
constexpr int64_t kBlock = 16;     ///< channels: a cache line of f32
constexpr int64_t kLeastBlock = 8; ///< of other numbers of channels

class ConvEmitter {
public:
  ConvEmitter(ModuleOp module, func::FuncOp kernel, const ConvShape &shape, const KernelSignature &signature,
              const ConvPlan &plan)
      : module(module), kernel(kernel), shape(shape), signature(signature), plan(plan), nest(kernel),
        isDeferred(countOps() > kInlineOps) {}

  void emit() {
    emitPrepare();
    emitRun();
    module->setAttr(kOptimizedAttr, UnitAttr::get(module.getContext()));
  }

private:
  /// A block of lines, or one register tile, and what its code needs.
  struct Site {
    Value image, panel, column; ///< number in the batch, number, first column
    Value firstLine, line, pixel;
    Value chunk;
  };

  int64_t countOps() {
    int64_t count = 0;
    kernel.walk([&](linalg::GenericOp generic) {
      if (generic != shape.generic)
        count += std::distance(generic.getBody()->begin(), generic.getBody()->end()) - 1;
    });
    return count;
  }

  int64_t partialElements() const {
    return plan.chunks == 1 ? 0 : plan.linesPerTile * plan.dims[2].windows * shape.panel;
  }
  int64_t stageElements() const { return isDeferred ? plan.pieces.front().width * shape.panel : 0; }
  int64_t gatheredElements() const {
    return plan.blocksGathered == 0 ? 0 : plan.pieces.front().width * plan.gatheredStride(shape);
  }
  Value batchSize(KernelFunction &function) {
    return function.builder.createOrFold<memref::DimOp>(function.loc, function.operands[shape.image], 0);
  }

  void emitPrepare();
  void emitRun();
  void overTile(RunFunction &run, const IndexMath &ix, Value tile);
  void overLines(const IndexMath &ix, Site site);
  void overPiece(const IndexMath &ix, const Site &site, const ConvPiece &piece, int64_t tileInLine);
  SmallVector<Value> addPartials(const IndexMath &ix, const Site &site, int64_t pixels, SmallVector<Value> sums);
  ConvTileSite tileSite(const IndexMath &ix, const Site &site, Value tileNumber);
  void finish(const IndexMath &ix, const Site &site, int64_t pixels, ArrayRef<Value> sums);
  /// The values that the results have where `sums` are the sums, and their places.
  void storeResults(const IndexMath &ix, const Site &site, ArrayRef<Value> pixels, ArrayRef<Value> sums);
  void loadOrStorePartials(const IndexMath &ix, const Site &site, int64_t pixels, SmallVector<Value> &sums, bool load);

  /// Of a line's number among those of all planes.
  std::pair<Value, Value> planeAndLine(const IndexMath &ix, Value number, int64_t lines) const {
    if (shape.dims[0].windows == 1)
      return {ix.constant(0), number};
    return {ix.div(number, lines), ix.rem(number, lines)};
  }

  VectorType vectorType() const { return VectorType::get({plan.lanes}, shape.element); }

  ModuleOp module;
  func::FuncOp kernel;
  const ConvShape &shape;
  const KernelSignature &signature;
  ConvPlan plan;
  NestPlan nest;
  bool isDeferred;
  // While `run` is built:
  RunFunction *function = nullptr;
  Value image, weights, partials, stage, gathered;
};

void ConvEmitter::emitPrepare() {
  PrepareFunction prepare(module, kernel.getLoc(), signature);
  IndexMath ix(prepare.builder, prepare.loc);
  prepare.setTiles(ix.mul(batchSize(prepare), plan.lineBlocks * shape.panels()));
  prepare.setScratchBytes(
      ix.constant((partialElements() + stageElements() + gatheredElements()) * shape.elementBytes()));
  prepare.setWorkspaceBytes(ix.constant(0));
  prepare.finish();
}

void ConvEmitter::emitRun() {
  RunFunction run(module, kernel.getLoc(), signature);
  IndexMath ix(run.builder, run.loc);
  function = &run;
  image = flatView(run.builder, run.loc, run.operands[shape.image]);
  weights = flatView(run.builder, run.loc, run.operands[shape.kernel]);
  auto viewScratch = [&](int64_t offset, int64_t elements) -> Value {
    if (elements == 0)
      return nullptr;
    auto type = MemRefType::get({elements}, shape.element);
    return memref::ViewOp::create(run.builder, run.loc, type, run.scratch, ix.constant(offset * shape.elementBytes()),
                                  ValueRange());
  };
  partials = viewScratch(0, partialElements());
  stage = viewScratch(partialElements(), stageElements());
  gathered = viewScratch(partialElements() + stageElements(), gatheredElements());
  ix.forRange(run.firstTile, ix.add(run.firstTile, run.tileCount), 1, [&](Value tile) { overTile(run, ix, tile); });
  run.finish();
}

void ConvEmitter::overTile(RunFunction &run, const IndexMath &ix, Value tile) {
  Site site;
  Value lineBlock;
  auto split = [&](Value number, int64_t by) { return std::pair(ix.div(number, by), ix.rem(number, by)); };
  if (plan.panelsOuter) {
    Value images = ix.mul(batchSize(run), plan.lineBlocks);
    site.panel = ix.div(tile, images);
    std::tie(site.image, lineBlock) = split(ix.sub(tile, ix.mul(site.panel, images)), plan.lineBlocks);
  } else {
    auto [rest, panel] = split(tile, shape.panels());
    site.panel = panel;
    std::tie(site.image, lineBlock) = split(rest, plan.lineBlocks);
  }
  site.column = ix.mul(site.panel, shape.panel);
  site.firstLine = ix.mul(lineBlock, plan.linesPerTile);
  ix.forRange(ix.constant(0), ix.constant(plan.chunks), 1, [&](Value chunk) {
    site.chunk = chunk;
    overLines(ix, site);
  });
}

void ConvEmitter::overLines(const IndexMath &ix, Site site) {
  Value end = ix.min(ix.add(site.firstLine, plan.linesPerTile), plan.lines());
  ix.forRange(site.firstLine, end, 1, [&](Value line) {
    site.line = line;
    int64_t tileInLine = 0;
    for (const ConvPiece &piece : plan.pieces) {
      overPiece(ix, site, piece, tileInLine);
      tileInLine += piece.tiles;
    }
  });
}

void ConvEmitter::overPiece(const IndexMath &ix, const Site &block, const ConvPiece &piece, int64_t tileInLine) {
  ix.forRange(ix.constant(0), ix.constant(piece.tiles), 1, [&](Value tile) {
    Site site = block;
    site.pixel = ix.add(ix.mul(tile, piece.width), piece.column);
    Value number = ix.mul(ix.sub(site.line, site.firstLine), plan.tilesPerLine());
    number = ix.add(ix.add(number, tile), tileInLine);
    Value zero = arith::ConstantOp::create(ix.b, ix.loc, ix.b.getZeroAttr(vectorType()));
    SmallVector<Value> sums(piece.width * plan.vectors, zero);
    sums = emitConvSums(ix, shape, plan, piece, tileSite(ix, site, number), std::move(sums));
    sums = addPartials(ix, site, piece.width, std::move(sums));
    ix.ifElse(
        ix.equal(site.chunk, ix.constant(plan.chunks - 1)), [&] { finish(ix, site, piece.width, sums); },
        [&] { loadOrStorePartials(ix, site, piece.width, sums, /*load=*/false); });
  });
}

ConvTileSite ConvEmitter::tileSite(const IndexMath &ix, const Site &site, Value tileNumber) {
  const auto &[planes, lines, pixels] = plan.dims;
  ConvTileSite tile;
  tile.image = image, tile.weights = weights, tile.gathered = gathered;
  tile.imageOffset = ix.mul(site.image, planes.extent * lines.extent * pixels.extent * shape.channels);
  tile.panelOffset = ix.mul(site.panel, shape.points() * shape.channels * shape.panel);
  std::tie(tile.plane, tile.line) = planeAndLine(ix, site.line, lines.windows);
  tile.column = site.pixel;
  tile.block = ix.mul(site.chunk, plan.blocksPerChunk);
  tile.blockEnd = ix.min(ix.add(tile.block, plan.blocksPerChunk), shape.blocks());
  if (plan.panelsOuter) { // what comes next stands behind what is used now
    tile.ahead = ix.mul(ix.sub(tile.blockEnd, tile.block), shape.block * shape.points() * shape.panel);
    tile.number = tileNumber;
    tile.askers = plan.linesPerTile * plan.tilesPerLine();
  }
  return tile;
}

/// Each chunk's sums begin at zero and are added to those of the chunks before: one chain over all channels would lose
/// digits.
SmallVector<Value> ConvEmitter::addPartials(const IndexMath &ix, const Site &site, int64_t pixels,
                                            SmallVector<Value> sums) {
  if (plan.chunks == 1)
    return sums;
  Value isFirst = ix.equal(site.chunk, ix.constant(0));
  auto choice = scf::IfOp::create(ix.b, ix.loc, SmallVector<Type>(sums.size(), vectorType()), isFirst,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(ix.b);
  ix.b.setInsertionPointToStart(choice.thenBlock());
  scf::YieldOp::create(ix.b, ix.loc, sums);
  ix.b.setInsertionPointToStart(choice.elseBlock());
  SmallVector<Value> partials(sums.size());
  loadOrStorePartials(ix, site, pixels, partials, /*load=*/true);
  for (auto [sum, partial] : llvm::zip(sums, partials))
    sum = arith::AddFOp::create(ix.b, ix.loc, partial, sum);
  scf::YieldOp::create(ix.b, ix.loc, sums);
  return SmallVector<Value>(choice.getResults());
}

void ConvEmitter::loadOrStorePartials(const IndexMath &ix, const Site &site, int64_t pixels, SmallVector<Value> &sums,
                                      bool load) {
  Value line = ix.mul(ix.sub(site.line, site.firstLine), plan.dims[2].windows);
  Value at = ix.mul(ix.add(line, site.pixel), shape.panel);
  for (auto [i, sum] : llvm::enumerate(sums)) {
    Value place = ix.add(at, static_cast<int64_t>(i) * plan.lanes);
    if (load)
      sum = vector::LoadOp::create(ix.b, ix.loc, vectorType(), partials, place);
    else
      vector::StoreOp::create(ix.b, ix.loc, sum, partials, place);
  }
}

void ConvEmitter::finish(const IndexMath &ix, const Site &site, int64_t pixels, ArrayRef<Value> sums) {
  if (!isDeferred) {
    auto places = llvm::map_to_vector(llvm::seq(pixels), [&](int64_t pixel) { return ix.add(site.pixel, pixel); });
    return storeResults(ix, site, places, sums);
  }
  for (auto [i, sum] : llvm::enumerate(sums))
    vector::StoreOp::create(ix.b, ix.loc, sum, stage, ix.constant(static_cast<int64_t>(i) * plan.lanes));
  ix.forRange(ix.constant(0), ix.constant(pixels), 1, [&](Value pixel) {
    SmallVector<Value> staged;
    for (int64_t v = 0; v < plan.vectors; ++v)
      staged.push_back(vector::LoadOp::create(ix.b, ix.loc, vectorType(), stage,
                                              ix.add(ix.mul(pixel, shape.panel), v * plan.lanes)));
    storeResults(ix, site, ix.add(site.pixel, pixel), staged);
  });
}

void ConvEmitter::storeResults(const IndexMath &ix, const Site &site, ArrayRef<Value> pixels, ArrayRef<Value> sums) {
  int64_t inLine = plan.dims[2].windows, width = shape.dims[2].windows;
  Value firstPixel = ix.add(ix.mul(site.image, plan.lines() * inLine), ix.mul(site.line, inLine));
  SmallVector<PanelPlace> places;
  for (Value pixel : pixels) {
    bool isJoined = plan.joined > 1;
    Value number = isJoined ? ix.add(ix.mul(site.line, plan.joined), ix.div(pixel, width)) : site.line;
    auto [plane, line] = planeAndLine(ix, number, shape.dims[1].windows);
    Value all[] = {plane, line, isJoined ? ix.rem(pixel, width) : pixel};
    Positions positions{{site.image}};
    for (Value position : ArrayRef(all).take_back(shape.rank))
      positions.push_back({position});
    places.push_back({positions, ix.mul(ix.add(firstPixel, pixel), shape.columns)});
  }
  PanelResults results{nest, kernel, signature, shape.generic, shape.columns, shape.panel, plan.lanes};
  results.store(ix, *function, places, site.column, sums);
}

} // namespace

/// A cache line, or the most channels below that which all can be cut into; few are one block.
static int64_t blockOf(int64_t channels) {
  if (channels <= 2 * kBlock && channels % kBlock != 0)
    return channels;
  for (int64_t block = kBlock; block >= kLeastBlock; --block)
    if (channels % block == 0)
      return block;
  return channels;
}

PackedKernelLayout packedKernel(Type element, const CpuThroughput &cpu, int64_t columns, int64_t channels) {
  if (element.isBF16() || element.isF16())
    return {.isGathered = true, .gathers = true};
  if (!element.isF32() && !element.isF64())
    return {};
  int64_t lanes = cpu.vectorBytes * 8 / element.getIntOrFloatBitWidth(), block = blockOf(channels);
  return {.panel = columns <= lanes ? lanes : 2 * lanes, .block = block, .gathers = true};
}

namespace {

class ConvolutionForm : public KernelForm {
public:
  ConvolutionForm(const KernelSite &site, const ConvShape &shape)
      : site(site), shape(shape), schedule(ConvSchedule::of(shape, site.cpu)), pixels(schedule.pixels),
        mostGathered(schedule.blocksGathered) {}

  StringRef name() const override { return "convolution"; }

  SmallVector<Knob> knobs() override {
    return {{"chunk_blocks", &schedule.blocksPerChunk, 1, ConvSchedule::mostBlocks(shape)},
            {"gathered_blocks", &schedule.blocksGathered, 0, mostGathered},
            {"lines", &schedule.linesPerTile, 1, shape.dims[0].windows * shape.dims[1].windows},
            {"panels_outer", &schedule.panelsOuter, 0, 1},
            {"pixels", &schedule.pixels, 1, pixels}};
  }

  std::string problem() const override {
    return ConvPlan(shape, site.cpu, schedule).isReasonable() ? "" : "pixels that take less code";
  }

  LogicalResult emit(ModuleOp module) override {
    ConvPlan plan(shape, site.cpu, schedule);
    ConvEmitter(module, site.kernel, shape, site.signature, plan).emit();
    site.kernel.erase();
    return success();
  }

private:
  KernelSite site;
  ConvShape shape;
  ConvSchedule schedule;
  int64_t pixels, mostGathered;
};

} // namespace

std::unique_ptr<KernelForm> convolutionForm(const KernelSite &site) {
  std::optional<ConvShape> shape = site.sum ? asConvolution(*site.sum, site.signature) : std::nullopt;
  if (!shape)
    return nullptr;
  PackedKernelLayout read = packedKernel(shape->element, site.cpu, shape->columns, shape->channels);
  bool isFast =
      read.panel == shape->panel && ConvPlan(*shape, site.cpu, ConvSchedule::of(*shape, site.cpu)).isReasonable();
  return isFast ? std::make_unique<ConvolutionForm>(site, *shape) : nullptr;
}

} // namespace weir::cpu
