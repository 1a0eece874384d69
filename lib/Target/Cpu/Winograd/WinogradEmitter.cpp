// Winograd's tiles: a unit of a launch is a block of lines of tiles by a group of panels. It transforms what its tiles
// read, sums their products panel by panel, and transforms the sums to results while these are in cache.
#include "lib/Target/Cpu/Winograd/WinogradEmitter.h"

#include "lib/Target/Cpu/FlatMemory.h"
#include "lib/Target/Cpu/Nest/SiteEvaluator.h"
#include "lib/Target/Cpu/Panel/PanelProduct.h"
#include "lib/Target/Cpu/Panel/PanelResults.h"
#include "lib/Target/Cpu/Schedule/KernelForm.h"
#include "lib/Target/Cpu/Winograd/WinogradTile.h"
#include "lib/Target/Native/Codegen.h"
#include "lib/Target/Nest/Contraction.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace weir::cpu {

using nest::NestPlan;
using winograd::kTerms;
using winograd::kTile;

namespace {

constexpr int64_t kAllTerms = kTerms * kTerms;
constexpr int64_t kChain = 64; ///< channels

class WinogradEmitter {
public:
  WinogradEmitter(ModuleOp module, func::FuncOp kernel, linalg::GenericOp sum, const WinogradShape &shape,
                  const KernelSignature &signature, const WinogradPlan &plan)
      : module(module), kernel(kernel), sum(sum), shape(shape), signature(signature), plan(plan), nest(kernel),
        vectors(shape.element, plan.lanes) {}

  void emit() {
    emitPrepare();
    emitRun();
    module->setAttr(kOptimizedAttr, UnitAttr::get(module.getContext()));
  }

private:
  /// A unit, and a tile in it.
  struct Site {
    Value image, firstLine;      ///< of tiles
    Value firstPanel, panelsEnd; ///< numbers
    Value line, tile;            ///< in the block, in the line
  };

  void emitPrepare();
  void emitRun();
  Site siteOf(const IndexMath &ix, RunFunction &run, Value unit);
  void transformImage(const IndexMath &ix, const Site &site);
  void sumProducts(const IndexMath &ix, Value panel);
  SmallVector<Value> sumOverChannels(const IndexMath &ix, const PanelProduct &product, Value x, Value w, int64_t count);
  void storeResults(const IndexMath &ix, RunFunction &run, Site site, Value panel);
  void storeTile(const IndexMath &ix, RunFunction &run, const Site &site, Value panel);

  Value batchSize(KernelFunction &function) {
    return function.builder.createOrFold<memref::DimOp>(function.loc, function.operands[shape.image], 0);
  }
  int64_t termElements() const { return kAllTerms * plan.termStride; }

