// The table that python/gen/domains.py makes of the op records.
#include "lib/Verify/OperandDomains.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace weir {

namespace {

struct DomainsOfOp {
  StringLiteral name;
  size_t first, count; ///< of kDomains
};

#include "lib/Verify/OperandDomains.inc"

} // namespace

ArrayRef<OperandDomain> operandDomains(StringRef name) {
  const DomainsOfOp *found = find_if(kOps, [&](const DomainsOfOp &op) { return op.name == name; });
  return found == std::end(kOps) ? ArrayRef<OperandDomain>() : ArrayRef(kDomains).slice(found->first, found->count);
}

} // namespace weir
