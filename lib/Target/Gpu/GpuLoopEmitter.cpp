// Loops over memrefs, one behind the other: a phase for each.
#include "lib/Target/Gpu/GpuLoopEmitter.h"

#include "dialects/Kernel/Kernel.h"
#include "include/weir/Runtime/KernelAbi.h"
#include "lib/Target/Gpu/GpuFunction.h"
#include "lib/Target/Native/Bufferize.h"

#include "llvm/ADT/SetVector.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;

namespace weir::gpu {
namespace {

constexpr int64_t kThreads = 256;

/// Independent iterations: those of a parallel loop, or of marked loops one in the other.
struct PointLoop {
  SmallVector<Value> lower, upper, steps, indices;
  Block *body;

  static PointLoop of(Operation *op) {
    PointLoop loop{.body = op->getBlock()};
    if (auto parallel = dyn_cast<scf::ParallelOp>(op)) {
      loop.lower = parallel.getLowerBound();
      loop.upper = parallel.getUpperBound();
      loop.steps = parallel.getStep();
      llvm::append_range(loop.indices, parallel.getInductionVars());
      loop.body = parallel.getBody();
      return loop;
    }
    auto next = dyn_cast<scf::ForOp>(op);
    while (next && next->hasAttr(kernel::kParallelAttr)) {
      loop.lower.push_back(next.getLowerBound());
      loop.upper.push_back(next.getUpperBound());
      loop.steps.push_back(next.getStep());
      loop.indices.push_back(next.getInductionVar());
      loop.body = next.getBody();
      // Only what is directly inside, so that bounds are known outside.
      next = llvm::hasSingleElement(loop.body->without_terminator()) ? dyn_cast<scf::ForOp>(loop.body->front())
                                                                     : scf::ForOp();
    }
    return loop;
  }

  SmallVector<Value> extents(OpBuilder &builder, mlir::Location loc, const IRMapping &mapping) const {
    SmallVector<Value> sizes;
    for (auto [from, to, step] : llvm::zip(lower, upper, steps)) {
      Value length = arith::SubIOp::create(builder, loc, mapping.lookup(to), mapping.lookup(from));
      sizes.push_back(arith::CeilDivUIOp::create(builder, loc, length, mapping.lookup(step)));
    }
    return sizes;
  }
};

/// Memory that ends as a result is the result's: nobody else writes there.
void allocateInResults(func::FuncOp body) {
  body.walk([](linalg::CopyOp copy) {
    Value target = copy.getOutputs().front();
    auto alloc = copy.getInputs().front().getDefiningOp<memref::AllocOp>();
    if (!alloc || !isa<BlockArgument>(target) || alloc.getType() != target.getType() ||
        !llvm::hasSingleElement(target.getUsers()))
      return;
    copy.erase();
    alloc.replaceAllUsesWith(target);
    alloc.erase();
  });
}

class GpuLoopEmitter {
public:
  GpuLoopEmitter(func::FuncOp body, const KernelSignature &signature) : body(body), signature(signature) {}

  /// Each loop is a phase, and so is what stands between two of them, if it does more than compute sizes.
  LogicalResult collectPhases() {
    bool isBetween = false;
    for (Operation &op : body.getBody().front().without_terminator()) {
      bool isLoop = isa<scf::ParallelOp, scf::ForOp>(op);
      if (isLoop || (!isPure(&op) && !isBetween))
        phases.emplace_back();
      if (isLoop || !isPure(&op))
        phases.back().insert(&op);
      isBetween = !isLoop && (isBetween || !isPure(&op));
    }
    // Over sizes that are known to be 0, nothing is left; a kernel has a phase all the same.
    if (phases.empty())
      phases.emplace_back();
    if (phases.size() > WEIR_MAX_PHASES)
      return body.emitError("expects a kernel for GPUs to have at most ")
             << WEIR_MAX_PHASES << " loops one behind the other, got " << phases.size();
    return success();
  }

  void emitTiles(PrepareFunction &prepare) {
    OpBuilder &builder = prepare.builder;
    for (auto [phase, ops] : llvm::enumerate(phases)) {
      if (ops.empty())
        continue;
      PointLoop points = PointLoop::of(ops.front());
      IRMapping mapping;
      for (ArrayRef<Value> values : {ArrayRef(points.lower), ArrayRef(points.upper), ArrayRef(points.steps)})
        mapping.map(values, computeInPrepare(values, body, prepare));
      Value count = arith::ConstantIndexOp::create(builder, prepare.loc, 1);
      for (Value size : points.extents(builder, prepare.loc, mapping))
        count = arith::MulIOp::create(builder, prepare.loc, count, size);
      Value threads = arith::ConstantIndexOp::create(builder, prepare.loc, kThreads);
      prepare.setTiles(arith::CeilDivUIOp::create(builder, prepare.loc, count, threads), phase);
    }
  }

