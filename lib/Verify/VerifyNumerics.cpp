// Runs stages one at a time, each followed by the rows of the ladder that it answers for.
#include "lib/Verify/VerifyNumerics.h"

#include "dialects/Comm/Comm.h"
#include "lib/Compiler/Compilation.h"
#include "lib/Verify/GradientCheck.h"
#include "lib/Verify/KernelCheck.h"
#include "lib/Verify/StageChecks.h"
#include "lib/Verify/Tamper.h"

using namespace mlir;

namespace weir {

namespace {

constexpr StringRef kWeirToWeir = "weir -> weir";

class Ladder {
public:
  Ladder(Compilation &compilation, const VerifyNumericsOptions &options) : compilation(compilation), options(options) {}

  LogicalResult run() {
    FailureOr<std::optional<size_t>> from = compilation.startingStage();
    if (failed(from))
      return failure();
    size_t graph = *findStage("graph"), group = *findStage("group"), launch = *findStage("launch");
    // Inputs come from the program in normal form, before launches hide which op reads what.
    if (*from && *from >= graph && *from <= group && failed(findInputs(compilation.getModule())))
      return failure();
    for (size_t stage = *from ? **from + 1 : 0; stage <= launch; ++stage) {
      if (failed(climb(stage)))
        return failure();
      if (isOfRanks(compilation.getModule())) {
        report.leaveOut("kernel", "kernels", "programs of several ranks end at the stage partition");
        return success();
      }
    }
    if (failed(checkKernels(compilation.getModule(), options.seed, options.tamper, report)))
      return failure();
    if (std::optional<std::string> reason = report.reasonForNone())
      return compilation.getModule().emitError("expects numbers to check, got none: ") << *reason;
    return success();
  }

  std::string table() const { return report.table(); }

private:
  static bool isOfRanks(ModuleOp module) {
    return llvm::any_of(module.getOps<func::FuncOp>(),
                        [](func::FuncOp function) { return function->hasAttr(comm::kRanksAttr); });
  }

  LogicalResult findInputs(ModuleOp module) {
    FailureOr<std::vector<JobInputs>> found = inputsForJobs(module, options.seed, report);
    if (failed(found))
      return failure();
    jobs = std::move(*found);
    return success();
  }

  LogicalResult runStage(size_t stage, ModuleOp module) const {
    auto tampered = [&](const Stage &ran, size_t, ModuleOp left) {
      if (options.tamper)
        options.tamper->afterStage(ran.name, left);
      return success();
    };
    return runStages(module, stage == 0 ? std::nullopt : std::optional(stage - 1), stage, tampered);
  }

  LogicalResult climb(size_t stage) {
    StringRef name = stages()[stage].name;
    ModuleOp module = compilation.getModule();
    OwningOpRef<ModuleOp> before(module.clone());
    if (failed(runStage(stage, module)))
      return failure();
    if (name == "graph" && failed(findInputs(module)))
      return failure();
    auto runAgain = [&](ModuleOp other) { return runStage(stage, other); };
    if (name == "autograd" && failed(checkGradients(*before, runAgain, jobs, options.seed, report)))
      return failure();
    bool isPrecision = name == "precision", hasOwnRow = isPrecision || isOfRanks(module);
    if (failed(checkSameMeaning(*before, module, name, hasOwnRow ? name : kWeirToWeir, jobs, options.seed, report)))
      return failure();
    return isPrecision ? checkPrecision(*before, module, jobs, options.seed, report) : success();
  }

  Compilation &compilation;
  const VerifyNumericsOptions &options;
  NumericsReport report;
  std::vector<JobInputs> jobs;
};

} // namespace

Result<std::string> verifyNumerics(std::string_view mlirText, const CompileOptions &options,
                                   const VerifyNumericsOptions &verification) {
  Compilation compilation(options);
  if (failed(compilation.parse(mlirText)))
    return compilation.takeFailure();
  Ladder ladder(compilation, verification);
  if (failed(ladder.run()))
    return compilation.takeFailure();
  return ladder.table();
}

} // namespace weir
