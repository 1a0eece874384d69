// Programs of the samples that op records have, or that are learned of ops without.
#pragma once

#include "unittests/Autograd/GradientCases.h"

namespace weir {

/// Of differentiable ops that have samples, or that no case holds yet.
void addSampleCases(std::vector<GradientCase> &cases);

} // namespace weir
