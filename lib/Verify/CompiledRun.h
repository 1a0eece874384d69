// Runs compiled kernels on host tensors.
#pragma once

#include "lib/Artifact/Program.h"
#include "lib/Reference/Interpreter.h"

namespace weir {

/// Whether this processor has what the target description's CPU may use.
bool canRunHere(mlir::DictionaryAttr description);

/// Launches a kernel on the arguments of the function it was compiled from, as several workers would. Fails where the
/// kernel reports a fault or writes behind a result or to an operand.
Result<std::vector<HostTensor>> runCompiled(const Kernel &kernel, mlir::func::FuncOp function,
                                            llvm::ArrayRef<HostTensor> arguments);

} // namespace weir
