// Replaces calls by what they call.
#include "passes/Graph/Passes.h"

#include "dialects/Weir/Control/Ops.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_INLINECALLSPASS
#include "passes/Graph/Passes.h.inc"

namespace {

/// What calls may grow to: functions that call each other twice double at each level.
constexpr int64_t kMaxInlinedOps = 1 << 20;

/// Inlines callees before callers, so that each call is inlined once.
class Inliner {
public:
  explicit Inliner(ModuleOp module) : symbols(module) {}

  LogicalResult visit(func::FuncOp function) {
    if (done.contains(function))
      return success();
    SmallVector<CallOp> calls;
    function.walk([&](CallOp call) { calls.push_back(call); });
    for (CallOp call : calls) {
      auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
      path.push_back(call);
      if (failed(check(call, callee)) || failed(visit(callee)))
        return failure();
      path.pop_back();
      inlinedOps += callee.getBody().front().getOperations().size();
      if (inlinedOps > kMaxInlinedOps)
        return call.emitOpError("expects calls to grow to at most ") << kMaxInlinedOps << " ops";
      inlineCall(call, callee);
      called.insert(callee);
    }
    done.insert(function);
    return success();
  }

  void eraseUncalled(ModuleOp module) {
    for (func::FuncOp function : called)
      if (SymbolTable::symbolKnownUseEmpty(function, module))
        symbols.erase(function);
  }

private:
  LogicalResult check(CallOp call, func::FuncOp callee) {
    for (size_t i = 0; i < path.size(); ++i)
      if (path[i]->getParentOfType<func::FuncOp>() == callee)
        return reportCycle(ArrayRef(path).drop_front(i));
    auto fail = [&](const Twine &message) {
      InFlightDiagnostic error = call.emitOpError(message);
      error.attachNote(callee.getLoc()) << "the function is here";
      return error;
    };
    if (callee->hasAttr(kJobAttr))
      return fail("expects a function that is no job");
    if (!callee.getBody().hasOneBlock())
      return fail("expects a function whose body is one block");
    return success();
  }

  static LogicalResult reportCycle(ArrayRef<CallOp> cycle) {
    auto names = llvm::map_range(
        cycle, [](CallOp call) { return "@" + call->getParentOfType<func::FuncOp>().getSymName().str(); });
    CallOp first = cycle.front(), last = cycle.back();
    InFlightDiagnostic error = first.emitOpError("expects calls without recursion, got ");
    error << llvm::join(names, " -> ") << " -> " << last.getCalleeAttr();
    for (CallOp call : cycle.drop_front())
      error.attachNote(call.getLoc()) << "calls " << call.getCalleeAttr();
    return error;
  }

  static void inlineCall(CallOp call, func::FuncOp callee) {
    OpBuilder builder(call);
    IRMapping mapping;
    mapping.map(callee.getArguments(), call.getInputs());
    for (Operation &op : callee.getBody().front().without_terminator()) {
      Operation *inlined = builder.clone(op, mapping);
      inlined->walk([&](Operation *inner) { inner->setLoc(CallSiteLoc::get(inner->getLoc(), call.getLoc())); });
    }
    Operation *terminator = callee.getBody().front().getTerminator();
    for (auto [result, value] : llvm::zip(call.getResults(), terminator->getOperands()))
      result.replaceAllUsesWith(mapping.lookupOrDefault(value));
    call.erase();
  }

  SymbolTable symbols;
  int64_t inlinedOps = 0;
  SmallVector<CallOp> path; ///< from the function visited first to the call at hand
  DenseSet<func::FuncOp> done;
  llvm::SetVector<func::FuncOp> called;
};

struct InlineCalls : impl::InlineCallsPassBase<InlineCalls> {
  void runOnOperation() override {
    Inliner inliner(getOperation());
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (failed(inliner.visit(function)))
        return signalPassFailure();
    inliner.eraseUncalled(getOperation());
  }
};

} // namespace
} // namespace weir
