// Translation to LLVM IR, LLVM's optimizations, the NVPTX backend.
#include "lib/Target/Cuda/EmitPtx.h"

#include "lib/Target/Native/BackendFaults.h"
#include "lib/Target/Native/LlvmPasses.h"

#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "mlir/Target/LLVMIR/Export.h"

using namespace mlir;

extern "C" {
void LLVMInitializeNVPTXTargetInfo();
void LLVMInitializeNVPTXTarget();
void LLVMInitializeNVPTXTargetMC();
void LLVMInitializeNVPTXAsmPrinter();
}

namespace weir::cuda {

static std::unique_ptr<llvm::TargetMachine> createTargetMachine(const CudaArch &arch, std::string &error) {
  static const bool initialized = [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    return true;
  }();
  (void)initialized;
  llvm::Triple triple("nvptx64-nvidia-cuda");
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return nullptr;
  llvm::TargetOptions options;
  // Sums and products round each by itself, as on every target; LLVM marks them so that ptxas fuses none either.
  options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, arch.name, arch.ptxFeatures, options, std::nullopt, std::nullopt, llvm::CodeGenOptLevel::Default));
}

/// Loops may be unrolled, which keeps several loads in flight; vectors lie as the emitter wants them.
static void optimize(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = false;
  tuning.SLPVectorization = false;
  llvm::PassBuilder passes(&machine, tuning);
  LlvmAnalyses analyses(passes);
  passes.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2).run(module, analyses.modules);
}

FailureOr<std::string> emitPtx(mlir::gpu::GPUModuleOp module, const CudaArch &arch, TargetInterface::DumpFn dump) {
  std::string error;
  std::unique_ptr<llvm::TargetMachine> machine = createTargetMachine(arch, error);
  if (!machine)
    return module.emitError("expects LLVM to have the target NVPTX: ") << error;
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> llvmModule = translateModuleToLLVMIR(module, context);
  if (!llvmModule)
    return module.emitError("expects the kernel to translate to LLVM IR");
  llvmModule->setTargetTriple(machine->getTargetTriple());
  llvmModule->setDataLayout(machine->createDataLayout());
  optimize(*llvmModule, *machine);
  keepBothRoundings(*llvmModule);
  if (dump)
    dumpCode(*llvmModule, *machine, ("-" + arch.name).str(), "ptx", dump);

  std::optional<SmallVector<char, 0>> text = emitFile(*llvmModule, *machine, llvm::CodeGenFileType::AssemblyFile);
  if (!text)
    return module.emitError("expects the target to emit PTX");
  return std::string(text->begin(), text->end());
}

} // namespace weir::cuda
