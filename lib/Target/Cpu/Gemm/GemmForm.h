// The facts that all parts of the emitter share: types, the register tile, what may be read in place, which variants
// the shape allows. Everything here follows from a description and parameters; no IR is built but types.
#pragma once

#include "lib/Target/Cpu/Gemm/Gemm.h"

namespace weir::cpu {

/// A register tile's columns: `vectors` of them, of which those from `maskFrom` on may reach past N.
struct ColumnVariant {
  int64_t vectors, maskFrom;
};

/// Of a tile register: rows, 32-bit words in each, and the bf16 in these.
constexpr int64_t kTileRows = 16, kTileWords = 16, kTileDepth = 2 * kTileWords;

struct GemmForm {
  GemmForm(const GemmDescription &description, const GemmParameters &parameters);

  const GemmDescription &d;
  const GemmParameters &p;
  mlir::Type accumulator, word; ///< packed panels are arrays of words: the accumulator's type, or i32 pairs of bf16
  int64_t lanes;                ///< of a vector of accumulators or words
  int64_t pack;                 ///< K elements in a word
  int64_t nr;                   ///< columns of a panel
  bool canReadA, canReadB;      ///< in place; A with pairs only if K is even, by tiles if they are whole
  bool severalKBlocks;          ///< K may exceed one block
  bool partialsInC;             ///< partial sums of K blocks may stand in C

  mlir::MLIRContext *context() const { return accumulator.getContext(); }
  mlir::VectorType vectorOf(mlir::Type element) const { return mlir::VectorType::get({lanes}, element); }
  mlir::VectorType accumulators() const { return vectorOf(accumulator); }
  mlir::VectorType words() const { return vectorOf(word); }
  mlir::VectorType masks() const;
  mlir::MemRefType flat(mlir::Type element) const; ///< memref<?xelement>
  mlir::MemRefType matrix(const GemmOperand &operand) const;
  mlir::MemRefType resultMatrix() const;
  /// Of what is gathered, as it is stored: i16 for 16-bit floats.
  mlir::Type gatheredBits(const GemmOperand &operand) const;
  /// Elements from one row to the next of a gathered block with K, or with rows of A, in its rows.
  int64_t gatheredDepth() const;
  int64_t gatheredRows() const { return p.mc + lanes; }
  mlir::Type slabElement() const; ///< of packed A
  /// A gathered B goes to its panels at once, without a matrix in between.
  bool gathersPanels() const { return d.b.gathered && !d.b.transposed && pack == 1; }
  int64_t wordBytes() const { return word.getIntOrFloatBitWidth() / 8; }
  /// Of a K block, at most.
  int64_t mostDepth() const;
  /// Of a B by tile registers, packed in advance, while row tiles pass over the one before; where they are long.
  bool prefetchesBlocks() const;
  /// The rows that a tile reads of a transposed A in the next K block: pieces of lines, far apart, which no hardware
  /// asks for in time.
  bool asksForA() const;
  /// Whether rows by tile registers, which stay while panels pass, would lose their place in L1 to them.
  bool streamsB() const;
  bool isTiled() const { return p.step == MultiplyStep::Bf16Tile; }
  /// Words of a K block are a multiple of this: zeros follow the last ones.
  int64_t wordUnit() const { return isTiled() ? kTileWords : 1; }

  /// Masked accesses of `element` are single instructions.
  bool masksCheaply(mlir::Type element) const { return p.freeMasks || element.getIntOrFloatBitWidth() >= 32; }
  /// Heights of register tiles, ascending. A dynamic M has mr, mr - 1 and, for what these don't add up to, 2 and 1:
  /// each height is code to compile.
  llvm::SmallVector<int64_t> rowVariants() const;
  bool spreadsRows() const; ///< all row tiles differ by at most one row, whatever M is
  /// Ascending; the first that has enough vectors is used. If `unmaskedFull` is true, full panels have a variant of
  /// their own, which comes last.
  llvm::SmallVector<ColumnVariant> columnVariants(bool &unmaskedFull) const;
};

} // namespace weir::cpu
