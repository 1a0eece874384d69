// Loops over memrefs, one behind the other: a phase for each.
#include "lib/Target/Gpu/GpuLoopEmitter.h"

#include "lib/Target/Gpu/GpuFunction.h"
#include "lib/Target/Native/Bufferize.h"
#include "lib/Target/Native/LoopPhases.h"

#include "dialects/Kernel/KeptPasses.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace weir::gpu {
namespace {

constexpr int64_t kThreads = 256;

class GpuLoopEmitter {
public:
  GpuLoopEmitter(func::FuncOp body, const KernelSignature &signature)
      : body(body), signature(signature), phases(phasesOf(body)) {}

  void emitTiles(PrepareFunction &prepare) {
    OpBuilder &builder = prepare.builder;
    for (auto [number, phase] : llvm::enumerate(phases)) {
      if (phase.ops.empty())
        continue;
      PointLoop points = phase.points();
      IRMapping mapping;
      for (ArrayRef<Value> values : {ArrayRef(points.lower), ArrayRef(points.upper), ArrayRef(points.steps)})
        mapping.map(values, computeInPrepare(values, body, prepare));
      Value count = arith::ConstantIndexOp::create(builder, prepare.loc, 1);
      for (Value size : points.extents(builder, prepare.loc, mapping))
        count = arith::MulIOp::create(builder, prepare.loc, count, size);
      Value threads = arith::ConstantIndexOp::create(builder, prepare.loc, kThreads);
      prepare.setTiles(arith::CeilDivUIOp::create(builder, prepare.loc, count, threads), number);
    }
  }

  SmallVector<GpuPhase> emitPhases(mlir::gpu::GPUModuleOp device) {
    SmallVector<GpuPhase> emitted;
    for (auto [number, phase] : llvm::enumerate(phases)) {
      emitted.push_back({.symbol = "phase" + std::to_string(number), .threads = kThreads});
      GpuFunction function(device, body.getLoc(), emitted.back().symbol, signature, kThreads);
      if (!phase.ops.empty())
        emitPhase(function, phase);
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

  void emitPhase(GpuFunction &function, const LoopPhase &phase) {
    OpBuilder &builder = function.builder;
    mlir::Location loc = function.loc;
    IRMapping mapping = parametersIn(function);
    cloneSizes(builder, body, mapping);
    PointLoop points = phase.points();
    SmallVector<Value> extents = points.extents(builder, loc, mapping);
    Value count = arith::ConstantIndexOp::create(builder, loc, 1);
    for (Value size : extents)
      count = arith::MulIOp::create(builder, loc, count, size);
    Value first = arith::MulIOp::create(builder, loc, function.block,
                                        arith::ConstantIndexOp::create(builder, loc, kThreads).getResult());
    Value point = arith::AddIOp::create(builder, loc, first, function.thread);
    if (Value isDone = phase.isDone(builder, loc, mapping))
      count = arith::SelectOp::create(builder, loc, isDone, arith::ConstantIndexOp::create(builder, loc, 0), count);
    Value exists = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, point, count);
    scf::IfOp::create(builder, loc, exists, [&](OpBuilder &, mlir::Location) {
      points.place(builder, loc, splitNumber(builder, loc, point, extents), mapping);
      phase.clonePoint(builder, points, mapping);
      scf::YieldOp::create(builder, loc);
    });
  }

  func::FuncOp body;
  const KernelSignature &signature;
  SmallVector<LoopPhase> phases;
};

} // namespace

FailureOr<SmallVector<GpuPhase>> emitGpuLoops(ModuleOp host, mlir::gpu::GPUModuleOp device, func::FuncOp kernel,
                                              const KernelSignature &signature) {
  mlir::Location loc = kernel.getLoc();
  FailureOr<func::FuncOp> body = bufferizeBody(host, kernel, signature);
  if (failed(body))
    return failure();
  allocateInResults(*body);
  auto toLoops = [](PassManager &passes) {
    passes.addNestedPass<func::FuncOp>(createConvertLinalgToParallelLoopsPass());
  };
  if (failed(runKeptPasses("gpu loops", host, toLoops)))
    return failure();
  PrepareFunction prepare(host, loc, signature);
  if (failed(moveAllocationsToWorkspace(*body, prepare)))
    return failure();
  GpuLoopEmitter emitter(*body, signature);
  emitter.emitTiles(prepare);
  prepare.finish();
  SmallVector<GpuPhase> phases = emitter.emitPhases(device);
  body->erase();
  return phases;
}

} // namespace weir::gpu
