// LLVM's backend for a CPU, kept from one kernel to the next.
#pragma once

#include "lib/Target/Native/Codegen.h"

#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "mlir/IR/DialectInterface.h"
#include "mlir/IR/DialectRegistry.h"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
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

/// Of one context: an interface of its LLVM dialect.
class Backends : public mlir::DialectInterface::Base<Backends> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Backends)
  using Idle = std::vector<std::unique_ptr<Backend>>;
  struct GiveBack {
    const Backends *owner;
    Idle *idle; ///< those of its kind that nobody uses
    void operator()(Backend *backend) const;
  };
  /// Nobody else uses it meanwhile.
  using Borrowed = std::unique_ptr<Backend, GiveBack>;

  explicit Backends(mlir::Dialect *dialect) : Base(dialect) {}
  static const Backends &of(mlir::MLIRContext *context);

  /// One that nobody uses, or a new one; null with an error where LLVM has none.
  Borrowed borrow(const CpuName &cpu, llvm::CodeGenOptLevel level, std::string &error) const;

private:
  mutable std::mutex mutex;
  mutable std::map<std::tuple<std::string, std::string, llvm::CodeGenOptLevel>, Idle> kept;
};

void registerBackends(mlir::DialectRegistry &registry);

} // namespace weir
