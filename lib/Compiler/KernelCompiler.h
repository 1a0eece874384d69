// Compiles the kernels of a module, each once, in parallel.
#pragma once

#include "dialects/Kernel/Target.h"
#include "lib/Artifact/Program.h"
#include "lib/Compiler/Compile.h"

#include "mlir/IR/BuiltinOps.h"

namespace weir {

/// Sees what step `number`, from 1 on, of a kernel's lowering leaves. Called in the thread that compiles the kernel.
using KernelStepFn = llvm::function_ref<mlir::LogicalResult(mlir::func::FuncOp kernel, int number, llvm::StringRef step,
                                                            const Lowered &lowered)>;

/// One per function with the attribute `kernel.kernel`, in module order. Loads every registered dialect first, because
/// threads must not. Of the options, `kernelCache` and `isCancelled` matter; where steps are to be seen, all kernels
/// are compiled.
mlir::FailureOr<std::vector<Kernel>> compileKernels(mlir::ModuleOp module, KernelStepFn afterStep = nullptr,
                                                    const CompileOptions &options = {});

} // namespace weir
