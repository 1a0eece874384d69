// The check dialect: expectations of programs that test themselves.
#pragma once

#include "dialects/Check/CompareTensors.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"

#include "dialects/Check/Dialect.h.inc"
#include "dialects/Check/Interface.h.inc"
#define GET_OP_CLASSES
#include "dialects/Check/Ops.h.inc"