  ModuleOp module;
  func::FuncOp kernel;
  linalg::GenericOp sum;
  const WinogradShape &shape;
  const KernelSignature &signature;
  WinogradPlan plan;
  NestPlan nest;
  LaneVectors vectors;
  Value image, weights, terms, sums; ///< as arrays
};

void WinogradEmitter::emitPrepare() {
  PrepareFunction prepare(module, kernel.getLoc(), signature);
  IndexMath ix(prepare.builder, prepare.loc);
  prepare.setTiles(ix.mul(batchSize(prepare), plan.blocks * plan.units));
  prepare.setScratchBytes(ix.constant((termElements() + kAllTerms * plan.sumStride) * shape.elementBytes()));
  prepare.setWorkspaceBytes(ix.constant(0));
  prepare.finish();
}

void WinogradEmitter::emitRun() {
  RunFunction run(module, kernel.getLoc(), signature);
  IndexMath ix(run.builder, run.loc);
  image = flatView(run.builder, run.loc, run.operands[shape.image]);
  weights = flatView(run.builder, run.loc, run.operands[shape.kernel]);
  terms = vectors.arrayIn(ix, run.scratch, 0, termElements());
  sums = vectors.arrayIn(ix, run.scratch, termElements(), kAllTerms * plan.sumStride);
  ix.forRange(run.firstTile, ix.add(run.firstTile, run.tileCount), 1, [&](Value unit) {
    Site site = siteOf(ix, run, unit);
    transformImage(ix, site);
    ix.forRange(site.firstPanel, site.panelsEnd, 1, [&](Value panel) {
      sumProducts(ix, panel);
      storeResults(ix, run, site, panel);
    });
  });
  run.finish();
}

WinogradEmitter::Site WinogradEmitter::siteOf(const IndexMath &ix, RunFunction &run, Value unit) {
  Value group, block;
  if (plan.panelsOuter) {
    Value blocks = ix.mul(batchSize(run), plan.blocks);
    group = ix.div(unit, blocks);
    block = ix.sub(unit, ix.mul(group, blocks));
  } else {
    group = ix.rem(unit, plan.units);
    block = ix.div(unit, plan.units);
  }
  Site site;
  site.image = ix.div(block, plan.blocks);
  site.firstLine = ix.mul(ix.rem(block, plan.blocks), plan.linesPerBlock);
  site.firstPanel = ix.mul(group, plan.panelsPerUnit);
  site.panelsEnd = ix.min(ix.add(site.firstPanel, plan.panelsPerUnit), shape.panels());
  return site;
}

void WinogradEmitter::transformImage(const IndexMath &ix, const Site &site) {
  TiledImage tiles{image, vectors, shape.channels, shape.dims};
  ix.forRange(ix.constant(0), ix.constant(plan.linesPerBlock), 1, [&](Value line) {
    Value inImage = ix.add(site.firstLine, line), before = ix.mul(line, shape.dims[1].tiles());
    for (const TileRange &piece : plan.inLine)
      ix.forRange(ix.constant(piece.first), ix.constant(piece.first + piece.count), 1, [&](Value tile) {
        Value place = ix.mul(ix.add(before, tile), plan.tileStride);
        ix.forRange(ix.constant(0), ix.constant(shape.channels), plan.lanes, [&](Value channel) {
          tiles.transform(ix, {site.image, inImage, tile, piece}, channel, terms, ix.add(place, channel),
                          plan.termStride);
        });
      });
  });
}

void WinogradEmitter::sumProducts(const IndexMath &ix, Value panel) {
  int64_t rowsOfTerm = shape.channels * shape.panel, askers = 0;
  for (const TileRange &piece : plan.pieces)
    askers += piece.count;
  PanelProduct product{.rows = terms,
                       .weights = weights,
                       .element = shape.element,
                       .lanes = plan.lanes,
                       .vectors = plan.vectors,
                       .rowStride = plan.tileStride,
                       .ahead = ix.constant(rowsOfTerm),
                       .askers = askers};
  ix.forRange(ix.constant(0), ix.constant(kAllTerms), 1, [&](Value term) {
    Value w = ix.mul(ix.add(ix.mul(panel, kAllTerms), term), rowsOfTerm);
    int64_t before = 0;
    for (const TileRange &piece : plan.pieces) {
      ix.forRange(ix.constant(0), ix.constant(piece.count), 1, [&](Value number) {
        Value tile = ix.add(ix.mul(number, piece.width), piece.first);
        Value x = ix.add(ix.mul(term, plan.termStride), ix.mul(tile, plan.tileStride));
        product.number = ix.add(number, before);
        SmallVector<Value> summed = sumOverChannels(ix, product, x, w, piece.width * plan.vectors);
        Value place = ix.add(ix.mul(term, plan.sumStride), ix.mul(tile, shape.panel));
        for (auto [i, vector] : llvm::enumerate(summed))
          LaneVectors::store(ix, vector, sums, ix.add(place, static_cast<int64_t>(i) * plan.lanes));
      });
      before += piece.count;
    }
  });
}

/// In chains of channels, whose sums wait on the stack for those of the next: terms are larger than what comes of them,
/// and so are their roundings.
SmallVector<Value> WinogradEmitter::sumOverChannels(const IndexMath &ix, const PanelProduct &product, Value x, Value w,
                                                    int64_t count) {
  auto overBlock = [&](Value channel, SmallVector<Value> inBlock) {
    return emitPanelProduct(ix, product, ix.add(x, channel), ix.add(w, ix.mul(channel, shape.panel)), plan.lanes,
                            std::move(inBlock));
  };
  auto overChain = [&](Value first, SmallVector<Value> before) {
    Value end = ix.min(ix.add(first, kChain), shape.channels);
    return emitChain(ix, std::move(before), [&](SmallVector<Value> inChain) {
      return emitCarriedLoop(ix, first, end, std::move(inChain), overBlock, plan.lanes);
    });
  };
  SmallVector<Value> summed(count, vectors.zero(ix));
  Value none = ix.constant(0), all = ix.constant(shape.channels);
  if (shape.channels <= kChain)
    return emitCarriedLoop(ix, none, all, std::move(summed), overBlock, plan.lanes);
  return emitCarriedLoop(ix, none, all, std::move(summed), overChain, kChain);
}

void WinogradEmitter::storeResults(const IndexMath &ix, RunFunction &run, Site site, Value panel) {
  ix.forRange(ix.constant(0), ix.constant(plan.linesPerBlock), 1, [&](Value line) {
    ix.forRange(ix.constant(0), ix.constant(shape.dims[1].tiles()), 1, [&](Value tile) {
      site.line = line, site.tile = tile;
      storeTile(ix, run, site, panel);
    });
  });
}

/// The windows of a tile take the place of four of its sums, from where a loop takes those that the result has.
void WinogradEmitter::storeTile(const IndexMath &ix, RunFunction &run, const Site &site, Value panel) {
  Value number = ix.add(ix.mul(site.line, shape.dims[1].tiles()), site.tile);
  Value place = ix.mul(number, shape.panel);
  for (int64_t v = 0; v < plan.vectors; ++v) {
    SmallVector<SmallVector<Value>> byWindow(kTile);
    for (int64_t q = 0; q < kTerms; ++q) {
      SmallVector<Value> line;
      for (int64_t r = 0; r < kTerms; ++r)
        line.push_back(vectors.load(ix, sums, ix.add(place, (q * kTerms + r) * plan.sumStride + v * plan.lanes)));
      for (int64_t j = 0; j < kTile; ++j)
        byWindow[j].push_back(signedSum(ix, winograd::kOutput[j], line));
    }
    for (int64_t i = 0; i < kTile; ++i)
      for (int64_t j = 0; j < kTile; ++j)
        LaneVectors::store(ix, signedSum(ix, winograd::kOutput[i], byWindow[j]), sums,
                           ix.add(place, (i * kTile + j) * plan.sumStride + v * plan.lanes));
  }
  const WinogradDim &lines = shape.dims[0], &inLine = shape.dims[1];
  Value firstLine = ix.mul(ix.add(site.firstLine, site.line), kTile), firstPixel = ix.mul(site.tile, kTile);
  auto overWindows = [&](Value first, const WinogradDim &dim, IndexMath::Body body) {
    Value end = ix.constant(kTile);
    if (dim.windows % kTile != 0)
      end = ix.min(ix.sub(ix.constant(dim.windows), first), end);
    ix.forRange(ix.constant(0), end, 1, body);
  };
  PanelResults results{nest, kernel, signature, sum, shape.columns, shape.panel, plan.lanes};
  overWindows(firstLine, lines, [&](Value i) {
    overWindows(firstPixel, inLine, [&](Value j) {
      Value from = ix.add(ix.mul(ix.add(ix.mul(i, kTile), j), plan.sumStride), place);
      SmallVector<Value> staged;
      for (int64_t v = 0; v < plan.vectors; ++v)
        staged.push_back(vectors.load(ix, sums, ix.add(from, v * plan.lanes)));
      Value line = ix.add(firstLine, i), pixel = ix.add(firstPixel, j);
      Value before = ix.add(ix.mul(ix.add(ix.mul(site.image, lines.windows), line), inLine.windows), pixel);
      PanelPlace to{{{site.image}, {line}, {pixel}}, ix.mul(before, shape.columns)};
      results.store(ix, run, to, ix.mul(panel, shape.panel), staged);
    });
  });
}

class WinogradForm : public KernelForm {
public:
  WinogradForm(const KernelSite &site, linalg::GenericOp sum)
      : site(site), shape(*site.winograd), sum(sum), schedule(WinogradSchedule::of(shape, site.cpu)) {}

