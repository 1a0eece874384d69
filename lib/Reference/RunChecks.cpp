// Test functions of a module, interpreted one by one.
#include "lib/Reference/RunChecks.h"

#include "dialects/Check/Ops.h"
#include "lib/Reference/Locations.h"

using namespace mlir;

namespace weir {

std::vector<func::FuncOp> testFunctions(ModuleOp module) {
  std::vector<func::FuncOp> functions;
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isPublic() && !function.isExternal() && function.getNumArguments() == 0)
      functions.push_back(function);
  return functions;
}

static bool hasCheck(func::FuncOp function) {
  return function.walk([](check::CheckInterface) { return WalkResult::interrupt(); }).wasInterrupted();
}

static std::optional<Failure> runOne(func::FuncOp function, const InterpretOptions &options) {
  if (!hasCheck(function))
    return Failure{locationText(function.getLoc()) + ": expects a check op in a test function, got none"};
  Result<VariableStore> variables = initialVariables(function->getParentOfType<ModuleOp>());
  if (!variables)
    return variables.failure();
  auto results = interpret(function, {}, *variables, options);
  return results ? std::nullopt : std::optional(results.failure());
}

std::vector<CheckedRun> runChecks(ArrayRef<func::FuncOp> functions, const InterpretOptions &options) {
  std::vector<CheckedRun> runs;
  for (func::FuncOp function : functions)
    runs.push_back({function.getSymName().str(), runOne(function, options)});
  return runs;
}

} // namespace weir
