// The numbers of a product that a schedule may change.
#pragma once

#include "lib/Target/Cpu/Gemm/Gemm.h"
#include "lib/Target/Cpu/Schedule/Knob.h"

namespace weir::cpu {

/// Of parameters that were chosen for this product.
llvm::SmallVector<Knob> knobsOf(const GemmDescription &description, const CpuThroughput &cpu,
                                GemmParameters &parameters);

/// What the numbers can't be together; empty where they can.
std::string problemOf(const CpuThroughput &cpu, const GemmParameters &parameters);

} // namespace weir::cpu
