// See GemmTiles.h.
#include "lib/Target/Cpu/Gemm/X86/GemmTiles.h"

#include "lib/Target/Cpu/Gemm/GemmForm.h"
#include "lib/Target/Native/StreamedTiles.h"
#include "mlir/Dialect/AMX/AMXDialect.h"

using namespace mlir;

namespace weir::cpu::x86 {

Type tileType(OpBuilder &b, TileKind kind) {
  if (kind == TileKind::F32)
    return amx::TileType::get({kTileRows, kTileWords}, b.getF32Type());
  return amx::TileType::get({kTileRows, 2 * kTileWords}, b.getBF16Type());
}

Value emitTileZero(OpBuilder &b, Location loc) { return amx::TileZeroOp::create(b, loc, tileType(b, TileKind::F32)); }

Value emitTileLoad(OpBuilder &b, Location loc, TileKind kind, Value data, Value place, Value stride, bool streams) {
  auto load = amx::TileLoadOp::create(b, loc, tileType(b, kind), data, ValueRange{place}, stride);
  if (streams)
    load->setDiscardableAttr(kStreamedAttr, b.getUnitAttr());
  return load;
}

void emitTileStore(OpBuilder &b, Location loc, Value tile, Value data, Value place, Value stride) {
  amx::TileStoreOp::create(b, loc, data, ValueRange{place}, tile, stride);
}

Value emitTileProduct(OpBuilder &b, Location loc, Value sum, Value x, Value y) {
  return amx::TileMulFOp::create(b, loc, sum.getType(), x, y, sum);
}

} // namespace weir::cpu::x86
