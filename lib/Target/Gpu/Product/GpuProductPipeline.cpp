// See GpuProductPipeline.h. Stages are a ring: while one is multiplied, the others are in flight. A thread also loads
// the fragments of a step while it multiplies those of the step before, across the barrier between stages.
#include "lib/Target/Gpu/Product/GpuProductPipeline.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace weir::gpu {
namespace {

class Pipeline {
public:
  Pipeline(const PipelineSite &site, bool byChunks)
      : site(site), code(site.code), byChunks(byChunks), isAsync(site.a.mayBeAsync() || site.b.mayBeAsync()),
        stageBytes(site.layoutA.bytes() + site.layoutB.bytes()) {}

  SmallVector<Value> emit() {
    sourceA = site.a.start();
    sourceB = site.b.start();
    left = site.depth;
    Value zero = arith::ConstantOp::create(code.b, code.loc, code.b.getF32FloatAttr(0));
    sums.assign(site.core.numSums(), zero);
    Value count = code.toI32(code.ceilDiv(site.depth, site.tile.k));
    std::optional<int64_t> known = GpuCode::known(count);
    if (known == 0)
      return sums;
    known == 1 ? emitOnlyTile() : emitLoop(count);
    return sums;
  }

private:
  /// Nothing is left to overlap with.
  void emitOnlyTile() {
    fill(code.i32(0));
    arrive(/*pending=*/0);
    fragments = site.core.load(site.shared, 0);
    for (int64_t step = 0; step < site.core.steps(); ++step) {
      SmallVector<Value> coming;
      if (step + 1 < site.core.steps())
        coming = site.core.load(site.shared, step + 1);
      site.core.multiplyAdd(fragments, sums);
      fragments = coming;
    }
    mlir::gpu::BarrierOp::create(code.b, code.loc);
  }

  void emitLoop(Value count) {
    fillFirst();
    readStage = code.i32(0);
    writeStage = code.i32((site.tile.stages - 1) * stageBytes);
    waitForStage();
    fragments = site.core.load(site.shared, 0);
    emitRounds(count);
    arrive(/*pending=*/0);
  }

  void emitRounds(Value count) {
    auto loop = scf::ForOp::create(code.b, code.loc, code.i32(0), count, code.i32(1), carried());
    OpBuilder::InsertionGuard guard(code.b);
    code.b.setInsertionPointToStart(loop.getBody());
    setCarried(loop.getRegionIterArgs());
    for (int64_t step = 0; step < site.core.steps(); ++step) {
      // Copies by other than chunks are long: registers are kept free for them.
      if (step == 0 && !byChunks)
        fillNext();
      SmallVector<Value> coming = loadNext(step);
      if (step == 0 && byChunks)
        fillNext();
      site.core.multiplyAdd(fragments, sums);
      fragments = coming;
    }
    scf::YieldOp::create(code.b, code.loc, carried());
    setCarried(loop.getResults());
  }

  /// The fragments of the step behind `step`, the last one's from the next stage.
  SmallVector<Value> loadNext(int64_t step) {
    if (step + 1 < site.core.steps())
      return site.core.load(code.at(site.shared, readStage), step + 1);
    // All have left the stage that was read before this one: the next round may write it.
    waitForStage();
    readStage = nextStage(readStage);
    return site.core.load(code.at(site.shared, readStage), 0);
  }

  /// All stages but one.
  void fillFirst() {
    auto loop = scf::ForOp::create(code.b, code.loc, code.i32(0), code.i32((site.tile.stages - 1) * stageBytes),
                                   code.i32(stageBytes), ValueRange{sourceA, sourceB, left});
    OpBuilder::InsertionGuard guard(code.b);
    code.b.setInsertionPointToStart(loop.getBody());
    auto enter = [&](ValueRange values) {
      sourceA = values[0];
      sourceB = values[1];
      left = values[2];
    };
    enter(loop.getRegionIterArgs());
    fill(loop.getInductionVar());
    scf::YieldOp::create(code.b, code.loc, ValueRange{sourceA, sourceB, left});
    enter(loop.getResults());
  }

  void fillNext() {
    fill(writeStage);
    writeStage = nextStage(writeStage);
  }

  /// Begins the copies of the next depth and makes them a group, also where no depth is left: then they are zeros, and
  /// groups can be counted.
  void fill(Value stage) {
    Value depthLeft = code.toI32(code.clamp(left, 0, site.tile.k));
    Value target = code.at(site.shared, stage);
    site.a.copy(sourceA, target, depthLeft, byChunks);
    site.b.copy(sourceB, code.at(target, site.layoutA.bytes()), depthLeft, byChunks);
    if (isAsync)
      NVVM::CpAsyncCommitGroupOp::create(code.b, code.loc);
    sourceA = site.a.next(sourceA);
    sourceB = site.b.next(sourceB);
    left = code.sub(left, site.tile.k);
  }

  /// Until the oldest stage in flight has arrived, all threads' copies.
  void waitForStage() { arrive(site.tile.stages - 2); }

  /// Until all but the last `pending` groups of copies have arrived, and so have all threads.
  void arrive(int64_t pending) {
    if (isAsync)
      NVVM::CpAsyncWaitGroupOp::create(code.b, code.loc, pending);
    mlir::gpu::BarrierOp::create(code.b, code.loc);
  }

  Value nextStage(Value stage) {
    Value next = code.add(stage, stageBytes);
    return code.select(code.equal(next, site.tile.stages * stageBytes), code.i32(0), next);
  }

  SmallVector<Value> carried() const {
    SmallVector<Value> values = {sourceA, sourceB, left, readStage, writeStage};
    llvm::append_range(values, fragments);
    llvm::append_range(values, sums);
    return values;
  }

  void setCarried(ValueRange values) {
    for (Value *value : {&sourceA, &sourceB, &left, &readStage, &writeStage}) {
      *value = values.front();
      values = values.drop_front();
    }
    size_t numFragments = fragments.size();
    fragments.assign(values.begin(), values.begin() + numFragments);
    sums.assign(values.begin() + numFragments, values.end());
  }

  const PipelineSite &site;
  const GpuCode &code;
  const bool byChunks;
  const bool isAsync; ///< some copies may be
  const int64_t stageBytes;
  Value sourceA, sourceB, left, readStage, writeStage; ///< stages as bytes from `shared` on
  SmallVector<Value> fragments, sums;
};

} // namespace

SmallVector<Value> emitPipeline(const PipelineSite &site, bool byChunks) { return Pipeline(site, byChunks).emit(); }

} // namespace weir::gpu
