// See GemmPack.h.
#include "lib/Target/Cpu/Gemm/GemmPack.h"

#include "lib/Target/Cpu/Gemm/GemmBlocking.h"
#include "lib/Target/Cpu/Gemm/GemmConvert.h"
#include "lib/Target/Cpu/Gemm/GemmFlat.h"
#include "lib/Target/Cpu/Gemm/GemmTranspose.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace weir::cpu {
namespace {

class PanelPacker {
public:
  PanelPacker(const GemmForm &form, const IndexMath &ix, const PanelKind &kind, Value source, Value target,
              Value offset, const PanelBox &box)
      : form(form), ix(ix), kind(kind), source(viewBits(ix, source)), target(target), offset(offset), box(box), b(ix.b),
        loc(ix.loc), element(kind.operand.elementType),
        memory(cast<MemRefType>(this->source.getType()).getElementType()), words(ix.ceilDiv(box.depth, form.pack)) {}

  void emit() {
    if (!kind.operand.unitInner)
      packScalars(ix.constant(0), words, ix.constant(0), kind.width);
    else if (kind.kOuter)
      copyRows();
    else if (kind.zeroFill)
      transposeZeroFilled();
    else
      transposeClamped();
  }

private:
  // --- from memory whose rows are K: rows are copied ---------------------------------------------
  void copyRows();
  void copyRow(Value word, bool masked, ArrayRef<Value> masks);
  // --- from memory whose columns are K: squares are transposed -----------------------------------
  void transposeZeroFilled();
  void transposeClamped();
  /// `columns` are at most a square's; with `inside`, those from there on and all K past the end are zeros.
  SmallVector<Value> loadSquare(Value k, ArrayRef<Value> columns, Value inside);
  // --- anything else, and tails where masks are dear ----------------------------------------------
  void packScalars(Value fromWord, Value toWord, Value fromColumn, int64_t columns);
  Value scalarAt(Value k, Value column);

  int64_t vectors() const { return (kind.width + form.lanes - 1) / form.lanes; }
  Value load(Value row, Value column, int64_t elements, Value mask);
  Value toWord(Value x, Value y); ///< x: element k of each lane; y: element k + 1, with pairs
  Value widen(Value x);
  Value zero(Type type) { return arith::ConstantOp::create(b, loc, b.getZeroAttr(type)); }
  void store(Value x, Value at) { vector::StoreOp::create(b, loc, x, target, at); }

  const GemmForm &form;
  const IndexMath &ix;
  const PanelKind &kind;
  Value source, target, offset;
  const PanelBox &box;
  OpBuilder &b;
  Location loc;
  Type element, memory; ///< of the operand; as it is loaded: i16 for 16-bit floats
  Value words;
};

} // namespace

Value PanelPacker::widen(Value x) { return widenFloat(b, loc, x, element, form.word); }

Value PanelPacker::toWord(Value x, Value y) {
  if (form.pack == 1)
    return widen(x);
  return arith::OrIOp::create(b, loc, extendBits(b, loc, x), shiftLeft16(b, loc, extendBits(b, loc, y)));
}

Value PanelPacker::load(Value row, Value column, int64_t elements, Value mask) {
  auto type = VectorType::get({elements}, memory);
  if (!mask)
    return vector::LoadOp::create(b, loc, type, source, ValueRange{row, column});
  return vector::MaskedLoadOp::create(b, loc, type, source, ValueRange{row, column}, mask, zero(type));
}

void PanelPacker::copyRows() {
  Value room = kind.zeroFill ? box.count : ix.sub(box.extent, box.cross);
  auto everyRow = [&](bool masked) {
    SmallVector<Value> masks;
    for (int64_t v = 0; masked && v < vectors(); ++v)
      masks.push_back(
          vector::CreateMaskOp::create(b, loc, form.masks(), ix.sub(box.count, ix.constant(v * form.lanes))));
    ix.forRange(ix.constant(0), words, 1, [&](Value word) { copyRow(word, masked, masks); });
  };
  ix.ifElse(
      ix.atLeast(room, ix.constant(vectors() * form.lanes)), [&] { everyRow(false); },
      [&] {
        if (form.masksCheaply(element))
          everyRow(true);
        else
          packScalars(ix.constant(0), words, ix.constant(0), kind.width);
      });
}

