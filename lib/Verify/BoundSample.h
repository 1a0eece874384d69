// A sample with sizes, dtypes and attributes chosen: operands and attributes that an op can be made of.
#pragma once

#include "lib/Verify/OpSamples.h"

#include "mlir/IR/Builders.h"

#include <cmath>
#include <limits>

namespace weir {

/// What a sample leaves open is decided by whoever makes an op of it.
class SampleChoices {
public:
  virtual ~SampleChoices() = default;
  /// One of `count` things that are listed, by its number.
  virtual int64_t oneOf(int64_t count) = 0;
  virtual int64_t between(int64_t least, int64_t most) = 0;
  /// A size that operands share.
  virtual int64_t size() = 0;
  /// The sizes of `...`.
  virtual Sizes shape() = 0;
  virtual DType dtype(llvm::ArrayRef<DType> allowed) = 0;
};

/// Numbers that an operand may hold.
struct NumberRange {
  double least = -std::numeric_limits<double>::infinity(), most = std::numeric_limits<double>::infinity();
  bool nonZero = false;

  bool isInterval() const { return std::isfinite(least) && std::isfinite(most); }
};

class BoundSample {
public:
  /// Chooses which of the operands that may be absent are there.
  BoundSample(llvm::StringRef op, const OpSample &sample, SampleChoices &choices);

  /// The operands that are there; `operand` below is a number among them.
  size_t numOperands() const { return there.size(); }
  /// Whether a tensor can be that operand, with what is bound so far.
  bool fits(size_t operand, const StaticMeta &tensor) const;
  /// Binds what the sample's letters stand for, as far as this operand says it. False where it doesn't fit.
  bool bind(size_t operand, const StaticMeta &tensor);
  /// Chooses all that is not bound yet; what follows wants that.
  void bindRest();

  StaticMeta metaOf(size_t operand) const;
  /// By the sample, and by the domain that the op's record says.
  NumberRange rangeOf(size_t operand) const;
  const std::vector<mlir::NamedAttribute> &attributes() const { return chosen; }
  /// With `present`, where the op has optional operands.
  void chooseAttributes(mlir::Builder builder);

private:
  std::optional<int64_t> valueOf(const SampleSize &size) const;
  bool bindSize(const SampleSize &size, int64_t value);
  bool bindOperand(const SampleOperand &operand, const StaticMeta &tensor);
  const SampleOperand &operandOf(size_t operand) const { return sample->operands[there[operand]]; }
  mlir::Attribute anyAttribute(const AttributeField &field, mlir::Builder &builder);
  mlir::Attribute attributeOf(const SampleAttribute &attribute, mlir::Builder &builder);

  std::string op;
  const OpSample *sample;
  SampleChoices *choices;
  std::vector<size_t> there; ///< numbers of the sample's operands
  std::map<char, int64_t> sizes;
  std::map<std::string, DType> dtypes;
  std::optional<Sizes> rest;
  std::vector<mlir::NamedAttribute> chosen;
};

} // namespace weir
