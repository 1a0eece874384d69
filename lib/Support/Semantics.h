// Plain data that the two authorities of an op, `inferResults` and `iterationRule`, take and give. The same functions
// serve the compiler's ops and eager calls, so nothing here knows MLIR.
#pragma once

#include "lib/Support/IterationRule.h"
#include "lib/Support/Shape.h"

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace weir {

using AttributeValue = std::variant<bool, int64_t, double, std::string, std::vector<int64_t>, Shape, DType>;

/// An op's attributes by name. For ops whose result sizes don't follow from operands, "shape" holds the result's
/// Shape (`?` where an index operand gives the size) and "dtype" its element type.
class Attributes {
public:
  void set(std::string name, AttributeValue value) { values[std::move(name)] = std::move(value); }
  bool has(const std::string &name) const { return values.count(name) != 0; }

  template <typename T> const T &get(const std::string &name) const { return std::get<T>(values.at(name)); }
  template <typename T> T getOr(const std::string &name, T fallback) const {
    auto it = values.find(name);
    return it == values.end() ? std::move(fallback) : std::get<T>(it->second);
  }

private:
  std::map<std::string, AttributeValue> values;
};

using Metas = std::vector<TensorMeta>;
using InferResultsFn = Result<Metas> (*)(const Metas &operands, const Attributes &attributes);
using IterationRuleFn = Result<IterationRule> (*)(const Metas &operands, const Metas &results,
                                                  const Attributes &attributes);

/// Both authorities of an op that applies one function at each index: operands have one shape and one dtype, and the
/// result is of `dtype`.
Result<Metas> inferElementwise(const Metas &operands, DType dtype);
Result<IterationRule> elementwiseRule(const Metas &operands, const Metas &results);

/// The dtype that floats among the operands meet in.
DType commonFloat(const Metas &operands);

/// Fails unless `dims` are distinct dimensions of x.
std::optional<Failure> checkDims(const TensorMeta &x, const std::vector<int64_t> &dims);

/// x without `dims`, or with size 1 in their places.
Result<Metas> inferReduced(const TensorMeta &x, const std::vector<int64_t> &dims, bool keepdim);

/// What the dtype of an operand has to be.
enum class OperandKind : uint8_t { Any, Float, Integer, I64, Bool };

/// Of an op with optional operands: these are the last ones, and the attribute "present" holds the numbers of those
/// that are there, in order. Fails unless that is so and each is of its kind.
std::optional<Failure> checkOptionals(const Metas &operands, const Attributes &attributes,
                                      std::initializer_list<OperandKind> kinds);
/// The meta of the optional operand with this number, or null where it is absent.
const TensorMeta *optionalOperand(const Metas &operands, const Attributes &attributes, int64_t number);

/// The rule of an op whose loops are each of one dimension of its first operand: those of `wholeDims` can't be split,
/// the others are parallel. Results have the operand's dimensions; if `isReduced`, `wholeDims` are missing or of
/// size 1. Further operands of the same rank have the same loops; others are read whole, by every point.
IterationRule ruleAlong(const std::vector<int64_t> &wholeDims, bool isReduced, const Metas &operands,
                        const Metas &results);

/// The rule of an op of which nothing can be split: each dimension is a loop of its own that stays whole.
IterationRule wholeRule(const Metas &operands, const Metas &results);

/// `groups` where sums and differences of values of `dtype` are of that dtype again; none for bool.
std::vector<std::vector<int>> linearOver(DType dtype, std::vector<std::vector<int>> groups);

/// The same for ops that are linear over floats alone: the quotients of integers are cut.
std::vector<std::vector<int>> linearOverFloats(DType dtype, std::vector<std::vector<int>> groups);

/// Both authorities of an op whose result dimensions are products of operand factors, from a spec such as
/// "mk,kn->mn": a letter is a factor, a factor that no result has is a reduction with `combiner`, and `*`, only at the
/// front of a value, stands for all leading dimensions, whose number and sizes must agree in all values that have it
/// (factors "*0", "*1", ...). Dimensions that share a factor must agree in size; one known size refines the unknown
/// ones. A spec "->..." has no operands. The rule has no linear groups: they are the op's to add.
/// Result dtypes are the caller's: these functions give every result the first operand's.
Result<Metas> inferFromFactors(std::string_view spec, const Metas &operands);
Result<IterationRule> ruleFromFactors(std::string_view spec, Combiner combiner, const Metas &operands,
                                      const Metas &results);

/// Fails unless the operands with these numbers have one dtype.
std::optional<Failure> checkSameDType(const Metas &operands, std::initializer_list<size_t> numbers);

} // namespace weir
