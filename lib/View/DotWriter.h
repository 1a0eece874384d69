// Nodes, boxes and edges in the DOT language.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace weir {

class DotWriter {
public:
  enum class Shape {
    Op,
    Value, ///< an argument, a constant, a result
  };

  DotWriter();

  int node(llvm::ArrayRef<std::string> lines, Shape shape);
  void edge(int from, int to, llvm::StringRef label = "");
  /// Nodes up to the matching end stand in a box.
  void beginBox(llvm::StringRef label);
  void endBox();

  /// The whole graph, whose edges stand at the end.
  std::string finish();

private:
  std::string text, edges;
  int numNodes = 0, numBoxes = 0, depth = 1;
};

} // namespace weir
