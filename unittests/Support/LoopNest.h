// An iteration rule run as a loop nest over small integer arrays, on any sub-box of its factors. It is what every user
// of a rule has to agree with, so it takes from the code under test only the boxes, and checks those at every access.
#pragma once

#include "lib/Support/IterationRule.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace weir {

using Position = std::vector<int64_t>;

/// Calls `visit` with each position of the box, in row-major order.
void forEachPosition(const Box &box, const std::function<void(const Position &)> &visit);
Box wholeBox(std::span<const int64_t> shape);

/// The part of a value that lies in a box, at the value's own positions.
class Array {
public:
  Array(Box box, int64_t fill);
  static Array generate(Box box, const std::function<int64_t(const Position &)> &element);

  const Box &bounds() const { return box; }
  bool contains(const Position &position) const;
  int64_t &at(const Position &position) { return elements[offset(position)]; }
  int64_t at(const Position &position) const { return elements[offset(position)]; }
  Array part(const Box &inner) const;
  bool operator==(const Array &) const = default;

private:
  size_t offset(const Position &position) const;
  Box box;
  std::vector<int64_t> elements;
};

/// Reads operands for one point of the iteration space. A read that leaves the tile, or what the rank holds, throws.
class Reader {
public:
  virtual ~Reader() = default;
  /// At the mapped position; nullopt where that is padding.
  virtual std::optional<int64_t> operator()(int operand) const = 0;
  /// At a position that the body works out: of an indirect or whole dimension.
  virtual int64_t at(int operand, const Position &position) const = 0;
};

/// An op with one result: its rule, its operands, and the value at each point of the iteration space.
struct LoopNest {
  std::string name;
  IterationRule rule;
  std::vector<Array> operands;
  Sizes resultShape;
  std::function<int64_t(const Reader &, const Position &point)> body;
  /// The result by its definition, written without the rule.
  std::function<int64_t(const Position &)> reference;

  Box factorRanges() const;
  Sizes operandShape(int operand) const;
  std::optional<Combiner> combiner() const; ///< of the reduction factors, if there are any
};

int64_t identity(Combiner combiner);
int64_t combine(Combiner combiner, int64_t a, int64_t b);

inline constexpr int64_t kNotWritten = -1'000'003;

/// The op on a sub-box of its factors, reading from what one rank holds of each operand. The result lies in the box
/// that `tile` gives; what that has between parts of a merge is kNotWritten. Throws std::logic_error where the rule,
/// the tile and the parts don't fit together.
Array run(const LoopNest &nest, const Box &ranges, const std::vector<Array> &held);

} // namespace weir
