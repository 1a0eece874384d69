// Pass pipelines that have run in a context before: to set one up, with the patterns of all dialects, takes as long as
// to run it on a small kernel.
#pragma once

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectInterface.h"
#include "mlir/Pass/PassManager.h"

#include "llvm/ADT/StringMap.h"

#include <memory>
#include <mutex>
#include <vector>

namespace weir {

/// Whether what each step of a lowering leaves is verified, and not only the dialect that LLVM's IR is made from: that
/// takes a quarter of a small kernel's time.
#ifdef NDEBUG
static constexpr bool kVerifiesSteps = false;
#else
static constexpr bool kVerifiesSteps = true;
#endif

/// Of one context: an interface of its kernel dialect.
class KeptPasses : public mlir::DialectInterface::Base<KeptPasses> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(KeptPasses)
  using Build = llvm::function_ref<void(mlir::PassManager &passes)>;

  explicit KeptPasses(mlir::Dialect *dialect) : Base(dialect) {}

  /// Runs the pipeline of that name, which is always the same, on a module.
  mlir::LogicalResult run(llvm::StringRef name, mlir::ModuleOp module, Build build) const;

private:
  std::unique_ptr<mlir::PassManager> take(llvm::StringRef name) const;

  mutable std::mutex mutex;
  mutable llvm::StringMap<std::vector<std::unique_ptr<mlir::PassManager>>> kept; ///< those that nobody runs
};

/// The same by those of the module's context.
mlir::LogicalResult runKeptPasses(llvm::StringRef name, mlir::ModuleOp module, KeptPasses::Build build);

} // namespace weir
