// Writes IR to files for people and tests to read.
#include "lib/Compiler/DumpIr.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;

namespace weir {

LogicalResult dumpIr(ModuleOp module, StringRef folder, const Twine &file) {
  SmallString<128> path(folder);
  if (std::error_code error = llvm::sys::fs::create_directories(path))
    return module.emitError("expects to create ") << path << ": " << error.message();
  llvm::sys::path::append(path, file);
  std::error_code error;
  llvm::ToolOutputFile stream(path, error, llvm::sys::fs::OF_Text);
  if (error)
    return module.emitError("expects to write ") << path << ": " << error.message();
  module.print(stream.os(), OpPrintingFlags().enableDebugInfo());
  stream.keep();
  return success();
}

} // namespace weir
