// The generated part of EvalInterface.
#include "dialects/Interfaces/Eval.h"

#include "dialects/Interfaces/Eval.cpp.inc"
