// The order of steps from weir ops to machine code.
#include "lib/Target/Native/CompileKernel.h"

#include "dialects/Kernel/KeptPasses.h"
#include "lib/Target/Native/Codegen.h"
#include "passes/Lowering/WeirToLinalg/Passes.h"

#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace weir {

FailureOr<KernelSignature> lowerToLinalg(ModuleOp module, func::FuncOp kernel, TargetInterface::DumpFn dump) {
  FailureOr<LaunchChecks> checks = launchChecks(kernel);
  if (failed(checks))
    return failure();
  auto toLinalg = [](PassManager &passes) {
    passes.addNestedPass<func::FuncOp>(createWeirToLinalgPass());
    passes.addPass(createCSEPass());
  };
  if (failed(runKeptPasses("to linalg", module, toLinalg)))
    return failure();
  if (dump)
    dump("linalg", module);
  return KernelSignature(kernel, std::move(*checks));
}

FailureOr<Kernel> compileKernel(ModuleOp module, func::FuncOp kernel, StringRef target, DictionaryAttr description,
                                TargetInterface::DumpFn dump, EmitLoopsFn emitLoops) {
  FailureOr<KernelSignature> signature = lowerToLinalg(module, kernel, dump);
  if (failed(signature))
    return failure();
  std::vector<Location> locations = checkLocations(*signature);
  if (failed(emitLoops(*signature)))
    return failure();
  if (dump)
    dump("loops", module);
  if (failed(lowerToLLVM(module, locations, dump)))
    return failure();
  FailureOr<Image> image = compileToImage(module, cpuName(description), hostFunctions(module), dump);
  if (failed(image))
    return failure();
  return makeKernel(*signature, target, std::move(*image), std::move(locations));
}

} // namespace weir
