// Loops over lanes and bytes, as functions of the image that ops call: what LLVM would call a library for, and checks
// of masked accesses.
#pragma once

#include "lib/Target/Sim/ThreadCode.h"

namespace weir::sim {

/// Calls `check` for each of the `lanes` elements of `bytes` bytes from `address` on whose bit is set in `mask`.
void callForLanes(ThreadCode &code, SimCall check, mlir::Value address, mlir::Value mask, int64_t lanes, int64_t bytes);

/// Copies and fills `length` (i64) bytes.
void callCopy(ThreadCode &code, mlir::Value target, mlir::Value source, mlir::Value length);
void callFill(ThreadCode &code, mlir::Value target, mlir::Value byte, mlir::Value length);

} // namespace weir::sim
