// The generated part of PrecisionInterface.
#include "dialects/Interfaces/Precision.h"

#include "dialects/Interfaces/Precision.cpp.inc"
