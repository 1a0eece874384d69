// Plans a module, and reads what its job says then.
#include "lib/Compiler/HeldResults.h"

#include "dialects/Sbp/Sbp.h"
#include "lib/Compiler/Compilation.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace weir {

Result<std::vector<std::vector<Holding>>> heldResults(std::string_view mlirText, std::string_view job,
                                                      const CompileOptions &options) {
  std::optional<size_t> planned = findStage("sbp");
  Compilation compilation(options);
  if (failed(compilation.parse(mlirText)))
    return compilation.takeFailure();
  auto ignore = [](const Stage &, size_t, ModuleOp) { return success(); };
  if (failed(compilation.runStages(std::nullopt, *planned, ignore)))
    return compilation.takeFailure();
  auto function = compilation.getModule().lookupSymbol<func::FuncOp>(StringRef(job.data(), job.size()));
  auto signature = function ? function->getAttrOfType<sbp::SignatureAttr>(sbp::kSignatureAttr) : nullptr;
  if (!signature)
    return Failure{"expects a job named " + std::string(job)};
  std::vector<std::vector<Holding>> held;
  for (Attribute result : signature.getResults()) {
    SmallVector<Holding> axes = sbp::holdingsOf(result);
    held.emplace_back(axes.begin(), axes.end());
  }
  return held;
}

} // namespace weir
