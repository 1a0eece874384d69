// See LlvmPasses.h.
#include "lib/Target/Native/LlvmPasses.h"

#include "llvm/IR/LegacyPassManager.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"

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

void dumpCode(const llvm::Module &module, llvm::TargetMachine &machine, llvm::StringRef suffix,
              llvm::StringRef assemblyExtension, TargetInterface::DumpFn dump) {
  auto print = [&] {
    std::string text;
    llvm::raw_string_ostream(text) << module;
    return text;
  };
  dump(("optimized" + suffix).str(), LoweredText{"ll", print});
  auto assemble = [&] {
    // Emission changes the module.
    auto text = emitFile(*llvm::CloneModule(module), machine, llvm::CodeGenFileType::AssemblyFile);
    return text ? std::string(text->begin(), text->end()) : std::string();
  };
  dump(("assembly" + suffix).str(), LoweredText{assemblyExtension, assemble});
}

} // namespace weir
