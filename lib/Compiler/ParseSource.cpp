// Parses IR text that may come from anywhere.
#include "lib/Compiler/ParseSource.h"

#include "dialects/Weir/Control/Jobs.h"
#include "dialects/Weir/IR/Dialect.h"

#include "llvm/Support/SourceMgr.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;

namespace weir {

/// Where the next character stands that is neither blank nor in a comment.
static size_t skipBlanks(std::string_view text, size_t at) {
  while (at < text.size()) {
    if (text[at] == '/' && at + 1 < text.size() && text[at + 1] == '/')
      at = std::min(text.find('\n', at), text.size());
    else if (llvm::is_contained({' ', '\t', '\r', '\n'}, text[at]))
      ++at;
    else
      break;
  }
  return at;
}

/// Whether an array attribute begins here whose elements are of type index, which have no width to be read by.
static bool isIndexArray(std::string_view text, size_t at) {
  if (!text.substr(at).starts_with("array"))
    return false;
  at = skipBlanks(text, at + 5);
  return at < text.size() && text[at] == '<' && text.substr(skipBlanks(text, at + 1)).starts_with("index");
}

namespace {
struct Refusal {
  unsigned line = 0;
  std::string rule; ///< empty: nothing is refused
};
} // namespace

/// The first place that MLIR's parser would not survive. What stands in strings and comments doesn't count.
static Refusal refusal(std::string_view text) {
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
        return {line, "expects at most " + std::to_string(kMaxNesting) + " levels of nesting"};
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
    case 'a':
      if (isIndexArray(text, i))
        return {line, "expects an array of integers or floats of some width, got one of index"};
      break;
    }
  }
  return {};
}

LogicalResult checkSource(std::string_view text, StringRef name, MLIRContext *context) {
  auto errorAt = [&](unsigned line) { return emitError(FileLineColLoc::get(context, name, line, 1)); };
  if (text.starts_with("ML\xEFR"))
    return errorAt(1) << "expects IR text, got MLIR bytecode, whose reader is not safe for files of strangers";
  if (Refusal refused = refusal(text); !refused.rule.empty())
    return errorAt(refused.line) << refused.rule;
  return success();
}

OwningOpRef<ModuleOp> parseSource(std::string_view text, StringRef name, MLIRContext *context) {
  if (failed(checkSource(text, name, context)))
    return nullptr;
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(StringRef(text.data(), text.size()), name), {});
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, ParserConfig(context));
  if (module)
    for (auto function : module->getOps<func::FuncOp>())
      if (function->hasAttr(kJobAttr) && failed(verifyJobSignature(function)))
        return nullptr;
  return module;
}

} // namespace weir
