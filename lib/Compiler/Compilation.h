// One compilation: a context whose diagnostics are collected, and the module in it. What the ways to use the compiler
// (Compile.h, VerifyNumerics.h) have in common.
#pragma once

#include "lib/Compiler/Compile.h"
#include "lib/Compiler/Diagnostics.h"
#include "lib/Compiler/ReusedContext.h"
#include "lib/Compiler/Stages.h"

#include "mlir/IR/OwningOpRef.h"

namespace weir {

class ScheduleChooser;

class Compilation {
public:
  /// `options` and the text that is parsed outlive the compilation.
  explicit Compilation(const CompileOptions &options);
  ~Compilation();

  /// Parses the module and gives it what the options say that its IR doesn't: target, mixed precision.
  mlir::LogicalResult parse(std::string_view text);

  /// The position of the stage that the module has passed, by the options or by its mark; none before the first.
  mlir::FailureOr<std::optional<size_t>> startingStage();

  mlir::LogicalResult runStages(std::optional<size_t> from, size_t to, StageFn afterStage);

  mlir::MLIRContext *getContext() { return context.get(); }
  mlir::ModuleOp getModule() { return *module; }
  /// The target that the module is for, once it is parsed.
  llvm::StringRef targetName();
  std::string text();
  /// All errors so far, and the file that shows the pass fail.
  Failure takeFailure() { return Failure{diagnostics.take() + reproducerNote}; }

private:
  mlir::LogicalResult setTarget();
  mlir::LogicalResult setScheduleChooser();
  /// Runs the stages again, in a compilation of its own, to see the pass fail.
  void reproduce(std::optional<size_t> from, size_t to);

  const CompileOptions &options;
  std::string_view source;
  std::string reproducerNote;
  ReusedContext context;
  DiagnosticCollector diagnostics;
  std::unique_ptr<ScheduleChooser> scheduleChooser;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

} // namespace weir
