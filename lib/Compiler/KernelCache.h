// Compiled kernels on disk, so that programs which share kernels, and a compilation that follows an interrupted one,
// need not compile them again.
#pragma once

#include "lib/Artifact/Program.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <optional>

namespace weir {

/// Of a kernel without its name, behind `prefix`; of its lines too, or not.
std::string hashOfKernel(llvm::StringRef prefix, mlir::func::FuncOp kernel, bool withLines);

/// The kernels of one target and machine in a directory that is this user's alone and that one build of the compiler
/// writes. A file that is damaged, or that another user could have written, counts as none; what can't be written, and
/// what another tool assembled, is left out.
class KernelCache {
public:
  /// `directory` exists, or is empty: then nothing is kept.
  KernelCache(std::string directory, llvm::StringRef target, mlir::DictionaryAttr description);

  // Both may be called from several threads. `kernel` is the function before it is compiled, `name` apart: the kernel
  // that is found has that of the function.
  std::optional<Kernel> find(mlir::func::FuncOp kernel) const;
  void store(mlir::func::FuncOp kernel, const Kernel &compiled) const;

private:
  /// A kernel that can report faults knows the user's lines: it serves a function with the same lines alone.
  std::string pathOf(mlir::func::FuncOp kernel, bool withLines) const;

  std::string directory, machine;
};

} // namespace weir
