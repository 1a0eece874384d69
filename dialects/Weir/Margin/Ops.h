// The Margin family of ops; see Ops.td.
#pragma once

#include "dialects/Weir/IR/CompositeOps.h"

#define GET_OP_CLASSES
#include "dialects/Weir/Margin/Ops.h.inc"
