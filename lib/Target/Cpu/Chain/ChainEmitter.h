// The two functions of a kernel that is a chain.
#pragma once

#include "lib/Target/Cpu/Chain/BlockProduct.h"
#include "lib/Target/Cpu/Chain/RowChain.h"
#include "lib/Target/Cpu/Nest/NestEmitter.h"

namespace weir::cpu {

constexpr int64_t kTiles = 16; ///< for workers to share, at least, where there are rows enough

/// A chain with the code of its parts.
struct ChainCode {
  RowChain &chain;
  std::vector<BlockProduct> scores;
  RowNest rows;
  std::vector<BlockProduct> values;
  std::vector<std::optional<RowNest>> ends; ///< of the values
  int64_t rowsOfBlock;
  bool endsAtDiagonal; ///< a block needs as many columns as its last row has seen
  bool sumsInParts;
};

/// Of a part's result with this number.
mlir::RankedTensorType resultOf(const ChainPart &part, unsigned number = 0);
/// Scores whose place in scratch each of the rows takes: they are read where they are written. None for what has its
/// own, and for what is kept.
llvm::SmallVector<std::optional<unsigned>> placesOfRows(const RowChain &chain);

/// Adds `prepare` and `run` to the module.
void emitChain(mlir::ModuleOp module, mlir::Location loc, const KernelSignature &signature, ChainCode code);

} // namespace weir::cpu
