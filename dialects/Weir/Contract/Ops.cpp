// Registration of the Contract family.
#include "dialects/Weir/Contract/Ops.h"

#include "dialects/Weir/Contract/Chains.h"
#include "dialects/Weir/Contract/Einsum.h"
#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/Shape/Ops.h"
#include "lib/Support/ShapeText.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;

namespace weir {

// What the definitions of records call.

static Result<Metas> inferCross(const Metas &operands, const Attributes &attributes) {
  const Shape &input = operands[0].shape, &other = operands[1].shape;
  int64_t dim = attributes.get<int64_t>("dim");
  if (auto failure = checkDims(operands[0], {dim}))
    return *failure;
  if (auto failure = checkSameDType(operands, {0, 1}))
    return *failure;
  bool agree = std::equal(input.begin(), input.end(), other.begin(), other.end(), mayEqual);
  if (!agree || input[dim].knownOr(3) != 3 || operands[0].dtype == DType::Bool)
    return Failure{"expects numbers of one shape with 3 elements along dimension " + std::to_string(dim) + ", got " +
                   toString(operands[0]) + " and " + toString(operands[1])};
  return Metas{operands[0]};
}

/// Each element at the place of the one `by` places before it, around the end.
static Expression turned(Expression x, int64_t dim, int64_t by) {
  Value back = slice(x, dim, by, 3 - by), front = slice(x, dim, 0, by);
  return {x.getBuilder(), x.getLoc(),
          ConcatOp::create(x.getBuilder(), x.getLoc(), back, front, static_cast<uint64_t>(dim))};
}

static Expression crossProduct(Expression a, Expression b, int64_t dim) {
  return turned(a, dim, 1) * turned(b, dim, 2) - turned(a, dim, 2) * turned(b, dim, 1);
}

} // namespace weir

#define GET_OP_CLASSES
#include "dialects/Weir/Contract/Ops.cpp.inc"

namespace weir {

void WeirDialect::registerContractOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Weir/Contract/Ops.cpp.inc"
      >();
}

} // namespace weir
