// What the generated classes of composite ops need; included by families of nothing else.
#pragma once

#include "dialects/Interfaces/Decomposition.h"
#include "dialects/Interfaces/Gradient.h"
#include "dialects/Interfaces/Precision.h"
#include "dialects/Interfaces/Semantics.h"
#include "dialects/Weir/IR/Dialect.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
