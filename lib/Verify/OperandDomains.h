// What operands of ops must be for a defined result, as the records' field `domain` says it. Knows no op.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <limits>

namespace weir {

/// What one operand of an op must be (dialects/Weir/IR/Domain.td).
struct OperandDomain {
  unsigned operand = 0;
  double least = -std::numeric_limits<double>::infinity(), most = std::numeric_limits<double>::infinity();
  bool leastIsOutside = false, mostIsOutside = false; ///< whether the ends themselves are not in the domain
  bool nonZero = false, isFinite = false;
  int table = -1;                        ///< the operand that this one is an index into, or -1
  int tableDim = 0;                      ///< along which dimension, from the end if negative
  llvm::StringLiteral tableDimAttr = ""; ///< the attribute that says it instead, or empty
};

/// Of the op called `name`, such as "weir.log". An operand without an entry may be anything.
llvm::ArrayRef<OperandDomain> operandDomains(llvm::StringRef name);

} // namespace weir
