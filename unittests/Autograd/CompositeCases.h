// Programs of composite ops that have attributes, or operands that differ; others are plain ops.
#pragma once

#include "unittests/Autograd/GradientCases.h"

namespace weir {

void addComposites(std::vector<GradientCase> &cases);

} // namespace weir
