// Collects a context's diagnostics as text.
#include "lib/Compiler/Diagnostics.h"

#include "dialects/Interfaces/CompositeNames.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "mlir/IR/Location.h"

using namespace mlir;

namespace weir {

/// A longer line says nothing to a reader: it holds the elements of a constant.
static constexpr size_t kLongestLine = 400;

/// The first place in a file that the location holds, or null.
static FileLineColLoc placeOf(Location location) {
  FileLineColLoc place;
  location->walk([&](Location part) {
    auto file = dyn_cast<FileLineColLoc>(part);
    if (!file)
      return WalkResult::advance();
    place = file;
    return WalkResult::interrupt();
  });
  return place;
}

DiagnosticCollector::DiagnosticCollector(MLIRContext *context, bool showLines)
    : showLines(showLines), handler(context, [this](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
          return success();
        llvm::raw_string_ostream stream(text);
        StringRef composite = compositeAt(diagnostic.getLocation());
        std::string within = composite.empty() ? "" : ("in " + composite + ": ").str();
        print(stream, diagnostic.getLocation(), "error", within + diagnostic.str());
        for (Diagnostic &note : diagnostic.getNotes())
          print(stream, note.getLocation(), "note", note.str());
        return success();
      }) {}

void DiagnosticCollector::addFile(StringRef name, StringRef text) {
  if (showLines)
    files[name] = llvm::MemoryBuffer::getMemBufferCopy(text);
}

void DiagnosticCollector::print(llvm::raw_ostream &stream, Location location, StringRef kind, const Twine &message) {
  FileLineColLoc place = placeOf(location);
  if (place)
    stream << place.getFilename().getValue() << ":";
  if (place && place.getLine() > 0) // else it is all of the file
    stream << place.getLine() << ":" << place.getColumn() << ":";
  if (place)
    stream << " ";
  stream << kind << ": " << message << "\n";
  if (place && showLines)
    printLine(stream, place);
}

void DiagnosticCollector::printLine(llvm::raw_ostream &stream, FileLineColLoc place) {
  StringRef rest = textOf(place.getFilename().getValue()), line;
  for (unsigned number = 0; number < place.getLine(); ++number) {
    if (rest.empty())
      return;
    std::tie(line, rest) = rest.split('\n');
  }
  line = line.rtrim('\r');
  if (line.empty() || line.size() > kLongestLine || place.getColumn() > line.size() + 1)
    return;
  stream << line << "\n";
  if (place.getColumn() == 0) // of Python's lines the column isn't always known
    return;
  for (char character : line.take_front(place.getColumn() - 1))
    stream << (character == '\t' ? '\t' : ' ');
  stream << "^\n";
}

StringRef DiagnosticCollector::textOf(StringRef file) {
  auto [entry, isNew] = files.try_emplace(file);
  // A location may name anything: a device or a pipe would never end.
  if (isNew && llvm::sys::fs::is_regular_file(file))
    if (auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/true))
      entry->second = std::move(*buffer);
  return entry->second ? entry->second->getBuffer() : "";
}

std::string DiagnosticCollector::take() {
  while (!text.empty() && text.back() == '\n')
    text.pop_back();
  return text.empty() ? "error: compilation failed without a message" : std::exchange(text, {});
}

} // namespace weir
