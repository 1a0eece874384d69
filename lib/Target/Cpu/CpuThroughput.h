// What a CPU does per cycle and how large its caches are: all that tile shapes and blockings are chosen by. Nothing is
// decided by the name of an instruction set, because what is fast on one CPU is a trap on the next. Knows no MLIR.
#pragma once

#include <cstdint>
#include <string_view>

namespace weir::cpu {

struct CpuThroughput {
  std::string_view name;     ///< as LLVM's -mcpu has it
  std::string_view measured; ///< where, and what was not
  int64_t vectorBytes;       ///< of the vectors that kernels use
  int64_t vectorRegisters;
  double fmaPerCycle;       ///< FMAs of whole f32 vectors
  int64_t fmaLatency;       ///< cycles
  double bf16DotRatio;      ///< multiply-adds of the bf16 dot per cycle over those of f32 FMAs; 0: missing or not known
  int64_t bf16DotLatency;   ///< cycles
  double bf16TileRatio = 0; ///< multiply-adds of bf16 by tile registers over those of FMAs; 0: missing or not known
  double loadsPerCycle;     ///< whole vectors from L1
  double l2BytesPerCycle, memoryBytesPerCycle; ///< read by one core
  int64_t l1Bytes, l2Bytes;                    ///< of one core
  double crossingCycles = 1000;                ///< until a thread sees what another has done
  double startCycles = 20'000;                 ///< until a second thread has begun; the runtime tries whether it pays
  bool freeMasks;                              ///< masked loads and stores of all widths cost what plain ones do
};

/// The CPU that LLVM calls `name`, or null.
const CpuThroughput *findCpuThroughput(std::string_view name);

/// Sets the figure that an entry `name` of a machine's description overrides, such as "fma_per_cycle"; false where
/// there is no such figure.
bool setFigure(CpuThroughput &cpu, std::string_view name, double value);

/// Of the CPU that LLVM calls `name` and whose features it writes as "+avx512f,-amx-bf16": its line, or that of the
/// weakest CPU with its vectors and tile registers. No tiles where they are hidden, as virtual machines may do.
CpuThroughput throughputOf(std::string_view name, std::string_view features);

} // namespace weir::cpu
