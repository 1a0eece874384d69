// The table of machines.
#include "lib/Target/Cuda/CudaArch.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace weir::cuda {

// PTX 8.1 is the first whose kernels may have more than 4 KiB of parameters; drivers from R530 on load it.
static constexpr CudaArch kArchs[] = {
    {"sm_80", "+ptx81"}, {"sm_86", "+ptx81"}, {"sm_89", "+ptx81"}, {"sm_90", "+ptx81"}, {"sm_90a", "+ptx81"}};

llvm::ArrayRef<CudaArch> knownCudaArchs() { return kArchs; }

const CudaArch *findCudaArch(llvm::StringRef name) {
  const auto *found = llvm::find_if(kArchs, [&](const CudaArch &arch) { return arch.name == name; });
  return found == std::end(kArchs) ? nullptr : found;
}

std::string virtualArch(const CudaArch &arch) { return ("compute_" + arch.name.drop_front(3)).str(); }

bool isForwardCompatible(const CudaArch &arch) { return llvm::isDigit(arch.name.back()); }

} // namespace weir::cuda
