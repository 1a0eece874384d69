// The kernel dialect: groups, launches, the target of a module.
#pragma once

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace weir {
class ScheduleChooser;
class TargetInterface;
} // namespace weir

#include "dialects/Kernel/Dialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/Kernel/Attributes.h.inc"

#define GET_OP_CLASSES
#include "dialects/Kernel/Ops.h.inc"

namespace weir::kernel {

/// On the module: a TargetAttr.
inline constexpr llvm::StringLiteral kTargetAttr = "kernel.target";
/// On functions: the body of a kernel.
inline constexpr llvm::StringLiteral kKernelAttr = "kernel.kernel";
/// On functions with kKernelAttr: a dictionary that says how the target computes the kernel
/// (TargetInterface::schedule).
inline constexpr llvm::StringLiteral kScheduleAttr = "kernel.schedule";
/// On a kernel's arguments: the operand's strides are arbitrary; without it the operand is row-major.
inline constexpr llvm::StringLiteral kStridedAttr = "kernel.strided";

/// On generics of a lowered kernel: the kernel's loops that theirs are, as numbers; -1 for one that no other generic
/// has.
inline constexpr llvm::StringLiteral kLoopsAttr = "kernel.loops";
/// On checks: the name of the op that they were made for, which a failure names.
inline constexpr llvm::StringLiteral kOpAttr = "kernel.op";
/// Marks a loop in a lowered kernel whose iterations are independent of each other.
inline constexpr llvm::StringLiteral kParallelAttr = "kernel.parallel";

/// The target of the module that `op` is or stands in; emits an error where it is missing or not registered.
mlir::FailureOr<const TargetInterface *> targetOf(mlir::Operation *op);
TargetAttr targetAttrOf(mlir::Operation *op);

} // namespace weir::kernel
