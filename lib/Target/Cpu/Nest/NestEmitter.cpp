// Nests of loops: tiles over rows, vectors along the lane loop, results written row by row.
#include "lib/Target/Cpu/Nest/NestEmitter.h"

#include "lib/Target/Cpu/Nest/NestParts.h"
#include "lib/Target/Cpu/Nest/NestTiling.h"
#include "lib/Target/Cpu/Nest/RowValues.h"
#include "lib/Target/Cpu/Nest/SplitReduction.h"
#include "lib/Target/Cpu/Nest/TransposedReads.h"
#include "lib/Target/Cpu/Nest/VectorEvaluator.h"
#include "lib/Target/Cpu/Schedule/KernelForm.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace weir::cpu {

using nest::DimPosition;
using nest::Nest;
using nest::NestPlan;
using nest::Positions;

namespace {

class NestEmitter {
public:
  NestEmitter(const NestPlan &plan, const Nest &nest, VectorEvaluator &evaluator, ValueRange results,
              RowValues rowValues, const TransposedReads &transposed, Value scratch)
      : plan(plan), nest(nest), evaluator(evaluator), results(results), rowValues(std::move(rowValues)),
        transposed(transposed), scratch(scratch) {
    evaluator.setLane(nest.lane);
  }

  /// Computes tiles [first, last) of this nest.
  void emit(NestTiling &tiling, Value first, Value last) {
    evaluator.forLoop(first, last, 1, [&](Value tile, int) {
      evaluator.setBase();
      Value begin = arith::MulIOp::create(builder(), loc(), tile, tiling.chunk);
      Value end = arith::AddIOp::create(builder(), loc(), begin, tiling.chunk);
      end = arith::MinSIOp::create(builder(), loc(), end, tiling.total);
      if (tiling.tilesLanes)
        return emitLanes(tiling, begin, end, knownLanes(tiling));
      emitRows(tiling, begin, end);
    });
  }

  void emitRows(NestTiling &tiling, Value begin, Value end) {
    // Where there is one row alone, what is reduced for it is known outside the loop over rows.
    bool isOneRow = !tiling.laneIsRow && tiling.outerRows.empty() && !tiling.isBlocked();
    if (isOneRow)
      rowValues.fill(evaluator, scratch, at);
    evaluator.forLoop(begin, end, 1, [&](Value row, int level) {
      Value block = splitBlock(tiling, row);
      evaluator.placeRows(tiling.outerRows, row, level, at);
      forBlock(tiling, block, level, [&] {
        if (tiling.laneIsRow)
          return emitLanes(tiling, evaluator.constant(0), evaluator.extent(*nest.lane),
                           evaluator.knownExtent(*nest.lane));
        if (!isOneRow)
          rowValues.fill(evaluator, scratch, at);
        emitBlock();
        evaluator.dropRows();
      });
    });
  }

  void emitLanes(const NestTiling &tiling, Value begin, Value end, std::optional<int64_t> known) {
    auto emitWide = [&](ArrayRef<DimPosition> vectors) { emitSideBySide(vectors); };
    evaluator.forLanes(begin, end, known, tiling.side, emitWide, [&](Value index, int level) {
      at[*nest.lane] = {index, DimPosition::Kind::Lane, level};
      if (transposed.loop())
        return emitTransposed();
      emitBlock();
    });
  }

private:
  OpBuilder &builder() { return evaluator.build(); }
  mlir::Location loc() { return evaluator.loc; }

  /// How many lanes a tile of them has, but for whole vectors, if that is known.
  std::optional<int64_t> knownLanes(const NestTiling &tiling) const {
    std::optional<int64_t> known = evaluator.knownExtent(*nest.lane);
    if (!known || *known <= tiling.lanesOfTile)
      return known;
    return *known % evaluator.lanes == 0 ? std::optional(evaluator.lanes) : std::nullopt;
  }