void PanelPacker::copyRow(Value word, bool masked, ArrayRef<Value> masks) {
  Value row = ix.add(box.k0, ix.mul(word, form.pack)), next, beyond;
  if (form.pack == 2) { // the last row of an odd depth pairs with zeros
    beyond = ix.atLeast(ix.add(row, 1), ix.add(box.k0, box.depth));
    next = ix.select(beyond, row, ix.add(row, 1));
  }
  Value to = ix.add(offset, ix.mul(word, kind.width));
  for (int64_t v = 0; v < vectors(); ++v) {
    Value column = ix.add(box.cross, v * form.lanes), mask = masked ? masks[v] : Value();
    Value x = load(row, column, form.lanes, mask), y;
    if (next) {
      y = load(next, column, form.lanes, mask);
      y = arith::SelectOp::create(b, loc, beyond, zero(y.getType()), y);
    }
    store(toWord(x, y), ix.add(to, v * form.lanes));
  }
}

SmallVector<Value> PanelPacker::loadSquare(Value k, ArrayRef<Value> columns, Value inside) {
  int64_t elements = form.lanes * form.pack;
  auto masks = VectorType::get({elements}, b.getI1Type());
  Value depth = ix.sub(box.depth, k), row = ix.add(box.k0, k);
  SmallVector<Value> rows;
  for (auto [index, column] : llvm::enumerate(columns)) {
    Value mask;
    if (inside) {
      Value there = ix.select(ix.less(ix.constant(index), inside), depth, ix.constant(0));
      mask = vector::CreateMaskOp::create(b, loc, masks, there);
    }
    Value x = load(column, row, elements, mask);
    rows.push_back(form.pack == 2 ? Value(vector::BitCastOp::create(b, loc, form.words(), x)) : widen(x));
  }
  return transposeSquare(b, loc, rows);
}

/// Square by square of columns; what is not whole is masked.
void PanelPacker::transposeZeroFilled() {
  int64_t lanes = form.lanes, chunk = lanes * form.pack;
  ix.forRange(ix.constant(0), ix.constant(kind.width), lanes, [&](Value first) {
    SmallVector<Value> columns;
    Value inside = ix.min(ix.sub(box.count, first), lanes), last = ix.max(ix.sub(box.count, ix.constant(1)), 0);
    for (int64_t column = 0; column < lanes; ++column)
      columns.push_back(ix.add(box.cross, ix.min(ix.add(first, column), last)));
    auto place = [&](Value word) { return ix.add(ix.add(offset, ix.mul(word, kind.width)), first); };
    Value whole = ix.mul(ix.div(box.depth, chunk), chunk);
    whole = ix.select(ix.atLeast(inside, ix.constant(lanes)), whole, ix.constant(0));
    ix.forRange(ix.constant(0), whole, chunk, [&](Value k) {
      Value to = place(ix.div(k, form.pack));
      for (auto [lane, x] : llvm::enumerate(loadSquare(k, columns, {})))
        store(x, ix.add(to, lane * kind.width));
    });
    if (!form.masksCheaply(element))
      return packScalars(ix.div(whole, form.pack), words, first, lanes);
    ix.forRange(whole, box.depth, chunk, [&](Value k) {
      Value word = ix.div(k, form.pack), to = place(word);
      for (auto [lane, x] : llvm::enumerate(loadSquare(k, columns, inside))) // there is no room behind the panel
        ix.ifElse(ix.less(ix.add(word, lane), words), [&] { store(x, ix.add(to, lane * kind.width)); });
    });
  });
}