  StringRef name() const override { return "winograd"; }

  SmallVector<Knob> knobs() override {
    WinogradSchedule suggested = WinogradSchedule::of(shape, site.cpu);
    return {{"block_lines", &schedule.linesPerBlock, 1, shape.dims[0].tiles()},
            {"panels", &schedule.panelsPerUnit, 1, shape.panels()},
            {"panels_outer", &schedule.panelsOuter, 0, 1},
            {"tiles", &schedule.tiles, 1, suggested.tiles}};
  }

  std::string problem() const override {
    return shape.dims[0].tiles() % schedule.linesPerBlock == 0
               ? ""
               : "block_lines that " + std::to_string(shape.dims[0].tiles()) + " is a multiple of";
  }

  LogicalResult emit(ModuleOp module) override {
    WinogradPlan plan(shape, site.cpu, schedule);
    WinogradEmitter(module, site.kernel, sum, shape, site.signature, plan).emit();
    site.kernel.erase();
    return success();
  }

private:
  KernelSite site;
  WinogradShape shape;
  linalg::GenericOp sum;
  WinogradSchedule schedule;
};

} // namespace

std::unique_ptr<KernelForm> winogradForm(const KernelSite &site) {
  func::FuncOp kernel = site.kernel;
  if (!site.winograd || kernel.getNumResults() != 1 || !NestPlan::isNest(kernel))
    return nullptr;
  const WinogradShape &shape = *site.winograd;
  auto isWhole = [&](unsigned operand) { return site.signature.operands[operand].getLayout().isIdentity(); };
  linalg::GenericOp sum = nest::onlyReduction(kernel);
  bool isFast = sum && isWhole(shape.image) && isWhole(shape.kernel) &&
                site.signature.operands.back().getElementType() == shape.element &&
                WinogradPlan(shape, site.cpu, WinogradSchedule::of(shape, site.cpu)).isReasonable(shape) &&
                nest::writesWhere(kernel, sum);
  return isFast ? std::make_unique<WinogradForm>(site, sum) : nullptr;
}

} // namespace weir::cpu
