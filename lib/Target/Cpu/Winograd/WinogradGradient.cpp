// The gradient of a kernel of 3 x 3 by the transposed algorithm: a tile's four by four positions of the image and its
// two by two elements of the result's gradient become 16 terms each, whose products are summed over all tiles, term by
// term; what follows from the 16 sums is the gradient. A unit of a launch has some channels, some columns, and all
// tiles or a part of them.
#include "lib/Target/Cpu/Winograd/WinogradGradient.h"

#include "lib/Target/Cpu/FlatMemory.h"
#include "lib/Target/Cpu/Nest/VectorEvaluator.h"
#include "lib/Target/Cpu/Panel/PanelProduct.h"
#include "lib/Target/Cpu/Schedule/KernelForm.h"
#include "lib/Target/Cpu/Winograd/WinogradGradientShape.h"
#include "lib/Target/Cpu/Winograd/WinogradTile.h"
#include "lib/Target/Native/Codegen.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace weir::cpu {

using nest::DimPosition;
using nest::NestPlan;
using nest::Positions;
using winograd::kTerms;
using winograd::kTile;
using winograd::kWindow;

namespace {

constexpr int64_t kAllTerms = kTerms * kTerms, kPoints = kWindow * kWindow;

class WinogradGradientEmitter {
public:
  WinogradGradientEmitter(ModuleOp module, func::FuncOp kernel, linalg::GenericOp sum,
                          const WinogradGradientShape &shape, const KernelSignature &signature,
                          const WinogradGradientPlan &plan)
      : module(module), kernel(kernel), sum(sum), shape(shape), signature(signature), plan(plan),
        schedule(plan.schedule), nest(kernel), vectors(shape.element, plan.lanes) {}

  void emit() {
    emitPrepare();
    emitRun();
    if (schedule.parts > 1)
      emitJoin();
    module->setAttr(kOptimizedAttr, UnitAttr::get(module.getContext()));
  }

private:
  /// A unit, and the first of its lines whose terms are held, with how many there are.
  struct Site {
    Value firstChannel, firstColumn, part;
    Value firstLine, lines; ///< of tiles, over all images
  };

  void emitPrepare();
  void emitRun();
  void emitJoin();
  void overBlock(const IndexMath &ix, const Site &site);
  void transformImage(const IndexMath &ix, const Site &site);
  void transformGradient(const IndexMath &ix, const Site &site);
  void transformGradientTile(const IndexMath &ix, const TiledImage::Tile &tile, Value column, Value place);
  void sumProducts(const IndexMath &ix, Value tiles);
  void addProducts(const IndexMath &ix, const PanelProduct &product, Value term, Value channel, Value column,
                   int64_t columns, Value tiles);
  SmallVector<Value> pointsOf(const IndexMath &ix, Value place);
  void storeSums(const IndexMath &ix, RunFunction &run, const Site &site);
  void storeResults(const IndexMath &ix, RunFunction &run, Value column, Value channel, ArrayRef<Value> points);

  int64_t tilesOfLine() const { return shape.dims[1].tiles(); }
  int64_t channelBlocks() const { return shape.channels / schedule.channels; }
  int64_t units() const { return channelBlocks() * (shape.columns / schedule.columns); }
  int64_t numImageTerms() const { return kAllTerms * plan.imageStride; }
  int64_t numGradientTerms() const { return kAllTerms * plan.gradientStride; }
  /// In the workspace, of one part.
  int64_t elementsOfPart() const { return kPoints * shape.channels * shape.columns; }
  Value partsIn(const IndexMath &ix, RunFunction &run) const {
    return vectors.arrayIn(ix, run.workspace, 0, schedule.parts * elementsOfPart());
  }
  Value placeOfPart(const IndexMath &ix, Value part, Value column, Value channel) const {
    Value row = ix.add(ix.mul(part, shape.columns), column);
    return ix.add(ix.mul(row, kPoints * shape.channels), channel);
  }
  Value linesOf(const IndexMath &ix, KernelFunction &function) const {
    Value batch = ix.b.createOrFold<memref::DimOp>(ix.loc, function.operands[shape.image], 0);
    return ix.mul(batch, shape.dims[0].tiles());
  }
  static Value add(const IndexMath &ix, Value x, Value y) { return arith::AddFOp::create(ix.b, ix.loc, x, y); }

