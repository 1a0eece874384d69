// Elementwise ops that take tensors of one float type and nothing else: tables of ops need no row for them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace weir {

struct PlainOp {
  std::string name; ///< "weir.exp"
  size_t operands = 1;
  bool takesNegative = false; ///< its value at negative operands is a number
  bool isDifferentiable = false;
};

/// Those that are registered, in alphabetical order.
std::vector<PlainOp> plainOps();

/// "%x0: tensor<5xf32>"
std::string argumentsOf(const PlainOp &op, const std::string &type);

/// "weir.exp %x0 : (tensor<5xf32>) -> tensor<5xf32>"
std::string textOf(const PlainOp &op, const std::string &type);

} // namespace weir