  /// Splits the number of a block of rows off that of a row; null where rows are single.
  Value splitBlock(NestTiling &tiling, Value &row) {
    if (!tiling.isBlocked())
      return nullptr;
    Value block = row;
    if (!tiling.outerRows.empty()) {
      Value blocks = tiling.blocks();
      block = arith::RemUIOp::create(builder(), loc(), row, blocks);
      row = arith::DivUIOp::create(builder(), loc(), row, blocks);
    }
    return block;
  }

  /// Calls `body` with the rows of a block placed: all of them, or, behind the last whole block, each.
  void forBlock(NestTiling &tiling, Value block, int level, llvm::function_ref<void()> body) {
    unrolledRows.clear();
    if (!block)
      return body();
    if (transposed.loop()) {
      at[*transposed.loop()] = {tiling.rowsOf(block).first, DimPosition::Kind::Scalar, level};
      return body();
    }
    if (!tiling.isRagged) {
      unrollRows(tiling.rowsOf(block), tiling.unrollRows, level);
      return body();
    }
    Value whole = tiling.wholeBlocks(), extent = evaluator.extent(*nest.shared);
    Value isWhole = arith::CmpIOp::create(builder(), loc(), arith::CmpIPredicate::ult, block, whole);
    Value behind = arith::MulIOp::create(builder(), loc(), whole, evaluator.constant(tiling.unrollRows));
    evaluator.ifThen(isWhole, /*mask=*/nullptr, [&](int inside) {
      unrollRows(tiling.rowsOf(block), tiling.unrollRows, inside);
      body();
    });
    unrolledRows.clear();
    Value single = arith::SelectOp::create(builder(), loc(), isWhole, extent, behind);
    evaluator.forLoop(single, extent, 1, [&](Value row, int inside) {
      at[*nest.shared] = {row, DimPosition::Kind::Scalar, inside};
      body();
    });
  }

  Value rowOf(const BlockOfRows &rows, Value number) {
    Value steps = arith::MulIOp::create(builder(), loc(), number, rows.step);
    return arith::AddIOp::create(builder(), loc(), rows.first, steps);
  }

  void unrollRows(const BlockOfRows &rows, int64_t count, int level) {
    for (int64_t i = 0; i < count; ++i)
      unrolledRows.push_back({rowOf(rows, evaluator.constant(i)), DimPosition::Kind::Scalar, level});
  }

  void reduceAt(linalg::GenericOp generic, int loop, ArrayRef<DimPosition> iterations) {
    SmallVector<Positions> positions;
    for (const DimPosition &iteration : iterations) {
      at[loop] = iteration;
      positions.push_back(evaluator.resultAt(generic, at));
    }
    evaluator.reduceUnrolled(generic, positions, /*ofProducts=*/generic == nest.contraction);
  }

  /// The sum of products at several iterations of a row loop at once, if there are any; then what is written there.
  void emitBlock() {
    if (unrolledRows.empty())
      return emitOutputs();
    reduceAt(nest.contraction ? nest.contraction : nest.dots, *nest.shared, unrolledRows);
    for (const DimPosition &row : unrolledRows) {
      at[*nest.shared] = row;
      emitOutputs();
    }
  }

  /// Several vectors at once: of each row of what is reduced, and of what is written.
  void emitSideBySide(ArrayRef<DimPosition> vectors) {
    for (linalg::GenericOp reduction : nest.reductions) {
      at[*nest.lane] = vectors.front();
      if (!evaluator.known(reduction.getResult(0), evaluator.resultAt(reduction, at)))
        reduceAt(reduction, *nest.lane, vectors);
    }
    emitOutputs(vectors);
  }

  void emitTransposed() {
    int loop = *transposed.loop();
    DimPosition block = at.at(loop);
    Value left = arith::SubIOp::create(builder(), loc(), evaluator.extent(loop), block.index);
    Value count = arith::MinUIOp::create(builder(), loc(), left, evaluator.constant(evaluator.lanes));
    transposed.fill(evaluator, scratch, at, count);
    evaluator.forLoop(evaluator.constant(0), count, 1, [&](Value number, int level) {
      Value index = arith::AddIOp::create(builder(), loc(), block.index, number);
      at[loop] = {index, DimPosition::Kind::Scalar, level};
      transposed.bind(evaluator, scratch, at, number);
      emitOutputs();
    });
    at[loop] = block;
  }

