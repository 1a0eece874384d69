// Writes IR to files for people and tests to read.
#include "lib/Compiler/DumpIr.h"

#include "lib/Support/WriteFile.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir;

namespace weir {

LogicalResult dumpText(ModuleOp module, StringRef folder, const Twine &file,
                       llvm::function_ref<void(llvm::raw_ostream &)> print) {
  SmallString<128> path(folder);
  if (std::error_code error = llvm::sys::fs::create_directories(path))
    return module.emitError("expects to create ") << path << ": " << error.message();
  llvm::sys::path::append(path, file);
  std::string text;
  llvm::raw_string_ostream stream(text);
  print(stream);
  if (std::error_code error = writeFile(path.str().str(), text))
    return module.emitError("expects to write ") << path << ": " << error.message();
  return success();
}

LogicalResult dumpIr(ModuleOp module, StringRef folder, const Twine &file) {
  auto print = [&](llvm::raw_ostream &stream) { module.print(stream, OpPrintingFlags().enableDebugInfo()); };
  return dumpText(module, folder, file, print);
}

} // namespace weir
