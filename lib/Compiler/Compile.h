// The compiler as a library: from IR text to an artifact. No MLIR in sight but a name, so that bindings and tools stay
// thin.
#pragma once

#include "lib/Support/Status.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mlir {
class DialectRegistry;
class PassManager;
} // namespace mlir

namespace weir {

/// What a compilation took and planned.
struct CompileReport {
  struct Step {
    std::string name; ///< a stage, or what stands around the stages; of several targets with the target before it
    double seconds;
  };
  std::vector<Step> steps;
  std::string memory; ///< see memoryReport
};

struct CompileOptions {
  std::string target = "cpu"; ///< or several with commas between, for an artifact that runs on the devices of all
  std::string machine;        ///< of one target: a CPU by name, as "x86-64-v3"; the host if empty
  std::string tuning;         ///< if set: a file of schedules, which weir-compile --tune has written
  /// For tests: kernels have schedules that are drawn by this seed.
  std::optional<uint64_t> drawnSchedules;
  bool amp = false;       ///< products in bf16
  bool allowTf32 = false; ///< products may round f32 operands to tf32
  // With several targets, each has a folder of its own in these.
  std::string dumpStagesDir;  ///< if set: `NAME.NN.STAGE.mlir` for every stage
  std::string dumpKernelsDir; ///< if set: `KERNEL.NN.STEP.mlir` and the like for every step of every kernel's lowering
  std::string reproducerDir;  ///< if set: where a file goes that shows a stage's pass fail; the message names it
  CompileReport *report = nullptr; ///< filled in if set
  std::string name = "model";      ///< of dumped files
  std::string file;                ///< that the text comes from, for locations and messages; empty: `name`
  bool showLines = false;          ///< a message about a line of a file shows that line
  std::string from;                ///< the stage that the module has passed; empty: as the module says
  std::string kernelCache;         ///< if set: a directory of this user and this build alone, where kernels are kept
  /// If set, asked between stages and between kernels, from several threads: whether nobody waits for the result any
  /// more. The compilation fails then.
  std::function<bool()> isCancelled;
  void (*extend)(mlir::DialectRegistry &registry) = nullptr; ///< adds what is not Weir's, such as a target out of tree
  /// If set, asked with the passes of each stage before they run, to print or time them; false ends the compilation.
  std::function<bool(mlir::PassManager &passes)> setUp;

  const std::string &fileName() const { return file.empty() ? name : file; }
};

/// Compiles a module in any stage; the artifact's bytes.
Result<std::vector<uint8_t>> compileModule(std::string_view mlirText, const CompileOptions &options);

/// What LLVM makes of kernels, to read.
enum class KernelText { None, Llvm, Assembly };

/// The text of all kernels of a module in any stage.
Result<std::string> compileToText(std::string_view mlirText, KernelText kind, const CompileOptions &options);

/// Runs the stages behind `from` up to and including `to`; the module's text.
Result<std::string> runStages(std::string_view mlirText, std::string_view from, std::string_view to,
                              const CompileOptions &options);

/// Compiles for one target, to an artifact or, if it is set, up to the stage `to`, and holds what is said of the module
/// against comments of the text like `// expected-error {{expects}}`. What differs, if anything.
std::optional<Failure> verifyDiagnostics(std::string_view mlirText, std::string_view to, const CompileOptions &options);

} // namespace weir
