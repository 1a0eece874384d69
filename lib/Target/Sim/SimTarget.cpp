// Makes images for the simulator from what Target/Gpu lowers.
#include "lib/Target/Sim/SimTarget.h"

#include "dialects/Kernel/Kernel.h"
#include "lib/Target/Gpu/GpuKernel.h"
#include "lib/Target/Native/Codegen.h"
#include "lib/Target/Sim/CompileSimImage.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;

namespace weir::sim {
namespace {

constexpr StringLiteral kCheck = "check";

/// For each place in the source, the names of a kernel's ops that stand there.
class OpNames {
public:
  explicit OpNames(func::FuncOp kernel) {
    kernel.walk([&](Operation *op) {
      if (op == kernel.getOperation() || op->hasTrait<OpTrait::IsTerminator>())
        return;
      std::string &list = names[placeOf(op->getLoc())];
      StringRef name = op->getName().stripDialect();
      if (!llvm::is_contained(llvm::split(list, ", "), name))
        list += (list.empty() ? "" : ", ") + name.str();
    });
  }

  std::string operator()(mlir::Location loc) const { return names.lookup(placeOf(loc)); }

private:
  static std::string placeOf(mlir::Location loc) {
    Location place = sourceLocation(loc, "");
    return place.file + ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
  }

  llvm::StringMap<std::string> names;
};

class SimTarget : public TargetInterface {
public:
  StringRef name() const override { return "sim"; }
  int64_t mergedOperandWords() const override { return gpu::kGpuMergedOperandWords; }

  PackedKernelLayout packedKernel(DictionaryAttr, DType dtype, int64_t columns, int64_t channels) const override {
    return gpu::gpuPackedKernel(dtype, columns, channels);
  }

  /// The machine "unchecked" leaves out the checks of memory accesses.
  FailureOr<DictionaryAttr> describe(MLIRContext *context, StringRef machine) const override {
    FailureOr<DictionaryAttr> cpu = describeCpu(context, StringRef(kSimCpu));
    if (failed(cpu) || (!machine.empty() && machine != StringRef(kUncheckedSim)))
      return failure();
    NamedAttrList description(*cpu);
    description.set(kCheck, BoolAttr::get(context, machine.empty()));
    return description.getDictionary(context);
  }

  FailureOr<Kernel> compile(ModuleOp module, func::FuncOp function, DictionaryAttr description,
                            DumpFn dump) const override {
    OpNames opNames(function);
    FailureOr<gpu::GpuKernel> gpu = gpu::compileGpuKernel(module, function, description, dump);
    if (failed(gpu))
      return failure();
    auto check = description.getAs<BoolAttr>(kCheck);
    SimImage image{.check = !check || check.getValue(), .locations = gpu->kernel.locations, .opNames = opNames};
    FailureOr<KernelImage> compiled = compileSimImage(gpu->gpuModule(), gpu->phases, image, dump);
    if (failed(compiled))
      return failure();
    compiled->sourceHash = gpu->sourceHash;
    gpu->kernel.images.push_back(std::move(*compiled));
    gpu->kernel.locations = std::move(image.locations);
    return std::move(gpu->kernel);
  }
};

} // namespace

void registerSimTarget(DialectRegistry &registry) {
  gpu::registerGpuLowering(registry);
  registry.addExtension(
      +[](MLIRContext *, kernel::KernelDialect *dialect) { dialect->addTarget(std::make_unique<SimTarget>()); });
}

} // namespace weir::sim
