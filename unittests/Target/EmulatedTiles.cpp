// See EmulatedTiles.h. A tile is a vector of 16 rows of 16 words; loops and branches carry it as such.
#include "unittests/Target/EmulatedTiles.h"

#include "lib/Target/Cpu/Gemm/GemmForm.h"
#include "mlir/Dialect/AMX/AMXDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace weir::cpu::testing {
namespace {

class TileEmulator {
public:
  TileEmulator(Operation *op) : b(op), loc(op->getLoc()) {}

  Value zero(amx::TileZeroOp op) {
    return arith::ConstantOp::create(b, loc, b.getZeroAttr(cast<VectorType>(op->getResult(0).getType())));
  }

  Value load(amx::TileLoadOp op) {
    auto type = cast<VectorType>(op->getResult(0).getType());
    auto memory = cast<MemRefType>(op.getBase().getType());
    Type element = memory.getElementType();
    auto stored = VectorType::get({kTileWords * 32 / element.getIntOrFloatBitWidth()}, element);
    Value tile = arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
    for (int64_t row = 0; row < kTileRows; ++row) {
      Value x = vector::LoadOp::create(b, loc, stored, op.getBase(), place(op.getIndices()[0], op.getStride(), row));
      x = vector::BitCastOp::create(b, loc, VectorType::get({kTileWords}, type.getElementType()), x);
      tile = vector::InsertOp::create(b, loc, x, tile, ArrayRef<int64_t>{row});
    }
    return tile;
  }

  void store(amx::TileStoreOp op) {
    for (int64_t row = 0; row < kTileRows; ++row)
      vector::StoreOp::create(b, loc, rowOf(op->getOperand(2), row), op.getBase(),
                              place(op.getIndices()[0], op.getStride(), row));
  }

  Value multiply(amx::TileMulFOp op) {
    Value tile = op->getOperand(2);
    for (int64_t row = 0; row < kTileRows; ++row) {
      Value sum = rowOf(op->getOperand(2), row), words = rowOf(op->getOperand(0), row);
      for (int64_t k = 0; k < kTileWords; ++k) {
        Value pair = vector::ExtractOp::create(b, loc, words, k);
        Value x = vector::BroadcastOp::create(b, loc, words.getType(), pair), y = rowOf(op->getOperand(1), k);
        for (bool isSecond : {false, true})
          sum = vector::FMAOp::create(b, loc, half(x, isSecond), half(y, isSecond), sum);
      }
      tile = vector::InsertOp::create(b, loc, sum, tile, ArrayRef<int64_t>{row});
    }
    return tile;
  }

private:
  Value rowOf(Value tile, int64_t row) { return vector::ExtractOp::create(b, loc, tile, row); }

  Value place(Value first, Value stride, int64_t row) {
    Value steps = arith::MulIOp::create(b, loc, stride, arith::ConstantIndexOp::create(b, loc, row));
    return arith::AddIOp::create(b, loc, first, steps);
  }

  /// One of the two bf16 of each word as f32.
  Value half(Value words, bool isSecond) {
    auto type = cast<VectorType>(words.getType());
    Value bits;
    if (isSecond) {
      APInt upper = APInt::getHighBitsSet(32, 16);
      bits =
          arith::AndIOp::create(b, loc, words, arith::ConstantOp::create(b, loc, DenseElementsAttr::get(type, upper)));
    } else {
      Value sixteen = arith::ConstantOp::create(b, loc, DenseElementsAttr::get(type, APInt(32, 16)));
      bits = arith::ShLIOp::create(b, loc, words, sixteen);
    }
    return arith::BitcastOp::create(b, loc, type.clone(b.getF32Type()), bits);
  }

  OpBuilder b;
  mlir::Location loc;
};

Type withoutTile(Type type) {
  auto tile = dyn_cast<amx::TileType>(type);
  if (!tile)
    return type;
  MLIRContext *context = type.getContext();
  Type word = tile.getElementType().isF32() ? Type(Float32Type::get(context)) : IntegerType::get(context, 32);
  return VectorType::get({kTileRows, kTileWords}, word);
}

void setTypes(ValueRange values) {
  for (Value value : values)
    value.setType(withoutTile(value.getType()));
}

} // namespace

void emulateTiles(ModuleOp module) {
  SmallVector<Operation *> ops;
  module.walk([&](Operation *op) {
    setTypes(op->getResults());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        setTypes(block.getArguments());
    if (isa<amx::TileZeroOp, amx::TileLoadOp, amx::TileStoreOp, amx::TileMulFOp>(op))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    TileEmulator emulator(op);
    if (auto zero = dyn_cast<amx::TileZeroOp>(op))
      op->replaceAllUsesWith(ValueRange(emulator.zero(zero)));
    else if (auto load = dyn_cast<amx::TileLoadOp>(op))
      op->replaceAllUsesWith(ValueRange(emulator.load(load)));
    else if (auto product = dyn_cast<amx::TileMulFOp>(op))
      op->replaceAllUsesWith(ValueRange(emulator.multiply(product)));
    else
      emulator.store(cast<amx::TileStoreOp>(op));
    op->erase();
  }
}

} // namespace weir::cpu::testing
