// See RadixSort.h.
#include "lib/Target/Cpu/Sort/RadixSort.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace weir::cpu {

namespace {

constexpr int64_t kDigitBits = 8, kDigitValues = 1 << kDigitBits;

Value load(const IndexMath &ix, Value memory, Value at) { return memref::LoadOp::create(ix.b, ix.loc, memory, at); }
void store(const IndexMath &ix, Value value, Value memory, Value at) {
  memref::StoreOp::create(ix.b, ix.loc, value, memory, at);
}

} // namespace

int64_t RadixSort::numDigits() const { return items.keyBits() / kDigitBits; }
int64_t RadixSort::numCounts() const { return numDigits() * kDigitValues; }

RadixSort::RadixSort(ModuleOp module, Location loc, const SortItems &items) : items(items) {
  OpBuilder builder(module.getContext());
  builder.setInsertionPointToEnd(module.getBody());
  Type index = builder.getIndexType();
  Type buffersType = MemRefType::get({ShapedType::kDynamic}, items.item),
       countsType = MemRefType::get({numCounts()}, builder.getI64Type());
  auto type = builder.getFunctionType({buffersType, countsType, index, index}, index);
  function = func::FuncOp::create(builder, loc, "sort_items", type);
  function.setPrivate();
  builder.setInsertionPointToStart(function.addEntryBlock());
  IndexMath ix(builder, loc);
  Value buffers = function.getArgument(0), counts = function.getArgument(1), count = function.getArgument(2);
  Value isFew = ix.less(count, ix.constant(kFew + 1)), none = ix.constant(0);
  insertFew(ix, buffers, ix.select(isFew, count, none));
  Value many = ix.select(isFew, none, count);
  countDigits(ix, buffers, counts, many);
  func::ReturnOp::create(builder, loc, distribute(ix, many));
}

Value RadixSort::call(const IndexMath &ix, Value buffers, Value counts, Value count, Value capacity) const {
  return func::CallOp::create(ix.b, ix.loc, function, ValueRange{buffers, counts, count, capacity}).getResult(0);
}

Value RadixSort::digitOf(const IndexMath &ix, Value item, Value digit) const {
  Value shift = ix.add(ix.mul(digit, kDigitBits), items.keyBits());
  shift = arith::IndexCastUIOp::create(ix.b, ix.loc, ix.b.getI64Type(), shift);
  if (items.item.getWidth() > 64)
    shift = arith::ExtUIOp::create(ix.b, ix.loc, items.item, shift);
  Value low =
      arith::TruncIOp::create(ix.b, ix.loc, ix.b.getI8Type(), arith::ShRUIOp::create(ix.b, ix.loc, item, shift));
  return arith::IndexCastUIOp::create(ix.b, ix.loc, ix.b.getIndexType(), low);
}

void RadixSort::insert(const IndexMath &ix, Value buffer, Value item, Value number) {
  auto isBehind = [&](OpBuilder &builder, Location loc, ValueRange place) {
    IndexMath inner(builder, loc);
    Value isInside = inner.less(inner.constant(0), place[0]);
    // At the front any item will do.
    Value before = load(inner, buffer, inner.max(inner.sub(place[0], inner.constant(1)), inner.constant(0)));
    Value isLarger = inner.compare(arith::CmpIPredicate::ugt, before, item);
    scf::ConditionOp::create(builder, loc, inner.both(isInside, isLarger), place);
  };
  auto moveUp = [&](OpBuilder &builder, Location loc, ValueRange place) {
    IndexMath inner(builder, loc);
    Value next = inner.sub(place[0], inner.constant(1));
    store(inner, load(inner, buffer, next), buffer, place[0]);
    scf::YieldOp::create(builder, loc, next);
  };
  Value place =
      scf::WhileOp::create(ix.b, ix.loc, TypeRange(ix.b.getIndexType()), number, isBehind, moveUp).getResult(0);
  store(ix, item, buffer, place);
}

void RadixSort::insertFew(const IndexMath &ix, Value buffers, Value count) const {
  ix.forRange(ix.constant(1), count, 1, [&](Value number) { insert(ix, buffers, load(ix, buffers, number), number); });
}

