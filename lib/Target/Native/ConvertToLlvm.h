// From what kernels are made of to the LLVM dialect in one conversion, on CPUs and GPUs. Each conversion looks at every
// op, so one for each dialect takes twice the time.
#pragma once

#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Pass/Pass.h"

namespace weir {

/// Adds the rules that a target has of its own.
using AddLlvmRulesFn = void (*)(mlir::LLVMTypeConverter &, mlir::LLVMConversionTarget &, mlir::RewritePatternSet &);

/// Converts loops, arithmetic, vectors of one dimension, memory without views, and what the loaded dialects have rules
/// for. What nobody has a rule for (vectors of several dimensions, parallel loops of affine) stays, and casts beside
/// it; a rule whose result can't be converted ends the process.
std::unique_ptr<mlir::Pass> createConvertToLlvmPass(AddLlvmRulesFn addRules);

} // namespace weir
