// The generated part of DecompositionInterface.
#include "dialects/Interfaces/Decomposition.h"

#include "dialects/Interfaces/Decomposition.cpp.inc"
