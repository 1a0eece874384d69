// Where an op was written, as text.
#pragma once

#include "mlir/IR/Operation.h"

#include <string>

namespace weir {

/// "file:line:column" of the first place in source that the location holds, "unknown location" where it holds none.
std::string locationText(mlir::Location location);

/// "file:line:column: 'weir.add' op", before a message.
std::string opText(mlir::Operation *op);

} // namespace weir
