// Test functions of a module, interpreted one by one.
#include "lib/Reference/RunChecks.h"

#include "dialects/Check/Ops.h"
#include "lib/Reference/Locations.h"

#include "mlir/IR/Verifier.h"

using namespace mlir;

namespace weir {

std::vector<func::FuncOp> testFunctions(ModuleOp module) {
  std::vector<func::FuncOp> functions;
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isPublic() && !function.isExternal() && function.getNumArguments() == 0)
      functions.push_back(function);
  return functions;
}

std::optional<Failure> missingCheck(func::FuncOp function) {
  if (function.walk([](check::CheckInterface) { return WalkResult::interrupt(); }).wasInterrupted())
    return std::nullopt;
  return Failure{locationText(function.getLoc()) + ": expects a check op in a test function, got none"};
}

static std::optional<Failure> interpretAsWritten(func::FuncOp function, const InterpretOptions &options) {
  Result<VariableStore> variables = initialVariables(function->getParentOfType<ModuleOp>());
  if (!variables)
    return variables.failure();
  auto results = interpret(function, {}, *variables, options);
  return results ? std::nullopt : std::optional(results.failure());
}

static std::optional<Failure> interpretInForm(func::FuncOp function, TestForm form, const InterpretOptions &options) {
  Result<TestProgram> program = testProgram(function, form);
  if (!program)
    return program.failure();
  if (failed(verify(*program->module)))
    return Failure{opText(function) + " expects a form that verifies"};
  Result<VariableStore> variables = initialVariables(*program->module);
  if (!variables)
    return variables.failure();
  auto results = interpret(program->function, program->inputs, *variables, options);
  return results ? checkResults(*program, *results) : results.failure();
}

std::vector<CheckedRun> runChecks(ArrayRef<func::FuncOp> functions, std::optional<TestForm> form,
                                  const InterpretOptions &options) {
  std::vector<CheckedRun> runs;
  for (func::FuncOp function : functions) {
    std::optional<Failure> failure = missingCheck(function);
    if (!failure)
      failure = form ? interpretInForm(function, *form, options) : interpretAsWritten(function, options);
    runs.push_back({function.getSymName().str(), std::move(failure)});
  }
  return runs;
}

} // namespace weir
