// Draws how long a program is, which ops it has, whether it trains, and how it is called.
#include "lib/Fuzz/RandomProgram.h"

#include "dialects/Interfaces/Semantics.h"
#include "dialects/Kernel/Kernel.h"
#include "dialects/Weir/Control/Ops.h"
#include "lib/Fuzz/DynamicSizes.h"
#include "passes/Schedule/JobValues.h"

using namespace mlir;

namespace weir::fuzz {

namespace {

constexpr int64_t kLeastOps = 3, kMostOps = 18, kMostRefused = 60, kMostWrt = 3;
constexpr int kLossAttempts = 4;

class Drawing {
public:
  Drawing(const OpForms &forms, MLIRContext *context, uint64_t seed) : program(context, seed) {
    for (const auto &[name, draw] : forms.all())
      for (int64_t i = 0; i < forms.weightOf(name); ++i)
        lots.push_back(&draw);
  }

  OwningOpRef<ModuleOp> run() {
    for (int64_t inputs = dice().from(1, 3); inputs > 0; --inputs)
      program.addInput({program.mainDType(), program.anyShape(1, 4)});
    int64_t ops = dice().from(kLeastOps, kMostOps);
    if (dice().oneIn(4)) {
      grow(ops / 2);
      train();
    }
    grow(ops);
    OwningOpRef<ModuleOp> module = program.finish();
    chooseCall(*module);
    return module;
  }

private:
  Dice &dice() { return program.dice; }

  void grow(int64_t ops) {
    for (int64_t refused = 0; program.numOps() < ops && refused < kMostRefused;)
      refused += !(*dice().pick(lots))(program);
  }

  static bool isFloatOperand(const StaticMeta &meta) { return isFloat(meta.dtype); }

  /// Gradients of the sum of a value; what follows uses them as any other values. They are gradients of inputs: whether
  /// a loss depends on another value may change when ops fold.
  void train() {
    for (int attempt = 0; attempt < kLossAttempts; ++attempt) {
      Value value = program.any(isFloatOperand);
      if (!value || !value.getDefiningOp())
        continue;
      auto rank = cast<RankedTensorType>(value.getType()).getRank();
      auto dims = program.builder.getDenseI64ArrayAttr(llvm::to_vector(llvm::seq<int64_t>(0, rank)));
      auto loss = program.add("weir.reduce_sum", value, program.builder.getNamedAttr("dims", dims));
      llvm::SmallSetVector<Value, 4> wrt;
      for (int64_t i = dice().from(1, kMostWrt); i > 0; --i)
        if (Value input = program.anyInput(isFloatOperand))
          wrt.insert(input);
      if (!loss.empty() && !wrt.empty() && !program.addGradient(loss.front(), wrt.getArrayRef()).empty())
        return;
    }
  }

  /// How the job is compiled and called: sizes that become `?`, inputs with strides, inputs that may be overwritten.
  void chooseCall(ModuleOp module) {
    func::FuncOp job = program.getJob();
    for (unsigned argument = 0; argument < job.getNumArguments(); ++argument)
      for (StringRef name : {StringRef(kernel::kStridedAttr), StringRef(kDonatedAttr)})
        if (dice().oneIn(8))
          job.setArgAttr(argument, name, program.builder.getUnitAttr());
    if (!dice().oneIn(3))
      return;
    SmallVector<int64_t> sizes;
    for (int64_t size : program.sizes())
      if (dice().oneIn(2) && !llvm::is_contained(sizes, size))
        sizes.push_back(size);
    module->setAttr(kDynamicAttr, program.builder.getDenseI64ArrayAttr(sizes));
    if (!withDynamicSizes(module))
      module->setAttr(kRefusedAttr, module->removeAttr(kDynamicAttr));
  }

  RandomJob program;
  std::vector<const DrawFn *> lots;
};

} // namespace

OwningOpRef<ModuleOp> randomProgram(const OpForms &forms, MLIRContext *context, uint64_t seed) {
  ScopedDiagnosticHandler quiet(context, [](Diagnostic &) { return success(); });
  return Drawing(forms, context, seed).run();
}

} // namespace weir::fuzz