  SmallVector<GpuPhase> emitPhases(mlir::gpu::GPUModuleOp device) {
    SmallVector<GpuPhase> emitted;
    for (auto [number, ops] : llvm::enumerate(phases)) {
      emitted.push_back({.symbol = "phase" + std::to_string(number), .threads = kThreads});
      GpuFunction function(device, body.getLoc(), emitted.back().symbol, signature, kThreads);
      if (!ops.empty())
        emitPhase(function, ops);
      function.finish();
    }
    return emitted;
  }

private:
  /// What the body's parameters are in `function`, in the memory space that the body knows.
  IRMapping parametersIn(GpuFunction &function) {
    SmallVector<Value> values(function.operands);
    llvm::append_range(values, function.scalars);
    Value none = arith::ConstantIndexOp::create(function.builder, function.loc, 0);
    values.push_back(function.workspace(function.builder.getI8Type(), none, none));
    IRMapping mapping;
    for (auto [parameter, value] : llvm::zip(body.getArguments(), values)) {
      bool isMemory = isa<MemRefType>(parameter.getType());
      mapping.map(parameter, isMemory ? memref::MemorySpaceCastOp::create(function.builder, function.loc,
                                                                          parameter.getType(), value)
                                            .getResult()
                                      : value);
    }
    return mapping;
  }

  void emitPhase(GpuFunction &function, const llvm::SetVector<Operation *> &ops) {
    OpBuilder &builder = function.builder;
    mlir::Location loc = function.loc;
    IRMapping mapping = parametersIn(function);
    auto isKnown = [&](Value value) { return mapping.contains(value); };
    for (Operation &op : body.getBody().front().without_terminator())
      if (isPure(&op) && llvm::all_of(op.getOperands(), isKnown))
        builder.clone(op, mapping);
    PointLoop points = PointLoop::of(ops.front());
    SmallVector<Value> extents = points.extents(builder, loc, mapping);
    Value count = arith::ConstantIndexOp::create(builder, loc, 1);
    for (Value size : extents)
      count = arith::MulIOp::create(builder, loc, count, size);
    Value first = arith::MulIOp::create(builder, loc, function.block,
                                        arith::ConstantIndexOp::create(builder, loc, kThreads).getResult());
    Value point = arith::AddIOp::create(builder, loc, first, function.thread);
    Value exists = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, point, count);
    scf::IfOp::create(builder, loc, exists, [&](OpBuilder &, mlir::Location) {
      place(builder, loc, points, extents, point, mapping);
      cloneOps(builder, points, ops, mapping);
      scf::YieldOp::create(builder, loc);
    });
  }

  /// What is computed at one point: the inside of a parallel loop, or the ops themselves with what lies between them.
  static void cloneOps(OpBuilder &builder, const PointLoop &points, const llvm::SetVector<Operation *> &ops,
                       IRMapping &mapping) {
    auto from = points.body->begin(), to = points.body->without_terminator().end();
    if (points.indices.empty()) {
      from = ops.front()->getIterator();
      to = std::next(ops.back()->getIterator());
    }
    for (Operation &op : llvm::make_range(from, to))
      if (!llvm::all_of(op.getResults(), [&](Value result) { return mapping.contains(result); }) ||
          op.getNumResults() == 0)
        builder.clone(op, mapping);
  }

  /// Splits the number of a point into the indices of the loops.
  static void place(OpBuilder &builder, mlir::Location loc, const PointLoop &points, ArrayRef<Value> extents,
                    Value number, IRMapping &mapping) {
    for (int64_t i = static_cast<int64_t>(extents.size()) - 1; i >= 0; --i) {
      Value index = i == 0 ? number : Value(arith::RemUIOp::create(builder, loc, number, extents[i]));
      index = arith::MulIOp::create(builder, loc, index, mapping.lookup(points.steps[i]));
      index = arith::AddIOp::create(builder, loc, index, mapping.lookup(points.lower[i]));
      mapping.map(points.indices[i], index);
      if (i > 0)
        number = arith::DivUIOp::create(builder, loc, number, extents[i]);
    }
  }

  func::FuncOp body;
  const KernelSignature &signature;
  SmallVector<llvm::SetVector<Operation *>> phases; ///< the ops of each that are not pure
};

} // namespace

FailureOr<SmallVector<GpuPhase>> emitGpuLoops(ModuleOp host, mlir::gpu::GPUModuleOp device, func::FuncOp kernel,
                                              const KernelSignature &signature) {
  mlir::Location loc = kernel.getLoc();
  FailureOr<func::FuncOp> body = bufferizeBody(host, kernel, signature);
  if (failed(body))
    return failure();
  allocateInResults(*body);
  PassManager toLoops(host.getContext());
  toLoops.addNestedPass<func::FuncOp>(createConvertLinalgToParallelLoopsPass());
  if (failed(toLoops.run(host)))
    return failure();
  PrepareFunction prepare(host, loc, signature);
  GpuLoopEmitter emitter(*body, signature);
  if (failed(moveAllocationsToWorkspace(*body, prepare)) || failed(emitter.collectPhases()))
    return failure();
  emitter.emitTiles(prepare);
  prepare.finish();
  SmallVector<GpuPhase> phases = emitter.emitPhases(device);
  body->erase();
  return phases;
}

} // namespace weir::gpu