  ModuleOp module;
  func::FuncOp kernel;
  linalg::GenericOp sum;
  const WinogradGradientShape &shape;
  const KernelSignature &signature;
  const WinogradGradientPlan &plan;
  const WinogradGradientSchedule &schedule;
  NestPlan nest;
  LaneVectors vectors;
  Value image, gradient, imageTerms, gradientTerms, sums; ///< operands, terms of both, and sums, as arrays
};

void WinogradGradientEmitter::emitPrepare() {
  PrepareFunction prepare(module, kernel.getLoc(), signature);
  IndexMath ix(prepare.builder, prepare.loc);
  int64_t scratch = numImageTerms() + numGradientTerms() + kAllTerms * plan.sumStride;
  bool isCut = schedule.parts > 1;
  prepare.setTiles(ix.constant(units() * schedule.parts));
  prepare.setScratchBytes(ix.constant(scratch * shape.elementBytes()));
  prepare.setWorkspaceBytes(ix.constant(isCut ? schedule.parts * elementsOfPart() * shape.elementBytes() : 0));
  if (isCut)
    prepare.setTiles(ix.constant(shape.columns), 1);
  prepare.finish();
}

/// Units of one part are neighbours: they read the same lines.
void WinogradGradientEmitter::emitRun() {
  RunFunction run(module, kernel.getLoc(), signature);
  IndexMath ix(run.builder, run.loc);
  image = flatView(run.builder, run.loc, run.operands[shape.image]);
  gradient = flatView(run.builder, run.loc, run.operands[shape.gradient]);
  imageTerms = vectors.arrayIn(ix, run.scratch, 0, numImageTerms());
  gradientTerms = vectors.arrayIn(ix, run.scratch, numImageTerms(), numGradientTerms());
  sums = vectors.arrayIn(ix, run.scratch, numImageTerms() + numGradientTerms(), kAllTerms * plan.sumStride);
  Value lines = linesOf(ix, run), none = vectors.zero(ix);
  ix.forRange(run.firstTile, ix.add(run.firstTile, run.tileCount), 1, [&](Value number) {
    Site site;
    site.part = ix.div(number, units());
    Value unit = ix.rem(number, units()), block = ix.div(unit, channelBlocks());
    site.firstChannel = ix.mul(ix.rem(unit, channelBlocks()), schedule.channels);
    site.firstColumn = ix.mul(block, schedule.columns);
    auto border = [&](Value part) { return ix.div(ix.mul(lines, part), schedule.parts); };
    Value end = border(ix.add(site.part, 1));
    ix.forRange(ix.constant(0), ix.constant(kAllTerms * plan.sumStride), plan.lanes,
                [&](Value place) { LaneVectors::store(ix, none, sums, place); });
    ix.forRange(border(site.part), end, schedule.lines, [&](Value line) {
      site.firstLine = line, site.lines = ix.min(ix.sub(end, line), schedule.lines);
      overBlock(ix, site);
    });
    storeSums(ix, run, site);
  });
  run.finish();
}

void WinogradGradientEmitter::overBlock(const IndexMath &ix, const Site &site) {
  transformImage(ix, site);
  transformGradient(ix, site);
  sumProducts(ix, ix.mul(site.lines, tilesOfLine()));
}

/// `body` for each tile of the site's lines, and its number among them.
template <typename Body>
static void overTiles(const IndexMath &ix, const WinogradGradientShape &shape, Value firstLine, Value lines,
                      ArrayRef<TileRange> pieces, Body body) {
  int64_t linesOfImage = shape.dims[0].tiles();
  ix.forRange(ix.constant(0), lines, 1, [&](Value line) {
    Value inAll = ix.add(firstLine, line), image = ix.div(inAll, linesOfImage), inImage = ix.rem(inAll, linesOfImage);
    Value before = ix.mul(line, shape.dims[1].tiles());
    for (const TileRange &piece : pieces)
      ix.forRange(ix.constant(piece.first), ix.constant(piece.first + piece.count), 1,
                  [&](Value tile) { body(TiledImage::Tile{image, inImage, tile, piece}, ix.add(before, tile)); });
  });
}

void WinogradGradientEmitter::transformImage(const IndexMath &ix, const Site &site) {
  TiledImage tiles{image, vectors, shape.channels, shape.dims};
  auto transform = [&](const TiledImage::Tile &tile, Value number) {
    Value place = ix.mul(number, plan.channelStride);
    ix.forRange(ix.constant(0), ix.constant(schedule.channels), plan.lanes, [&](Value channel) {
      tiles.transform(ix, tile, ix.add(site.firstChannel, channel), imageTerms, ix.add(place, channel),
                      plan.imageStride);
    });
  };
  overTiles(ix, shape, site.firstLine, site.lines, plan.imagePieces, transform);
}

void WinogradGradientEmitter::transformGradient(const IndexMath &ix, const Site &site) {
  auto transform = [&](const TiledImage::Tile &tile, Value number) {
    Value place = ix.mul(number, plan.columnStride);
    ix.forRange(ix.constant(0), ix.constant(schedule.columns), plan.lanes, [&](Value column) {
      transformGradientTile(ix, tile, ix.add(site.firstColumn, column), ix.add(place, column));
    });
  };
  overTiles(ix, shape, site.firstLine, site.lines, plan.gradientPieces, transform);
}

/// By the transpose of the matrix for results; zeros stand for windows that aren't there.
void WinogradGradientEmitter::transformGradientTile(const IndexMath &ix, const TiledImage::Tile &tile, Value column,
                                                    Value place) {
  const WinogradDim &lines = shape.dims[0], &inLine = shape.dims[1];
  auto signsOf = [](int64_t term) { return SmallVector<int>{winograd::kOutput[0][term], winograd::kOutput[1][term]}; };
  SmallVector<SmallVector<Value>> byTerm(kTerms); // of a line; then of both
  for (int64_t i = 0; i < kTile; ++i) {
    Value line = ix.add(ix.mul(tile.line, kTile), i);
    auto loadAll = [&] {
      Value first = ix.mul(ix.add(ix.mul(tile.image, lines.windows), line), inLine.windows);
      Value from = ix.add(ix.mul(ix.add(first, ix.mul(tile.number, kTile)), shape.columns), column);
      SmallVector<Value> loaded(kTile, vectors.zero(ix));
      for (int64_t j = 0; j < kTile; ++j)
        if (kTile * tile.piece.first + j < inLine.windows)
          loaded[j] = vectors.load(ix, gradient, ix.add(from, j * shape.columns));
      return loaded;
    };
    bool isThere = i == 0 || lines.windows % kTile == 0;
    SmallVector<Value> pair =
        isThere ? loadAll() : orZeros(ix, vectors, ix.less(line, ix.constant(lines.windows)), kTile, loadAll);
    for (int64_t r = 0; r < kTerms; ++r)
      byTerm[r].push_back(signedSum(ix, signsOf(r), pair));
  }
  for (int64_t q = 0; q < kTerms; ++q)
    for (int64_t r = 0; r < kTerms; ++r)
      LaneVectors::store(ix, signedSum(ix, signsOf(q), byTerm[r]), gradientTerms,
                         ix.add(place, (q * kTerms + r) * plan.gradientStride));
}

void WinogradGradientEmitter::sumProducts(const IndexMath &ix, Value tiles) {
  PanelProduct product{.rows = gradientTerms,
                       .weights = imageTerms,
                       .element = shape.element,
                       .lanes = plan.lanes,
                       .vectors = plan.vectors,
                       .rowStride = 1,
                       .rowStep = plan.columnStride,
                       .weightStride = plan.channelStride};
  ix.forRange(ix.constant(0), ix.constant(kAllTerms), 1, [&](Value term) {
    ix.forRange(ix.constant(0), ix.constant(schedule.channels), plan.panel(), [&](Value channel) {
      for (const TileRange &piece : plan.columnTiles)
        ix.forRange(ix.constant(0), ix.constant(piece.count), 1, [&](Value number) {
          Value column = ix.add(ix.mul(number, piece.width), piece.first);
          addProducts(ix, product, term, channel, column, piece.width, tiles);
        });
    });
  });
}

/// Sums of a block are added to those of the others once: one chain over all tiles would lose digits.
void WinogradGradientEmitter::addProducts(const IndexMath &ix, const PanelProduct &product, Value term, Value channel,
                                          Value column, int64_t columns, Value tiles) {
  Value x = ix.add(ix.mul(term, plan.gradientStride), column), w = ix.add(ix.mul(term, plan.imageStride), channel);
  SmallVector<Value> none(columns * plan.vectors, vectors.zero(ix));
  SmallVector<Value> ofBlock = emitPanelSteps(ix, product, x, w, tiles, std::move(none));
  Value first = ix.add(ix.mul(term, plan.sumStride), ix.add(ix.mul(column, schedule.channels), channel));
  for (auto [i, vector] : llvm::enumerate(ofBlock)) {
    int64_t row = static_cast<int64_t>(i) / plan.vectors, v = static_cast<int64_t>(i) % plan.vectors;
    Value place = ix.add(first, row * schedule.channels + v * plan.lanes);
    LaneVectors::store(ix, add(ix, vectors.load(ix, sums, place), vector), sums, place);
  }
}

/// The nine elements of a column's windows for a vector of channels, by the transpose of the matrix for kernels.
SmallVector<Value> WinogradGradientEmitter::pointsOf(const IndexMath &ix, Value place) {
  Value half = arith::ConstantOp::create(ix.b, ix.loc,
                                         DenseElementsAttr::get(vectors.type, ix.b.getFloatAttr(shape.element, 0.5)));
  auto reduce = [&](int64_t point, ArrayRef<Value> terms) {
    SmallVector<int> wholes, halves;
    for (const auto &row : winograd::kKernel) {
      wholes.push_back(row[point] == 1);
      halves.push_back((row[point] == 0.5) - (row[point] == -0.5));
    }
    Value sum = arith::MulFOp::create(ix.b, ix.loc, signedSum(ix, halves, terms), half);
    Value whole = signedSum(ix, wholes, terms);
    return whole ? add(ix, whole, sum) : sum;
  };
  SmallVector<SmallVector<Value>> byPoint(kWindow); // of a line of terms; then of the four
  for (int64_t q = 0; q < kTerms; ++q) {
    SmallVector<Value> line;
    for (int64_t r = 0; r < kTerms; ++r)
      line.push_back(vectors.load(ix, sums, ix.add(place, (q * kTerms + r) * plan.sumStride)));
    for (int64_t j = 0; j < kWindow; ++j)
      byPoint[j].push_back(reduce(j, line));
  }
  SmallVector<Value> points;
  for (int64_t i = 0; i < kWindow; ++i)
    for (int64_t j = 0; j < kWindow; ++j)
      points.push_back(reduce(i, byPoint[j]));
  return points;
}

void WinogradGradientEmitter::storeSums(const IndexMath &ix, RunFunction &run, const Site &site) {
  Value parts = schedule.parts > 1 ? partsIn(ix, run) : Value();
  ix.forRange(ix.constant(0), ix.constant(schedule.columns), 1, [&](Value column) {
    ix.forRange(ix.constant(0), ix.constant(schedule.channels), plan.lanes, [&](Value channel) {
      SmallVector<Value> points = pointsOf(ix, ix.add(ix.mul(column, schedule.channels), channel));
      Value inAll = ix.add(site.firstColumn, column), channelInAll = ix.add(site.firstChannel, channel);
      if (!parts)
        return storeResults(ix, run, inAll, channelInAll, points);
      Value place = placeOfPart(ix, site.part, inAll, channelInAll);
      for (int64_t point = 0; point < kPoints; ++point)
        LaneVectors::store(ix, points[point], parts, ix.add(place, point * shape.channels));
    });
  });
}

/// A phase of its own: the sums of all parts, a column for each tile of the launch.
void WinogradGradientEmitter::emitJoin() {
  RunFunction run(module, kernel.getLoc(), signature, 1);
  IndexMath ix(run.builder, run.loc);
  Value parts = partsIn(ix, run);
  auto loadAll = [&](Value part, Value column, Value channel) {
    Value place = placeOfPart(ix, part, column, channel);
    SmallVector<Value> points;
    for (int64_t point = 0; point < kPoints; ++point)
      points.push_back(vectors.load(ix, parts, ix.add(place, point * shape.channels)));
    return points;
  };
  ix.forRange(run.firstTile, ix.add(run.firstTile, run.tileCount), 1, [&](Value column) {
    ix.forRange(ix.constant(0), ix.constant(shape.channels), plan.lanes, [&](Value channel) {
      auto addPart = [&](Value part, SmallVector<Value> points) {
        for (auto [point, more] : llvm::zip_equal(points, loadAll(part, column, channel)))
          point = add(ix, point, more);
        return points;
      };
      SmallVector<Value> points = emitCarriedLoop(ix, ix.constant(1), ix.constant(schedule.parts),
                                                  loadAll(ix.constant(0), column, channel), addPart);
      storeResults(ix, run, column, channel, points);
    });
  });
  run.finish();
}

void WinogradGradientEmitter::storeResults(const IndexMath &ix, RunFunction &run, Value column, Value channel,
                                           ArrayRef<Value> points) {
  VectorEvaluator evaluator(nest, kernel, {ix.b, run.operands, run.scalars, signature.numInputs}, plan.lanes, nullptr);
  SmallVector<std::pair<Value, Positions>> results;
  for (int64_t point = 0; point < kPoints; ++point) {
    Positions positions{{column},
                        {channel, DimPosition::Kind::Lane, 0},
                        {ix.constant(point / kWindow)},
                        {ix.constant(point % kWindow)}};
    evaluator.define(sum->getResult(0), positions, points[point]);
    results.emplace_back(evaluator.evaluate(nest.output(0), positions), positions);
  }
  for (auto &[value, positions] : results)
    evaluator.store(run.operands.back(), value, positions);
}

class WinogradGradientForm : public KernelForm {
public:
  WinogradGradientForm(const KernelSite &site, linalg::GenericOp sum)
      : site(site), shape(*site.winogradGradient), sum(sum), schedule(WinogradGradientSchedule::of(shape, site.cpu)),
        panel(WinogradGradientPlan(shape, site.cpu, schedule).panel()) {}

