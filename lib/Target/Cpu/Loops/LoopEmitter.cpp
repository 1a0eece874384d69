// See LoopEmitter.h.
#include "lib/Target/Cpu/Loops/LoopEmitter.h"
#include "dialects/Kernel/KeptPasses.h"

#include "lib/Target/Cpu/Loops/LineVectors.h"
#include "lib/Target/Cpu/Schedule/KernelForm.h"
#include "lib/Target/Native/Bufferize.h"
#include "lib/Target/Native/LinalgLoops.h"

#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace weir::cpu {
namespace {

/// Of a phase, at most.
constexpr int64_t kTiles = 256;

/// Vectors of a line: operations on one don't wait for those on the others.
constexpr int64_t kVectors = 4;

/// The points of a phase as blocks, one or as many as vectors have lanes, and those as tiles.
struct Blocks {
  Blocks(OpBuilder &builder, mlir::Location loc, const PointLoop &points, int64_t lanes, const IRMapping &mapping)
      : extents(points.extents(builder, loc, mapping)) {
    auto constant = [&](int64_t number) { return arith::ConstantIndexOp::create(builder, loc, number); };
    if (!extents.empty() && lanes > 1) {
      width = extents.back();
      extents.back() = arith::CeilDivUIOp::create(builder, loc, width, constant(lanes));
    }
    count = constant(1);
    for (Value extent : extents)
      count = arith::MulIOp::create(builder, loc, count, extent);
    Value some = arith::MaxUIOp::create(builder, loc, count, constant(1));
    perTile = arith::CeilDivUIOp::create(builder, loc, some, constant(kTiles));
    tiles = arith::CeilDivUIOp::create(builder, loc, count, perTile);
  }

  SmallVector<Value> extents;
  Value width; ///< iterations of the last loop, which vectors lie along
  Value count, perTile, tiles;
};

class LoopEmitter {
public:
  LoopEmitter(ModuleOp module, func::FuncOp body, const KernelSignature &signature, int64_t lanes)
      : module(module), body(body), signature(signature), phases(phasesOf(body)) {
    for (const LoopPhase &phase : phases) {
      points.push_back(phase.ops.empty() ? PointLoop() : phase.points());
      vectors.push_back(vectorsOf(points.back(), lanes));
    }
  }

  void emitTiles(PrepareFunction &prepare) {
    for (size_t number = 0; number < phases.size(); ++number) {
      if (phases[number].ops.empty())
        continue;
      const PointLoop &loop = points[number];
      IRMapping mapping;
      for (ArrayRef<Value> values : {ArrayRef(loop.lower), ArrayRef(loop.upper), ArrayRef(loop.steps)})
        mapping.map(values, computeInPrepare(values, body, prepare));
      prepare.setTiles(Blocks(prepare.builder, prepare.loc, loop, lanesOf(number), mapping).tiles, number);
    }
  }

  void emitPhases() {
    for (size_t number = 0; number < phases.size(); ++number) {
      RunFunction run(module, body.getLoc(), signature, number);
      if (!phases[number].ops.empty())
        emitPhase(run, number);
      run.finish();
    }
  }

private:
  /// How many iterations the last loop has, if that is known.
  static std::optional<int64_t> knownWidth(const PointLoop &points) {
    if (points.indices.empty())
      return std::nullopt;
    std::optional<int64_t> lower = getConstantIntValue(points.lower.back()),
                           upper = getConstantIntValue(points.upper.back());
    return lower && upper ? std::optional(*upper - *lower) : std::nullopt;
  }

  /// With no more lanes than there are iterations.
  static std::optional<LineVectors> vectorsOf(const PointLoop &points, int64_t lanes) {
    std::optional<int64_t> width = knownWidth(points);
    if (width && *width <= 1)
      return std::nullopt;
    if (width && *width < lanes)
      lanes = static_cast<int64_t>(llvm::PowerOf2Ceil(*width));
    return LineVectors::of(points, lanes);
  }

  int64_t lanesOf(size_t number) const { return vectors[number] ? vectors[number]->lanes : 1; }

