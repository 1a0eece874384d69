// The block function: a block of row tiles passes over a block of B's panels for one K block. Panels are the outer
// loop: each is read once from the outer caches and stays in L1 while A streams from L2.
#pragma once

#include "lib/Target/Cpu/Gemm/GemmMicroKernel.h"

namespace weir::cpu {

/// A call of the block function. Values that its form doesn't need are null; constants are built into the function.
struct BlockCall {
  WordSource a, b;
  FlatMatrix c;
  mlir::Value m, n; ///< of C
  mlir::Value partials, stage;
  mlir::Value words;         ///< of the K block
  mlir::Value tile, tileEnd; ///< row tiles
  mlir::Value superTile;     ///< the one that packed A and partials begin with
  mlir::Value panel, panelEnd;
  mlir::Value partialsPanel, partialsPanels; ///< the panel that rows of partials begin with, and how many they hold
  mlir::Value first, last;                   ///< i1: of the K blocks
  mlir::Value nextBlock; ///< where B's words begin that are to be in L2 afterwards; those of `b`: nothing is asked for
  mlir::ValueRange batch, operands;
};

/// Builds the call, and the function on first use. All calls of a product have the same constants.
void emitBlockCall(const GemmForm &form, const IndexMath &ix, mlir::ModuleOp module, const GemmEpilogue &epilogue,
                   const BlockCall &call);

} // namespace weir::cpu
