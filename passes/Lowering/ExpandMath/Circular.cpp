// sin and cos of x = q pi/2 + r by polynomials in r, |r| <= pi/4, chosen and signed by q. r is carried as a sum of two
// floats; of large numbers all is computed in f64. The README has the errors.
#include "passes/Lowering/ExpandMath/Coefficients.h"
#include "passes/Lowering/ExpandMath/Expansions.h"
#include "passes/Lowering/ExpandMath/Sum.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

#include <cmath>
#include <limits>

using namespace mlir;

namespace weir::expand_math {

namespace {

/// An integer in limbs of 32 bits, the lowest first, each in 64 bits.
using Limbs = SmallVector<Bits>;

/// The two low bits of an angle's quadrant, and the angle from there.
struct Reduced {
  Bits quadrant;
  Sum angle;
};

} // namespace

static constexpr uint64_t kLimbMask = 0xffffffff;

/// 64 * count bits from `offset` on, of a number of count + 2^k words, the highest first; bits of `offset` that lead
/// beyond it are ignored. Each bit of `offset` moves all words by a power of two or not, so that there is no table to
/// load from.
static Limbs window(Bits offset, ArrayRef<uint64_t> words, size_t count) {
  SmallVector<Bits> bits;
  for (uint64_t word : words)
    bits.push_back(offset.constant(word));
  for (size_t step = (words.size() - count) / 2; step > 0; step /= 2) {
    Mask isMoved = (offset & 64 * step) > 0;
    for (size_t i = 0; i + step < bits.size(); ++i)
      bits[i] = select(isMoved, bits[i + step], bits[i]);
    bits.truncate(bits.size() - step);
  }
  Bits distance = offset & 63, rest = offset.constant(63) - distance;
  Limbs limbs;
  for (size_t i = bits.size() - 1; i-- > 0;) {
    Bits word = (bits[i] << distance) | ((bits[i + 1] >> 1) >> rest);
    limbs.append({word & kLimbMask, word >> 32});
  }
  return limbs;
}

/// Adds limbs * factor * 2^(32 place) to the sum, modulo the sum's size. The factor has 32 bits.
static void addProduct(Limbs &sum, ArrayRef<Bits> limbs, Bits factor, size_t place) {
  Bits carry = factor.constant(0);
  for (size_t i = place; i < sum.size(); ++i) {
    Bits product = limbs[i - place] * factor + sum[i] + carry; // at most 2^64 - 1
    sum[i] = product & kLimbMask;
    carry = product >> 32;
  }
}

/// limb * 2^exponent, without an error.
static Real number(Bits limb, int exponent) {
  double offset = std::ldexp(1.0, 52 + exponent); // its last digit is worth 2^exponent
  return (limb | llvm::bit_cast<uint64_t>(offset)).real() - offset;
}

/// The product of the magnitude of x with 2/pi, as the quadrant and the rest in units of 2^-62 quadrants, by the
/// algorithm of Payne and Hanek: only those bits of 2/pi are multiplied that matter for the rest. x is an f64, 1 or
/// more; if isShort, it is an f32's number, and the rest has 62 bits in place of 126.
static Reduced timesTwoOverPi(Real x, bool isShort) {
  // x = mantissa * 2^(offset - 53)
  Bits bits = x.bits(), zero = bits.constant(0);
  Bits mantissa = ((bits & ((uint64_t{1} << 52) - 1)) | uint64_t{1} << 52) << 1;
  Bits offset = (bits >> 52) - bits.constant(1023);
  Limbs product;
  if (isShort) {
    Limbs limbs = window(offset, kTwoOverPiShort, 2);
    product.assign(3, zero);
    addProduct(product, ArrayRef(limbs).drop_front(), mantissa >> 29, 0);
  } else {
    Limbs limbs = window(offset, kTwoOverPiFull, 3);
    product.assign(6, zero);
    addProduct(product, limbs, mantissa & kLimbMask, 0);
    addProduct(product, limbs, mantissa >> 32, 1);
  }
  // A half quadrant more makes the rest go from minus a half to a half.
  Bits top = product.back() + (uint64_t{1} << 29);
  Limbs low(llvm::reverse(product));
  Real first = number(top & ((uint64_t{1} << 30) - 1), 32) - std::ldexp(1.0, 61);
  Real second = number(low[1], 0);
  Bits quadrant = (top >> 30) & 3;
  if (isShort)
    return {quadrant, {first + second, first.constant(0)}};
  Sum high = exactSum(first, second), rest = exactSum(number(low[2], -32), number(low[3], -64));
  Sum both = exactSum(high.high, rest.high);
  return {quadrant, exactSum(both.high, both.low + (high.low + rest.low))};
}

/// The quadrant and the angle of a magnitude in f64.
static Reduced reduced(Real x, bool isShort) {
  Reduced result = timesTwoOverPi(x, isShort);
  double unit = std::ldexp(1.0, -62);
  Sum &angle = result.angle;
  if (isShort)
    angle.high = angle.high * (kHalfPiF64[0] * unit);
  else
    angle = angle * Sum{x.constant(kHalfPiF64[0] * unit), x.constant(kHalfPiF64[1] * unit)};
  return result;
}

static Real sineShort(Real r) {
  Real z = r * r;
  return fma(r * z, polynomial(z, kSinShort), r);
}

static Real cosineShort(Real r) { return polynomial(r * r, kCosShort); }

/// sin(high) + low cos(high).
static Real sineFull(Sum r) {
  Real z = r.high * r.high;
  Real cosine = fma(z, -0.5, 1.0);
  return r.high + fma(r.high * z, polynomial(z, kSinFull), r.low * cosine);
}

/// cos(high) - low sin(high) for a given (cos(high) - 1 + high^2 / 2) / high^4; 1 - high^2 / 2 keeps what its rounding
/// leaves.
static Real cosineOf(Sum r, ArrayRef<double> coefficients) {
  Real z = r.high * r.high;
  Real half = z * 0.5;
  Real first = 1.0 - half;
  Real rest = (1.0 - first) - half;
  return first + fma(z * z, polynomial(z, coefficients), rest - r.high * r.low);
}

/// Of the sine and the cosine that which is the sine so many quadrants on, with its sign.
static Real ofQuadrant(Bits quadrant, Real sine, Real cosine) {
  Real result = select((quadrant & 1) > 0, cosine, sine);
  Bits sign = (quadrant & 2) << (result.format().width - 2);
  return (result.bits() ^ sign).real();
}

/// The sine of |x| + turns * pi/2, computed in f64.
static Real sineInF64(Real x, unsigned turns) {
  bool isShort = x.isF32();
  Real wide = x.magnitude().to(x.builder->getF64Type());
  Reduced y = reduced(wide, isShort);
  Real sine = isShort ? sineShort(y.angle.high) : sineFull(y.angle);
  Real cosine = isShort ? cosineShort(y.angle.high) : cosineOf(y.angle, kCosFull);
  Real result = ofQuadrant(y.quadrant + turns, sine, cosine);
  Mask isFinite = wide < std::numeric_limits<double>::infinity();
  result = select(isFinite, result, wide.constant(std::numeric_limits<double>::quiet_NaN()));
  return result.to(cast<FloatType>(getElementTypeOrSelf(x.value.getType())));
}

/// Magnitudes below it are reduced by the nearest multiple of pi/2: the first product leaves no error, as what is left
/// has no more bits than a float.
static constexpr double kManyTurns = 0x1p17;

/// The sine of |x| + turns * pi/2 of a magnitude below kManyTurns.
static Real quickSine(Real x, unsigned turns) {
  bool isShort = x.isF32();
  ArrayRef<double> halfPi = isShort ? ArrayRef(kHalfPiF32) : ArrayRef(kHalfPiF64);
  double integers = isShort ? 0x1.8p23 : 0x1.8p52; // what is added to it loses its fraction
  Real magnitude = x.magnitude();
  Real shifted = fma(magnitude, M_2_PI, integers);
  Real multiple = shifted - integers;
  Real exact = fma(multiple, -halfPi[0], magnitude);
  Sum second = exactProduct(multiple, multiple.constant(-halfPi[1]));
  Sum angle = exactSumOfAny(exact, second.high);
  angle.low = fma(multiple, -halfPi[2], angle.low + second.low);
  if (!isShort)
    return ofQuadrant(shifted.bits() + turns, sineFull(angle), cosineOf(angle, kCosFull));
  Real z = angle.high * angle.high;
  Real sine = angle.high + fma(angle.high * z, polynomial(z, kSinF32), angle.low);
  return ofQuadrant(shifted.bits() + turns, sine, cosineOf(angle, kCosF32));
}

/// The sine of |x| + turns * pi/2. If a magnitude is large, of vectors in any lane, all go the long way, too.
static Real sineOfMagnitude(Real x, unsigned turns) {
  Real quick = quickSine(x, turns);
  Mask isLarge = x.magnitude() >= kManyTurns;
  auto type = dyn_cast<VectorType>(x.value.getType());
  if (type && type.getRank() != 1)
    return select(isLarge, sineInF64(x, turns), quick);
  auto goLong = [&](OpBuilder &inner, Location loc) {
    Real result = sineInF64(Real(inner, loc, x.value), turns);
    scf::YieldOp::create(inner, loc, Value(select(Mask(inner, loc, isLarge.value), result, Real(inner, loc, quick))));
  };
  auto stay = [&](OpBuilder &inner, Location loc) { scf::YieldOp::create(inner, loc, Value(quick)); };
  auto both = scf::IfOp::create(*x.builder, x.loc, any(isLarge), goLong, stay);
  return {*x.builder, x.loc, both.getResult(0)};
}

Real expandSin(Real x) { return (sineOfMagnitude(x, 0).bits() ^ x.sign()).real(); }

Real expandCos(Real x) { return sineOfMagnitude(x, 1); }

} // namespace weir::expand_math
