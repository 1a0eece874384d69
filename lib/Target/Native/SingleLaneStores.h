// A way around a fault of LLVM 22's x86 backend.
#pragma once

#include "llvm/IR/Module.h"

namespace weir {

/// Replaces masked stores of which the mask is a constant with one lane by a store of that lane. The backend does so
/// too, but where the vector was truncated it stores the wide element: a tail of one bf16 would write four bytes.
void storeSingleLanes(llvm::Module &module);

} // namespace weir
