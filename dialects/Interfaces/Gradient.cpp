// The generated part of GradientInterface.
#include "dialects/Interfaces/Gradient.h"

#include "dialects/Interfaces/Gradient.cpp.inc"
