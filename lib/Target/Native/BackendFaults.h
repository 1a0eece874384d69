// Ways around faults of LLVM 22's backends.
#pragma once

#include "llvm/IR/Module.h"

namespace weir {

/// Replaces masked stores of which the mask is a constant with one lane by a store of that lane. The backend does so
/// too, but where the vector was truncated it stores the wide element: a tail of one bf16 would write four bytes.
void storeSingleLanes(llvm::Module &module);

/// Keeps f64 that is rounded to f32 and then to f16 rounded twice. Where the result is widened again, the backend takes
/// the two for one: another number, and a call of a function where the CPU has no such cast.
void keepBothRoundings(llvm::Module &module);

} // namespace weir
