// What ops take whose records have no samples, found by trying.
#pragma once

#include "lib/Verify/OpSamples.h"

#include "mlir/IR/OperationSupport.h"

namespace weir {

/// What an op makes of operands and attributes; none where it doesn't take them, about which nothing is said.
std::optional<Metas> verifiedResults(mlir::RegisteredOperationName op, const Metas &operands,
                                     llvm::ArrayRef<mlir::NamedAttribute> attributes);

/// Operands of one shape, or scalars, positions or a condition beside such, of a dtype that is still to be found.
std::vector<OpSample> samplesOfOneShape(const OpFields &op);

/// The one that the op verifies for most dtypes, with these alone; none if it takes none of them.
std::optional<OpSample> takenMost(const OpFields &op, std::vector<OpSample> samples, mlir::MLIRContext *context);

} // namespace weir
