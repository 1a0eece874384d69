// Jobs of a module in any stage up to launch, run by the interpreter.
#pragma once

#include "lib/Verify/RandomInputs.h"

#include "mlir/IR/OwningOpRef.h"

namespace weir {

/// What a job leaves: its results, then every variable that the inputs name.
std::vector<std::string> outcomeNames(mlir::func::FuncOp job, const RunInputs &inputs);

/// A module in a form that the interpreter knows: gradients expanded (calls inlined before), kernel.call a call that
/// also compares the sizes it promises with those that come out.
class RunnableModule {
public:
  /// Fails, with an error emitted, where gradients can't be expanded.
  static mlir::FailureOr<RunnableModule> of(mlir::ModuleOp module);

  mlir::ModuleOp get() const { return *module; }

  /// Runs the derive jobs, then `job`, as often as it repeats, and its epilogue; the tensors of `outcomeNames`.
  Result<std::vector<HostTensor>> run(llvm::StringRef job, const RunInputs &inputs,
                                      const InterpretOptions &options) const;

private:
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

/// What the job's first iteration starts from.
RunInputs firstPart(mlir::func::FuncOp job, const RunInputs &inputs);
/// Makes jobs that repeat jobs of one iteration.
void repeatNothing(mlir::ModuleOp module);

/// Whether it is a job that a caller runs: none that derives variables, no epilogue, and of the programs of several
/// ranks the one that has the name of their job.
bool isRunnable(mlir::func::FuncOp function);

/// These, of a module.
llvm::SmallVector<mlir::func::FuncOp> jobsOf(mlir::ModuleOp module);

} // namespace weir
