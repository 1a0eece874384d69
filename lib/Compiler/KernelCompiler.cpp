// Compiles the kernels of a module, each once, in parallel.
#include "lib/Compiler/KernelCompiler.h"

#include "dialects/Kernel/Kernel.h"
#include "dialects/Kernel/Target.h"

#include "mlir/IR/Threading.h"

using namespace mlir;

namespace weir {

FailureOr<std::vector<Kernel>> compileKernels(ModuleOp module) {
  FailureOr<const TargetInterface *> target = kernel::targetOf(module);
  if (failed(target))
    return failure();
  kernel::TargetAttr attribute = kernel::targetAttrOf(module);
  MLIRContext *context = module.getContext();
  context->loadAllAvailableDialects();

  SmallVector<func::FuncOp> functions;
  for (auto function : module.getOps<func::FuncOp>())
    if (function->hasAttr(kernel::kKernelAttr))
      functions.push_back(function);
  std::vector<Kernel> kernels(functions.size());
  auto indices = llvm::to_vector(llvm::seq<size_t>(0, functions.size()));
  LogicalResult result = failableParallelForEach(context, indices, [&](size_t i) -> LogicalResult {
    OwningOpRef<ModuleOp> own(ModuleOp::create(functions[i].getLoc()));
    func::FuncOp function = functions[i].clone();
    own->push_back(function);
    FailureOr<Kernel> kernel = (*target)->compile(*own, function, attribute.getDescription(), /*dump=*/nullptr);
    if (failed(kernel))
      return functions[i].emitError("expects kernel '")
             << functions[i].getSymName() << "' to compile for target '" << attribute.getName() << "'";
    kernels[i] = std::move(*kernel);
    kernels[i].name = functions[i].getSymName().str();
    return success();
  });
  if (failed(result))
    return failure();
  return kernels;
}

} // namespace weir
