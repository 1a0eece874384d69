// Plants: small changes of the IR behind one stage or one step of the lowering.
#include "test/lib/Plants/Plants.h"

#include "dialects/Comm/Comm.h"
#include "dialects/Kernel/Kernel.h"
#include "dialects/Weir/Contract/Ops.h"
#include "dialects/Weir/Math/Ops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace weir {

namespace {

template <typename Op> Op firstOf(ModuleOp module) {
  Op found;
  module.walk([&](Op op) {
    found = op;
    return WalkResult::interrupt();
  });
  return found;
}

void swapOperands(ModuleOp module) {
  if (auto sub = firstOf<SubOp>(module))
    sub->setOperands({sub->getOperand(1), sub->getOperand(0)});
}

/// Doubles what jobs return last, where tests of gradients return a gradient.
void doubleLastResult(ModuleOp module) {
  module.walk([](func::ReturnOp terminator) {
    if (terminator->getNumOperands() == 0)
      return;
    OpOperand &last = terminator->getOpOperands().back();
    OpBuilder builder(terminator);
    last.set(AddOp::create(builder, last.get().getLoc(), last.get(), last.get()));
  });
}

void accumulateInBf16(ModuleOp module) {
  module.walk([](MatmulOp product) {
    product->setAttr("accumulator", TypeAttr::get(BFloat16Type::get(product.getContext())));
  });
}

/// Yields one result of a group in the place of another.
void permuteOutputs(ModuleOp module) {
  module.walk([](kernel::YieldOp yield) {
    for (OpOperand &first : yield->getOpOperands())
      for (OpOperand &second : yield->getOpOperands())
        if (first.get() != second.get() && first.get().getType() == second.get().getType()) {
          Value kept = first.get();
          first.set(second.get());
          second.set(kept);
          return WalkResult::interrupt();
        }
    return WalkResult::advance();
  });
}

/// The first sum of floats becomes a difference.
template <typename From, typename To> void subtract(ModuleOp module) {
  auto add = firstOf<From>(module);
  if (!add)
    return;
  OpBuilder builder(add);
  Value difference = To::create(builder, add.getLoc(), add->getOperand(0), add->getOperand(1));
  add->getResult(0).replaceAllUsesWith(difference);
  add->erase();
}

/// Ranks take each other's parts.
void cutOthersParts(ModuleOp module) {
  module.walk([](comm::CutOp cut) {
    auto ranks = llvm::to_vector(cut.getGroups().getValues<int64_t>());
    std::reverse(ranks.begin(), ranks.end());
    cut.setGroupsAttr(DenseIntElementsAttr::get(cast<RankedTensorType>(cut.getGroups().getType()), ranks));
  });
}

void joinByMax(ModuleOp module) {
  module.walk([](comm::AllReduceOp reduce) {
    reduce.setCombinerAttr(sbp::PartialAttr::get(reduce.getContext(), Combiner::Max));
  });
}

/// On a grid of four ranks, sums go along the other axis.
void joinOtherGroups(ModuleOp module) {
  module.walk([](comm::AllReduceOp reduce) {
    auto type = cast<RankedTensorType>(reduce.getGroups().getType());
    auto ranks = llvm::to_vector(reduce.getGroups().getValues<int64_t>());
    std::swap(ranks[1], ranks[2]);
    reduce.setGroupsAttr(DenseIntElementsAttr::get(type, ranks));
  });
}

struct Plant {
  StringLiteral name;
  StringLiteral stage; ///< behind which it grows, or empty
  StringLiteral step;  ///< of the lowering, or empty
  void (*change)(ModuleOp module);
};

constexpr Plant kPlants[] = {
    {"graph", "graph", "", swapOperands},
    {"autograd", "autograd", "", doubleLastResult},
    {"precision", "precision", "", accumulateInBf16},
    {"sbp", "sbp", "", swapOperands},
    {"partition", "partition", "", swapOperands},
    {"partition-origin", "partition", "", cutOthersParts},
    {"partition-combiner", "partition", "", joinByMax},
    {"partition-group", "partition", "", joinOtherGroups},
    {"layout", "layout", "", swapOperands},
    {"group", "group", "", permuteOutputs},
    {"launch", "launch", "", swapOperands},
    {"inside-linalg", "", "linalg", subtract<arith::AddFOp, arith::SubFOp>},
    {"inside-loops", "", "loops", subtract<arith::AddFOp, arith::SubFOp>},
    {"inside-expanded", "", "expanded", subtract<arith::AddFOp, arith::SubFOp>},
    {"inside-llvm", "", "llvm", subtract<LLVM::FAddOp, LLVM::FSubOp>},
};

class PlantedChange : public Tamper {
public:
  explicit PlantedChange(const Plant &plant) : plant(plant) {}

  void afterStage(StringRef stage, ModuleOp module) const override {
    if (stage == plant.stage)
      plant.change(module);
  }
  void afterLoweringStep(StringRef step, ModuleOp module) const override {
    if (step == plant.step)
      plant.change(module);
  }

private:
  const Plant &plant;
};

} // namespace

std::unique_ptr<Tamper> makePlant(StringRef name) {
  for (const Plant &plant : kPlants)
    if (plant.name == name)
      return std::make_unique<PlantedChange>(plant);
  return nullptr;
}

std::vector<std::string> plantNames() {
  std::vector<std::string> names;
  for (const Plant &plant : kPlants)
    names.push_back(plant.name.str());
  return names;
}

} // namespace weir