  StringRef name() const override { return "winograd_gradient"; }

  bool isSuggested() const override { return winogradGradientPays(shape, site.cpu); }

  SmallVector<Knob> knobs() override {
    int64_t lanes = site.cpu.vectorBytes / shape.elementBytes();
    return {{"channels", &schedule.channels, panel, shape.channels, panel, panel},
            {"columns", &schedule.columns, lanes, shape.columns, lanes, lanes},
            {"lines", &schedule.lines, 1, std::max<int64_t>(schedule.lines, 4 * shape.dims[0].tiles())},
            {"parts", &schedule.parts, 1, std::max<int64_t>(schedule.parts, 64)}};
  }

  std::string problem() const override {
    if (shape.channels % schedule.channels != 0)
      return "channels that " + std::to_string(shape.channels) + " is a multiple of";
    return shape.columns % schedule.columns == 0
               ? ""
               : "columns that " + std::to_string(shape.columns) + " is a multiple of";
  }

  LogicalResult emit(ModuleOp module) override {
    WinogradGradientPlan plan(shape, site.cpu, schedule);
    WinogradGradientEmitter(module, site.kernel, sum, shape, site.signature, plan).emit();
    site.kernel.erase();
    return success();
  }

private:
  KernelSite site;
  WinogradGradientShape shape;
  linalg::GenericOp sum;
  WinogradGradientSchedule schedule;
  int64_t panel; ///< of channels
};

} // namespace

std::unique_ptr<KernelForm> winogradGradientForm(const KernelSite &site) {
  func::FuncOp kernel = site.kernel;
  if (!site.winogradGradient || kernel.getNumResults() != 1 || !NestPlan::isNest(kernel))
    return nullptr;
  const WinogradGradientShape &shape = *site.winogradGradient;
  auto isWhole = [&](unsigned operand) { return site.signature.operands[operand].getLayout().isIdentity(); };
  linalg::GenericOp sum = nest::onlyReduction(kernel);
  bool fits = sum && isWhole(shape.image) && isWhole(shape.gradient) && nest::writesWhere(kernel, sum) &&
              canSumByWinograd(shape, site.cpu);
  return fits ? std::make_unique<WinogradGradientForm>(site, sum) : nullptr;
}

} // namespace weir::cpu
