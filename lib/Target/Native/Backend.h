// LLVM's backend for a CPU, kept from one kernel to the next.
#pragma once

#include "lib/Target/Native/Codegen.h"

#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace weir {

/// A CPU's target machine, and the passes that emit objects for it. To make them is to look up the names of all of the
/// CPU's features and to order two hundred passes, which takes longer than they run on a small kernel.
class Backend {
public:
  explicit Backend(std::unique_ptr<llvm::TargetMachine> machine) : machine(std::move(machine)) {}

  llvm::TargetMachine &target() { return *machine; }

  /// The object of a module; nothing where the machine emits none.
  std::optional<llvm::SmallVector<char, 0>> emitObject(llvm::Module &module);

private:
  std::unique_ptr<llvm::TargetMachine> machine;
  llvm::SmallVector<char, 0> object;
  llvm::raw_svector_ostream stream{object};
  std::optional<llvm::legacy::PassManager> passes; ///< of the first object on
};

/// To those of its kind that nobody uses.
struct GiveBack {
  std::vector<std::unique_ptr<Backend>> *idle;
  void operator()(Backend *backend) const;
};
/// Nobody else uses it meanwhile.
using BorrowedBackend = std::unique_ptr<Backend, GiveBack>;

/// One that nobody uses, or a new one; null with an error where LLVM has none.
BorrowedBackend borrowBackend(const CpuName &cpu, llvm::CodeGenOptLevel level, std::string &error);

} // namespace weir
