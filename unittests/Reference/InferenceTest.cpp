// The C function for inference: results as the op itself has, for every instance of every op; what strangers may give.
#include "include/weir/Compiler/Inference.h"
#include "unittests/Reference/OpInstances.h"

#include "dialects/Interfaces/Semantics.h"

#include "mlir/IR/BuiltinAttributes.h"

#include <gtest/gtest.h>

using namespace mlir;

namespace weir {
namespace {

weir_meta plain(const TensorMeta &meta) {
  weir_meta result = {static_cast<weir_dtype>(meta.dtype), static_cast<int32_t>(meta.shape.size()), {}};
  std::ranges::copy(marked(meta.shape), result.shape);
  return result;
}

std::vector<weir_meta> plain(const Metas &metas) {
  std::vector<weir_meta> all;
  for (const TensorMeta &meta : metas)
    all.push_back(plain(meta));
  return all;
}

weir_attribute flag(const char *name) { return {name, WEIR_ATTRIBUTE_FLAG, 1, 0, nullptr, nullptr}; }
weir_attribute integer(const char *name, int64_t value) {
  return {name, WEIR_ATTRIBUTE_INTEGER, value, 0, nullptr, nullptr};
}
weir_attribute integers(const char *name, ArrayRef<int64_t> values) {
  return {name, WEIR_ATTRIBUTE_INTEGERS, static_cast<int64_t>(values.size()), 0, nullptr, values.data()};
}
weir_attribute dtypeNamed(const char *name, DType dtype) {
  return {name, WEIR_ATTRIBUTE_DTYPE, static_cast<int64_t>(dtype), 0, nullptr, nullptr};
}

/// The attributes of an op that plain data has a form for.
struct PlainAttributes {
  std::vector<std::string> texts;
  std::vector<weir_attribute> all;
  std::vector<int64_t> sizes; ///< of its result

  explicit PlainAttributes(Operation *op) {
    texts.reserve(op->getAttrs().size());
    for (NamedAttribute attribute : op->getAttrs())
      add(attribute.getName().data(), attribute.getValue());
    if (op->hasTrait<ResultSized>()) {
      TensorMeta sized = metaOf(cast<RankedTensorType>(op->getResult(0).getType()));
      sizes = marked(sized.shape);
      all.push_back(integers("shape", sizes));
      all.push_back(dtypeNamed("dtype", sized.dtype));
    }
  }

