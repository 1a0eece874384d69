// One way to compute a kernel, with the numbers that a schedule may change. Each emitter's room has its form.
#pragma once

#include "lib/Target/Cpu/CpuThroughput.h"
#include "lib/Target/Cpu/Nest/NestEmitter.h"
#include "lib/Target/Cpu/Schedule/Knob.h"
#include "lib/Target/Cpu/Sort/SortShape.h"
#include "lib/Target/Cpu/Winograd/WinogradGradientShape.h"
#include "lib/Target/Nest/Contraction.h"

namespace weir::cpu {

/// A kernel on linalg, and what was found in it while it had weir ops.
struct KernelSite {
  mlir::func::FuncOp kernel;
  const KernelSignature &signature;
  CpuThroughput cpu;
  NestSchedule nests;                   ///< of this machine
  std::optional<nest::Contraction> sum; ///< of a kernel with one result
  std::optional<WinogradShape> winograd;
  std::optional<WinogradGradientShape> winogradGradient;
  std::optional<SortShape> sort;
};

/// Of a vector of a schedule: as many numbers of four bytes as a register holds, or what is suggested.
inline int64_t mostLanes(const KernelSite &site) { return std::max(site.nests.lanes, site.cpu.vectorBytes / 4); }
/// See KernelForm::problem.
inline std::string problemOfLanes(int64_t lanes) {
  return llvm::isPowerOf2_64(lanes) ? "" : "a power of two as lanes, got " + std::to_string(lanes);
}

class KernelForm {
public:
  virtual ~KernelForm() = default;

  /// As schedules call it.
  virtual llvm::StringRef name() const = 0;
  /// Whether sizes and machine speak for it; else schedules alone choose it.
  virtual bool isSuggested() const { return true; }
  /// They begin with what the kernel's sizes and the machine suggest.
  virtual llvm::SmallVector<Knob> knobs() { return {}; }
  /// What the knobs can't be together; empty where they can.
  virtual std::string problem() const { return {}; }
  /// Replaces the kernel by `prepare` and `run`.
  virtual mlir::LogicalResult emit(mlir::ModuleOp module) = 0;
};

} // namespace weir::cpu
