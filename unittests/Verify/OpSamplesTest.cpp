// The notation of samples, what follows from them, and what is said of those that are wrong.
#include "lib/Compiler/Register.h"
#include "lib/Verify/BoundSample.h"

#include <gtest/gtest.h>

using namespace mlir;

namespace weir {
namespace {

/// An op (x, y, optional z) with an attribute of most kinds.
const OpFields kOp{"weir.op",
                   2,
                   1,
                   false,
                   {{"count", AttributeKind::Int, false, "", {}},
                    {"sizes", AttributeKind::Ints, true, "", {}},
                    {"p", AttributeKind::Float, true, "", {}},
                    {"mode", AttributeKind::Word, false, "", {"near", "far"}},
                    {"label", AttributeKind::Word, true, "", {}},
                    {"isOpen", AttributeKind::Flag, true, "", {}}},
                   {}};

/// Takes the first of what is listed, the largest of numbers, and the sizes 2, 3, 5.
class LargestChoices : public SampleChoices {
public:
  int64_t oneOf(int64_t count) override { return 0; }
  int64_t between(int64_t, int64_t most) override { return most; }
  int64_t size() override { return std::array{2, 3, 5}[next++ % 3]; }
  Sizes shape() override { return {7, 11}; }
  DType dtype(ArrayRef<DType> allowed) override { return allowed.back(); }

private:
  size_t next = 0;
};

class OpSamplesTest : public testing::Test {
protected:
  static std::string mistake(StringRef text) {
    Result<OpSample> sample = parseSample(text, kOp);
    return sample ? "none" : sample.message();
  }

  /// Types of the operands and the attributes.
  std::string bound(StringRef text, ArrayRef<StaticMeta> given = {}) {
    Result<OpSample> sample = parseSample(text, kOp);
    if (!sample)
      return sample.message();
    LargestChoices choices;
    BoundSample bound("weir.op", *sample, choices);
    for (auto [i, tensor] : llvm::enumerate(given))
      if (!bound.bind(i, tensor))
        return "doesn't fit";
    bound.bindRest();
    bound.chooseAttributes(Builder(&context));
    std::string words;
    llvm::raw_string_ostream stream(words);
    for (size_t i = 0; i < bound.numOperands(); ++i)
      stream << toString(bound.metaOf(i)) << " ";
    stream << DictionaryAttr::get(&context, bound.attributes());
    return words;
  }

