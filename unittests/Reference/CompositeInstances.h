// Instances of composite ops.
#pragma once

#include "unittests/Reference/OpInstances.h"

namespace weir {

void addComposites(std::vector<OpInstance> &all);

} // namespace weir