  void emitPhase(RunFunction &run, size_t number) {
    OpBuilder &builder = run.builder;
    mlir::Location loc = run.loc;
    IRMapping mapping;
    SmallVector<Value> parameters(run.operands);
    llvm::append_range(parameters, run.scalars);
    parameters.push_back(run.workspace);
    mapping.map(body.getArguments(), parameters);
    cloneSizes(builder, body, mapping);
    Blocks blocks(builder, loc, points[number], lanesOf(number), mapping);
    Value from = arith::MulIOp::create(builder, loc, run.firstTile, blocks.perTile);
    Value lastTile = arith::AddIOp::create(builder, loc, run.firstTile, run.tileCount);
    Value to = arith::MulIOp::create(builder, loc, lastTile, blocks.perTile);
    to = arith::MinUIOp::create(builder, loc, to, blocks.count);
    if (Value isDone = phases[number].isDone(builder, loc, mapping))
      to = arith::SelectOp::create(builder, loc, isDone, from, to);
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    auto loop = scf::ForOp::create(builder, loc, from, to, one);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    emitBlock(builder, number, blocks, loop.getInductionVar(), mapping);
  }

  void emitBlock(OpBuilder &builder, size_t number, const Blocks &blocks, Value block, IRMapping &mapping) {
    mlir::Location loc = body.getLoc();
    SmallVector<Value> numbers = splitNumber(builder, loc, block, blocks.extents);
    if (!vectors[number]) {
      points[number].place(builder, loc, numbers, mapping);
      phases[number].clonePoint(builder, points[number], mapping);
      return;
    }
    Value lanes = arith::ConstantIndexOp::create(builder, loc, lanesOf(number));
    numbers.back() = arith::MulIOp::create(builder, loc, numbers.back(), lanes);
    points[number].place(builder, loc, numbers, mapping);
    emitVectors(builder, number, arith::SubIOp::create(builder, loc, blocks.width, numbers.back()), lanes, mapping);
  }

  /// Full vectors without a mask; `left` are the iterations from here on.
  void emitVectors(OpBuilder &builder, size_t number, Value left, Value lanes, const IRMapping &mapping) {
    mlir::Location loc = body.getLoc();
    Value isFull = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::uge, left, lanes);
    auto full = [&](OpBuilder &inner, mlir::Location) {
      vectors[number]->clone(inner, points[number], mapping, /*mask=*/nullptr);
      scf::YieldOp::create(inner, loc);
    };
    auto rest = [&](OpBuilder &inner, mlir::Location) {
      auto type = VectorType::get({lanesOf(number)}, inner.getI1Type());
      Value mask = vector::CreateMaskOp::create(inner, loc, type, left);
      vectors[number]->clone(inner, points[number], mapping, mask);
      scf::YieldOp::create(inner, loc);
    };
    if (std::optional<int64_t> width = knownWidth(points[number]); width && *width % lanesOf(number) == 0)
      return vectors[number]->clone(builder, points[number], mapping, /*mask=*/nullptr);
    scf::IfOp::create(builder, loc, isFull, full, rest);
  }

  ModuleOp module;
  func::FuncOp body;
  const KernelSignature &signature;
  SmallVector<LoopPhase> phases;
  std::vector<PointLoop> points; ///< of each phase
  std::vector<std::optional<LineVectors>> vectors;
};

class LoopForm : public KernelForm {
public:
  explicit LoopForm(const KernelSite &site) : site(site), lanes(kVectors * site.nests.lanes) {}

  StringRef name() const override { return "loops"; }

  SmallVector<Knob> knobs() override { return {{"lanes", &lanes, kLeastLanes, kVectors * mostLanes(site), 1, 0}}; }

  std::string problem() const override { return problemOfLanes(lanes); }

  LogicalResult emit(ModuleOp module) override {
    mlir::Location loc = site.kernel.getLoc();
    FailureOr<func::FuncOp> body = bufferizeBody(module, site.kernel, site.signature);
    if (failed(body))
      return failure();
    allocateInResults(*body);
    auto lowerAffine = [](PassManager &passes) { passes.addNestedPass<func::FuncOp>(createLowerAffinePass()); };
    if (failed(lowerLinalgToLoops(module, /*areParallel=*/true)) ||
        failed(runKeptPasses("lower affine", module, lowerAffine)))
      return failure();
    PrepareFunction prepare(module, loc, site.signature);
    if (failed(moveAllocationsToWorkspace(*body, prepare)))
      return failure();
    LoopEmitter emitter(module, *body, site.signature, lanes);
    emitter.emitTiles(prepare);
    prepare.finish();
    emitter.emitPhases();
    body->erase();
    return success();
  }

private:
  KernelSite site;
  int64_t lanes;
};

} // namespace

std::unique_ptr<KernelForm> loopForm(const KernelSite &site) {
  return nest::NestPlan::isNest(site.kernel) ? nullptr : std::make_unique<LoopForm>(site);
}

} // namespace weir::cpu
