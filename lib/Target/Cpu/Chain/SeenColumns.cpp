// Follows elements back to where they are made: a value at a position that is told by dimensions of the result.
#include "lib/Target/Cpu/Chain/SeenColumns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace weir::cpu {
namespace {

/// For each dimension of a tensor the result's dimension that it is read along.
using Dims = SmallVector<unsigned>;

/// A value in the body of a generic, each of whose loops goes along a dimension of the result.
struct Element {
  linalg::GenericOp generic;
  Dims loops;
  Value value;

  Element with(Value other) const { return {generic, loops, other}; }
};

/// What is computed at the tensor's elements, through copies; none where it isn't computed elementwise.
std::optional<Element> elementOf(Value tensor, const Dims &dims);

/// The same of a value in a body: that of the operand which it is an element of, or itself.
std::optional<Element> made(const Element &element) {
  linalg::GenericOp generic = element.generic;
  auto argument = dyn_cast<BlockArgument>(element.value);
  if (!argument || argument.getOwner() != generic.getBody())
    return element;
  Dims dims;
  for (AffineExpr position : generic.getMatchingIndexingMap(generic.getMatchingOpOperand(argument)).getResults()) {
    auto loop = dyn_cast<AffineDimExpr>(position);
    if (!loop)
      return std::nullopt;
    dims.push_back(element.loops[loop.getPosition()]);
  }
  return elementOf(generic.getMatchingOpOperand(argument)->get(), dims);
}

std::optional<Element> elementOf(Value tensor, const Dims &dims) {
  auto generic = tensor.getDefiningOp<linalg::GenericOp>();
  if (!generic || generic.getNumReductionLoops() > 0 || generic.getNumResults() != 1)
    return std::nullopt;
  Dims loops(generic.getNumLoops());
  AffineMap written = generic.getIndexingMapsArray().back();
  if (!written.isPermutation())
    return std::nullopt;
  for (auto [d, dim] : llvm::enumerate(dims))
    loops[written.getDimPosition(d)] = dim;
  return made({generic, loops, generic.getBody()->getTerminator()->getOperand(0)});
}

/// Whether the value is the position along `dim`.
bool isPosition(const Element &given, unsigned dim) {
  std::optional<Element> element = made(given);
  if (!element)
    return false;
  if (auto cast = element->value.getDefiningOp<arith::IndexCastOp>())
    element->value = cast.getIn();
  auto index = element->value.getDefiningOp<linalg::IndexOp>();
  return index && element->loops[index.getDim()] == dim;
}

/// Whether the value, of any integer type, says that the position along `column` is at most that along `row`.
bool isUpTo(const Element &given, unsigned row, unsigned column) {
  std::optional<Element> element = made(given);
  if (!element)
    return false;
  if (auto wide = element->value.getDefiningOp<arith::ExtUIOp>())
    element->value = wide.getIn();
  auto compare = element->value.getDefiningOp<arith::CmpIOp>();
  if (!compare)
    return false;
  if (compare.getPredicate() == arith::CmpIPredicate::ne && matchPattern(compare.getRhs(), m_Zero()))
    return isUpTo(element->with(compare.getLhs()), row, column);
  Value less = compare.getLhs(), more = compare.getRhs();
  if (compare.getPredicate() == arith::CmpIPredicate::sge)
    std::swap(less, more);
  else if (compare.getPredicate() != arith::CmpIPredicate::sle)
    return false;
  return isPosition(element->with(less), column) && isPosition(element->with(more), row);
}

/// The float that a value in the generic's body is.
std::optional<APFloat> constantIn(linalg::GenericOp generic, Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value); argument && argument.getOwner() == generic.getBody()) {
    auto fill = generic.getMatchingOpOperand(argument)->get().getDefiningOp<linalg::FillOp>();
    value = fill ? fill.getInputs()[0] : Value();
  }
  APFloat number(0.0);
  return value && matchPattern(value, m_ConstantFloat(&number)) ? std::optional(number) : std::nullopt;
}

bool isNegativeInfinity(const Element &element) {
  std::optional<APFloat> number = constantIn(element.generic, element.value);
  return number && number->isInfinity() && number->isNegative();
}

/// What becomes of elements that follow from those of -infinity; others are untouched by them, and are taken for
/// numbers.
enum class Fate { Untouched, NegativeInfinity, Zero, Unknown };

