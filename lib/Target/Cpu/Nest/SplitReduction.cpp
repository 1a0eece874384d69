// See SplitReduction.h.
#include "lib/Target/Cpu/Nest/SplitReduction.h"

#include "dialects/Interfaces/CompensatedSum.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace weir::cpu {

using nest::DimPosition;
using nest::Nest;
using nest::NestPlan;
using nest::Positions;

namespace {

/// Elements of a part, at least, and parts, at most. Both are of sizes alone.
constexpr int64_t kPartElements = 16 * 1024, kMostParts = 64;

/// A loop of so many steps makes parts enough.
constexpr int64_t kEnoughParts = 32;

/// Of results: more have enough tiles, or vectors of them. Of dots fewer: a part of a row is short memory to fetch.
constexpr int64_t kMostResults = 256, kMostDots = 32;
/// Of dots that are summed together.
constexpr int64_t kDotsTogether = 8;

/// A part's result may be as wide as f64.
constexpr int64_t kPartBytes = 8;

} // namespace

SplitReduction::SplitReduction(const NestPlan &plan, const Nest &nest, linalg::GenericOp generic, int loop)
    : plan(plan), nest(nest), generic(generic), loop(loop),
      laneIsRow(nest.lane && llvm::is_contained(nest.rows, *nest.lane)) {
  for (int row : nest.rows)
    if (row != nest.lane)
      outerRows.push_back(row);
}

std::optional<SplitReduction> SplitReduction::of(const NestPlan &plan, const Nest &nest) {
  if (nest.reductions.size() != 1 || nest.contraction)
    return std::nullopt;
  linalg::GenericOp generic = nest.reductions[0];
  if (generic.getNumResults() != 1)
    return std::nullopt;
  bool isPerRow = llvm::all_of(nest.outputs, [&](unsigned number) {
    return llvm::all_of(plan.outputLoops(number), [&](int loop) { return llvm::is_contained(nest.rows, loop); });
  });
  std::optional<int64_t> rows = plan.knownPoints(nest.rows);
  if (!isPerRow || !rows || *rows == 0 || *rows > (nest.dots ? kMostDots : kMostResults))
    return std::nullopt;
  SmallVector<unsigned> dims;
  generic.getReductionDims(dims);
  auto loops = llvm::map_to_vector(dims, [&](unsigned dim) { return plan.loopOf(generic, dim); });
  if (loops.empty() || plan.knownPoints(loops).value_or(2 * kPartElements) * *rows < 2 * kPartElements)
    return std::nullopt;
  // The outermost one that is long enough, so that what a part reads lies together; else the longest one.
  auto lengthOf = [&](int loop) { return plan.knownExtent(loop).value_or(kPartElements); };
  auto chosen = llvm::find_if(loops, [&](int loop) { return lengthOf(loop) >= kEnoughParts; });
  if (chosen == loops.end())
    chosen = std::ranges::max_element(loops, std::less(), lengthOf);
  if (llvm::count(loops, *chosen) != 1)
    return std::nullopt;
  return SplitReduction(plan, nest, generic, *chosen);
}

Value SplitReduction::rowCount(VectorEvaluator &evaluator) const {
  return evaluator.constant(*plan.knownPoints(outerRows));
}

SplitReduction::Parts SplitReduction::partsOf(VectorEvaluator &evaluator) const {
  OpBuilder &builder = evaluator.build();
  mlir::Location loc = evaluator.loc;
  Value elements = evaluator.constant(*plan.knownPoints(nest.rows));
  SmallVector<unsigned> dims;
  generic.getReductionDims(dims);
  for (unsigned dim : dims)
    elements = arith::MulIOp::create(builder, loc, elements, evaluator.extent(plan.loopOf(generic, dim)));
  Value parts = arith::DivUIOp::create(builder, loc, elements, evaluator.constant(kPartElements));
  parts = arith::MinUIOp::create(builder, loc, parts, evaluator.constant(kMostParts));
  parts = arith::MaxUIOp::create(builder, loc, parts, evaluator.constant(1));
  Value extent = evaluator.extent(loop), step = evaluator.constant(evaluator.lanes);
  Value length = arith::CeilDivUIOp::create(builder, loc, extent, parts);
  // Whole vectors, if they lie along it.
  length = arith::MulIOp::create(builder, loc, arith::CeilDivUIOp::create(builder, loc, length, step), step);
  length = arith::MaxUIOp::create(builder, loc, length, step);
  // Of nothing there is one part, too, which is what a reduction of nothing is.
  Value count = arith::CeilDivUIOp::create(builder, loc, extent, length);
  return {length, arith::MaxUIOp::create(builder, loc, count, evaluator.constant(1))};
}

