// Compiles a kernel by upstream's straight path: linalg on tensors, bufferization, scalar loops.
#include "lib/Target/Naive/NaiveTarget.h"

#include "dialects/Kernel/Kernel.h"
#include "lib/Target/Native/Bufferize.h"
#include "lib/Target/Native/Codegen.h"
#include "lib/Target/Native/KernelFunctions.h"
#include "lib/Target/Native/Register.h"
#include "passes/Lowering/WeirToLinalg/Passes.h"

#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace weir {
namespace {

class NaiveTarget : public TargetInterface {
public:
  StringRef name() const override { return "naive"; }

  FailureOr<DictionaryAttr> describe(MLIRContext *context, StringRef machine) const override {
    return describeCpu(context, machine);
  }

  FailureOr<Kernel> compile(ModuleOp module, func::FuncOp kernel, DictionaryAttr description,
                            DumpFn dump) const override {
    FailureOr<SmallVector<SizeCheck>> checks = sizeChecks(kernel);
    if (failed(checks))
      return failure();
    PassManager toLinalg(module.getContext());
    toLinalg.addNestedPass<func::FuncOp>(createWeirToLinalgPass());
    if (failed(toLinalg.run(module)))
      return failure();
    if (dump)
      dump("linalg", module);
    KernelSignature signature(kernel, std::move(*checks));
    std::vector<Location> locations = checkLocations(signature);
    if (failed(bufferizeKernel(module, kernel, signature, dump)))
      return failure();

    PassManager toLoops(module.getContext());
    toLoops.addNestedPass<func::FuncOp>(createConvertLinalgToLoopsPass());
    if (failed(toLoops.run(module)))
      return failure();
    if (dump)
      dump("loops", module);
    if (failed(lowerToLLVM(module, locations, dump)))
      return failure();
    FailureOr<Image> image = compileToImage(module, cpuName(description));
    if (failed(image))
      return failure();
    return makeKernel(signature, name(), std::move(*image), std::move(locations));
  }
};

} // namespace

void registerNaiveTarget(DialectRegistry &registry) {
  registerNativeLowering(registry);
  registry.addExtension(
      +[](MLIRContext *, kernel::KernelDialect *dialect) { dialect->addTarget(std::make_unique<NaiveTarget>()); });
}

} // namespace weir
