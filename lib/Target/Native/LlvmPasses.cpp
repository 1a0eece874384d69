// See LlvmPasses.h.
#include "lib/Target/Native/LlvmPasses.h"

#include "llvm/IR/LegacyPassManager.h"
#include "llvm/Support/raw_ostream.h"

namespace weir {

LlvmAnalyses::LlvmAnalyses(llvm::PassBuilder &passes) {
  passes.registerModuleAnalyses(modules);
  passes.registerCGSCCAnalyses(callGraph);
  passes.registerFunctionAnalyses(functions);
  passes.registerLoopAnalyses(loops);
  passes.crossRegisterProxies(loops, functions, callGraph, modules);
}

std::optional<llvm::SmallVector<char, 0>> emitFile(llvm::Module &module, llvm::TargetMachine &machine,
                                                   llvm::CodeGenFileType type) {
  llvm::SmallVector<char, 0> file;
  llvm::raw_svector_ostream stream(file);
  llvm::legacy::PassManager emission;
  if (machine.addPassesToEmitFile(emission, stream, nullptr, type))
    return std::nullopt;
  emission.run(module);
  return file;
}

} // namespace weir
