// Compiles a kernel by upstream's straight path: linalg on tensors, bufferization, scalar loops.
#include "lib/Target/Naive/NaiveTarget.h"

#include "dialects/Kernel/Kernel.h"
#include "lib/Target/Native/Bufferize.h"
#include "lib/Target/Native/Codegen.h"
#include "lib/Target/Native/CompileKernel.h"
#include "lib/Target/Native/Register.h"

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
    module->setAttr(kQuicklyAttr, UnitAttr::get(module.getContext()));
    return compileKernel(module, kernel, name(), description, dump, [&](const KernelSignature &signature) {
      return bufferizeKernel(module, kernel, signature, dump);
    });
  }
};

} // namespace

void registerNaiveTarget(DialectRegistry &registry) {
  registerNativeLowering(registry);
  registry.addExtension(
      +[](MLIRContext *, kernel::KernelDialect *dialect) { dialect->addTarget(std::make_unique<NaiveTarget>()); });
}

} // namespace weir
