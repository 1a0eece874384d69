// Compiles the kernels of a module, each once, in parallel.
#pragma once

#include "dialects/Kernel/Target.h"
#include "lib/Artifact/Program.h"

#include "mlir/IR/BuiltinOps.h"

#include <functional>

namespace weir {

/// Sees what step `number`, from 1 on, of a kernel's lowering leaves. Called in the thread that compiles the kernel.
using KernelStepFn = llvm::function_ref<mlir::LogicalResult(mlir::func::FuncOp kernel, int number, llvm::StringRef step,
                                                            const Lowered &lowered)>;

/// One per function with the attribute `kernel.kernel`, in module order. Loads every registered dialect first, because
/// threads must not. Fails without a message where `isCancelled`, if there is one, says so.
mlir::FailureOr<std::vector<Kernel>> compileKernels(mlir::ModuleOp module, KernelStepFn afterStep = nullptr,
                                                    const std::function<bool()> &isCancelled = nullptr);

} // namespace weir
