// See EinsumEquation.h.
#include "dialects/Weir/Contract/EinsumEquation.h"

#include "lib/Support/ShapeText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>

namespace weir {

namespace {

constexpr llvm::StringLiteral kDots = "...";

std::string quoted(llvm::StringRef text) { return "'" + text.str() + "'"; }

bool isLetter(EinsumLabel label) { return label > 0; }

/// The labels of one term, in which `...` stands for `openDims` dimensions.
Result<EinsumLabels> labelsOf(llvm::StringRef term, int64_t openDims, llvm::StringRef equation) {
  auto [before, behind] = term.split(kDots);
  if (!llvm::all_of(before, llvm::isAlpha) || !llvm::all_of(behind, llvm::isAlpha))
    return Failure{"expects letters, ',', '...' and '->', got " + quoted(equation)};
  EinsumLabels labels(before.begin(), before.end());
  if (term.contains(kDots))
    for (int64_t label = -openDims; label < 0; ++label)
      labels.push_back(static_cast<EinsumLabel>(label));
  labels.insert(labels.end(), behind.begin(), behind.end());
  return labels;
}

/// The labels of an operand of this shape.
Result<EinsumLabels> operandLabels(llvm::StringRef term, const Shape &shape, llvm::StringRef equation) {
  bool hasDots = term.contains(kDots);
  auto openDims = static_cast<int64_t>(shape.size()) - static_cast<int64_t>(term.size() - (hasDots ? kDots.size() : 0));
  if (openDims < 0 || (openDims > 0 && !hasDots))
    return Failure{"expects " + quoted(term) + " to name the dimensions of " + tupleText(shape) + " in " +
                   quoted(equation)};
  return labelsOf(term, openDims, equation);
}

/// What the result has where the equation doesn't say: the dimensions of `...`, and the letters that stand once.
EinsumLabels impliedResult(const EinsumLabels &all, int64_t openDims) {
  EinsumLabels result;
  for (int64_t label = -openDims; label < 0; ++label)
    result.push_back(static_cast<EinsumLabel>(label));
  EinsumLabels sorted = all;
  llvm::sort(sorted);
  llvm::copy_if(sorted, std::back_inserter(result),
                [&](EinsumLabel label) { return isLetter(label) && llvm::count(all, label) == 1; });
  return result;
}

/// Sizes of labels; those of size 1 are as large as the others.
std::optional<Failure> findSizes(EinsumEquation &equation, const Metas &operands, llvm::StringRef text) {
  for (auto [labels, operand] : llvm::zip(equation.operands, operands)) {
    // A diagonal has no dimension to repeat.
    for (size_t a = 0; a < labels.size(); ++a)
      for (size_t b = 0; b < a; ++b)
        if (labels[a] == labels[b] && !mayEqual(operand.shape[a], operand.shape[b]))
          return Failure{"expects " + quoted(std::string(1, static_cast<char>(labels[a]))) +
                         " to be of one size in an operand of " + quoted(text) + ", got " + toString(operand.shape[b]) +
                         " and " + toString(operand.shape[a])};
    for (auto [label, size] : llvm::zip(labels, operand.shape)) {
      DimSize &known = equation.sizes.try_emplace(label, size).first->second;
      if (known != 1 && size != 1 && !mayEqual(known, size))
        return Failure{"expects " + (isLetter(label) ? quoted(std::string(1, static_cast<char>(label))) : "'...'") +
                       " to be of one size in " + quoted(text) + ", got " + toString(known) + " and " + toString(size)};
      if (size != 1)
        known = known == 1 ? size : refine(known, size);
    }
  }
  return std::nullopt;
}

} // namespace

Result<EinsumEquation> EinsumEquation::parse(const std::string &given, const Metas &operands) {
  std::string text = given;
  llvm::erase(text, ' ');
  auto [left, right] = llvm::StringRef(text).split("->");
  llvm::SmallVector<llvm::StringRef> terms;
  left.split(terms, ',');
  if (terms.size() != operands.size())
    return Failure{"expects " + std::to_string(terms.size()) + " operands for " + quoted(given) + ", got " +
                   std::to_string(operands.size())};
  EinsumEquation equation;
  int64_t openDims = 0;
  EinsumLabels all;
  for (auto [term, operand] : llvm::zip(terms, operands)) {
    Result<EinsumLabels> labels = operandLabels(term, operand.shape, given);
    if (!labels)
      return labels.failure();
    openDims = std::max<int64_t>(openDims, llvm::count_if(*labels, [](EinsumLabel label) { return !isLetter(label); }));
    all.insert(all.end(), labels->begin(), labels->end());
    equation.operands.push_back(std::move(*labels));
  }
  bool saysResult = llvm::StringRef(text).contains("->");
  Result<EinsumLabels> result = saysResult ? labelsOf(right, openDims, given) : impliedResult(all, openDims);
  if (!result)
    return result.failure();
  for (EinsumLabel label : *result)
    if (llvm::count(*result, label) > 1 || !llvm::is_contained(all, label))
      return Failure{"expects a result of distinct letters of operands, got " + quoted(given)};
  equation.result = std::move(*result);
  if (auto failure = findSizes(equation, operands, given))
    return *failure;
  return equation;
}

} // namespace weir
