// Two ways to a quotient, of which a comparison picks one.
#include "lib/Target/Gpu/ExpandDivisions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

using namespace mlir;

namespace weir::gpu {
namespace {

/// Builds i64 arithmetic in front of an op.
struct Division {
  OpBuilder builder;
  Location loc;

  Value number(int64_t n) { return arith::ConstantIntOp::create(builder, loc, builder.getI64Type(), n); }
  Value compare(arith::CmpIPredicate predicate, Value a, Value b) {
    return arith::CmpIOp::create(builder, loc, predicate, a, b);
  }
  Value widen(Value x) { return arith::ExtUIOp::create(builder, loc, builder.getI64Type(), x); }

  Value shortQuotient(Value x, Value y) {
    auto narrow = [&](Value value) -> Value {
      return arith::TruncIOp::create(builder, loc, builder.getI32Type(), value);
    };
    return widen(arith::DivUIOp::create(builder, loc, narrow(x), narrow(y)));
  }

  /// From the highest bit of x down: `rest` is what the bits so far leave, `quotient` what they give.
  Value longQuotient(Value x, Value y) {
    Value zero = number(0), one = number(1), highest = number(63);
    SmallVector<Value> start = {highest, zero, zero};
    auto loop = scf::WhileOp::create(
        builder, loc, ValueRange(start).getTypes(), start,
        [&](OpBuilder &, Location, ValueRange state) {
          Value goesOn = compare(arith::CmpIPredicate::sge, state[0], zero);
          scf::ConditionOp::create(builder, loc, goesOn, state);
        },
        [&](OpBuilder &, Location, ValueRange state) {
          Value bit =
              arith::AndIOp::create(builder, loc, arith::ShRUIOp::create(builder, loc, x, state[0]).getResult(), one);
          Value rest =
              arith::OrIOp::create(builder, loc, arith::ShLIOp::create(builder, loc, state[1], one).getResult(), bit);
          Value fits = compare(arith::CmpIPredicate::uge, rest, y);
          Value less = arith::SubIOp::create(builder, loc, rest, y);
          rest = arith::SelectOp::create(builder, loc, fits, less, rest);
          Value doubled = arith::ShLIOp::create(builder, loc, state[2], one);
          Value quotient = arith::OrIOp::create(builder, loc, doubled, widen(fits));
          Value next = arith::SubIOp::create(builder, loc, state[0], one);
          scf::YieldOp::create(builder, loc, ValueRange{next, rest, quotient});
        });
    return loop.getResult(2);
  }

  Value quotient(Value x, Value y) {
    Value bits = arith::OrIOp::create(builder, loc, x, y);
    Value areShort = compare(arith::CmpIPredicate::ult, bits, number(int64_t{1} << 32));
    auto branch = scf::IfOp::create(
        builder, loc, areShort, [&](OpBuilder &, Location) { scf::YieldOp::create(builder, loc, shortQuotient(x, y)); },
        [&](OpBuilder &, Location) { scf::YieldOp::create(builder, loc, longQuotient(x, y)); });
    return branch.getResult(0);
  }
};

void expand(Operation *op) {
  Division division{OpBuilder(op), op->getLoc()};
  OpBuilder &builder = division.builder;
  Type type = op->getResult(0).getType(), i64 = builder.getI64Type();
  auto cast = [&](Type to, Value value) -> Value {
    return to == value.getType() ? value : arith::IndexCastUIOp::create(builder, op->getLoc(), to, value).getResult();
  };
  Value x = cast(i64, op->getOperand(0)), y = cast(i64, op->getOperand(1));
  Value result = division.quotient(x, y);
  if (isa<arith::RemUIOp>(op)) {
    Value whole = arith::MulIOp::create(builder, op->getLoc(), result, y);
    result = arith::SubIOp::create(builder, op->getLoc(), x, whole);
  }
  op->getResult(0).replaceAllUsesWith(cast(type, result));
  op->erase();
}

} // namespace

void expandDivisions(Operation *root) {
  RewritePatternSet roundedUp(root->getContext());
  arith::populateCeilFloorDivExpandOpsPatterns(roundedUp);
  walkAndApplyPatterns(root, std::move(roundedUp));
  SmallVector<Operation *> divisions;
  root->walk([&](Operation *op) {
    if (!isa<arith::DivUIOp, arith::RemUIOp>(op) || getConstantIntValue(op->getOperand(1)))
      return;
    Type type = op->getResult(0).getType();
    if (type.isIndex() || type.isInteger(64))
      divisions.push_back(op);
  });
  llvm::for_each(divisions, expand);
}

} // namespace weir::gpu
