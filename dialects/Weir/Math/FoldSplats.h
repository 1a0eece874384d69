// Elementwise ops on constants whose elements are all equal.
#pragma once

#include "mlir/IR/PatternMatch.h"

namespace weir {

/// Adds the pattern that computes elementwise ops on splats; part of the dialect's canonicalization.
void populateSplatFolding(mlir::RewritePatternSet &patterns);

} // namespace weir