/// All squares of a row of words at once: each store's surplus is overwritten by the next. Columns past the end repeat
/// the last one.
void PanelPacker::transposeClamped() {
  int64_t lanes = form.lanes, chunk = lanes * form.pack;
  SmallVector<Value> columns;
  for (int64_t column = 0; column < kind.width; ++column)
    columns.push_back(ix.add(box.cross, ix.min(ix.constant(column), ix.sub(box.count, ix.constant(1)))));
  auto pack = [&](Value k, Value inside) {
    SmallVector<SmallVector<Value>> squares;
    for (int64_t first = 0; first < kind.width; first += lanes)
      squares.push_back(loadSquare(k, ArrayRef(columns).slice(first, std::min(lanes, kind.width - first)), inside));
    Value to = ix.add(offset, ix.mul(ix.div(k, form.pack), kind.width));
    for (int64_t lane = 0; lane < lanes; ++lane)
      for (auto [group, square] : llvm::enumerate(squares))
        store(square[lane], ix.add(to, lane * kind.width + group * lanes));
  };
  Value whole = ix.mul(ix.div(box.depth, chunk), chunk);
  ix.forRange(ix.constant(0), whole, chunk, [&](Value k) { pack(k, {}); });
  if (form.masksCheaply(element))
    ix.forRange(whole, box.depth, chunk, [&](Value k) { pack(k, ix.constant(lanes)); });
  else
    packScalars(ix.div(whole, form.pack), words, ix.constant(0), kind.width);
}

Value PanelPacker::scalarAt(Value k, Value column) {
  Value row = ix.add(box.k0, k);
  SmallVector<Value> indices = kind.kOuter ? SmallVector<Value>{row, column} : SmallVector<Value>{column, row};
  return memref::LoadOp::create(b, loc, source, indices);
}

void PanelPacker::packScalars(Value fromWord, Value toWordEnd, Value fromColumn, int64_t columns) {
  Value end = ix.add(fromColumn, columns);
  if (!kind.zeroFill)
    end = ix.min(end, box.count);
  ix.forRange(fromWord, toWordEnd, 1, [&](Value word) {
    ix.forRange(fromColumn, end, 1, [&](Value column) {
      Value from = ix.add(box.cross, ix.min(column, ix.sub(box.count, ix.constant(1))));
      Value k = ix.mul(word, form.pack);
      Value x = scalarAt(k, from), y;
      if (form.pack == 2) {
        Value last = ix.sub(box.depth, ix.constant(1)), next = ix.add(k, 1);
        y = scalarAt(ix.min(next, last), from);
        y = arith::SelectOp::create(b, loc, ix.less(last, next), zero(memory), y);
      }
      Value value = toWord(x, y);
      if (kind.zeroFill)
        value = arith::SelectOp::create(b, loc, ix.less(column, box.count), value, zero(form.word));
      memref::StoreOp::create(b, loc, value, target, ix.add(ix.add(offset, ix.mul(word, kind.width)), column));
    });
  });
}

void emitPackPanel(const GemmForm &form, const IndexMath &ix, const PanelKind &kind, Value source, Value target,
                   Value offset, const PanelBox &box) {
  PanelPacker(form, ix, kind, source, target, offset, box).emit();
}

void emitClearWords(const GemmForm &form, const IndexMath &ix, Value target, Value at) {
  Value zeros = arith::ConstantOp::create(ix.b, ix.loc, ix.b.getZeroAttr(form.words()));
  for (int64_t v = 0; v < form.p.nv; ++v)
    vector::StoreOp::create(ix.b, ix.loc, zeros, target, ix.add(at, v * form.lanes));
}

void emitClearSurplus(const GemmForm &form, const IndexMath &ix, Value target, Value offset, Value depth) {
  if (form.wordUnit() == 1)
    return;
  ix.forRange(ix.ceilDiv(depth, form.pack), wordsOf(form, ix, depth), 1,
              [&](Value word) { emitClearWords(form, ix, target, ix.add(offset, ix.mul(word, form.nr))); });
}

} // namespace weir::cpu
