// Collects a context's diagnostics as text: the user's location, the message, the line there, notes.
#pragma once

#include "mlir/IR/Diagnostics.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"

#include <string>

namespace weir {

class DiagnosticCollector {
public:
  /// With `showLines` a message about a place in a file that can be read is followed by the line there and a caret.
  explicit DiagnosticCollector(mlir::MLIRContext *context, bool showLines = false);

  /// What stands in a file, so that it is not read; `text` is copied where lines are shown.
  void addFile(llvm::StringRef name, llvm::StringRef text);

  /// All errors so far, a line each and what is shown below it; never empty.
  std::string take();

private:
  void print(llvm::raw_ostream &stream, mlir::Location location, llvm::StringRef kind, const llvm::Twine &message);
  void printLine(llvm::raw_ostream &stream, mlir::FileLineColLoc place);
  llvm::StringRef textOf(llvm::StringRef file);

  std::string text;
  bool showLines;
  llvm::StringMap<std::unique_ptr<llvm::MemoryBuffer>> files; ///< null: can't be read
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace weir
