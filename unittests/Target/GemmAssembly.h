// Reads the assembly of x86 kernels: which loops multiply, and whether they leave the registers. Knows no MLIR.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace weir::cpu::testing {

/// A block that jumps to itself and multiplies.
struct InnerLoop {
  std::string function, text;
  int64_t multiplies = 0; ///< FMAs and bf16 dots of vectors, products of tile registers
  int64_t tileLoads = 0;
  int64_t broadcasts = 0;      ///< of elements in memory, by instructions of their own
  int64_t stackReferences = 0; ///< of any instruction
  int64_t vectorSpills = 0;    ///< stack references of vector instructions
  int64_t instructions = 0;
};

std::vector<InnerLoop> findInnerLoops(const std::string &assembly);

} // namespace weir::cpu::testing