  /// At the vectors that are given, or where the lane is.
  void emitOutputs(ArrayRef<DimPosition> vectors = {}) {
    llvm::MapVector<SmallVector<int>, SmallVector<unsigned>> byInnerLoops;
    for (unsigned number : nest.outputs)
      byInnerLoops[innerLoops(number)].push_back(number);
    for (auto &[loops, outputs] : byInnerLoops)
      emitInner(loops, outputs, vectors);
  }

  SmallVector<int> innerLoops(unsigned output) const {
    SmallVector<int> loops;
    for (int loop : plan.outputLoops(output))
      if (!llvm::is_contained(nest.rows, loop) && !llvm::is_contained(loops, loop))
        loops.push_back(loop);
    if (auto *lane = llvm::find_if(loops, [&](int loop) { return loop == nest.lane; }); lane != loops.end())
      std::rotate(lane, lane + 1, loops.end());
    return loops;
  }

  void emitInner(ArrayRef<int> loops, ArrayRef<unsigned> outputs, ArrayRef<DimPosition> vectors) {
    if (loops.empty() && vectors.empty())
      return evaluator.storeOutputs(outputs, results, at);
    if (loops.empty()) {
      for (const DimPosition &vector : vectors) {
        at[*nest.lane] = vector;
        evaluator.storeOutputs(outputs, results, at);
      }
      return;
    }
    int loop = loops.front();
    Value zero = evaluator.constant(0), end = evaluator.extent(loop);
    auto body = [&](DimPosition::Kind kind) {
      return [&, kind](Value index, int level) {
        at[loop] = {index, kind, level};
        emitInner(loops.drop_front(), outputs, vectors);
      };
    };
    if (loop == nest.lane)
      evaluator.forLanes(zero, end, evaluator.knownExtent(loop), body(DimPosition::Kind::Lane));
    else
      evaluator.forLoop(zero, end, 1, body(DimPosition::Kind::Scalar));
  }

