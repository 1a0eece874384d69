// scatter_prod, scatter_max, scatter_min: gradients.
#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/Index/Ops.h"

using namespace mlir;

namespace weir {

namespace {

/// A scatter's operands, and the ops that bring what is said of elements to updates and back.
struct Scattering {
  template <typename Op>
  Scattering(Op op, OpBuilder &builder)
      : x(builder, op.getLoc(), op.getX()), index(builder, op.getLoc(), op.getIndex()),
        updates(builder, op.getLoc(), op.getUpdates()), dim(static_cast<int64_t>(op.getDim())) {}

  Expression ofUpdates(Expression ofElements) const { return gather(ofElements, index, dim); }
  Expression added(Expression toElements, Expression fromUpdates) const {
    return {
        x.getBuilder(), x.getLoc(),
        ScatterAddOp::create(x.getBuilder(), x.getLoc(), toElements, index, fromUpdates, static_cast<uint64_t>(dim))};
  }

  Expression x, index, updates;
  int64_t dim;
};

/// Whether a holds, as 1 or 0 of the type of `like`.
Expression counted(Expression a, Expression like) { return a.cast(like.type().getElementType()); }

} // namespace

void ScatterProdOp::buildGradient(OpBuilder &builder, ValueRange resultGradients,
                                  SmallVectorImpl<Value> &operandGradients) {
  Scattering of(*this, builder);
  Expression dy(builder, getLoc(), resultGradients[0]);
  Expression isZero = of.x == of.x.constant(0), isZeroUpdate = of.updates == of.updates.constant(0);
  Expression zeros = of.added(counted(isZero, of.x), counted(isZeroUpdate, of.updates));
  Expression factor = select(isZero, 1.0, of.x), update = select(isZeroUpdate, 1.0, of.updates);
  Expression others(builder, getLoc(), ScatterProdOp::create(builder, getLoc(), factor, of.index, update, getDim()));
  // What the other factors make: without zeros all but one's own; with one zero, all but that one, and that one's
  // alone.
  auto share = [&](Expression product, Expression count, Expression own, Expression isOwnZero) {
    Expression quotient = select(count == count.constant(0), product / own, 0);
    return select((count == count.constant(1)) & isOwnZero, product, quotient);
  };
  operandGradients.push_back(dy * share(others, zeros, factor, isZero));
  operandGradients.push_back(nullptr);
  operandGradients.push_back(of.ofUpdates(dy) * share(of.ofUpdates(others), of.ofUpdates(zeros), update, isZeroUpdate));
}

template <typename Op>
static void shareAmongEqual(Op op, OpBuilder &builder, Value gradient, SmallVectorImpl<Value> &operandGradients) {
  Scattering of(op, builder);
  Expression dy(builder, op.getLoc(), gradient), y(builder, op.getLoc(), op.getY());
  Expression isElement = counted(of.x == y, of.x), isUpdate = counted(of.updates == of.ofUpdates(y), of.updates);
  Expression share = dy / of.added(isElement, isUpdate);
  operandGradients.push_back(share * isElement);
  operandGradients.push_back(nullptr);
  operandGradients.push_back(of.ofUpdates(share) * isUpdate);
}

void ScatterMaxOp::buildGradient(OpBuilder &builder, ValueRange resultGradients,
                                 SmallVectorImpl<Value> &operandGradients) {
  shareAmongEqual(*this, builder, resultGradients[0], operandGradients);
}

void ScatterMinOp::buildGradient(OpBuilder &builder, ValueRange resultGradients,
                                 SmallVectorImpl<Value> &operandGradients) {
  shareAmongEqual(*this, builder, resultGradients[0], operandGradients);
}

} // namespace weir
