// See KeptPasses.h.
#include "dialects/Kernel/KeptPasses.h"

#include "dialects/Kernel/Kernel.h"

using namespace mlir;

namespace weir {

std::unique_ptr<PassManager> KeptPasses::take(StringRef name) const {
  std::lock_guard lock(mutex);
  auto found = kept.find(name);
  if (found == kept.end() || found->second.empty())
    return nullptr;
  std::unique_ptr<PassManager> passes = std::move(found->second.back());
  found->second.pop_back();
  return passes;
}

LogicalResult KeptPasses::run(StringRef name, ModuleOp module, Build build) const {
  std::unique_ptr<PassManager> passes = take(name);
  if (!passes) {
    passes = std::make_unique<PassManager>(module.getContext());
    passes->enableVerifier(kVerifiesSteps);
    build(*passes);
  }
  LogicalResult ran = passes->run(module);
  std::lock_guard lock(mutex);
  kept[name].push_back(std::move(passes));
  return ran;
}

LogicalResult runKeptPasses(StringRef name, ModuleOp module, KeptPasses::Build build) {
  return module.getContext()->getOrLoadDialect<kernel::KernelDialect>()->getRegisteredInterface<KeptPasses>()->run(
      name, module, build);
}

} // namespace weir
