// Compiles kernels for CPUs: nests of loops by NestEmitter, what is no nest by the straight path of Target/Native.
#include "lib/Target/Cpu/CpuTarget.h"

#include "dialects/Interfaces/Semantics.h"
#include "dialects/Kernel/Kernel.h"
#include "lib/Target/Cpu/CpuThroughput.h"
#include "lib/Target/Cpu/NestEmitter.h"
#include "lib/Target/Cpu/ProductEmitter.h"
#include "lib/Target/Native/Bufferize.h"
#include "lib/Target/Native/Codegen.h"
#include "lib/Target/Native/Register.h"
#include "passes/Lowering/WeirToLinalg/Passes.h"

#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace weir {
namespace {

constexpr StringLiteral kVectorBytes = "vector_bytes";

class CpuTarget : public TargetInterface {
public:
  StringRef name() const override { return "cpu"; }
  bool mergesIndependentNests() const override { return true; }

  FailureOr<DictionaryAttr> describe(MLIRContext *context, StringRef machine) const override {
    FailureOr<DictionaryAttr> named = describeCpu(context, machine);
    if (failed(named))
      return failure();
    Builder builder(context);
    NamedAttrList entries(*named);
    entries.set(kVectorBytes, builder.getI64IntegerAttr(throughputOf(*named).vectorBytes));
    return entries.getDictionary(context);
  }

  PackedLayout packedLayout(DictionaryAttr description, DType dtype) const override {
    return {cpu::packedPanel(elementType(dtype, description.getContext()), throughputOf(description))};
  }

  FailureOr<Kernel> compile(ModuleOp module, func::FuncOp kernel, DictionaryAttr description,
                            DumpFn dump) const override {
    FailureOr<SmallVector<SizeCheck>> checks = sizeChecks(kernel);
    if (failed(checks))
      return failure();
    PassManager toLinalg(module.getContext());
    toLinalg.addNestedPass<func::FuncOp>(createWeirToLinalgPass());
    toLinalg.addPass(createCSEPass());
    if (failed(toLinalg.run(module)))
      return failure();
    if (dump)
      dump("linalg", module);
    KernelSignature signature(kernel, std::move(*checks));
    std::vector<Location> locations = checkLocations(signature);
    if (failed(emitLoops(module, kernel, signature, description, dump)))
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

private:
  /// What the machine does per cycle: from the table, or what its vectors' width suggests.
  static const cpu::CpuThroughput &throughputOf(DictionaryAttr description) {
    CpuName cpu = cpuName(description);
    if (const cpu::CpuThroughput *known = cpu::findCpuThroughput(cpu.cpu))
      return *known;
    return cpu::genericCpuThroughput(StringRef(cpu.features).contains("+avx512f"));
  }

  static LogicalResult emitLoops(ModuleOp module, func::FuncOp kernel, const KernelSignature &signature,
                                 DictionaryAttr description, DumpFn dump) {
    if (linalg::GenericOp product = cpu::findProduct(kernel, throughputOf(description))) {
      cpu::emitProduct(module, kernel, product, signature, throughputOf(description));
      return success();
    }
    if (cpu::NestPlan::isNest(kernel)) {
      cpu::emitNests(module, kernel, signature, lanesOf(kernel, description));
      return success();
    }
    if (failed(bufferizeKernel(module, kernel, signature, dump)))
      return failure();
    PassManager toLoops(module.getContext());
    toLoops.addNestedPass<func::FuncOp>(createConvertLinalgToLoopsPass());
    return toLoops.run(module);
  }

  /// Lanes of a vector register, for the kernel's widest float.
  static int64_t lanesOf(func::FuncOp kernel, DictionaryAttr description) {
    int64_t bytes = 4;
    kernel.walk([&](Operation *op) {
      for (Type type : op->getResultTypes())
        if (getElementTypeOrSelf(type).isF64())
          bytes = 8;
    });
    auto vectorBytes = description.getAs<IntegerAttr>(kVectorBytes);
    return (vectorBytes ? vectorBytes.getInt() : 32) / bytes;
  }
};

} // namespace

void registerCpuTarget(DialectRegistry &registry) {
  registerNativeLowering(registry);
  registry.addExtension(
      +[](MLIRContext *, kernel::KernelDialect *dialect) { dialect->addTarget(std::make_unique<CpuTarget>()); });
}

} // namespace weir
