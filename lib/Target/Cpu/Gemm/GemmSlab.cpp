// See GemmSlab.h.
#include "lib/Target/Cpu/Gemm/GemmSlab.h"

#include "lib/Target/Cpu/Gemm/GemmConvert.h"
#include "lib/Target/Cpu/Gemm/GemmEpilogue.h"
#include "lib/Target/Cpu/Gemm/GemmFlat.h"
#include "lib/Target/Cpu/Gemm/GemmTranspose.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace weir::cpu {
namespace {

class SlabPacker {
public:
  SlabPacker(const GemmForm &form, const IndexMath &ix, Value source, Value target, const SlabBox &box)
      : form(form), ix(ix), source(viewBits(ix, source)), target(target), box(box), b(ix.b), loc(ix.loc),
        bits(b.getI16Type()) {}

  void emit() {
    if (!form.d.a.unitInner)
      packScalars();
    else if (form.d.a.transposed)
      transposeSquares();
    else
      copyRows();
  }

private:
  Value place(Value row, Value k) { return ix.add(ix.mul(ix.sub(row, box.row), ix.constant(form.gatheredDepth())), k); }
  VectorType elements() const { return VectorType::get({kTileDepth}, bits); }
  Value maskOf(int64_t lanes, Value count) {
    return vector::CreateMaskOp::create(b, loc, VectorType::get({lanes}, b.getI1Type()), count);
  }

  void copyRows() {
    ix.forRange(box.row, box.rowEnd, 1, [&](Value row) {
      ix.forRange(ix.constant(0), box.depth, kTileDepth, [&](Value k) {
        Value mask = maskOf(kTileDepth, ix.sub(box.depth, k));
        Value x = loadVector(ix, elements(), source, {row, ix.add(box.k0, k)}, mask);
        storeVector(ix, x, target, place(row, k));
      });
    });
  }

  /// Pairs of rows of K become words; squares of words are turned.
  void transposeSquares() {
    ix.forRange(box.row, box.rowEnd, kTileRows, [&](Value row) {
      Value rows = ix.sub(box.rowEnd, row);
      ix.forRange(ix.constant(0), box.depth, kTileDepth, [&](Value k) {
        Value left = ix.sub(box.depth, k);
        Value whole = ix.both(ix.atLeast(rows, ix.constant(kTileRows)), ix.atLeast(left, ix.constant(kTileDepth)));
        ix.ifElse(whole, [&] { turn(row, k, {}, {}); }, [&] { turn(row, k, rows, left); });
      });
    });
  }

  /// With `rows` and `left`, only so many are there.
  void turn(Value row, Value k, Value rows, Value left) {
    auto load = [&](int64_t step) {
      Value mask, at = ix.add(ix.add(box.k0, k), step);
      if (left) {
        Value there = ix.less(ix.constant(step), left);
        at = ix.select(there, at, ix.add(box.k0, k));
        mask = maskOf(kTileRows, ix.select(there, rows, ix.constant(0)));
      }
      return extendBits(b, loc, loadVector(ix, VectorType::get({kTileRows}, bits), source, {at, row}, mask));
    };
    SmallVector<Value> words;
    for (int64_t word = 0; word < kTileWords; ++word)
      words.push_back(arith::OrIOp::create(b, loc, load(2 * word), shiftLeft16(b, loc, load(2 * word + 1))));
    for (auto [i, turned] : llvm::enumerate(transposeSquare(b, loc, words)))
      storeVector(ix, vector::BitCastOp::create(b, loc, elements(), turned), target, place(ix.add(row, i), k));
  }

  void packScalars() {
    Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(bits));
    ix.forRange(box.row, box.rowEnd, 1, [&](Value row) {
      ix.forRange(ix.constant(0), ix.roundUp(box.depth, kTileDepth), 1, [&](Value k) {
        Value there = ix.less(k, box.depth), at = ix.add(box.k0, ix.select(there, k, ix.constant(0)));
        SmallVector<Value> indices = form.d.a.transposed ? SmallVector<Value>{at, row} : SmallVector<Value>{row, at};
        Value x = memref::LoadOp::create(b, loc, source, indices);
        memref::StoreOp::create(b, loc, arith::SelectOp::create(b, loc, there, x, zero), target, place(row, k));
      });
    });
  }

  const GemmForm &form;
  const IndexMath &ix;
  Value source, target;
  const SlabBox &box;
  OpBuilder &b;
  Location loc;
  Type bits;
};

} // namespace

void emitPackRows(const GemmForm &form, const IndexMath &ix, Value source, Value target, const SlabBox &box) {
  SlabPacker(form, ix, source, target, box).emit();
}

} // namespace weir::cpu