/// How often each value of each digit occurs.
void RadixSort::countDigits(const IndexMath &ix, Value buffers, Value counts, Value count) const {
  Value zero = arith::ConstantOp::create(ix.b, ix.loc, ix.b.getI64IntegerAttr(0));
  Value one = arith::ConstantOp::create(ix.b, ix.loc, ix.b.getI64IntegerAttr(1));
  ix.forRange(ix.constant(0), ix.min(count, 1), 1, [&](Value) { // not where there are none
    ix.forRange(ix.constant(0), ix.constant(numCounts()), 1, [&](Value at) { store(ix, zero, counts, at); });
  });
  ix.forRange(ix.constant(0), count, 1, [&](Value number) {
    Value item = load(ix, buffers, number);
    for (int64_t digit = 0; digit < numDigits(); ++digit) {
      Value at = ix.add(digitOf(ix, item, ix.constant(digit)), digit * kDigitValues);
      store(ix, arith::AddIOp::create(ix.b, ix.loc, load(ix, counts, at), one), counts, at);
    }
  });
}

/// Moves all items once for each digit that is not the same in all of them, the last digit first. Where they are then
/// is the result.
Value RadixSort::distribute(const IndexMath &ix, Value count) {
  Value buffers = function.getArgument(0), counts = function.getArgument(1), capacity = function.getArgument(3);
  Value digits = ix.select(ix.equal(count, ix.constant(0)), ix.constant(0), ix.constant(numDigits()));
  auto moveAll = [&](OpBuilder &builder, Location loc, Value digit, ValueRange state) {
    IndexMath inner(builder, loc);
    Value source = state[0];
    Value first = digitOf(inner, load(inner, buffers, source), digit);
    Value ofFirst = load(inner, counts, inner.add(inner.mul(digit, kDigitValues), first));
    Value isSame = inner.equal(arith::IndexCastOp::create(builder, loc, builder.getIndexType(), ofFirst), count);
    auto stay = [&](OpBuilder &in, Location at) { scf::YieldOp::create(in, at, source); };
    auto move = [&](OpBuilder &in, Location at) {
      IndexMath there(in, at);
      Value target = there.sub(capacity, source);
      moveByDigit(there, digit, source, target, count);
      scf::YieldOp::create(in, at, target);
    };
    Value next = scf::IfOp::create(builder, loc, isSame, stay, move).getResult(0);
    scf::YieldOp::create(builder, loc, next);
  };
  return scf::ForOp::create(ix.b, ix.loc, ix.constant(0), digits, ix.constant(1), ix.constant(0), moveAll).getResult(0);
}

/// What was counted becomes where the items of each value begin, and then where the next one goes.
void RadixSort::moveByDigit(const IndexMath &ix, Value digit, Value source, Value target, Value count) {
  Value buffers = function.getArgument(0), counts = function.getArgument(1);
  Value ofDigit = ix.mul(digit, kDigitValues);
  Type i64 = ix.b.getI64Type();
  Value begin = arith::IndexCastOp::create(ix.b, ix.loc, i64, target);
  auto addUp = [&](OpBuilder &builder, Location loc, Value value, ValueRange state) {
    IndexMath inner(builder, loc);
    Value at = inner.add(ofDigit, value), found = load(inner, counts, at);
    store(inner, state[0], counts, at);
    scf::YieldOp::create(builder, loc, arith::AddIOp::create(builder, loc, state[0], found).getResult());
  };
  scf::ForOp::create(ix.b, ix.loc, ix.constant(0), ix.constant(kDigitValues), ix.constant(1), begin, addUp);
  Value one = arith::ConstantOp::create(ix.b, ix.loc, ix.b.getI64IntegerAttr(1));
  ix.forRange(source, ix.add(source, count), 1, [&](Value from) {
    Value item = load(ix, buffers, from);
    Value at = ix.add(ofDigit, digitOf(ix, item, digit)), next = load(ix, counts, at);
    store(ix, item, buffers, arith::IndexCastOp::create(ix.b, ix.loc, ix.b.getIndexType(), next));
    store(ix, arith::AddIOp::create(ix.b, ix.loc, next, one), counts, at);
  });
}

} // namespace weir::cpu
