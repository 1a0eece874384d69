// The GPUs for which code can be generated. LLVM aborts the process when it is given an architecture and PTX version
// that it doesn't know, so only those of this table reach it.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace weir::cuda {

struct CudaArch {
  llvm::StringLiteral name;        ///< "sm_90a"
  llvm::StringLiteral ptxFeatures; ///< the version of PTX, as LLVM's feature
};

/// Null for unknown names.
const CudaArch *findCudaArch(llvm::StringRef name);
llvm::ArrayRef<CudaArch> knownCudaArchs();

/// The name of the virtual machine whose PTX runs on `arch` and, without a letter behind its number, on newer ones:
/// "compute_80".
std::string virtualArch(const CudaArch &arch);
/// Whether PTX for it runs on newer machines, too.
bool isForwardCompatible(const CudaArch &arch);

} // namespace weir::cuda
