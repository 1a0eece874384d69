// Collects a context's diagnostics as text.
#include "lib/Compiler/Diagnostics.h"

#include "dialects/Interfaces/CompositeNames.h"

#include "llvm/Support/raw_ostream.h"
#include "mlir/IR/Location.h"

using namespace mlir;

namespace weir {

/// "file:line:column: " of the first place in a file that the location holds.
static void printPlace(llvm::raw_ostream &stream, mlir::Location location) {
  location->walk([&](mlir::Location part) {
    auto file = dyn_cast<FileLineColLoc>(part);
    if (!file)
      return WalkResult::advance();
    stream << file.getFilename().getValue() << ":" << file.getLine() << ":" << file.getColumn() << ": ";
    return WalkResult::interrupt();
  });
}

DiagnosticCollector::DiagnosticCollector(MLIRContext *context)
    : handler(context, [this](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
          return success();
        llvm::raw_string_ostream stream(text);
        printPlace(stream, diagnostic.getLocation());
        stream << "error: ";
        if (StringRef composite = compositeAt(diagnostic.getLocation()); !composite.empty())
          stream << "in " << composite << ": ";
        stream << diagnostic << "\n";
        for (Diagnostic &note : diagnostic.getNotes()) {
          printPlace(stream, note.getLocation());
          stream << "note: " << note << "\n";
        }
        return success();
      }) {}

std::string DiagnosticCollector::take() {
  while (!text.empty() && text.back() == '\n')
    text.pop_back();
  return text.empty() ? "error: compilation failed without a message" : std::exchange(text, {});
}

} // namespace weir
