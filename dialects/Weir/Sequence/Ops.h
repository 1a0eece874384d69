// The Sequence family of ops; see Ops.td.
#pragma once

#include "dialects/Interfaces/Decomposition.h"
#include "dialects/Interfaces/Elementwise.h"
#include "dialects/Interfaces/Gradient.h"
#include "dialects/Interfaces/Precision.h"
#include "dialects/Interfaces/Semantics.h"
#include "dialects/Weir/IR/Dialect.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "dialects/Weir/Sequence/Ops.h.inc"
