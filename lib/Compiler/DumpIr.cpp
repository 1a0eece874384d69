// Writes IR to files for people and tests to read.
#include "lib/Compiler/DumpIr.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;

namespace weir {

LogicalResult dumpText(ModuleOp module, StringRef folder, const Twine &file,
                       llvm::function_ref<void(llvm::raw_ostream &)> print) {
  SmallString<128> path(folder);
  if (std::error_code error = llvm::sys::fs::create_directories(path))
    return module.emitError("expects to create ") << path << ": " << error.message();
  llvm::sys::path::append(path, file);
  std::error_code error;
  llvm::ToolOutputFile stream(path, error, llvm::sys::fs::OF_Text);
  if (error)
    return module.emitError("expects to write ") << path << ": " << error.message();
  print(stream.os());
  stream.keep();
  return success();
}

LogicalResult dumpIr(ModuleOp module, StringRef folder, const Twine &file) {
  auto print = [&](llvm::raw_ostream &stream) { module.print(stream, OpPrintingFlags().enableDebugInfo()); };
  return dumpText(module, folder, file, print);
}

} // namespace weir
