// A job that repeats and its epilogue become one job, whose calls of the epilogue are marked.
#include "passes/Schedule/JobValues.h"
#include "passes/Schedule/Passes.h"

#include "dialects/Weir/Control/NormalForm.h"
#include "dialects/Weir/Control/Repetition.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_JOINEPILOGUESPASS
#include "passes/Schedule/Passes.h.inc"

namespace {

struct JoinEpiloguesPass : impl::JoinEpiloguesPassBase<JoinEpiloguesPass> {
  void runOnOperation() override {
    if (failed(verifyRepetition(getOperation())))
      return signalPassFailure();
    // None of them is an epilogue, which is erased.
    auto repeating = llvm::make_filter_range(getOperation().getOps<func::FuncOp>(),
                                             [](func::FuncOp job) { return job->hasAttr(kRepeatAttr); });
    for (func::FuncOp job : llvm::to_vector(repeating))
      if (func::FuncOp epilogue = epilogueOf(job)) {
        join(job, epilogue);
        epilogue.erase();
      }
  }

private:
  static void join(func::FuncOp job, func::FuncOp epilogue) {
    SymbolTable symbols(job->getParentOfType<ModuleOp>());
    llvm::DenseMap<StringAttr, Value> assigned;
    for (auto assign : job.getOps<AssignOp>())
      assigned[storageOf(symbols, assign.getVariableAttr().getAttr())] = assign.getValue();
    OpBuilder builder(job.getBody().front().getTerminator());
    IRMapping mapping;
    for (Operation &op : epilogue.getBody().front().without_terminator()) {
      auto read = dyn_cast<ReadOp>(op);
      Value now = read ? assigned.lookup(storageOf(symbols, read.getVariableAttr().getAttr())) : Value();
      if (now)
        mapping.map(read.getResult(), now);
      else
        builder.clone(op, mapping)->setAttr(kLastAttr, builder.getUnitAttr());
    }
  }
};

} // namespace

} // namespace weir
