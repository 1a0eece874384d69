// The stages of compilation as data: what runs between two of them, and what each leaves behind.
#pragma once

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"

namespace weir {

struct Stage {
  llvm::StringRef name;
  llvm::StringRef sentence;
  void (*build)(mlir::OpPassManager &passes);
};

llvm::ArrayRef<Stage> stages();

/// "graph, autograd, …"
std::string stageNames();

/// The position of the stage of that name, or none.
std::optional<size_t> findStage(llvm::StringRef name);

/// Called with the module as each stage leaves it.
using StageFn = llvm::function_ref<mlir::LogicalResult(const Stage &stage, size_t position, mlir::ModuleOp module)>;

/// Called with the pass manager of each stage before it runs.
using SetUpFn = llvm::function_ref<mlir::LogicalResult(mlir::PassManager &passes)>;

/// The passes of a stage; the last marks the module with the stage's name.
void buildStage(const Stage &stage, mlir::OpPassManager &passes);

/// Runs the stages after `from` (none: from the start) up to and including `to`.
mlir::LogicalResult runStages(mlir::ModuleOp module, std::optional<size_t> from, size_t to, StageFn afterStage,
                              SetUpFn setUp = nullptr);

} // namespace weir
