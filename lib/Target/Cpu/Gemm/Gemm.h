// Emits matrix products C = epilogue(A * B) as scf + vector IR that runs near the peak of its CPU: blocked, packed,
// accumulators in registers, all sizes dynamic or static. Knows nothing of kernel groups, launches or the weir dialect.
#pragma once

#include "lib/Target/Cpu/CpuThroughput.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"

#include <string>

namespace weir::cpu {

/// A or B as memory has it. `transposed` exchanges the two stored dimensions: A is then stored [K, M] and B [N, K].
/// One that is gathered is no matrix in memory, as windows of images are none: a GatherFn writes blocks of it as such,
/// of `elementType`, which is the accumulator's but for operands of dots, and its memref has sizes alone.
struct GemmOperand {
  mlir::Type elementType;
  bool gathered = false;
  bool transposed = false;
  bool unitInner = true;                            ///< the last stored dimension has stride 1
  int64_t outerStride = mlir::ShapedType::kDynamic; ///< of the first stored dimension
};

/// f16 and bf16 operands are converted while they are packed (dots and tiles, where they pay, take bf16 as it is); the
/// accumulator is f32 or f64 and at least as wide as the operands; the result's element type is what the epilogue
/// returns, or else the accumulator's or a narrower float, rounded to nearest even.
struct GemmDescription {
  std::string name; ///< of the functions
  mlir::Location location;
  GemmOperand a, b;
  mlir::Type accumulatorType, resultType;
  int64_t resultStride = mlir::ShapedType::kDynamic; ///< of C's rows; its columns have stride 1
  int64_t m = mlir::ShapedType::kDynamic, n = mlir::ShapedType::kDynamic, k = mlir::ShapedType::kDynamic;
  int64_t depthUnit = 1;      ///< K is a multiple of this, though it may not be known
  int64_t batchRank = 0;      ///< leading dimensions of A, B and C; a stride of zero repeats an operand
  bool packedB = false;       ///< B comes as `PackedB` says; not with batches
  int64_t packedDepth = 1;    ///< a packed B has zeros behind its last K up to a multiple of this
  bool resultAliased = false; ///< an epilogue operand may be C's memory: partial sums then stay out of it
  bool storesItself = false;  ///< the epilogue stores what it computes, and returns null; C's memref has sizes alone
  llvm::SmallVector<mlir::Type> epilogueTypes; ///< of the extra operands of `run`
};

/// What multiplies: FMAs of the accumulator's type, dots of pairs of bf16 in 32-bit words, or tile registers of them.
enum class MultiplyStep { Fma, Bf16Dot, Bf16Tile };

/// How a product is computed. The layout of a packed B follows from `vectorBytes`, `nv` and `step` alone; tiles read
/// what dots read.
struct GemmParameters {
  int64_t vectorBytes;   ///< of an accumulator
  int64_t mr, nv;        ///< the register tile: rows, vectors per row
  int64_t kc;            ///< K elements of a block, at most
  int64_t mc;            ///< rows of A that one pass over a B panel uses, packed
  int64_t mcInPlace;     ///< ... read where they are
  int64_t nc;            ///< columns of B packed at a time inside the call
  int64_t chains;        ///< accumulators that must be in flight to hide their latency
  int64_t prefetchBytes; ///< of the next B panel, or block by tiles, per word of the K loop; 0: none
  int64_t packAFromN;    ///< A is packed from this N on, and sooner where its rows would share too few sets of caches
  int64_t readBToM;      ///< B is read in place up to this M, or less, likewise; 0: never
  MultiplyStep step;
  int64_t l1Bytes, l2Bytes; ///< of CpuThroughput
  bool freeMasks;           ///< likewise

  bool pairs() const { return step != MultiplyStep::Fma; }
};

/// With a dynamic N, `nv` follows from the CPU and the element types alone: operands packed for one product serve all.
GemmParameters chooseParameters(const CpuThroughput &cpu, const GemmDescription &description);

/// A packed B is an array of words, [panel][word of K][column of the panel], with zeros where B ends. A word holds one
/// element, or `group` of them that follow one another along K, the first in its lowest bits. K is taken for a multiple
/// of `depth`, which tile registers read at once: zeros follow the last element.
struct PackedB {
  mlir::Type word;
  int64_t columns, group, depth;
};
PackedB packedB(const GemmDescription &description, const GemmParameters &parameters);

/// Where an epilogue stands: `accumulator` holds C[row, column ...]. Lanes whose `mask` is off lie outside of C, whose
/// value there doesn't matter but which may not be loaded or stored; a null mask has all lanes on.
struct EpilogueSite {
  mlir::Value accumulator, row, column, mask;
  mlir::ValueRange batch;    ///< an index per batch dimension
  mlir::ValueRange operands; ///< of the types `epilogueTypes`
};

/// Returns the vector to store, of the accumulator's or the result's element type. May store to its operands. An
/// operand that is C's own memory may be read at the site's row and columns only.
using EpilogueFn = llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::Location, const EpilogueSite &)>;

/// A block of a gathered operand: elements [row, rowEnd) of its first stored dimension and [column, columnEnd) of its
/// second go to target[offset + (i - row) * pitch + j - column].
struct GatherSite {
  mlir::Value target; ///< memref<?xelement>, of i16 for 16-bit floats
  mlir::Value offset, pitch;
  mlir::Value row, rowEnd, column, columnEnd;
  mlir::ValueRange batch, operands; ///< as of an epilogue
};
using GatherFn = llvm::function_ref<void(mlir::OpBuilder &, mlir::Location, const GatherSite &)>;

/// What of a product's code is built by others; null where there is none.
struct GemmCallbacks {
  EpilogueFn epilogue = nullptr;
  GatherFn gatherA = nullptr, gatherB = nullptr;
};

/// Two functions of memrefs and indices.
///   prepare(batch?, M, N, K) -> (tiles, scratch bytes, workspace bytes, scalars...)
///     batch: the product of the batch dimensions, there if batchRank > 0.
///   run(A, B, C, epilogue operands..., scalars..., scratch: memref<?xi8>, first tile, count)
/// The value of C depends neither on how tiles are grouped into calls nor on their order.
struct GemmFunctions {
  mlir::func::FuncOp prepare, run;
  int64_t scalars;
};

/// The memref types of run's A, B and C; epilogue operands have the types that were given.
struct GemmTypes {
  mlir::MemRefType a, b, c;
};
GemmTypes gemmTypes(const GemmDescription &description, const GemmParameters &parameters);

GemmFunctions emitGemmFunctions(mlir::OpBuilder &builder, mlir::ModuleOp module, const GemmDescription &description,
                                const GemmParameters &parameters, const GemmCallbacks &callbacks = {});

} // namespace weir::cpu
