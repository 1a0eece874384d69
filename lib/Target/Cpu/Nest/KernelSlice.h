// Parts of a kernel on linalg as functions of their own.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace weir::cpu {

/// The kernel's ops that compute `outputs`, in order, but for those behind `cuts`.
llvm::SmallVector<mlir::Operation *> opsBehind(llvm::ArrayRef<mlir::Value> outputs,
                                               llvm::ArrayRef<mlir::Value> cuts = {});

/// The kernel's arguments that the ops read or that are results themselves, in the order in which they are needed:
/// that of the kernel differs between nests that are equal.
llvm::SmallVector<mlir::BlockArgument> argumentsOf(mlir::func::FuncOp kernel, llvm::ArrayRef<mlir::Operation *> ops,
                                                   llvm::ArrayRef<mlir::Value> outputs);

/// The ops as a function of these arguments of the kernel and, behind them, of `cuts`.
mlir::OwningOpRef<mlir::func::FuncOp> functionOf(mlir::func::FuncOp kernel, llvm::ArrayRef<mlir::Operation *> ops,
                                                 llvm::ArrayRef<mlir::BlockArgument> arguments,
                                                 llvm::ArrayRef<mlir::Value> cuts, llvm::ArrayRef<mlir::Value> outputs);

/// The numbers of those arguments of the kernel that are tensors among its tensors, and of its scalars alike.
using ArgumentNumbers = std::pair<llvm::SmallVector<unsigned>, llvm::SmallVector<unsigned>>;
ArgumentNumbers numbersOf(mlir::func::FuncOp kernel, llvm::ArrayRef<mlir::BlockArgument> arguments);

/// Numbers the loops of the function's generics anew, in the order of their first use: equal parts have equal numbers.
void renumberLoops(mlir::func::FuncOp function);
/// The same for functions of which code need exist only once.
std::string textOf(mlir::func::FuncOp function);

} // namespace weir::cpu
