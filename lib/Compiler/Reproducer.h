// A file that shows one pass fail.
#pragma once

#include "lib/Support/Status.h"

#include "mlir/Pass/PassManager.h"

#include <string>

namespace weir {

/// Has the first pass on the whole module that fails in `passes` leave the module as it was before, with the pass as
/// its pipeline, in `reproducer`. Keeps a copy of the module before every pass: for a second run, once one has failed.
void catchFailingPass(mlir::PassManager &passes, std::string &reproducer);

/// Writes the text to a file in `folder` that is named after what it holds; the file's path.
Result<std::string> writeReproducer(llvm::StringRef folder, llvm::StringRef reproducer);

} // namespace weir
