// See DotWriter.h.
#include "lib/View/DotWriter.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

namespace weir {

/// A string of the DOT language; newlines become `\n`.
static std::string quoted(llvm::StringRef text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    result += c == '\n' ? std::string("\\n") : std::string(1, c);
  }
  return result + "\"";
}

DotWriter::DotWriter()
    : text(
          "digraph weir {\n"
          "  node [shape=box, style=\"rounded,filled\", fillcolor=\"#e8f0fe\", fontname=\"sans-serif\", fontsize=10];\n"
          "  edge [fontname=\"sans-serif\", fontsize=8, color=\"#5f6368\"];\n"
          "  graph [fontname=\"sans-serif\", fontsize=11];\n") {}

int DotWriter::node(llvm::ArrayRef<std::string> lines, Shape shape) {
  std::string label;
  for (const std::string &line : lines)
    if (!line.empty())
      label += (label.empty() ? "" : "\n") + line;
  text += std::string(2 * static_cast<size_t>(depth), ' ') + "n" + std::to_string(numNodes) +
          " [label=" + quoted(label) + (shape == Shape::Value ? ", shape=ellipse, fillcolor=\"#f1f3f4\"" : "") + "];\n";
  return numNodes++;
}

void DotWriter::edge(int from, int to, llvm::StringRef label) {
  edges += "  n" + std::to_string(from) + " -> n" + std::to_string(to);
  edges += label.empty() ? ";\n" : " [label=" + quoted(label) + "];\n";
}

void DotWriter::beginBox(llvm::StringRef label) {
  std::string indent(2 * static_cast<size_t>(depth++), ' ');
  text += indent + "subgraph cluster_" + std::to_string(numBoxes++) + " {\n" + indent + "  label=" + quoted(label) +
          "; color=\"#9aa0a6\";\n";
}

void DotWriter::endBox() { text += std::string(2 * static_cast<size_t>(--depth), ' ') + "}\n"; }

std::string DotWriter::finish() { return text + edges + "}\n"; }

} // namespace weir
