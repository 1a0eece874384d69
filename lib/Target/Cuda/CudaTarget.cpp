// Makes images for NVIDIA GPUs from what Target/Gpu lowers.
#include "lib/Target/Cuda/CudaTarget.h"

#include "dialects/Kernel/Kernel.h"
#include "lib/Target/Cuda/EmitPtx.h"
#include "lib/Target/Cuda/Ptxas.h"
#include "lib/Target/Gpu/GpuKernel.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace weir::cuda {
namespace {

constexpr StringLiteral kArchs = "archs", kDefaultArchs = "sm_80,sm_90a";

/// The description may have been written by hand.
FailureOr<SmallVector<const CudaArch *>> archsOf(ModuleOp module, DictionaryAttr description) {
  SmallVector<const CudaArch *> archs;
  auto names = description.getAs<ArrayAttr>(kArchs);
  for (Attribute name : names ? names.getValue() : ArrayRef<Attribute>()) {
    auto text = dyn_cast<StringAttr>(name);
    const CudaArch *arch = text ? findCudaArch(text) : nullptr;
    if (!arch)
      return module.emitError("expects the target's archs to be known names, got ") << name;
    archs.push_back(arch);
  }
  if (archs.empty())
    return module.emitError("expects the target's description to list archs, got ") << description;
  return archs;
}

class CudaTarget : public TargetInterface {
public:
  StringRef name() const override { return "cuda"; }
  int64_t mergedOperandWords() const override { return gpu::kGpuMergedOperandWords; }

  PackedKernelLayout packedKernel(DictionaryAttr, DType dtype, int64_t columns, int64_t channels) const override {
    return gpu::gpuPackedKernel(dtype, columns, channels);
  }

  /// `machine` is a list of names with commas between.
  FailureOr<DictionaryAttr> describe(MLIRContext *context, StringRef machine) const override {
    Builder builder(context);
    SmallVector<Attribute> archs;
    for (StringRef name : llvm::split(machine.empty() ? StringRef(kDefaultArchs) : machine, ',')) {
      if (!findCudaArch(name))
        return failure();
      archs.push_back(builder.getStringAttr(name));
    }
    return builder.getDictionaryAttr(builder.getNamedAttr(kArchs, builder.getArrayAttr(archs)));
  }

  FailureOr<Kernel> compile(ModuleOp module, func::FuncOp function, DictionaryAttr description,
                            DumpFn dump) const override {
    FailureOr<SmallVector<const CudaArch *>> archs = archsOf(module, description);
    FailureOr<gpu::GpuKernel> kernel = failure();
    if (succeeded(archs))
      kernel = gpu::compileGpuKernel(module, function, description, dump);
    if (failed(kernel))
      return failure();
    std::optional<std::string> ptxas = findPtxas();
    bool hasPtx = false;
    for (const CudaArch *arch : *archs) {
      FailureOr<std::string> ptx = emitPtx(kernel->gpuModule(), *arch, dump);
      if (failed(ptx) || (ptxas && failed(addCubin(*kernel, *ptxas, *ptx, *arch))))
        return failure();
      // Without ptxas the driver assembles. With it, PTX serves machines that nobody knew.
      if (!ptxas || (isForwardCompatible(*arch) && !hasPtx)) {
        addImage(*kernel, virtualArch(*arch), {ptx->begin(), ptx->end()}, {});
        hasPtx = true;
      }
    }
    return std::move(kernel->kernel);
  }

private:
  static void addImage(gpu::GpuKernel &kernel, std::string arch, std::vector<uint8_t> code, const PtxasReport &report) {
    KernelImage image{.target = "cuda", .arch = std::move(arch), .code = Bytes(std::move(code))};
    image.sourceHash = kernel.sourceHash;
    for (const gpu::GpuPhase &phase : kernel.phases) {
      image.phases.push_back(phase);
      for (const PtxasEntry &entry : report.entries)
        if (entry.symbol == phase.symbol)
          image.phases.back().registers = entry.registers;
    }
    kernel.kernel.images.push_back(std::move(image));
  }

  static LogicalResult addCubin(gpu::GpuKernel &kernel, const std::string &ptxas, const std::string &ptx,
                                const CudaArch &arch) {
    Result<Assembly> assembly = assemblePtx(ptxas, ptx, arch.name.str());
    if (!assembly)
      return kernel.gpuModule().emitError(assembly.message());
    addImage(kernel, arch.name.str(), std::move(assembly->cubin), assembly->report);
    return success();
  }
};

} // namespace

void registerCudaTarget(DialectRegistry &registry) {
  gpu::registerGpuLowering(registry);
  registry.addExtension(
      +[](MLIRContext *, kernel::KernelDialect *dialect) { dialect->addTarget(std::make_unique<CudaTarget>()); });
}

} // namespace weir::cuda
