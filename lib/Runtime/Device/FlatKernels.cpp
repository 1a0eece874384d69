// See the header.
#include "lib/Runtime/Device/FlatKernels.h"

namespace weir {

Status FlatKernels::load(std::span<const Kernel> kernels, std::unique_ptr<LoadedKernels> &loaded) {
  std::vector<Bytes> codes;
  for (const Kernel &kernel : kernels) {
    const KernelImage &chosen = kernel.images.front();
    if (!chosen.phases.front().symbol.empty())
      return failure(WEIR_INVALID_ARTIFACT, message("expects flat code of kernel '", kernel.name, "' for target ",
                                                    chosen.target, ", got code with symbols"));
    codes.push_back(kernel.host);
    codes.push_back(chosen.code);
  }
  auto result = std::make_unique<FlatKernels>();
  if (Status failed = CodeImage::map(codes, result->image))
    return failed;
  for (size_t i = 0; i < kernels.size(); ++i) {
    KernelEntry &entry = result->entries.emplace_back();
    entry.prepare = result->image->function<weir_prepare_fn>(2 * i, kernels[i].prepareOffset);
    entry.code = result->image->code(2 * i + 1);
    for (const KernelPhase &phase : kernels[i].images.front().phases)
      entry.phases[entry.numPhases++] = {.run = result->image->function<weir_run_fn>(2 * i + 1, phase.offset),
                                         .function = result->image->function<void *>(2 * i + 1, phase.offset),
                                         .threads = phase.threads,
                                         .sharedBytes = phase.sharedBytes};
  }
  loaded = std::move(result);
  return nullptr;
}

} // namespace weir
