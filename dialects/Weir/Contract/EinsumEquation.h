// Equations in Einstein's notation: which dimension of operands and result has which label. Plain data.
#pragma once

#include "lib/Support/Semantics.h"

#include <map>

namespace weir {

/// A letter, or a number from -1 down for a dimension of `...`, counted from its last one.
using EinsumLabel = int;
using EinsumLabels = std::vector<EinsumLabel>;

struct EinsumEquation {
  std::vector<EinsumLabels> operands;
  EinsumLabels result;
  std::map<EinsumLabel, DimSize> sizes; ///< that dimensions of size 1 are broadcast to

  /// Fails with a message for the user.
  static Result<EinsumEquation> parse(const std::string &text, const Metas &operands);
};

} // namespace weir
