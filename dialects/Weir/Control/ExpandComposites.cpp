// Replaces composite ops by their decompositions.
#include "dialects/Weir/Control/Passes.h"

#include "dialects/Interfaces/CompositeNames.h"
#include "dialects/Interfaces/Decomposition.h"
#include "dialects/Interfaces/Gradient.h"
#include "dialects/Weir/Control/Ops.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_EXPANDCOMPOSITESPASS
#include "dialects/Weir/Control/Passes.h.inc"

namespace {

/// Notes the ops that are built, and gives them the attributes that passes put on the op they replace, and its name.
class CompositeExpansion : public OpBuilder::Listener {
public:
  explicit CompositeExpansion(Operation *composite) : builder(composite, this), composite(composite) {}

  void run() {
    composite->setLoc(insideComposite(composite));
    SmallVector<Value> results = cast<DecompositionInterface>(composite).decompose(builder);
    for (Operation *op : built)
      for (NamedAttribute attribute : composite->getDiscardableAttrs())
        op->setAttr(attribute.getName(), attribute.getValue());
    composite->replaceAllUsesWith(results);
    composite->erase();
  }

  void notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) override { built.push_back(op); }

  SmallVector<Operation *> built;

private:
  OpBuilder builder;
  Operation *composite;
};

struct ExpandComposites : impl::ExpandCompositesPassBase<ExpandComposites> {
  using ExpandCompositesPassBase::ExpandCompositesPassBase;

  void runOnOperation() override {
    bool asksForGradients = false;
    SmallVector<Operation *> composites;
    getOperation().walk([&](Operation *op) {
      asksForGradients |= isa<GradientOp>(op);
      if (isa<DecompositionInterface>(op))
        composites.push_back(op);
    });
    // A decomposition may hold composites itself.
    while (!composites.empty()) {
      Operation *composite = composites.pop_back_val();
      if (keepOwnGradients && asksForGradients && isa<GradientInterface>(composite))
        continue;
      CompositeExpansion expansion(composite);
      expansion.run();
      llvm::copy_if(expansion.built, std::back_inserter(composites), llvm::IsaPred<DecompositionInterface>);
    }
  }
};

} // namespace
} // namespace weir
