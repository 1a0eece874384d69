// A module as a graph for Graphviz.
#pragma once

#include "lib/Support/Status.h"

#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace weir {

/// The module in the DOT language: a box for each function, program and group, a node for each op, edges where values,
/// or the bytes of a program's buffers, go. Nodes name the line that they come from.
std::string dotGraph(mlir::ModuleOp module);

/// The picture that Graphviz's program dot draws. Fails where there is none in PATH.
Result<std::string> svgOf(const std::string &dot);

} // namespace weir
