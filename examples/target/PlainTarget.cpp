// From a kernel of weir ops to native code, by what the installed package offers to targets for CPUs.
#include "PlainTarget.h"

#include "dialects/Kernel/Kernel.h"
#include "dialects/Kernel/Target.h"
#include "lib/Target/Native/Bufferize.h"
#include "lib/Target/Native/Codegen.h"
#include "lib/Target/Native/CompileKernel.h"
#include "lib/Target/Native/Register.h"

using namespace mlir;

namespace {

class PlainTarget : public weir::TargetInterface {
public:
  /// Jobs compiled for it run on the device cpu, which runs flat code for every target without a device of its own.
  StringRef name() const override { return "plain"; }

  FailureOr<DictionaryAttr> describe(MLIRContext *context, StringRef machine) const override {
    return weir::describeCpu(context, machine);
  }

  FailureOr<weir::Kernel> compile(ModuleOp module, func::FuncOp kernel, DictionaryAttr description,
                                  DumpFn dump) const override {
    return weir::compileKernel(module, kernel, name(), description, dump, [&](const weir::KernelSignature &signature) {
      return weir::bufferizeKernel(module, kernel, signature, dump);
    });
  }
};

} // namespace

void registerPlainTarget(DialectRegistry &registry) {
  weir::registerNativeLowering(registry);
  registry.addExtension(+[](MLIRContext *, weir::kernel::KernelDialect *dialect) {
    dialect->addTarget(std::make_unique<PlainTarget>());
  });
}
