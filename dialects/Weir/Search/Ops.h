// The Search family of ops; see Ops.td.
#pragma once

#include "dialects/Weir/IR/CompositeOps.h"

#define GET_OP_CLASSES
#include "dialects/Weir/Search/Ops.h.inc"
