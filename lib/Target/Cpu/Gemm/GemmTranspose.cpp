// See GemmTranspose.h. First the squares inside 128-bit parts (unpack instructions), then the square of parts (part
// shuffles).
#include "lib/Target/Cpu/Gemm/GemmTranspose.h"

#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace weir::cpu {
namespace {

struct Transposer {
  OpBuilder &b;
  Location loc;
  int64_t lanes, inPart; ///< inPart: lanes of a 128-bit part

  Value shuffle(Value x, Value y, ArrayRef<int64_t> mask) const {
    if (x.getDefiningOp<ub::PoisonOp>() && y.getDefiningOp<ub::PoisonOp>())
      return x;
    return vector::ShuffleOp::create(b, loc, x, y, mask);
  }

  /// In each part, interleaves the low or high halves of x and y in chunks of `unit` lanes.
  Value unpack(Value x, Value y, int64_t unit, bool high) const {
    SmallVector<int64_t> mask;
    for (int64_t part = 0; part < lanes; part += inPart)
      for (int64_t chunk = 0; chunk < inPart / 2; chunk += unit)
        for (int64_t from : {int64_t(0), lanes})
          for (int64_t lane = 0; lane < unit; ++lane)
            mask.push_back(from + part + (high ? inPart / 2 : 0) + chunk + lane);
    return shuffle(x, y, mask);
  }

  /// Every second part of x, then of y, from part `first` on.
  Value everySecondPart(Value x, Value y, int64_t first) const {
    SmallVector<int64_t> mask;
    for (int64_t from : {int64_t(0), lanes})
      for (int64_t part = first * inPart; part < lanes; part += 2 * inPart)
        for (int64_t lane = 0; lane < inPart; ++lane)
          mask.push_back(from + part + lane);
    return shuffle(x, y, mask);
  }

  /// Of `inPart` rows: vector c holds, in each part, what the rows have at lane c of that part.
  SmallVector<Value> insideParts(ArrayRef<Value> rows) const {
    if (inPart == 2)
      return {unpack(rows[0], rows[1], 1, false), unpack(rows[0], rows[1], 1, true)};
    Value low01 = unpack(rows[0], rows[1], 1, false), high01 = unpack(rows[0], rows[1], 1, true);
    Value low23 = unpack(rows[2], rows[3], 1, false), high23 = unpack(rows[2], rows[3], 1, true);
    return {unpack(low01, low23, 2, false), unpack(low01, low23, 2, true), unpack(high01, high23, 2, false),
            unpack(high01, high23, 2, true)};
  }

  /// Transposes a square of 1, 2 or 4 parts.
  SmallVector<Value> ofParts(ArrayRef<Value> rows) const {
    if (rows.size() == 1)
      return {rows[0]};
    if (rows.size() == 2)
      return {everySecondPart(rows[0], rows[1], 0), everySecondPart(rows[0], rows[1], 1)};
    Value even01 = everySecondPart(rows[0], rows[1], 0), odd01 = everySecondPart(rows[0], rows[1], 1);
    Value even23 = everySecondPart(rows[2], rows[3], 0), odd23 = everySecondPart(rows[2], rows[3], 1);
    return {everySecondPart(even01, even23, 0), everySecondPart(odd01, odd23, 0), everySecondPart(even01, even23, 1),
            everySecondPart(odd01, odd23, 1)};
  }
};

} // namespace

SmallVector<Value> transposeSquare(OpBuilder &b, Location loc, ArrayRef<Value> rows) {
  auto type = cast<VectorType>(rows.front().getType());
  int64_t lanes = type.getNumElements(), inPart = 128 / type.getElementTypeBitWidth(), parts = lanes / inPart;
  Transposer transposer{b, loc, lanes, inPart};
  SmallVector<Value> square(rows);
  if (rows.size() < static_cast<size_t>(lanes))
    square.resize(lanes, ub::PoisonOp::create(b, loc, type));
  SmallVector<Value> inside; // [group of rows][lane in part]
  for (int64_t group = 0; group < parts; ++group)
    inside.append(transposer.insideParts(ArrayRef(square).slice(group * inPart, inPart)));
  SmallVector<Value> result(lanes);
  for (int64_t lane = 0; lane < inPart; ++lane) {
    SmallVector<Value> column;
    for (int64_t group = 0; group < parts; ++group)
      column.push_back(inside[group * inPart + lane]);
    for (auto [part, value] : llvm::enumerate(transposer.ofParts(column)))
      result[part * inPart + lane] = value;
  }
  return result;
}

} // namespace weir::cpu
