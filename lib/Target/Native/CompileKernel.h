// The steps that a kernel of weir ops takes to machine code for a CPU, whichever target emits its loops.
#pragma once

#include "dialects/Kernel/Target.h"
#include "lib/Artifact/Program.h"
#include "lib/Target/Native/KernelFunctions.h"

namespace weir {

/// The first step of every target: linalg on tensors in the place of the kernel's weir ops, then dumped as `linalg`.
mlir::FailureOr<KernelSignature> lowerToLinalg(mlir::ModuleOp module, mlir::func::FuncOp kernel,
                                               TargetInterface::DumpFn dump);

/// Replaces the kernel, by then linalg on tensors, by `prepare` and `run` as loops over memrefs.
using EmitLoopsFn = llvm::function_ref<mlir::LogicalResult(const KernelSignature &signature)>;

/// TargetInterface::compile of the target of that name; all of it but its loops.
mlir::FailureOr<Kernel> compileKernel(mlir::ModuleOp module, mlir::func::FuncOp kernel, llvm::StringRef target,
                                      mlir::DictionaryAttr description, TargetInterface::DumpFn dump,
                                      EmitLoopsFn emitLoops);

} // namespace weir
