// Whether this process is the child of one that had threads: it has none of them.
#pragma once

namespace weir {

/// How many times this process has become a child since the first call.
int countedForks();

} // namespace weir
