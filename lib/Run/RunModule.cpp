// The jobs of a module, compiled and run.
#include "lib/Run/RunModule.h"

#include "lib/Compiler/Compile.h"
#include "lib/Run/RunRanks.h"

using namespace mlir;

namespace weir {

Result<std::string> runModule(ModuleOp module, const InputChoice &choice, const std::string &machine,
                              RunArtifactOptions options, std::optional<int32_t> ranks) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module->print(stream, OpPrintingFlags().enableDebugInfo());
  Result<std::vector<uint8_t>> artifact =
      compileModule(text, {.target = options.device, .machine = machine, .showLines = true});
  if (!artifact)
    return artifact.failure();
  auto inputs = [&](const std::string &name, std::span<const NamedMeta>) -> Result<std::vector<HostTensor>> {
    auto function = module.lookupSymbol<func::FuncOp>(name);
    Result<RunInputs> drawn = inputsFor(function, choice);
    return drawn ? Result(std::move(drawn->arguments)) : drawn.failure();
  };
  options.device = deviceOf(options.device);
  return ranks ? runArtifactOnRanks(*artifact, inputs, options, *ranks) : runArtifact(*artifact, inputs, options);
}

} // namespace weir
