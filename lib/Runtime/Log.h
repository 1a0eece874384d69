// The runtime's log: one sink, stderr, quiet unless the environment variable WEIR_LOG names a level (debug).
// Never on the path from one instruction to the next.
#pragma once

#include <string>

namespace weir {

void logDebug(const std::string &text);

} // namespace weir