int64_t SplitReduction::sumsTogether(VectorEvaluator &evaluator) const {
  int64_t rows = *plan.knownPoints(outerRows);
  if (nest.dots)
    return plan.knownExtent(*nest.shared) == rows ? std::min(rows, kDotsTogether) : 1;
  bool isWide = laneIsRow && VectorEvaluator::gainsSideBySide(generic);
  int64_t vectors = isWide ? *plan.knownExtent(*nest.lane) / evaluator.lanes : 1;
  return std::clamp<int64_t>(vectors, 1, VectorEvaluator::kMostSide);
}

void SplitReduction::forDots(VectorEvaluator &evaluator, std::map<int, DimPosition> &at, int64_t together,
                             RowFn body) const {
  int64_t rows = *plan.knownPoints(outerRows), whole = rows / together * together;
  for (auto [begin, end] : {std::pair(int64_t(0), whole), std::pair(whole, rows)}) {
    int64_t count = std::min(end - begin, together);
    if (count == 0)
      continue;
    evaluator.forLoop(evaluator.constant(begin), evaluator.constant(end), count, [&](Value first, int level) {
      for (int loop : outerRows) // the others are of size one
        at[loop] = {evaluator.constant(0), DimPosition::Kind::Scalar, level};
      SmallVector<DimPosition> places;
      for (int64_t i = 0; i < count; ++i) {
        Value row = arith::AddIOp::create(evaluator.build(), evaluator.loc, first, evaluator.constant(i));
        places.push_back({row, DimPosition::Kind::Scalar, level});
      }
      sumAt(evaluator, at, *nest.shared, places);
      for (const DimPosition &place : places) {
        at[*nest.shared] = place;
        body(place);
      }
    });
  }
}

void SplitReduction::sumAt(VectorEvaluator &evaluator, std::map<int, DimPosition> &at, int loop,
                           ArrayRef<DimPosition> places) const {
  SmallVector<Positions> results;
  for (const DimPosition &place : places) {
    at[loop] = place;
    results.push_back(evaluator.resultAt(generic, at));
  }
  evaluator.reduceUnrolled(generic, results, /*ofProducts=*/false);
}

void SplitReduction::forRows(VectorEvaluator &evaluator, std::map<int, DimPosition> &at, int64_t side,
                             RowFn body) const {
  if (nest.dots && side > 1)
    return forDots(evaluator, at, side, body);
  evaluator.forLoop(evaluator.constant(0), rowCount(evaluator), 1, [&](Value row, int level) {
    evaluator.placeRows(outerRows, row, level, at);
    DimPosition place{row, DimPosition::Kind::Scalar, level};
    if (!laneIsRow)
      return body(place);
    int lane = *nest.lane;
    auto together = [&](ArrayRef<DimPosition> vectors) {
      sumAt(evaluator, at, lane, vectors);
      for (const DimPosition &vector : vectors) {
        at[lane] = vector;
        body(place);
      }
    };
    evaluator.forLanes(evaluator.constant(0), evaluator.extent(lane), evaluator.knownExtent(lane), side, together,
                       [&](Value index, int inner) {
                         at[lane] = {index, DimPosition::Kind::Lane, inner};
                         body(place);
                       });
  });
}

Positions SplitReduction::placeOf(const DimPosition &part, const DimPosition &row, const std::map<int, DimPosition> &at,
                                  VectorEvaluator &evaluator) const {
  return {part, row, laneIsRow ? at.at(*nest.lane) : DimPosition{evaluator.constant(0)}};
}