  const NestPlan &plan;
  const Nest &nest;
  VectorEvaluator &evaluator;
  ValueRange results; ///< memrefs
  RowValues rowValues;
  const TransposedReads &transposed;
  Value scratch;
  std::map<int, DimPosition> at;
  SmallVector<DimPosition> unrolledRows; ///< of the block that is emitted; none without unrolling
};

TransposedReads transposedReads(const NestPart &part, const NestSchedule &schedule) {
  return {*part.plan, part.nest(), part.function, schedule.lanes};
}

void emitPrepare(ModuleOp module, func::FuncOp kernel, const KernelSignature &signature, const NestParts &parts,
                 const NestSchedule &schedule) {
  PrepareFunction prepare(module, kernel.getLoc(), signature);
  Value tiles = arith::ConstantIndexOp::create(prepare.builder, prepare.loc, 0);
  Value scratch = arith::ConstantIndexOp::create(prepare.builder, prepare.loc, 0);
  for (const NestPart &part : parts.all()) {
    SmallVector<Value> operands = part.ownOperands(prepare.builder, prepare.operands);
    SmallVector<Value> scalars = part.ownScalars(prepare.scalars);
    VectorEvaluator evaluator(*part.plan, part.function, {prepare.builder, operands, scalars, part.numInputs},
                              schedule.lanes);
    TransposedReads transposed = transposedReads(part, schedule);
    NestTiling tiling(*part.plan, part.nest(), evaluator, transposed.loop(), schedule);
    tiles = arith::AddIOp::create(prepare.builder, prepare.loc, tiles, tiling.tiles);
    for (Value needed : {RowValues(*part.plan, part.nest(), schedule.rowBytes).bytes(evaluator),
                         evaluator.constant(transposed.bytes())})
      scratch = arith::MaxUIOp::create(prepare.builder, prepare.loc, scratch, needed);
  }
  prepare.setTiles(tiles);
  prepare.setScratchBytes(scratch);
  prepare.finish();
}

/// Emits tiles [from, to) of the nest into a function that has these operands and scalars.
void emitTiles(const NestPart &part, OpBuilder &builder, ValueRange operands, ValueRange scalars, Value scratch,
               Value from, Value to, const NestSchedule &schedule) {
  assert(operands.size() == part.operands.size() && scalars.size() == part.scalars.size() && "they are the nest's own");
  VectorEvaluator evaluator(*part.plan, part.function, {builder, operands, scalars, part.numInputs}, schedule.lanes);
  TransposedReads transposed = transposedReads(part, schedule);
  NestTiling tiling(*part.plan, part.nest(), evaluator, transposed.loop(), schedule);
  NestEmitter emitter(*part.plan, part.nest(), evaluator, operands.drop_front(part.numInputs),
                      RowValues(*part.plan, part.nest(), schedule.rowBytes), transposed, scratch);
  emitter.emit(tiling, from, to);
}

/// One for each text of a nest.
std::vector<NestFunction> emitFunctions(ModuleOp module, func::FuncOp kernel, const NestParts &parts,
                                        const NestSchedule &schedule) {
  std::vector<NestFunction> functions;
  for (const NestPart &part : parts.all()) {
    if (part.number < functions.size())
      continue;
    NestFunction &nest = functions.emplace_back(module, kernel.getLoc(), "nest" + std::to_string(part.number),
                                                KernelSignature(part.function));
    emitTiles(part, nest.builder, nest.operands, nest.scalars, nest.scratch, nest.firstTile, nest.lastTile, schedule);
    nest.finish();
  }
  return functions;
}

/// The tiles of all nests are numbered one nest after the other.
void emitRun(ModuleOp module, func::FuncOp kernel, const KernelSignature &signature, const NestParts &parts,
             const NestSchedule &schedule) {
  std::vector<NestFunction> functions = emitFunctions(module, kernel, parts, schedule);
  RunFunction run(module, kernel.getLoc(), signature);
  OpBuilder &builder = run.builder;
  mlir::Location loc = run.loc;
  Value last = arith::AddIOp::create(builder, loc, run.firstTile, run.tileCount);
  Value begin = arith::ConstantIndexOp::create(builder, loc, 0);
  for (const NestPart &part : parts.all()) {
    SmallVector<Value> operands = part.ownOperands(run.builder, run.operands);
    SmallVector<Value> scalars = part.ownScalars(run.scalars);
    VectorEvaluator evaluator(*part.plan, part.function, {builder, operands, scalars, part.numInputs}, schedule.lanes);
    Value end = arith::AddIOp::create(
        builder, loc, begin,
        NestTiling(*part.plan, part.nest(), evaluator, transposedReads(part, schedule).loop(), schedule).tiles);
    Value from = arith::SubIOp::create(builder, loc, arith::MaxSIOp::create(builder, loc, run.firstTile, begin), begin);
    Value to = arith::SubIOp::create(builder, loc, arith::MinSIOp::create(builder, loc, last, end), begin);
    Value isTouched = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, from, to);
    scf::IfOp::create(builder, loc, isTouched, [&](OpBuilder &inner, mlir::Location) {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToEnd(inner.getInsertionBlock());
      run.callNest(functions[part.number], from, to, part.operands, part.scalars);
      scf::YieldOp::create(builder, loc);
    });
    begin = end;
  }
  run.finish();
}

/// A nest that is alone needs no function of its own.
void emitRunOfOne(ModuleOp module, func::FuncOp kernel, const KernelSignature &signature, const NestPart &part,
                  const NestSchedule &schedule) {
  RunFunction run(module, kernel.getLoc(), signature);
  Value last = arith::AddIOp::create(run.builder, run.loc, run.firstTile, run.tileCount);
  emitTiles(part, run.builder, part.ownOperands(run.builder, run.operands), part.ownScalars(run.scalars), run.scratch,
            run.firstTile, last, schedule);
  run.finish();
}

} // namespace