Fate fateOf(linalg::GenericOp generic, Operation *op, ArrayRef<Fate> operands) {
  auto isAnyOf = [&](Fate fate) { return llvm::is_contained(operands, fate); };
  if (isAnyOf(Fate::Unknown))
    return Fate::Unknown;
  if (llvm::all_of(operands, [](Fate fate) { return fate == Fate::Untouched; }))
    return Fate::Untouched;
  if (isa<arith::ExtFOp, arith::TruncFOp>(op))
    return operands[0];
  if (isa<math::ExpOp>(op) && operands[0] == Fate::NegativeInfinity)
    return Fate::Zero;
  if (isa<arith::SubFOp>(op) && operands[0] == Fate::NegativeInfinity && operands[1] == Fate::Untouched)
    return Fate::NegativeInfinity;
  if (isa<arith::SelectOp>(op) && operands[0] == Fate::Untouched) {
    auto isZero = [&](unsigned number) {
      std::optional<APFloat> constant = constantIn(generic, op->getOperand(number));
      return operands[number] == Fate::Zero || (constant && constant->isZero());
    };
    return isZero(1) && isZero(2) ? Fate::Zero : Fate::Unknown;
  }
  bool isProduct = isa<arith::MulFOp>(op) && !isAnyOf(Fate::NegativeInfinity);
  bool isQuotient = isa<arith::DivFOp>(op) && operands[0] == Fate::Zero && operands[1] == Fate::Untouched;
  return isProduct || isQuotient ? Fate::Zero : Fate::Unknown;
}

/// Of the generic's result, from its inputs'.
Fate fateOf(linalg::GenericOp generic, const llvm::DenseMap<Value, Fate> &known) {
  llvm::DenseMap<Value, Fate> inside;
  Block &body = *generic.getBody();
  for (auto [argument, operand] : llvm::zip(body.getArguments(), generic->getOperands()))
    inside[argument] = known.lookup_or(operand, Fate::Untouched);
  Value yielded = body.getTerminator()->getOperand(0);
  if (generic.getNumReductionLoops() > 0) { // of whatever: it runs over the columns that are seen alone
    Fate fate = inside.lookup(body.getArgument(0));
    Operation *join = yielded.getDefiningOp();
    if (!join)
      return Fate::Unknown;
    bool isForgotten = (fate == Fate::NegativeInfinity && isa<arith::MaximumFOp>(join)) ||
                       (fate == Fate::Zero && isa<arith::AddFOp>(join));
    bool isPlain = llvm::is_contained(join->getOperands(), body.getArgument(0)) && body.getNumArguments() == 2;
    return isForgotten && isPlain ? Fate::Untouched : Fate::Unknown;
  }
  for (Operation &op : body.without_terminator()) {
    auto operands =
        llvm::map_to_vector(op.getOperands(), [&](Value value) { return inside.lookup_or(value, Fate::Untouched); });
    for (Value result : op.getResults())
      inside[result] = fateOf(generic, &op, operands);
  }
  return inside.lookup_or(yielded, Fate::Untouched);
}

} // namespace

bool forgetsNegativeInfinity(func::FuncOp rows, BlockArgument scores) {
  llvm::DenseMap<Value, Fate> known;
  known[scores] = Fate::NegativeInfinity;
  for (Operation &op : rows.getBody().front().without_terminator()) {
    auto isTouched = [&](Value value) { return known.lookup_or(value, Fate::Untouched) != Fate::Untouched; };
    auto generic = dyn_cast<linalg::GenericOp>(op);
    if (!generic && llvm::any_of(op.getOperands(), isTouched) && !isa<tensor::DimOp>(op))
      return false;
    if (!generic)
      continue;
    Fate fate = fateOf(generic, known);
    if (fate == Fate::Unknown || generic.getNumResults() != 1)
      return false;
    known[generic.getResult(0)] = fate;
  }
  return llvm::all_of(rows.getBody().front().getTerminator()->getOperands(),
                      [&](Value result) { return known.lookup_or(result, Fate::Untouched) == Fate::Zero; });
}

bool endsAtDiagonal(func::FuncOp scores) {
  Value result = scores.getBody().front().getTerminator()->getOperand(0);
  auto rank = static_cast<unsigned>(cast<RankedTensorType>(result.getType()).getRank());
  auto dims = llvm::to_vector(llvm::seq<unsigned>(0, rank));
  std::optional<Element> element = elementOf(result, dims);
  auto select = element ? element->value.getDefiningOp<arith::SelectOp>() : arith::SelectOp();
  return select && isNegativeInfinity(element->with(select.getFalseValue())) &&
         isUpTo(element->with(select.getCondition()), rank - 2, rank - 1);
}

} // namespace weir::cpu
