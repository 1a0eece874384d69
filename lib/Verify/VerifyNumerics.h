// The ladder of numeric oracles over one program: every stage and kernel against the interpreter. No MLIR in sight.
#pragma once

#include "lib/Compiler/Compile.h"

namespace weir {

class Tamper; // lib/Verify/Tamper.h

struct VerifyNumericsOptions {
  uint64_t seed = 0;              ///< of inputs and variables
  const Tamper *tamper = nullptr; ///< for tests of the ladder itself
};

/// Runs the stages one at a time on random inputs and checks each; then every kernel. The table of what was checked, or
/// the first difference: row, stage or kernel, step, op location, expected and got.
Result<std::string> verifyNumerics(std::string_view mlirText, const CompileOptions &options,
                                   const VerifyNumericsOptions &verification);

} // namespace weir
