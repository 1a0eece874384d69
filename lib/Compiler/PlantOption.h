// The option that plants a fault, for tests of what has to find it.
#pragma once

namespace weir {

/// Adds the hidden option --weir-plant-fault=NAME to a tool's command line.
void addPlantOption();

} // namespace weir
