// The tile registers of x86 (AMX): loads, products of bf16, stores.
#pragma once

#include "mlir/IR/Builders.h"

namespace weir::cpu::x86 {

/// 16 rows of 16 words. All tiles have this shape: the shapes of the eight registers are set for a whole function.
enum class TileKind { Bf16Pairs, F32 };

mlir::Type tileType(mlir::OpBuilder &b, TileKind kind);
mlir::Value emitTileZero(mlir::OpBuilder &b, mlir::Location loc);
/// `stride`: elements of `data`, which has one dimension, from one row to the next. `streams`: it is not read again
/// soon.
mlir::Value emitTileLoad(mlir::OpBuilder &b, mlir::Location loc, TileKind kind, mlir::Value data, mlir::Value place,
                         mlir::Value stride, bool streams = false);
void emitTileStore(mlir::OpBuilder &b, mlir::Location loc, mlir::Value tile, mlir::Value data, mlir::Value place,
                   mlir::Value stride);
/// sum[i, j] + the products of x[i, k] and y[k, j], pairs of bf16, added in f32.
mlir::Value emitTileProduct(mlir::OpBuilder &b, mlir::Location loc, mlir::Value sum, mlir::Value x, mlir::Value y);

} // namespace weir::cpu::x86
