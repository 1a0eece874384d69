// The vm dialect: programs of instructions on buffers.
#pragma once

#include "dialects/Sbp/Sbp.h"
#include "lib/Artifact/Program.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/Vm/Dialect.h.inc"

#include "dialects/Vm/Enums.h.inc"

#define GET_TYPEDEF_CLASSES
#include "dialects/Vm/Types.h.inc"

namespace weir::vm {

/// How an instruction touches a buffer.
struct BufferUse {
  mlir::Value buffer;
  Access access = Access::Const;
};

} // namespace weir::vm

#include "dialects/Vm/Interfaces.h.inc"

#define GET_OP_CLASSES
#include "dialects/Vm/Ops.h.inc"

namespace weir::vm {

/// Whether each member has what it takes, so that nobody waits for another one.
bool sendsNothing(CollectiveOp collective);

/// Follows views to the buffer that holds the bytes.
mlir::Value rootBuffer(mlir::Value buffer);

} // namespace weir::vm