Value SplitReduction::viewOf(VectorEvaluator &evaluator, Value workspace, Type element, Value parts) const {
  int64_t lanes = laneIsRow ? *plan.knownExtent(*nest.lane) : 1;
  auto type = MemRefType::get({ShapedType::kDynamic, *plan.knownPoints(outerRows), lanes}, element);
  return memref::ViewOp::create(evaluator.build(), evaluator.loc, type, workspace, evaluator.constant(0), parts);
}

void SplitReduction::emitParts(VectorEvaluator &evaluator, Value workspace, Value first, Value last) const {
  Parts parts = partsOf(evaluator);
  evaluator.forLoop(first, last, 1, [&](Value part, int level) {
    evaluator.setBase();
    OpBuilder &builder = evaluator.build();
    Value begin = arith::MulIOp::create(builder, evaluator.loc, part, parts.length);
    Value end = arith::AddIOp::create(builder, evaluator.loc, begin, parts.length);
    end = arith::MinUIOp::create(builder, evaluator.loc, end, evaluator.extent(loop));
    evaluator.restrict(loop, begin, end);
    std::map<int, DimPosition> at;
    forRows(evaluator, at, sumsTogether(evaluator), [&](const DimPosition &row) {
      Type element = evaluator.partType(generic);
      Value joined = evaluator.unroundedOf(evaluator.evaluate(generic.getResult(0), evaluator.resultAt(generic, at)));
      if (isa<FloatType>(element))
        joined = toFloat(builder, evaluator.loc, joined, element);
      Value view = viewOf(evaluator, workspace, element, parts.count);
      evaluator.store(view, joined, placeOf({part, DimPosition::Kind::Scalar, level}, row, at, evaluator));
    });
  });
}

void SplitReduction::emitResults(VectorEvaluator &evaluator, Value workspace, ValueRange results) const {
  Parts parts = partsOf(evaluator);
  std::map<int, DimPosition> at;
  forRows(evaluator, at, /*side=*/1, [&](const DimPosition &row) {
    evaluator.setBase(); // what depends on no row is made of this one's result, too
    Value view = viewOf(evaluator, workspace, evaluator.partType(generic), parts.count);
    Value joined = evaluator.joinParts(generic, parts.count, view,
                                       [&](const DimPosition &part) { return placeOf(part, row, at, evaluator); });
    evaluator.define(generic.getResult(0), evaluator.resultAt(generic, at), joined);
    evaluator.storeOutputs(nest.outputs, results, at);
  });
}

void SplitReduction::emit(ModuleOp module, const NestPart &part, const KernelSignature &signature,
                          int64_t lanes) const {
  func::FuncOp function = part.function;
  mlir::Location loc = function.getLoc();
  auto scopeOf = [&](KernelFunction &built, SmallVector<Value> &operands, SmallVector<Value> &scalars) {
    operands = part.ownOperands(built.builder, built.operands);
    scalars = part.ownScalars(built.scalars);
    return nest::Evaluator::Scope{built.builder, operands, scalars, part.numInputs};
  };
  SmallVector<Value> operands, scalars;
  PrepareFunction prepare(module, loc, signature);
  VectorEvaluator sizes(plan, function, scopeOf(prepare, operands, scalars), lanes);
  Value parts = partsOf(sizes).count, one = sizes.constant(1), none = sizes.constant(0);
  Value bytes = sizes.constant(*plan.knownPoints(nest.rows) * kPartBytes);
  prepare.setTiles(parts, 0);
  prepare.setTiles(one, 1);
  prepare.setWorkspaceBytes(arith::MulIOp::create(prepare.builder, loc, parts, bytes));
  prepare.setScratchBytes(none);
  prepare.finish();
  for (unsigned phase : {0, 1}) {
    RunFunction run(module, loc, signature, phase);
    VectorEvaluator evaluator(plan, function, scopeOf(run, operands, scalars), lanes);
    evaluator.setLane(nest.lane);
    Value last = arith::AddIOp::create(run.builder, loc, run.firstTile, run.tileCount);
    if (phase == 0)
      emitParts(evaluator, run.workspace, run.firstTile, last);
    else
      emitResults(evaluator, run.workspace, ValueRange(operands).drop_front(part.numInputs));
    run.finish();
  }
}

} // namespace weir::cpu
