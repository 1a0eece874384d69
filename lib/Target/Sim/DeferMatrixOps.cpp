// Finds runs of ops on matrices that a warp can do at once.
#include "lib/Target/Sim/Passes.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace weir::sim {

#define GEN_PASS_DEF_DEFERMATRIXOPSPASS
#include "lib/Target/Sim/Passes.h.inc"

namespace {

/// A run in a block while it grows.
class OpRun {
public:
  /// Takes the op in, leaves it where it is, moves it behind the run, or ends the run.
  void visit(Operation *op) {
    bool isMatrixOp = isa<NVVM::LdMatrixOp, NVVM::MmaOp>(op);
    if (isMatrixOp && !ops.empty() && (ops.front()->getName() != op->getName() || usesRun(op)))
      end(op);
    if (isMatrixOp) {
      ops.push_back(op);
      users.insert(op);
    } else if (op->hasTrait<OpTrait::IsTerminator>() || !isMemoryEffectFree(op)) {
      end(op);
    } else if (usesRun(op)) {
      moved.push_back(op);
      users.insert(op);
    }
  }

private:
  bool usesRun(Operation *op) const {
    return llvm::any_of(op->getOperands(), [&](Value value) { return users.contains(value.getDefiningOp()); });
  }

  void end(Operation *next) {
    if (ops.size() > 1) {
      for (Operation *op : ArrayRef(ops).drop_back())
        op->setAttr(kDeferredAttr, UnitAttr::get(op->getContext()));
      for (Operation *op : moved)
        op->moveBefore(next);
    }
    ops.clear();
    moved.clear();
    users.clear();
  }

  SmallVector<Operation *> ops, moved;
  llvm::SmallPtrSet<Operation *, 32> users; ///< of the run's results, and the run
};

struct DeferMatrixOps : impl::DeferMatrixOpsPassBase<DeferMatrixOps> {
  void runOnOperation() override { deferMatrixOps(getOperation()); }
};

} // namespace

void deferMatrixOps(Operation *op) {
  op->walk([](Block *block) {
    OpRun run;
    for (Operation &op : llvm::make_early_inc_range(*block))
      run.visit(&op);
  });
}

} // namespace weir::sim
