// Nests of loops on a GPU: each nest has a range of the blocks of a launch.
#include "lib/Target/Gpu/Nest/GpuNestEmitter.h"

#include "lib/Target/Gpu/Nest/NestForm.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace weir::gpu {
namespace {

constexpr int64_t kThreads = 256;
constexpr int64_t kVectorBytes = 16, kMaxLanes = 8;

/// Of an element, from which on a thread computes one at a time: the values of several would not fit its registers, and
/// nothing is gained by wider accesses where arithmetic takes longer.
constexpr int64_t kManyOperations = 96;

/// What one element of a result takes, from the kernel's operands on.
int64_t operationsOf(Value result) {
  llvm::SetVector<Operation *> needed;
  auto need = [&](Value value) {
    if (Operation *op = value.getDefiningOp())
      needed.insert(op);
  };
  need(result);
  int64_t count = 0;
  for (size_t i = 0; i < needed.size(); ++i) {
    if (auto generic = dyn_cast<linalg::GenericOp>(needed[i]))
      count += std::distance(generic.getBody()->begin(), generic.getBody()->end()) - 1;
    llvm::for_each(needed[i]->getOperands(), need);
  }
  return count;
}

/// Functions in f64, each of which takes most of a thread's registers for every lane.
bool computesFunctionsInF64(func::FuncOp kernel) {
  auto found = kernel.walk([](Operation *op) {
    bool isFunction = isa<math::MathDialect>(op->getDialect()) && op->getNumResults() == 1;
    return isFunction && op->getResult(0).getType().isF64() ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found.wasInterrupted();
}

/// So many that vectors of the narrowest elements are one access; one where elements are read under conditions.
int64_t lanesOf(func::FuncOp kernel, const KernelSignature &signature) {
  auto takesLong = [](Value result) { return operationsOf(result) > kManyOperations; };
  if (nest::readsInsertions(kernel) || llvm::any_of(kernel.getBody().front().getTerminator()->getOperands(), takesLong))
    return 1;
  if (computesFunctionsInF64(kernel))
    return kVectorBytes / 8;
  int64_t narrowest = kVectorBytes;
  for (MemRefType type : signature.operands)
    narrowest = std::min<int64_t>(narrowest, llvm::divideCeil(type.getElementTypeBitWidth(), 8));
  return std::min(kMaxLanes, kVectorBytes / narrowest);
}

class GpuNestEmitter {
public:
  GpuNestEmitter(func::FuncOp kernel, const KernelSignature &signature)
      : plan(kernel), kernel(kernel), signature(signature), lanes(lanesOf(kernel, signature)) {
    for (const nest::Nest &nest : plan.nests())
      forms.push_back(chooseForm({plan, nest, kThreads, lanes}));
  }

  unsigned numPhases() const {
    return std::max_element(forms.begin(), forms.end(), hasFewerPhases)->get()->numPhases();
  }

  void emitPrepare(ModuleOp host) {
    PrepareFunction prepare(host, kernel.getLoc(), signature);
    ThreadEvaluator evaluator(plan, kernel, {prepare.builder, prepare.operands, prepare.scalars, signature.numInputs},
                              lanes, /*function=*/nullptr);
    auto sum = [&](llvm::function_ref<Value(NestForm &)> of) {
      Value total = evaluator.constant(0);
      for (auto &form : forms)
        total = arith::AddIOp::create(prepare.builder, prepare.loc, total, of(*form));
      return total;
    };
    for (unsigned phase = 0; phase < numPhases(); ++phase)
      prepare.setTiles(sum([&](NestForm &form) { return form.tiles(evaluator, phase); }), phase);
    prepare.setWorkspaceBytes(sum([&](NestForm &form) { return form.workspaceBytes(evaluator); }));
    prepare.finish();
  }

  GpuPhase emitPhase(mlir::gpu::GPUModuleOp device, unsigned phase) {
    GpuPhase result{.symbol = "phase" + std::to_string(phase), .threads = kThreads};
    GpuFunction function(device, kernel.getLoc(), result.symbol, signature, kThreads);
    ThreadEvaluator evaluator(
        plan, kernel, {function.builder, function.operands, function.scalars, signature.numInputs}, lanes, &function);
    Value begin = evaluator.constant(0), workspace = evaluator.constant(0);
    // A nest alone has all blocks.
    if (forms.size() == 1)
      emitForm(*forms.front(), evaluator, function, phase, function.block, workspace);
    for (auto &form : forms.size() > 1 ? ArrayRef(forms) : ArrayRef<std::unique_ptr<NestForm>>()) {
      Value end = arith::AddIOp::create(function.builder, function.loc, begin, form->tiles(evaluator, phase));
      if (phase < form->numPhases())
        emitRange(*form, evaluator, function, phase, begin, end, workspace);
      workspace = arith::AddIOp::create(function.builder, function.loc, workspace, form->workspaceBytes(evaluator));
      begin = end;
    }
    function.finish();
    result.sharedBytes = function.sharedBytes();
    return result;
  }

private:
  static bool hasFewerPhases(const std::unique_ptr<NestForm> &a, const std::unique_ptr<NestForm> &b) {
    return a->numPhases() < b->numPhases();
  }

  /// The blocks [begin, end) are the form's.
  static void emitRange(NestForm &form, ThreadEvaluator &evaluator, GpuFunction &function, unsigned phase, Value begin,
                        Value end, Value workspace) {
    auto compare = [&](arith::CmpIPredicate predicate, Value bound) -> Value {
      return arith::CmpIOp::create(function.builder, function.loc, predicate, function.block, bound);
    };
    Value isMine = arith::AndIOp::create(function.builder, function.loc, compare(arith::CmpIPredicate::uge, begin),
                                         compare(arith::CmpIPredicate::ult, end));
    evaluator.ifThen(isMine, /*mask=*/nullptr, [&](int) {
      Value tile = arith::SubIOp::create(function.builder, function.loc, function.block, begin);
      emitForm(form, evaluator, function, phase, tile, workspace);
    });
  }

  static void emitForm(NestForm &form, ThreadEvaluator &evaluator, GpuFunction &function, unsigned phase, Value tile,
                       Value workspace) {
    evaluator.setBase();
    evaluator.releaseShared();
    form.emit({evaluator, function, phase, tile, workspace});
  }

  nest::NestPlan plan;
  func::FuncOp kernel;
  const KernelSignature &signature;
  const int64_t lanes;
  SmallVector<std::unique_ptr<NestForm>> forms;
};

} // namespace

SmallVector<GpuPhase> emitGpuNests(ModuleOp host, mlir::gpu::GPUModuleOp device, func::FuncOp kernel,
                                   const KernelSignature &signature) {
  GpuNestEmitter emitter(kernel, signature);
  emitter.emitPrepare(host);
  SmallVector<GpuPhase> phases;
  for (unsigned phase = 0; phase < emitter.numPhases(); ++phase)
    phases.push_back(emitter.emitPhase(device, phase));
  kernel.erase();
  return phases;
}

} // namespace weir::gpu
