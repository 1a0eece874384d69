// The check dialect: syntax, verification and tolerances of its ops.
#include "dialects/Check/Ops.h"

#include "dialects/Interfaces/Semantics.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

/// One type if both are the same, else two.
static ParseResult parseCheckedTypes(OpAsmParser &parser, Type &actual, Type &expected) {
  if (parser.parseType(actual))
    return failure();
  expected = actual;
  return succeeded(parser.parseOptionalComma()) ? parser.parseType(expected) : success();
}

static void printCheckedTypes(OpAsmPrinter &printer, Operation *, Type actual, Type expected) {
  printer << actual;
  if (actual != expected)
    printer << ", " << expected;
}

#include "dialects/Check/Dialect.cpp.inc"
#include "dialects/Check/Interface.cpp.inc"
#define GET_OP_CLASSES
#include "dialects/Check/Ops.cpp.inc"

namespace weir::check {

void CheckDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Check/Ops.cpp.inc"
      >();
}

static LogicalResult verifyOperands(CheckInterface op) {
  Type actual = op.getActual().getType(), expected = op.getExpected().getType();
  Type element = getElementTypeOrSelf(actual);
  if (!dtypeOf(element))
    return op->emitOpError("expects tensors of one of weir's element types, got ") << element;
  if (element != getElementTypeOrSelf(expected) || failed(verifyCompatibleShape(actual, expected)))
    return op->emitOpError("expects actual and expected to have compatible types, got ")
           << actual << " and " << expected;
  return success();
}

// expect_eq

LogicalResult ExpectEqOp::verify() { return verifyOperands(*this); }

Tolerance ExpectEqOp::getTolerance() { return Tolerance::none(); }

// expect_close

LogicalResult ExpectCloseOp::verify() {
  auto isNegative = [](std::optional<APFloat> number) { return number && !(number->convertToDouble() >= 0); };
  if (isNegative(getAtol()) || isNegative(getRtol()) || getUlps().value_or(0) > INT64_MAX ||
      getLength().value_or(0) > INT64_MAX)
    return emitOpError("expects atol, rtol, ulps and length to be at least 0");
  return verifyOperands(*this);
}

Tolerance ExpectCloseOp::getTolerance() {
  DType dtype = *dtypeOf(getElementTypeOrSelf(getActual().getType()));
  Tolerance tolerance = Tolerance::of(dtype, static_cast<int64_t>(getLength().value_or(0)));
  if (getAtol() || getRtol() || getUlps())
    tolerance.ulps = static_cast<double>(getUlps().value_or(0));
  if (std::optional<APFloat> atol = getAtol())
    tolerance.atol = atol->convertToDouble();
  if (std::optional<APFloat> rtol = getRtol())
    tolerance.rtol = rtol->convertToDouble();
  return tolerance;
}

} // namespace weir::check
