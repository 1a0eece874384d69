// The forms that a kernel can be computed in, and schedules as attributes: what stands in `kernel.schedule`.
#pragma once

#include "lib/Target/Cpu/Schedule/KernelForm.h"

namespace weir::cpu {

/// What `kernel.schedule` says, or, where a kernel has none, what sizes and machine suggest. Emits an error for a
/// schedule that the kernel can't follow.
mlir::FailureOr<std::unique_ptr<KernelForm>> scheduledForm(const KernelSite &site);

/// The form and all its numbers.
mlir::DictionaryAttr scheduleOf(mlir::MLIRContext *context, KernelForm &form);

/// Schedules that differ from the kernel's own in one number, and the other forms that the kernel has.
mlir::FailureOr<llvm::SmallVector<mlir::DictionaryAttr>> otherSchedules(const KernelSite &site);

} // namespace weir::cpu