  MLIRContext context;
};

TEST_F(OpSamplesTest, LettersBecomeSizes) {
  EXPECT_EQ(bound("(f[n, 2*c], i64[n + 1])"), "tensor<2x6xbf16> tensor<3xi64> {present = array<i64>}");
  EXPECT_EQ(bound("(n[n, ..., c], n[..., c])"), "tensor<2x7x11x3xu8> tensor<7x11x3xu8> {present = array<i64>}");
  EXPECT_EQ(bound("(f32[], bool[4, 1], f32[n]?)"),
            "tensor<f32> tensor<4x1xbool> tensor<2xf32> {present = array<i64: 0>}");
}

TEST_F(OpSamplesTest, OperandsAtHandBindLetters) {
  const StaticMeta x{DType::F16, {4, 6}};
  EXPECT_EQ(bound("(f[n, 2*c], f[c, n])", {x}), "tensor<4x6xf16> tensor<3x4xf16> {present = array<i64>}");
  EXPECT_EQ(bound("(f[n, ...], f[..., n])", {x}), "tensor<4x6xf16> tensor<6x4xf16> {present = array<i64>}");
  EXPECT_EQ(bound("(f[n, c - 1], f[c])", {x}), "tensor<4x6xf16> tensor<7xf16> {present = array<i64>}");
  EXPECT_EQ(bound("(f[n, g*c], f[g, c])", {x}), "tensor<4x6xf16> tensor<6x1xf16> {present = array<i64>}");
  EXPECT_EQ(bound("(f[n, n], f[])", {x}), "doesn't fit");
  EXPECT_EQ(bound("(f[n, 4*c], f[])", {x}), "doesn't fit");
  EXPECT_EQ(bound("(f[n], f[])", {x}), "doesn't fit");
  EXPECT_EQ(bound("(i64[n, c], f[])", {x}), "doesn't fit");
  EXPECT_EQ(bound("(f[...], f[...])", {x, {DType::F16, {4, 5}}}), "doesn't fit");
  EXPECT_EQ(bound("(f[...], f[...])", {x, {DType::F32, {4, 6}}}), "doesn't fit");
}

TEST_F(OpSamplesTest, AttributesAreOfTheRecordsKinds) {
  EXPECT_EQ(bound("(f[n], f[n]) {count = 1..3*n, sizes = [n, 4], p = -inf | 2, mode = far, label = 'a, b->c', isOpen}"),
            "tensor<2xbf16> tensor<2xbf16> {count = 6 : i64, isOpen, label = \"a, b->c\", mode = \"far\", p = "
            "0xFFF0000000000000 : f64, "
            "present = array<i64>, sizes = array<i64: 2, 4>}");
  EXPECT_EQ(bound("(f[2], f[3, 4]) {count = -1, p? = 0.25, sizes = order}"),
            "tensor<2xbf16> tensor<3x4xbf16> {count = -1 : i64, p = 2.500000e-01 : f64, present = array<i64>, "
            "sizes = array<i64: 0>}");
}

TEST_F(OpSamplesTest, ATextEndsInAQuoteAndAnAttributeIsNamedOnce) {
  const OpFields sums{"weir.sums", 1, 0, true, {{"rule", AttributeKind::Word, false, "", {}}}, {}};
  EXPECT_EQ(parseSample("(f[n], f[n]) {rule = 'i,i->'}", sums)->attributes[0].values[0].word, "i,i->");
  EXPECT_EQ(parseSample("(f[n]) {rule = 'i}", sums).message(),
            "expects a text that ends in ''', got 'i}' in the sample '(f[n]) {rule = 'i}' of weir.sums");
  EXPECT_EQ(parseSample("(f[n]) {rule = 'i', rule = 'j'}", sums).message(),
            "expects 'rule' once, got '= 'j'}' in the sample '(f[n]) {rule = 'i', rule = 'j'}' of weir.sums");
}

TEST_F(OpSamplesTest, AVariadicOpHasOneOperandOrMore) {
  const OpFields joined{"weir.joined", 1, 0, true, {}, {}};
  EXPECT_EQ(parseSample("(f[n], f[m], f[2])", joined)->operands.size(), 3u);
  EXPECT_EQ(parseSample("()", joined).message(), "expects 1 to 1 operands, got '' in the sample '()' of weir.joined");
}

TEST_F(OpSamplesTest, AMistakeIsNamedWithItsPlace) {
  EXPECT_EQ(mistake("(f[n] f[n])"), "expects ',' or ')', got 'f[n])' in the sample '(f[n] f[n])' of weir.op");
  EXPECT_EQ(mistake("(f[n])"), "expects 2 to 3 operands, got '' in the sample '(f[n])' of weir.op");
  EXPECT_EQ(mistake("(f[n]?, f[n])"), "expects '?' only behind operands that are optional in the record, got '' in the "
                                      "sample '(f[n]?, f[n])' of weir.op");
  EXPECT_EQ(
      mistake("(q[n], f[n])"),
      "expects a dtype's name, or f, n or t, before '[', got '[n], f[n])' in the sample '(q[n], f[n])' of weir.op");
  EXPECT_EQ(mistake("(f[...], f[..., ...])"),
            "expects '...' only once in an operand, got '])' in the sample '(f[...], f[..., ...])' of weir.op");
  EXPECT_EQ(mistake("(f[n], f[n]) {count = m}"),
            "expects 'm' to be a size of an operand, got '' in the sample '(f[n], f[n]) {count = m}' of weir.op");
  EXPECT_EQ(mistake("(f[n], f[n]) {size = 3}"), "expects an attribute of the op instead of 'size', got '= 3}' in the "
                                                "sample '(f[n], f[n]) {size = 3}' of weir.op");
  EXPECT_EQ(mistake("(f[n], f[n]) {mode = wide}"), "expects a value of the attribute instead of 'wide', got '}' in the "
                                                   "sample '(f[n], f[n]) {mode = wide}' of weir.op");
  EXPECT_EQ(mistake("(f[n], f[n]) {count? = 2}"),
            "expects '?' only behind attributes that are optional in the record, got '= 2}' in the sample "
            "'(f[n], f[n]) {count? = 2}' of weir.op");
  EXPECT_EQ(
      mistake("(f[n], f[n]) {count = 2} more"),
      "expects nothing behind the attributes, got 'more' in the sample '(f[n], f[n]) {count = 2} more' of weir.op");
}

TEST_F(OpSamplesTest, NumbersAreInTheSamplesRangeAndTheDomain) {
  Result<OpSample> sample = parseSample("(f[n, c], i64[n])", *fieldsOf("weir.nll_loss"));
  ASSERT_TRUE(sample);
  LargestChoices choices;
  BoundSample labels("weir.nll_loss", *sample, choices);
  labels.bindRest();
  EXPECT_FALSE(labels.rangeOf(0).isInterval());
  EXPECT_EQ(labels.rangeOf(1).least, 0);
  EXPECT_EQ(labels.rangeOf(1).most, 2);
  sample = parseSample("(f[n], f[n] in 1..2*n)", *fieldsOf("weir.binary_cross_entropy"));
  ASSERT_TRUE(sample);
  BoundSample chances("weir.binary_cross_entropy", *sample, choices);
  chances.bindRest();
  EXPECT_EQ(chances.rangeOf(0).most, 1);
  EXPECT_EQ(chances.rangeOf(1).least, 1);
  EXPECT_EQ(chances.rangeOf(1).most, 10);
}

TEST_F(OpSamplesTest, AnOpWithoutSamplesIsTriedOrSaysWhatItNeeds) {
  DialectRegistry registry;
  registerWeir(registry);
  MLIRContext all(registry, MLIRContext::Threading::DISABLED);
  all.loadAllAvailableDialects();
  auto select = samplesOf("weir.select", &all);
  ASSERT_TRUE(select);
  EXPECT_EQ((*select)[0].operands[0].dtype, "bool");
  auto update = samplesOf("weir.sgd_update", &all);
  ASSERT_TRUE(update);
  EXPECT_EQ((*update)[0].classes.at("t"), std::vector({DType::F64, DType::F32, DType::F16, DType::BF16}));
  EXPECT_TRUE((*update)[0].operands[1].hasRest);
  EXPECT_FALSE((*update)[0].operands[2].hasRest);
  EXPECT_EQ(samplesOf("weir.pad", &all).message(),
            "expects samples in the record of weir.pad that say attribute 'starts' (dialects/Weir/IR/Base.td has the "
            "notation)");
  EXPECT_EQ(
      samplesOf("weir.matmul_packed", &all).message(),
      "expects samples in the record of weir.matmul_packed that say attribute 'columns' (dialects/Weir/IR/Base.td "
      "has the notation)");
}

} // namespace
} // namespace weir
