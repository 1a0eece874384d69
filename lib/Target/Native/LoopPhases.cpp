// See LoopPhases.h.
#include "lib/Target/Native/LoopPhases.h"

#include "dialects/Kernel/Kernel.h"
#include "include/weir/Runtime/KernelAbi.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace weir {

/// Whether the op touches no memory, so that each phase may repeat it.
static bool computesSizes(Operation &op) { return op.getNumRegions() == 0 && isMemoryEffectFree(&op); }

PointLoop PointLoop::of(Operation *op) {
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

SmallVector<Value> PointLoop::extents(OpBuilder &builder, Location loc, const IRMapping &mapping) const {
  SmallVector<Value> sizes;
  for (auto [from, to, step] : llvm::zip(lower, upper, steps)) {
    Value length = arith::SubIOp::create(builder, loc, mapping.lookup(to), mapping.lookup(from));
    sizes.push_back(arith::CeilDivUIOp::create(builder, loc, length, mapping.lookup(step)));
  }
  return sizes;
}

void PointLoop::place(OpBuilder &builder, Location loc, ValueRange numbers, IRMapping &mapping) const {
  for (auto [index, number, step, from] : llvm::zip(indices, numbers, steps, lower)) {
    Value distance = arith::MulIOp::create(builder, loc, number, mapping.lookup(step));
    mapping.map(index, arith::AddIOp::create(builder, loc, distance, mapping.lookup(from)).getResult());
  }
}

SmallVector<Value> splitNumber(OpBuilder &builder, Location loc, Value number, ArrayRef<Value> extents) {
  SmallVector<Value> numbers(extents.size());
  for (size_t i = extents.size(); i-- > 0;) {
    numbers[i] = i == 0 ? number : Value(arith::RemUIOp::create(builder, loc, number, extents[i]));
    if (i > 0)
      number = arith::DivUIOp::create(builder, loc, number, extents[i]);
  }
  return numbers;
}

PointLoop LoopPhase::points() const {
  return ops.size() == 1 ? PointLoop::of(ops.front()) : PointLoop{.body = ops.front()->getBlock()};
}

void LoopPhase::clonePoint(OpBuilder &builder, const PointLoop &points, IRMapping &mapping) const {
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

/// The store of a loop that does nothing but copy a row-major operand to one.
static memref::StoreOp onlyCopy(const PointLoop &points) {
  auto ops = points.body->without_terminator();
  if (points.indices.empty() || std::distance(ops.begin(), ops.end()) != 2)
    return {};
  auto load = dyn_cast<memref::LoadOp>(ops.begin());
  auto store = dyn_cast<memref::StoreOp>(std::next(ops.begin()));
  auto isOperand = [](Value memory) {
    return isa<BlockArgument>(memory) && cast<MemRefType>(memory.getType()).getLayout().isIdentity();
  };
  bool isCopy = load && store && store.getValueToStore() == load.getResult() && isOperand(load.getMemref()) &&
                isOperand(store.getMemref()) && ValueRange(load.getIndices()) == ValueRange(points.indices) &&
                ValueRange(store.getIndices()) == ValueRange(points.indices);
  return isCopy ? store : memref::StoreOp();
}

Value LoopPhase::isDone(OpBuilder &builder, Location loc, const IRMapping &mapping) const {
  memref::StoreOp store = onlyCopy(points());
  if (!store)
    return nullptr;
  auto address = [&](Value memory) -> Value {
    return memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, mapping.lookup(memory));
  };
  Value from = address(store.getValueToStore().getDefiningOp<memref::LoadOp>().getMemref());
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, from, address(store.getMemref()));
}

/// Whether `op`, or what is inside of it, takes the result of one of `ops`. What is in memory is there for all phases.
static bool takesFrom(const DenseSet<Operation *> &ops, Operation *op) {
  auto isTaken = [&](Value operand) {
    return !isa<MemRefType>(operand.getType()) && ops.contains(operand.getDefiningOp());
  };
  auto takes = [&](Operation *inner) { return llvm::any_of(inner->getOperands(), isTaken); };
  return op->walk([&](Operation *inner) { return takes(inner) ? WalkResult::interrupt() : WalkResult::advance(); })
      .wasInterrupted();
}

namespace {

/// The phases of what has been added so far.
class PhaseBuilder {
public:
  /// A loop, or ops between two.
  void add(ArrayRef<Operation *> ops) {
    auto does = [](Operation *op) { return !computesSizes(*op); };
    bool goesOn = false;
    for (Operation *op : ops)
      if (takesFrom(latest, op)) {
        latest.insert(op);
        goesOn |= does(op);
      }
    if (llvm::none_of(ops, does))
      return;
    if (!goesOn) {
      phases.emplace_back();
      latest.clear();
    }
    for (Operation *op : ops) {
      if (does(op))
        phases.back().ops.insert(op);
      if (does(op) || takesFrom(latest, op))
        latest.insert(op);
    }
  }

  SmallVector<LoopPhase> phases;

private:
  DenseSet<Operation *> latest; ///< of the last phase, and what is computed of its results
};

} // namespace

SmallVector<LoopPhase> phasesOf(func::FuncOp body) {
  PhaseBuilder builder;
  SmallVector<Operation *> between;
  for (Operation &op : body.getBody().front().without_terminator()) {
    if (!isa<scf::ParallelOp, scf::ForOp>(op)) {
      between.push_back(&op);
      continue;
    }
    builder.add(between);
    builder.add(&op);
    between.clear();
  }
  builder.add(between);
  SmallVector<LoopPhase> &phases = builder.phases;
  if (phases.empty())
    phases.emplace_back();
  while (phases.size() > WEIR_MAX_PHASES) {
    LoopPhase last = phases.pop_back_val();
    phases.back().ops.insert_range(last.ops);
  }
  return phases;
}

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

void cloneSizes(OpBuilder &builder, func::FuncOp body, IRMapping &mapping) {
  auto isKnown = [&](Value value) { return mapping.contains(value); };
  for (Operation &op : body.getBody().front().without_terminator())
    if (computesSizes(op) && llvm::all_of(op.getOperands(), isKnown))
      builder.clone(op, mapping);
}

} // namespace weir
