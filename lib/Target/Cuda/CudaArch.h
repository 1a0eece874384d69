// The machines that code can be made for. LLVM aborts the process when it is given a pair that it doesn't know, so that
// nothing reaches it that isn't in this table.
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
