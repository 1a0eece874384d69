// The comm dialect: collectives among the ranks of a mesh.
#pragma once

#include "dialects/Sbp/Sbp.h"
#include "dialects/Weir/IR/Traits.h"

#include "dialects/Comm/Dialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/Comm/Attributes.h.inc"

namespace weir::comm {

/// On programs and variables: a RanksAttr. On programs' arguments and results, and on variables: a PartAttr.
inline constexpr llvm::StringLiteral kRanksAttr = "comm.ranks";
inline constexpr llvm::StringLiteral kPartAttr = "comm.part";

/// What collectives write to, so that none goes away and their order stays.
struct CollectiveOrder : mlir::SideEffects::Resource::Base<CollectiveOrder> {
  llvm::StringRef getName() final { return "comm.order"; }
};

/// The rows of `groups`.
llvm::SmallVector<llvm::SmallVector<int64_t>> groupsOf(mlir::DenseIntElementsAttr groups);

/// The size along its dimension of the part that a member holds, of a dimension of `size` that the group holds
/// together.
int64_t partSize(int64_t size, sbp::SplitAttr split, int64_t members, int64_t number);

/// That of so many values, one behind the other, of each of which a rank has this part.
PartAttr oneBehindTheOther(PartAttr part, int64_t values);

} // namespace weir::comm

#include "dialects/Comm/Interface.h.inc"

#define GET_OP_CLASSES
#include "dialects/Comm/Ops.h.inc"
