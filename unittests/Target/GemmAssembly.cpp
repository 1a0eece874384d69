// See GemmAssembly.h.
#include "unittests/Target/GemmAssembly.h"

#include <sstream>

namespace weir::cpu::testing {
namespace {

bool contains(const std::string &text, const char *part) { return text.find(part) != std::string::npos; }

std::string withoutComment(const std::string &line) { return line.substr(0, line.find('#')); }

/// The label that a line defines, or an empty string.
std::string labelOf(const std::string &line) {
  if (line.empty() || line[0] == '\t' || line[0] == ' ' || line[0] == '#')
    return {};
  size_t colon = line.find(':');
  return colon == std::string::npos ? std::string() : line.substr(0, colon);
}

void count(InnerLoop &loop, const std::string &line) {
  ++loop.instructions;
  bool vector = contains(line, "%xmm") || contains(line, "%ymm") || contains(line, "%zmm");
  bool multiplies = contains(line, "vfmadd") || contains(line, "vdpbf16ps");
  loop.multiplies += multiplies && (contains(line, "%ymm") || contains(line, "%zmm"));
  loop.multiplies += contains(line, "tdpbf16ps");
  loop.tileLoads += contains(line, "tileloadd");
  loop.broadcasts += contains(line, "broadcast");
  bool stack = contains(line, "(%rsp"); // %rbp is a register like others: no frame pointers
  loop.stackReferences += stack;
  loop.vectorSpills += stack && vector && !multiplies && !contains(line, "broadcast") ? 1 : 0;
}

} // namespace

std::vector<InnerLoop> findInnerLoops(const std::string &assembly) {
  std::vector<InnerLoop> loops;
  std::istringstream lines(assembly);
  std::string line, function, block;
  InnerLoop current;
  while (std::getline(lines, line)) {
    std::string label = labelOf(line);
    if (!label.empty() || line.find("# %bb.") == 0) {
      if (label.rfind(".L", 0) != 0 && !label.empty())
        function = label;
      block = label;
      current = {.function = function};
      continue;
    }
    std::string code = withoutComment(line);
    size_t start = code.find_first_not_of(" \t");
    if (start == std::string::npos || code[start] == '.')
      continue;
    current.text += code + "\n";
    count(current, code);
    bool jump = code[start] == 'j' && code.compare(start, 3, "jmp") != 0;
    if (jump && !block.empty() && contains(code + "\n", (block + "\n").c_str()) && current.multiplies > 0)
      loops.push_back(current);
  }
  return loops;
}

} // namespace weir::cpu::testing
