// Which dtypes an operand of a kind may have, and how messages name that.
#pragma once

#include "lib/Support/Semantics.h"

#include <string_view>

namespace weir {

bool isOfKind(DType dtype, OperandKind kind);
/// "a float dtype"
std::string_view name(OperandKind kind);

} // namespace weir