  void add(const char *name, Attribute value) {
    if (isa<UnitAttr>(value))
      all.push_back(flag(name));
    else if (auto number = dyn_cast<FloatAttr>(value))
      all.push_back({name, WEIR_ATTRIBUTE_NUMBER, 0, number.getValueAsDouble(), nullptr, nullptr});
    else if (auto list = dyn_cast<DenseI64ArrayAttr>(value))
      all.push_back(integers(name, list.asArrayRef()));
    else if (auto text = dyn_cast<StringAttr>(value))
      all.push_back({name, WEIR_ATTRIBUTE_TEXT, 0, 0, texts.emplace_back(text.str()).c_str(), nullptr});
    else if (auto type = dyn_cast<TypeAttr>(value))
      all.push_back(dtypeNamed(name, *dtypeOf(type.getValue())));
    else if (auto whole = dyn_cast<IntegerAttr>(value); whole && whole.getType().isSignlessInteger(64))
      all.push_back(integer(name, whole.getInt()));
  }
};

std::string messageOf(weir_status *status) {
  std::string message = weir_status_message(status);
  weir_status_free(status);
  return message;
}

std::string refusal(const char *op, const std::vector<weir_meta> &operands,
                    const std::vector<weir_attribute> &attributes = {}) {
  weir_meta results[4];
  size_t count = 4;
  return messageOf(
      weir_infer(op, operands.data(), operands.size(), attributes.data(), attributes.size(), results, &count));
}

TEST(InferenceTest, ResultsAreThoseOfTheOp) {
  std::unique_ptr<MLIRContext> context = makeContext();
  for (const OpInstance &instance : opInstances()) {
    ParsedInstance parsed = parse(instance, *context);
    Operation *op = parsed.op;
    PlainAttributes attributes(op);
    std::vector<weir_meta> operands = plain(metasOf(op->getOperandTypes()));
    std::vector<weir_meta> expected = plain(metasOf(op->getResultTypes())), results(expected.size());
    size_t count = results.size();
    std::string name = op->getName().stripDialect().str();
    weir_status *status = weir_infer(name.c_str(), operands.data(), operands.size(), attributes.all.data(),
                                     attributes.all.size(), results.data(), &count);
    ASSERT_EQ(status, nullptr) << instance.text << ": " << messageOf(status);
    ASSERT_EQ(count, expected.size()) << instance.text;
    for (size_t i = 0; i < count; ++i) {
      EXPECT_EQ(results[i].dtype, expected[i].dtype) << instance.text;
      EXPECT_EQ(ArrayRef(results[i].shape, results[i].rank), ArrayRef(expected[i].shape, expected[i].rank))
          << instance.text;
    }
  }
}

TEST(InferenceTest, UnknownSizesStayUnknown) {
  weir_meta operands[] = {{WEIR_F32, 2, {WEIR_UNKNOWN_SIZE, 7}}, {WEIR_F32, 2, {7, 3}}}, result;
  size_t count = 1;
  ASSERT_EQ(weir_infer("matmul", operands, 2, nullptr, 0, &result, &count), nullptr);
  EXPECT_EQ(ArrayRef(result.shape, result.rank), ArrayRef<int64_t>({WEIR_UNKNOWN_SIZE, 3}));
}

TEST(InferenceTest, WhatDoesNotFitIsRefused) {
  const weir_meta matrix = {WEIR_F32, 2, {5, 3}}, index = {WEIR_I64, 1, {4}};
  EXPECT_EQ(refusal("rleu", {matrix}), "rleu: expects the name of an op with inference");
  EXPECT_EQ(refusal("relu", {}), "relu: expects 1 operands, got 0");
  EXPECT_EQ(refusal("relu", {matrix, matrix}), "relu: expects 1 operands, got 2");
  EXPECT_EQ(refusal("exp", {index}), "exp: expects operand #0 to be of a float dtype, got i64");
  EXPECT_EQ(refusal("exp", {{static_cast<weir_dtype>(9), 0, {}}}),
            "exp: operand #0: expects a dtype of weir_dtype, got 9");
  EXPECT_EQ(refusal("exp", {{WEIR_F32, 17, {}}}), "exp: operand #0: expects at most 16 dimensions, got 17");
  EXPECT_EQ(refusal("exp", {{WEIR_F32, 1, {-2}}}),
            "exp: operand #0: expects sizes of at least 0, or WEIR_UNKNOWN_SIZE, got -2");
  EXPECT_EQ(refusal("matmul", {matrix, matrix}),
            "matmul: expects size of factor k to agree, got 3 (operand 0, dimension 1) and 5 (operand 1, "
            "dimension 0)");
}

TEST(InferenceTest, AttributesAreThoseOfTheRecord) {
  const weir_meta matrix = {WEIR_F32, 2, {5, 3}};
  EXPECT_EQ(refusal("cumsum", {matrix}), "cumsum: expects attribute 'dim', got none");
  EXPECT_EQ(refusal("cumsum", {matrix}, {integer("dims", 0)}), "cumsum: expects its attributes, each once, got 'dims'");
  EXPECT_EQ(refusal("cumsum", {matrix}, {integer("dim", 0), integer("dim", 1)}),
            "cumsum: expects its attributes, each once, got 'dim'");
  EXPECT_EQ(refusal("cumsum", {matrix}, {flag("dim")}), "cumsum: expects attribute 'dim' of kind 1, got 0");
  EXPECT_EQ(refusal("reduce_sum", {matrix}, {{"dims", WEIR_ATTRIBUTE_INTEGERS, 2, 0, nullptr, nullptr}}),
            "reduce_sum: attribute 'dims': expects integers and how many, got 2");
}

TEST(InferenceTest, ResultsAreTensorsThatThereMayBe) {
  const int64_t ones[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, negative[] = {-3};
  const weir_meta vector = {WEIR_F32, 1, {1}}, scalar = {WEIR_I64, 0, {}};
  EXPECT_EQ(refusal("reshape", {vector}, {integers("shape", ones), dtypeNamed("dtype", DType::F32)}),
            "reshape: result #0: expects at most 16 dimensions, got 17");
  EXPECT_EQ(
      refusal("random_bits", {scalar, scalar, scalar}, {integers("shape", negative), dtypeNamed("dtype", DType::I32)}),
      "random_bits: result #0: expects sizes of at least 0, or WEIR_UNKNOWN_SIZE, got -3");
  EXPECT_EQ(refusal("mse_loss", {vector, vector}, {{"reduction", WEIR_ATTRIBUTE_TEXT, 0, 0, "meen", nullptr}}),
            "mse_loss: expects attribute 'reduction' to be a word of |mean|sum|none|, got 'meen'");
}

TEST(InferenceTest, RoomForResultsIsChecked) {
  weir_meta matrix = {WEIR_F32, 2, {5, 3}}, results[2];
  weir_attribute dim = integer("dim", 1);
  size_t count = 1;
  EXPECT_EQ(messageOf(weir_infer("sort", &matrix, 1, &dim, 1, results, &count)),
            "sort: expects room for 2 results, got 1");
  ASSERT_EQ(count, 2u);
  ASSERT_EQ(weir_infer("sort", &matrix, 1, &dim, 1, results, &count), nullptr);
  EXPECT_EQ(results[1].dtype, WEIR_I64);
}

} // namespace
} // namespace weir
