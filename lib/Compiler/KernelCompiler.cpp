// Compiles the kernels of a module, each once, in parallel.
#include "lib/Compiler/KernelCompiler.h"

#include "dialects/Kernel/Kernel.h"
#include "dialects/Kernel/Target.h"
#include "lib/Compiler/KernelCache.h"

#include "mlir/IR/Threading.h"

using namespace mlir;

namespace weir {

static FailureOr<Kernel> compileKernel(func::FuncOp function, const TargetInterface &target, DictionaryAttr description,
                                       KernelStepFn afterStep) {
  OwningOpRef<ModuleOp> own(ModuleOp::create(function.getLoc()));
  func::FuncOp kernel = function.clone();
  own->push_back(kernel);
  int steps = 0;
  LogicalResult shown = success();
  auto show = [&](StringRef step, const Lowered &lowered) {
    if (succeeded(shown))
      shown = afterStep(function, ++steps, step, lowered);
  };
  FailureOr<Kernel> compiled =
      target.compile(*own, kernel, description, afterStep ? TargetInterface::DumpFn(show) : nullptr);
  if (failed(compiled))
    return function.emitError("expects kernel '")
           << function.getSymName() << "' to compile for target '" << target.name() << "'";
  if (failed(shown))
    return failure();
  compiled->name = function.getSymName().str();
  return compiled;
}

FailureOr<std::vector<Kernel>> compileKernels(ModuleOp module, KernelStepFn afterStep, const CompileOptions &options) {
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
  KernelCache cache(afterStep ? "" : options.kernelCache, attribute.getName(), attribute.getDescription());
  std::vector<Kernel> kernels(functions.size());
  auto indices = llvm::to_vector(llvm::seq<size_t>(0, functions.size()));
  LogicalResult result = failableParallelForEach(context, indices, [&](size_t i) -> LogicalResult {
    if (options.isCancelled && options.isCancelled())
      return failure();
    if (std::optional<Kernel> found = cache.find(functions[i])) {
      kernels[i] = *std::move(found);
      return success();
    }
    FailureOr<Kernel> kernel = compileKernel(functions[i], **target, attribute.getDescription(), afterStep);
    if (failed(kernel))
      return failure();
    cache.store(functions[i], *kernel);
    kernels[i] = std::move(*kernel);
    return success();
  });
  if (failed(result))
    return failure();
  return kernels;
}

} // namespace weir