std::optional<RowNest> RowNest::of(func::FuncOp kernel, NestSchedule schedule) {
  RowNest rows{std::make_unique<NestParts>(kernel), schedule,
               cast<ShapedType>(kernel.getResultTypes()[0]).getShape().back()};
  const NestPart &part = rows.parts->all().front();
  const Nest &nest = part.nest();
  ArrayRef<int> loops = part.plan->outputLoops(0), around = nest.rows;
  bool goesAlongRows = rows.parts->all().size() == 1 && !nest.contraction && !loops.empty() &&
                       nest.lane == loops.back() &&
                       (around == loops.drop_back() || (around == loops && nest.reductions.empty()));
  if (goesAlongRows && loops.size() == 1 && ShapedType::isDynamic(rows.rowLength))
    return std::nullopt; // all is one loop, and rows are as long as nobody knows
  return goesAlongRows && !transposedReads(part, schedule).loop() ? std::optional(std::move(rows)) : std::nullopt;
}

int64_t RowNest::scratchBytes() const {
  const NestPart &part = parts->all().front();
  return RowValues::ofKnownLength(*part.plan, part.nest(), schedule.rowBytes).knownBytes();
}

void RowNest::emit(OpBuilder &builder, ValueRange operands, ValueRange scalars, Value scratch, Value from, Value to,
                   Value columns) const {
  const NestPart &part = parts->all().front();
  SmallVector<Value> own = part.ownOperands(builder, operands), ownScalars = part.ownScalars(scalars);
  VectorEvaluator evaluator(*part.plan, part.function, {builder, own, ownScalars, part.numInputs}, schedule.lanes);
  if (columns)
    evaluator.shorten(*part.nest().lane, columns);
  TransposedReads transposed = transposedReads(part, schedule);
  NestTiling tiling(*part.plan, part.nest(), evaluator, transposed.loop(), schedule);
  NestEmitter emitter(*part.plan, part.nest(), evaluator, ValueRange(own).drop_front(part.numInputs),
                      RowValues::ofKnownLength(*part.plan, part.nest(), schedule.rowBytes), transposed, scratch);
  if (!tiling.tilesLanes)
    return emitter.emitRows(tiling, from, to);
  auto elements = [&](Value number) -> Value {
    return arith::MulIOp::create(builder, evaluator.loc, number, evaluator.constant(rowLength));
  };
  evaluator.setBase();
  emitter.emitLanes(tiling, elements(from), elements(to), std::nullopt);
}

namespace {

class LoopNestForm : public KernelForm {
public:
  explicit LoopNestForm(const KernelSite &site) : site(site), schedule(site.nests) {}

  StringRef name() const override { return "nests"; }

  SmallVector<Knob> knobs() override {
    return {{"lanes", &schedule.lanes, std::min(kLeastLanes, site.nests.lanes), mostLanes(site), 1, 0},
            {"row_bytes", &schedule.rowBytes, 0, std::max(site.nests.rowBytes, site.cpu.l2Bytes), 1, 0},
            {"tile_elements", &schedule.tileElements, 64, 1 << 20, 1, 0},
            {"unroll_rows", &schedule.unrollRows, 1, 8}};
  }

  std::string problem() const override { return problemOfLanes(schedule.lanes); }

  LogicalResult emit(ModuleOp module) override {
    NestParts parts(site.kernel);
    const NestPart &first = parts.all().front();
    bool isAlone = parts.all().size() == 1;
    if (auto split = isAlone ? SplitReduction::of(*first.plan, first.nest()) : std::nullopt) {
      split->emit(module, first, site.signature, schedule.lanes);
    } else {
      emitPrepare(module, site.kernel, site.signature, parts, schedule);
      if (isAlone)
        emitRunOfOne(module, site.kernel, site.signature, first, schedule);
      else
        emitRun(module, site.kernel, site.signature, parts, schedule);
    }
    site.kernel.erase();
    return success();
  }

private:
  KernelSite site;
  NestSchedule schedule;
};

} // namespace

std::unique_ptr<KernelForm> nestForm(const KernelSite &site) {
  return NestPlan::isNest(site.kernel) ? std::make_unique<LoopNestForm>(site) : nullptr;
}

} // namespace weir::cpu
