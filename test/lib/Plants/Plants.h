// Miscompiles on purpose, one per row of the numeric ladder, so that tests can see the ladder find them.
#pragma once

#include "lib/Verify/Tamper.h"

#include <memory>
#include <string>
#include <vector>

namespace weir {

/// The plant of that name, or null.
std::unique_ptr<Tamper> makePlant(llvm::StringRef name);
std::vector<std::string> plantNames();

} // namespace weir
