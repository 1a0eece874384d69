// Tracing into modules: the text that comes out, and the messages of what cannot be traced.
#include "lib/Compiler/TraceBuilder.h"

#include <gtest/gtest.h>

using namespace weir;

namespace {

const TraceLocation kHere{"train.py", 12, 5, "Model.forward"};
const TensorMeta kMatrix{DType::F32, {2, 3}};

struct TraceBuilderTest : testing::Test {
  TraceBuilder builder{"test"};

  void SetUp() override { ASSERT_FALSE(builder.beginJob("run", 1, kHere)); }

  TraceBuilder::Value input(const TensorMeta &meta) {
    Result<TraceBuilder::Value> value = builder.addInput("x", meta, false, kHere);
    EXPECT_TRUE(value);
    return *value;
  }
  Result<std::vector<TraceBuilder::Value>> op(std::string_view name, std::vector<TraceBuilder::Value> operands,
                                              const TraceAttributes &attributes = {}) {
    return builder.op(name, operands, attributes, kHere);
  }
  std::string errorOf(std::string_view name, std::vector<TraceBuilder::Value> operands,
                      const TraceAttributes &attributes = {}) {
    auto result = op(name, std::move(operands), attributes);
    return result ? "no error" : result.message();
  }
  std::string finish(std::vector<TraceBuilder::Value> results) {
    std::vector<std::string> names(results.size(), "result");
    EXPECT_FALSE(builder.endJob(results, names, kHere));
    Result<std::string> text = builder.finish();
    EXPECT_TRUE(text) << (text ? "" : text.message());
    return text ? *text : "";
  }
};

bool contains(const std::string &text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST_F(TraceBuilderTest, infersResultsAndKeepsLocations) {
  TraceBuilder::Value x = input(kMatrix), y = input({DType::F32, {3, 4}});
  auto product = op("weir.matmul", {x, y});
  ASSERT_TRUE(product);
  EXPECT_EQ(builder.meta((*product)[0]), (TensorMeta{DType::F32, {2, 4}}));
  std::string text = finish({(*product)[0]});
  EXPECT_TRUE(contains(text, "weir.matmul")) << text;
  EXPECT_TRUE(contains(text, "\"Model.forward\"(")) << text;
  EXPECT_TRUE(contains(text, "loc(\"train.py\":12:5)")) << text;
  EXPECT_TRUE(contains(text, "weir.name = \"x\"")) << text;
}

TEST_F(TraceBuilderTest, sizesMayBeOpen) {
  builder.openSize(135264);
  builder.openSize(136416);
  TraceBuilder::Value x = input({DType::F32, {135264, 3}}), y = input({DType::F32, {3, 136416}});
  auto product = op("weir.matmul", {x, y});
  ASSERT_TRUE(product);
  EXPECT_EQ(builder.meta((*product)[0]), (TensorMeta{DType::F32, {135264, 136416}}));
  auto ones = builder.constant({DType::F32, {135264, 136416}}, std::vector<uint8_t>(4), kHere);
  ASSERT_TRUE(ones) << ones.message();
  auto sum = op("weir.add", {(*product)[0], *ones});
  ASSERT_TRUE(sum) << sum.message();
  std::string text = finish({(*sum)[0]});
  EXPECT_TRUE(contains(text, "(tensor<?x3xf32>, tensor<3x?xf32>) -> tensor<?x?xf32>")) << text;
  EXPECT_TRUE(contains(text, "weir.dim %arg1, 1")) << text;
  EXPECT_FALSE(contains(text, "135264") || contains(text, "136416")) << text;
}

TEST_F(TraceBuilderTest, sizesAreComputedFromOpenOnes) {
  constexpr int64_t kRows = 135264;
  EXPECT_FALSE(builder.isOpen(kRows));
  builder.openSize(kRows);
  EXPECT_EQ(builder.computeSize(3 * kRows, SizeRule::Product, kRows, 3)->message,
            "weir.dim: expects sizes that an input has, got 135264");
  TraceBuilder::Value x = input({DType::F32, {DimSize(kRows), 3}});
  ASSERT_FALSE(builder.computeSize(3 * kRows, SizeRule::Product, kRows, 3));
  EXPECT_TRUE(builder.isOpen(3 * kRows));
  EXPECT_EQ(builder.computeSize(3 * kRows, SizeRule::Sum, kRows, 3)->message,
            "weir.dim: expects a new size of a job, got 405792");
  auto flat = op("weir.reshape", {x}, {{"shape", std::vector<int64_t>{3 * kRows}}});
  ASSERT_TRUE(flat) << flat.message();
  // A size that inference gives is one that can be given.
  auto both = op("weir.concat", {(*flat)[0], (*flat)[0]}, {{"dim", int64_t{0}}});
  ASSERT_TRUE(both) << both.message();
  EXPECT_EQ(builder.meta((*both)[0]), (TensorMeta{DType::F32, {DimSize(6 * kRows)}}));
  EXPECT_TRUE(builder.isOpen(6 * kRows));
  auto less = op("weir.slice", {(*both)[0]},
                 {{"shape", std::vector<int64_t>{kRows}},
                  {"starts", std::vector<int64_t>{1}},
                  {"steps", std::vector<int64_t>{2}}});
  ASSERT_TRUE(less) << less.message();
  std::string text = finish({(*less)[0]});
  EXPECT_TRUE(contains(text, "arith.muli")) << text;
  EXPECT_TRUE(contains(text, "sizes(%0)")) << text;
}

TEST_F(TraceBuilderTest, opsAreOfLayers) {
  TraceBuilder::Value x = input(kMatrix);
  builder.setLayer("model.0");
  auto inside = op("weir.exp", {x});
  builder.setLayer("");
  ASSERT_TRUE(inside);
  auto outside = op("weir.neg", {(*inside)[0]});
  ASSERT_TRUE(outside);
  std::string text = finish({(*outside)[0]});
  EXPECT_TRUE(contains(text, "loc(\"layer:model.0\"(")) << text;
  EXPECT_EQ(text.find("layer:", text.find("layer:") + 1), text.npos) << text;
}

TEST_F(TraceBuilderTest, sizedOpsTakeShapeAndDtype) {
  TraceBuilder::Value x = input({DType::F32, {3}});
  auto wide = op("weir.broadcast", {x}, {{"shape", std::vector<int64_t>{2, 3}}, {"dims", std::vector<int64_t>{1}}});
  ASSERT_TRUE(wide) << wide.message();
  EXPECT_EQ(builder.meta((*wide)[0]), kMatrix);
  TraceBuilder::Value seed = input({DType::I64, {}}), step = input({DType::I64, {}});
  auto bits = op("weir.random_bits", {seed, step, step}, {{"shape", std::vector<int64_t>{5}}, {"dtype", DType::I32}});
  ASSERT_TRUE(bits) << bits.message();
  EXPECT_EQ(builder.meta((*bits)[0]), (TensorMeta{DType::I32, {5}}));
}

TEST_F(TraceBuilderTest, someOpsTakeAnyNumberOfOperands) {
  TraceBuilder::Value x = input(kMatrix), y = input({DType::F32, {3}});
  for (size_t factors : {1, 2, 3}) {
    std::vector<TraceBuilder::Value> operands(factors, y);
    operands[0] = x;
    std::string equation = factors == 1 ? "ij->i" : factors == 2 ? "ij,j->i" : "ij,j,j->i";
    auto sums = op("weir.einsum", operands, {{"equation", equation}});
    ASSERT_TRUE(sums) << sums.message();
    EXPECT_EQ(builder.meta((*sums)[0]), (TensorMeta{DType::F32, {2}}));
  }
  EXPECT_TRUE(contains(errorOf("weir.einsum", {}, {{"equation", std::string("i")}}), "expects 1 operands"));
}

TEST_F(TraceBuilderTest, attributesAreListsOfFloats) {
  TraceBuilder::Value x = input({DType::F32, {1, 2, 3}});
  auto resized = op("weir.interpolate", {x},
                    {{"size", std::vector<int64_t>{4}},
                     {"scale_factors", std::vector<double>{1.5}},
                     {"mode", std::string("linear")}});
  ASSERT_TRUE(resized) << resized.message();
  std::string text = finish({(*resized)[0]});
  EXPECT_TRUE(contains(text, "scale_factors = array<f64: 1.500000e+00>")) << text;
}

TEST_F(TraceBuilderTest, ordinalsCountOpsThatHaveOne) {
  TraceBuilder::Value seed = input({DType::I64, {}}), step = input({DType::I64, {}});
  TraceAttributes attributes{{"shape", std::vector<int64_t>{5}}, {"dtype", DType::F32}, {"low", 0.0}, {"high", 1.0}};
  auto first = op("weir.random_uniform", {seed, step}, attributes);
  ASSERT_TRUE(op("weir.relu", {input(kMatrix)}));
  auto second = op("weir.random_uniform", {seed, step}, attributes);
  ASSERT_TRUE(first && second);
  std::string text = finish({(*first)[0], (*second)[0]});
  EXPECT_TRUE(contains(text, "ordinal = 0")) << text;
  EXPECT_TRUE(contains(text, "ordinal = 1")) << text;
}

TEST_F(TraceBuilderTest, readsAVariableOnceAndAssignsItOnce) {
  ASSERT_FALSE(builder.addVariable("w", kMatrix, "", kHere));
  ASSERT_FALSE(builder.addVariable("w", kMatrix, "", kHere)) << "the same variable again is no error";
  auto first = builder.read("w", kHere), second = builder.read("w", kHere);
  ASSERT_TRUE(first && second);
  EXPECT_EQ(*first, *second);
  auto doubled = op("weir.add", {*first, *first});
  ASSERT_TRUE(doubled);
  ASSERT_FALSE(builder.assign("w", (*doubled)[0], kHere));
  auto again = builder.assign("w", (*doubled)[0], kHere);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->message, "weir.assign: expects at most one value for w in a job, got two (train.py:12, in "
                            "Model.forward)");
  std::string text = finish({});
  EXPECT_TRUE(contains(text, "weir.variable @w : tensor<2x3xf32>")) << text;
}

TEST_F(TraceBuilderTest, constantsOfEveryDtype) {
  std::vector<TraceBuilder::Value> values;
  for (int index = 0; index < kNumDTypes; ++index) {
    TensorMeta meta{static_cast<DType>(index), {2}};
    std::vector<uint8_t> bytes(static_cast<size_t>(2 * byteSize(meta.dtype)), 0);
    bytes.back() = 1;
    auto value = builder.constant(meta, bytes, kHere);
    ASSERT_TRUE(value) << value.message();
    EXPECT_EQ(builder.meta(*value), meta);
    values.push_back(*value);
  }
  std::string text = finish(values);
  EXPECT_TRUE(contains(text, "dense<[false, true]>")) << text;
  EXPECT_TRUE(contains(text, "dense<[0, 1]> : tensor<2xui8>")) << text;
}

TEST_F(TraceBuilderTest, oneElementIsASplat) {
  const uint8_t element[] = {0, 0, 0x80, 0x3f};
  auto value = builder.constant(kMatrix, element, kHere);
  ASSERT_TRUE(value);
  EXPECT_TRUE(contains(finish({*value}), "dense<1.000000e+00> : tensor<2x3xf32>"));
}

TEST_F(TraceBuilderTest, severalJobsShareVariables) {
  ASSERT_FALSE(builder.addVariable("w", kMatrix, "", kHere));
  ASSERT_TRUE(builder.read("w", kHere));
  ASSERT_FALSE(builder.endJob({}, {}, kHere));
  ASSERT_FALSE(builder.beginJob("other", 1, kHere));
  auto value = builder.read("w", kHere);
  ASSERT_TRUE(value);
  std::string text = finish({*value});
  EXPECT_TRUE(contains(text, "@run(")) << text;
  EXPECT_TRUE(contains(text, "@other(")) << text;
}

TEST_F(TraceBuilderTest, jobsRepeatAndEndInEpilogues) {
  ASSERT_FALSE(builder.endJob({}, {}, kHere));
  ASSERT_FALSE(builder.beginJob("parts", 4, kHere));
  Result<TraceBuilder::Value> part = builder.addInput("x", kMatrix, true, kHere);
  ASSERT_TRUE(part);
  ASSERT_FALSE(builder.addCarried("sum", kMatrix, kHere));
  ASSERT_FALSE(builder.addCarried("sum", kMatrix, kHere));
  ASSERT_FALSE(builder.assign("sum", *part, kHere));
  ASSERT_FALSE(builder.endJob({{*part}}, {{"y"}}, kHere));
  ASSERT_FALSE(builder.beginEpilogue("parts.epilogue", "parts", kHere));
  auto sum = builder.read("sum", kHere);
  ASSERT_TRUE(sum);
  std::string text = finish({});
  EXPECT_TRUE(contains(text, "weir.variable @sum carried : tensor<2x3xf32>")) << text;
  EXPECT_TRUE(contains(text, "weir.name = \"x\", weir.sliced")) << text;
  EXPECT_TRUE(contains(text, "weir.name = \"y\", weir.stacked")) << text;
  EXPECT_TRUE(contains(text, "weir.repeat = 4 : i32")) << text;
  EXPECT_TRUE(contains(text, "weir.epilogue_of = @parts")) << text;
}

TEST_F(TraceBuilderTest, whatDoesNotRepeatHasNeitherPartsNorAnEpilogue) {
  const std::string where = " (train.py:12, in Model.forward)";
  auto part = builder.addInput("x", kMatrix, true, kHere);
  ASSERT_FALSE(part);
  EXPECT_EQ(part.message(), "func.func: expects parts of inputs that have a dimension, of a job that repeats, got "
                            "tensor<2x3xf32>" +
                                where);
  ASSERT_FALSE(builder.endJob({}, {}, kHere));
  auto epilogue = builder.beginEpilogue("after", "run", kHere);
  ASSERT_TRUE(epilogue);
  EXPECT_EQ(epilogue->message, "func.func: expects an epilogue of a job that repeats, got one of run" + where);
  auto never = builder.beginJob("never", 0, kHere);
  ASSERT_TRUE(never);
  EXPECT_EQ(never->message, "func.func: expects a job to repeat a positive number of times, got 0" + where);
}

TEST_F(TraceBuilderTest, enumCases) {
  TraceBuilder::Value x = input(kMatrix);
  auto less = op("weir.compare", {x, x}, {{"predicate", EnumCase{"compare_predicate", "lt"}}});
  ASSERT_TRUE(less) << less.message();
  EXPECT_EQ(builder.meta((*less)[0]).dtype, DType::Bool);
  EXPECT_EQ(errorOf("weir.compare", {x, x}, {{"predicate", EnumCase{"compare_predicate", "near"}}}),
            "weir.compare: expects a case of compare_predicate, got 'near' (train.py:12, in Model.forward)");
}

TEST_F(TraceBuilderTest, messagesNameOpExpectationAndLine) {
  TraceBuilder::Value x = input(kMatrix), y = input({DType::F32, {4, 3}}), z = input({DType::I64, {3, 4}});
  const std::string where = " (train.py:12, in Model.forward)";
  EXPECT_EQ(errorOf("weir.matmul", {x, y}),
            "weir.matmul: expects size of factor k to agree, got 3 (operand 0, dimension "
            "1) and 4 (operand 1, dimension 0)" +
                where);
  EXPECT_EQ(errorOf("weir.matmul", {x, z}), "weir.matmul: expects a and b to have one dtype, got f32 and i64" + where);
  EXPECT_EQ(errorOf("weir.matmul", {x}), "weir.matmul: expects 2 operands, got 1" + where);
  EXPECT_EQ(errorOf("weir.relu", {x, x}), "weir.relu: expects 1 operand, got 2" + where);
  EXPECT_EQ(errorOf("weir.swish", {x}), "weir.swish: expects an op that Weir has" + where);
  EXPECT_EQ(errorOf("weir.relu", {99}), "weir.relu: expects values of this job, got number 99" + where);
  EXPECT_EQ(errorOf("weir.reduce_sum", {x}, {{"dims", std::vector<int64_t>{0}}, {"axis", int64_t{0}}}),
            "weir.reduce_sum: expects attributes of its record, got 'axis'" + where);
  EXPECT_EQ(errorOf("weir.reduce_sum", {x}),
            "weir.reduce_sum: expects all required attributes of its record, got fewer" + where);
  EXPECT_EQ(errorOf("weir.reduce_sum", {x}, {{"dims", int64_t{0}}}),
            "weir.reduce_sum: expects attributes of the kinds in its record, got another kind" + where);
}

TEST_F(TraceBuilderTest, aFailedOpLeavesTheModuleAsItWas) {
  TraceBuilder::Value x = input(kMatrix), z = input({DType::I64, {2, 3}});
  EXPECT_NE(errorOf("weir.exp", {z}), "no error");
  auto good = op("weir.exp", {x});
  ASSERT_TRUE(good);
  std::string text = finish({(*good)[0]});
  EXPECT_EQ(text.find("weir.exp"), text.rfind("weir.exp")) << text;
}

TEST_F(TraceBuilderTest, gradientOfAScalar) {
  ASSERT_FALSE(builder.addVariable("w", kMatrix, "", kHere));
  auto w = builder.read("w", kHere);
  ASSERT_TRUE(w);
  auto loss = op("weir.reduce_sum", {*w}, {{"dims", std::vector<int64_t>{0, 1}}});
  ASSERT_TRUE(loss);
  auto gradients = builder.gradient((*loss)[0], {&*w, 1}, kHere);
  ASSERT_TRUE(gradients);
  EXPECT_EQ(builder.meta((*gradients)[0]), kMatrix);
  auto wrong = builder.gradient(*w, {&*w, 1}, kHere);
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.message(), "weir.gradient: expects loss to be a scalar, got 'tensor<2x3xf32>' (train.py:12, in "
                             "Model.forward)");
}

} // namespace
