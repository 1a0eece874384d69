// From a kernel in any form of the lowering to machine code, by the target naive's steps.
#include "lib/Target/Native/FinishKernel.h"

#include "dialects/Kernel/Kernel.h"
#include "lib/Target/Native/Bufferize.h"
#include "lib/Target/Native/Codegen.h"
#include "lib/Target/Native/LinalgLoops.h"
#include "passes/Lowering/WeirToLinalg/Passes.h"

#include "mlir/Pass/PassManager.h"

using namespace mlir;

namespace weir {

namespace {

func::FuncOp kernelOnTensors(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>())
    if (function->hasAttr(kernel::kKernelAttr))
      return function;
  return nullptr;
}

LogicalResult bufferize(ModuleOp module) {
  PassManager toLinalg(module.getContext());
  toLinalg.addNestedPass<func::FuncOp>(createWeirToLinalgPass());
  if (failed(toLinalg.run(module)))
    return failure();
  func::FuncOp kernel = kernelOnTensors(module);
  KernelSignature signature(kernel);
  return bufferizeKernel(module, kernel, signature, /*dump=*/nullptr);
}

LogicalResult toLLVM(ModuleOp module, std::vector<Location> &locations) {
  if (failed(lowerLinalgToLoops(module)))
    return failure();
  return lowerToLLVM(module, locations, /*dump=*/nullptr);
}

} // namespace

FailureOr<Kernel> finishKernel(ModuleOp module, DictionaryAttr description) {
  if (kernelOnTensors(module) && failed(bufferize(module)))
    return failure();
  Kernel kernel;
  bool isCode = module.getOps<func::FuncOp>().empty();
  if (!isCode && failed(toLLVM(module, kernel.locations)))
    return failure();
  FailureOr<Image> image = compileToImage(module, cpuName(description), hostFunctions(module));
  if (failed(image))
    return failure();
  kernel.setHostCode("naive", Bytes(std::move(image->bytes)), image->offsets.front(),
                     {image->offsets.begin() + 1, image->offsets.end()});
  return kernel;
}

} // namespace weir
