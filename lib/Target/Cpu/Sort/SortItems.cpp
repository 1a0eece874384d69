// See SortItems.h.
#include "lib/Target/Cpu/Sort/SortItems.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

#include <limits>

using namespace mlir;

namespace weir::cpu {

/// Positions have as many bits as keys, so a line that may be longer has wide keys.
SortItems::SortItems(const SortShape &shape) : element(shape.element), descending(shape.descending) {
  bool isShort = !ShapedType::isDynamic(shape.length) && shape.length <= std::numeric_limits<uint32_t>::max();
  unsigned bits = element.getIntOrFloatBitWidth() > 32 || !isShort ? 64 : 32;
  key = IntegerType::get(element.getContext(), bits);
  item = IntegerType::get(element.getContext(), 2 * bits);
}

/// `type`, or vectors of it as `like` has them.
static Type shapedAs(Value like, Type type) {
  auto vector = dyn_cast<VectorType>(like.getType());
  return vector ? Type(vector.clone(type)) : type;
}

static Value constantLike(const IndexMath &ix, Value like, TypedAttr number) {
  if (auto vector = dyn_cast<VectorType>(like.getType()))
    return arith::ConstantOp::create(ix.b, ix.loc, DenseElementsAttr::get(vector, Attribute(number)));
  return arith::ConstantOp::create(ix.b, ix.loc, number);
}

/// A float's bits as a number of the same order: those of negative numbers fall as they rise.
static Value orderedBits(const IndexMath &ix, Value x) {
  Type type = getElementTypeOrSelf(x.getType());
  unsigned width = type.getIntOrFloatBitWidth();
  Type integer = ix.b.getIntegerType(width);
  Value isNaN = arith::CmpFOp::create(ix.b, ix.loc, arith::CmpFPredicate::UNO, x, x);
  Value zero = constantLike(ix, x, ix.b.getFloatAttr(type, 0.0));
  Value positive = arith::AddFOp::create(ix.b, ix.loc, x, zero); // of -0, 0
  Value bits = arith::BitcastOp::create(ix.b, ix.loc, shapedAs(x, integer), positive);
  auto number = [&](const APInt &value) { return constantLike(ix, bits, ix.b.getIntegerAttr(integer, value)); };
  Value sign = arith::ShRSIOp::create(ix.b, ix.loc, bits, number(APInt(width, width - 1)));
  Value mask = arith::OrIOp::create(ix.b, ix.loc, sign, number(APInt::getSignMask(width)));
  Value ordered = arith::XOrIOp::create(ix.b, ix.loc, bits, mask);
  return arith::SelectOp::create(ix.b, ix.loc, isNaN, number(APInt::getAllOnes(width)), ordered);
}

Value SortItems::keyOf(const IndexMath &ix, Value stored) const {
  auto as = [&](Type type) { return shapedAs(stored, type); };
  auto bits = [&](Value like, const APInt &value) {
    return constantLike(ix, like, ix.b.getIntegerAttr(getElementTypeOrSelf(like.getType()), value));
  };
  Value found = stored;
  if (auto type = dyn_cast<FloatType>(element)) {
    if (type.getWidth() < 32)
      found = arith::ExtFOp::create(ix.b, ix.loc, as(ix.b.getF32Type()), found);
    found = orderedBits(ix, found);
    if (getElementTypeOrSelf(found.getType()) != key)
      found = arith::ExtUIOp::create(ix.b, ix.loc, as(key), found);
  } else {
    auto held = cast<IntegerType>(getElementTypeOrSelf(stored.getType()));
    bool isSigned = !element.isInteger(1) && !element.isUnsignedInteger();
    if (isSigned)
      found = arith::XOrIOp::create(ix.b, ix.loc, found, bits(found, APInt::getSignMask(held.getWidth())));
    if (held != key)
      found = arith::ExtUIOp::create(ix.b, ix.loc, as(key), found);
  }
  return descending ? arith::XOrIOp::create(ix.b, ix.loc, found, bits(found, APInt::getAllOnes(key.getWidth())))
                    : found;
}

Value SortItems::pack(const IndexMath &ix, Value found, Value at) const {
  Value wide = arith::ExtUIOp::create(ix.b, ix.loc, item, found);
  Value shift = arith::ConstantOp::create(ix.b, ix.loc, ix.b.getIntegerAttr(item, keyBits()));
  Value high = arith::ShLIOp::create(ix.b, ix.loc, wide, shift);
  Value low = arith::ExtUIOp::create(ix.b, ix.loc, item, arith::IndexCastUIOp::create(ix.b, ix.loc, key, at));
  return arith::OrIOp::create(ix.b, ix.loc, high, low);
}

Value SortItems::keyIn(const IndexMath &ix, Value packed) const {
  Value shift = arith::ConstantOp::create(ix.b, ix.loc, ix.b.getIntegerAttr(item, keyBits()));
  return arith::TruncIOp::create(ix.b, ix.loc, key, arith::ShRUIOp::create(ix.b, ix.loc, packed, shift));
}

Value SortItems::positionIn(const IndexMath &ix, Value packed) const {
  Value position = arith::TruncIOp::create(ix.b, ix.loc, key, packed);
  return arith::IndexCastUIOp::create(ix.b, ix.loc, ix.b.getIndexType(), position);
}

} // namespace weir::cpu
