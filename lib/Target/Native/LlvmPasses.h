// Runs LLVM's passes and its backends.
#pragma once

#include "dialects/Kernel/Target.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Target/TargetMachine.h"

namespace weir {

/// The analyses that passes ask for, each with a way to the others.
struct LlvmAnalyses {
  explicit LlvmAnalyses(llvm::PassBuilder &passes);

  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager callGraph;
  llvm::ModuleAnalysisManager modules;
};

/// The machine's code for the module; nothing where it emits no such files.
std::optional<llvm::SmallVector<char, 0>> emitFile(llvm::Module &module, llvm::TargetMachine &machine,
                                                   llvm::CodeGenFileType type);

/// Gives `dump` the module as it is and the machine's code for it: the steps `optimized` and `assembly`, each with
/// `suffix` behind its name.
void dumpCode(const llvm::Module &module, llvm::TargetMachine &machine, llvm::StringRef suffix,
              llvm::StringRef assemblyExtension, TargetInterface::DumpFn dump);

} // namespace weir
