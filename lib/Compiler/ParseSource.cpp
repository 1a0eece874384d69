// Parses IR text that may come from anywhere.
#include "lib/Compiler/ParseSource.h"

#include "llvm/Support/SourceMgr.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;

namespace weir {

/// The line at which brackets nest deeper than the limit, or 0. Brackets in strings and comments don't nest.
static unsigned lineOfDeepNesting(std::string_view text) {
  unsigned line = 1;
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    switch (text[i]) {
    case '\n':
      ++line;
      break;
    case '"':
      while (++i < text.size() && text[i] != '"' && text[i] != '\n')
        i += text[i] == '\\';
      break;
    case '/':
      if (i + 1 < text.size() && text[i + 1] == '/')
        i = std::min(text.find('\n', i), text.size()) - 1;
      break;
    case '(':
    case '[':
    case '{':
    case '<':
      if (++depth > kMaxNesting)
        return line;
      break;
    case ')':
    case ']':
    case '}':
      --depth;
      break;
    case '>':
      if (i == 0 || text[i - 1] != '-')
        --depth;
      break;
    }
  }
  return 0;
}

OwningOpRef<ModuleOp> parseSource(std::string_view text, StringRef name, MLIRContext *context) {
  auto errorAt = [&](unsigned line) { return emitError(FileLineColLoc::get(context, name, line, 1)); };
  if (text.starts_with("ML\xEFR")) {
    errorAt(1) << "expects IR text, got MLIR bytecode, whose reader is not safe for files of strangers";
    return nullptr;
  }
  if (unsigned line = lineOfDeepNesting(text)) {
    errorAt(line) << "expects at most " << kMaxNesting << " levels of nesting";
    return nullptr;
  }
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(StringRef(text.data(), text.size()), name), {});
  return parseSourceFile<ModuleOp>(sources, ParserConfig(context));
}

} // namespace weir
