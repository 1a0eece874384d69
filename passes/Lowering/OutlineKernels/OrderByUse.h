// One order of a group's ops and operands for all groups that compute the same.
#pragma once

#include "dialects/Kernel/Kernel.h"

namespace weir {

/// Puts each op behind what it reads, as the results need them, and operands in the order in which ops read them first.
/// Groups that are made of equal ops then have one text, whoever else read their values in the program.
void orderByUse(kernel::GroupOp group);

} // namespace weir
