// Operands of ops that belong together, and attributes that go with them: what the records' field `samples` says in the
// notation of dialects/Weir/IR/Base.td, or what an op without samples is found to take. Knows no op.
#pragma once

#include "lib/Support/Semantics.h"

#include "mlir/IR/MLIRContext.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace weir {

/// Tests that take a few take the first. Bool is last: elementwise ops of numbers verify it, and fail when they run.
inline constexpr DType kAllDTypes[] = {DType::F64, DType::I64, DType::F32, DType::F16, DType::BF16,
                                       DType::I32, DType::I8,  DType::U8,  DType::Bool};

// What the record says of arguments.

enum class AttributeKind { Dim, Dims, Flag, Int, Ints, Float, DType, Word, Enum, Elements };

struct AttributeField {
  std::string name;
  AttributeKind kind;
  bool isOptional;
  std::string enumName;           ///< of an Enum: its attribute's mnemonic
  std::vector<std::string> cases; ///< of an Enum, and of a Word that is no free text
};

struct OpFields {
  std::string name; ///< "weir.nll_loss"
  size_t numOperands, numOptionals;
  bool isVariadic; ///< whether the last operand stands for one or more
  std::vector<AttributeField> attributes;
  std::vector<std::string> samples;
};

/// Of all ops that compute tensors.
llvm::ArrayRef<OpFields> allOpFields();
/// Null for an op that computes no tensor.
const OpFields *fieldsOf(llvm::StringRef op);

// A sample.

/// A size: `factor` times the sizes that letters stand for, plus `offset`.
struct SampleSize {
  int64_t factor = 1;
  std::string letters;
  int64_t offset = 0;

  bool isNumber() const { return letters.empty(); }
};

/// From `least` to `most`.
struct SampleRange {
  SampleSize least, most;
};

struct SampleOperand {
  std::string dtype; ///< a class of the sample
  std::vector<SampleSize> front, back;
  bool hasRest = false; ///< dimensions of any sizes between front and back, the same in all operands
  bool isOptional = false;
  std::optional<SampleRange> range; ///< of its elements
};

/// One of the values that an attribute may have.
struct SampleValue {
  /// An Order is one of all dimensions of the first operand.
  enum class Form { Number, Range, List, Order, Word } form = Form::Word;
  double number = 0; ///< of Number
  SampleRange range; ///< of Range; both ends of a single size
  std::vector<SampleSize> list;
  std::string word;
};

struct SampleAttribute {
  AttributeField field;
  bool mayBeAbsent = false;
  std::vector<SampleValue> values; ///< none where the kind says which there are
};

struct OpSample {
  size_t numRequired = 0; ///< operands; those behind them are the op's optional ones
  bool hasOptionals = false;
  std::vector<SampleOperand> operands;
  std::vector<SampleAttribute> attributes;           ///< all that are not left out
  std::map<std::string, std::vector<DType>> classes; ///< what operands of a class may be, all of them the same
};

/// Parses `(f[n, c], i64[n]) {reduction = mean | sum}` as a sample of the op.
Result<OpSample> parseSample(llvm::StringRef text, const OpFields &op);

/// Those of the op's record; where it has none, those of operands of one shape, or of scalars, positions and conditions
/// beside them, that the op takes. A Failure says what is wrong with the record's samples, or that the op needs some.
Result<std::vector<OpSample>> samplesOf(llvm::StringRef op, mlir::MLIRContext *context);

} // namespace weir
