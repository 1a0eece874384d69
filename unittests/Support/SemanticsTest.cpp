// Factor specs: inferred shapes, rules, and every message that disagreeing operands get.
#include "lib/Support/Semantics.h"

#include <gtest/gtest.h>

namespace weir {
namespace {

constexpr DimSize q;

Metas f32(std::vector<Shape> shapes) {
  Metas metas;
  for (Shape &shape : shapes)
    metas.push_back({DType::F32, std::move(shape)});
  return metas;
}

/// The inferred shapes separated by commas, or the message.
std::string infer(std::string_view spec, std::vector<Shape> shapes) {
  Result<Metas> results = inferFromFactors(spec, f32(std::move(shapes)));
  if (!results)
    return results.message();
  std::string text;
  for (const TensorMeta &meta : *results)
    text += (&meta == &results->front() ? "" : ", ") + toString(meta.shape);
  return text;
}

std::string rule(std::string_view spec, std::vector<Shape> operands, std::vector<Shape> results,
                 Combiner combiner = Combiner::Sum) {
  Result<IterationRule> rule = ruleFromFactors(spec, combiner, f32(std::move(operands)), f32(std::move(results)));
  return rule ? toString(*rule) : rule.message();
}

TEST(Factors, InferShapes) {
  EXPECT_EQ(infer("mk,kn->mn", {{2, 3}, {3, 4}}), "2x4");
  EXPECT_EQ(infer("*mk,*kn->*mn", {{7, 8, 2, 3}, {7, 8, 3, 4}}), "7x8x2x4");
  EXPECT_EQ(infer("*->*", {{5, 6}}), "5x6");
  EXPECT_EQ(infer("*->*", {{}}), "");
  EXPECT_EQ(infer("*k->*", {{5, 6}}), "5");
  EXPECT_EQ(infer("*,*->*", {{5, 6}, {5, 6}}), "5x6");
  EXPECT_EQ(infer("mn->nm,n", {{5, 6}}), "6x5, 6");
  EXPECT_EQ(infer("*->", {{5, 6}}), "");
  EXPECT_EQ(infer("m,->m", {{5}, {}}), "5");
  EXPECT_EQ(infer("mm->m", {{5, 5}}), "5");
}

TEST(Factors, UnknownSizesRefine) {
  EXPECT_EQ(infer("*,*->*", {{q, 6}, {5, q}}), "5x6");
  EXPECT_EQ(infer("mk,kn->mn", {{q, 3}, {q, q}}), "?x?");
  EXPECT_EQ(infer("*,*,*->*", {{q}, {3}, {4}}),
            "expects size of factor *0 to agree, got 3 (operand 1, dimension 0) and 4 (operand 2, dimension 0)");
}

TEST(Factors, ResultsTakeTheFirstDType) {
  Result<Metas> results = inferFromFactors("*,*->*", {{DType::Bool, {2}}, {DType::F32, {2}}});
  ASSERT_TRUE(results);
  EXPECT_EQ(results->front().dtype, DType::Bool);
}

TEST(Factors, DisagreeingSizes) {
  EXPECT_EQ(infer("mk,kn->mn", {{2, 3}, {4, 5}}),
            "expects size of factor k to agree, got 3 (operand 0, dimension 1) and 4 (operand 1, dimension 0)");
  EXPECT_EQ(infer("mm->m", {{2, 3}}),
            "expects size of factor m to agree, got 2 (operand 0, dimension 0) and 3 (operand 0, dimension 1)");
  EXPECT_EQ(infer("*mk,*kn->*mn", {{9, 2, 3}, {8, 3, 5}}),
            "expects size of factor *0 to agree, got 9 (operand 0, dimension 0) and 8 (operand 1, dimension 0)");
}

TEST(Factors, DisagreeingRanks) {
  EXPECT_EQ(infer("mk,kn->mn", {{2, 3}, {3}}), "expects operand 1 to have rank 2, got 1");
  EXPECT_EQ(infer("*mk->*m", {{2}}), "expects operand 0 to have rank at least 2, got 1");
  EXPECT_EQ(infer("*,*k->*", {{2, 3}, {2, 4}}),
            "expects number of leading dimensions to agree, got 2 (operand 0) and 1 (operand 1)");
  EXPECT_EQ(infer("*,*->*", {{2}}), "expects 2 operands, got 1");
  EXPECT_EQ(infer("*->*", {{2}, {2}}), "expects 1 operand, got 2");
}

TEST(Factors, BadSpecs) {
  EXPECT_EQ(infer("mk", {{2, 3}}), "expects '->' in a factor spec, got 'mk'");
  EXPECT_EQ(infer("m*->m", {{2, 3}}), "expects values of a factor spec to be letters after an optional '*', got 'm*'");
  EXPECT_EQ(infer("m->m k", {{2}}), "expects values of a factor spec to be letters after an optional '*', got 'm k'");
  EXPECT_EQ(infer("m->mn", {{2}}), "expects factor n of a result to occur in an operand, got none");
  EXPECT_EQ(infer("m->*", {{2}}), "expects '*' of a result to occur in an operand, got none");
  EXPECT_EQ(infer("->", {}), "expects an operand to take the result's element type from, got none");
}

TEST(Factors, Rules) {
  EXPECT_EQ(rule("mk,kn->mn", {{2, 3}, {3, 4}}, {{2, 4}}),
            "m:parallel, k:reduction<sum>, n:parallel; [m, k], [k, n] -> [m, n]");
  EXPECT_EQ(rule("*k->*", {{2, 3, 4}}, {{2, 3}}, Combiner::Max),
            "*0:parallel, *1:parallel, k:reduction<max>; [*0, *1, k] -> [*0, *1]");
  EXPECT_EQ(rule("*->", {{2}}, {{}}, Combiner::And), "*0:reduction<and>; [*0] -> []");
  EXPECT_EQ(rule("*,*->*", {{}, {}}, {{}}), "[], [] -> []");
  EXPECT_EQ(rule("->*", {}, {{4, 5}}), "*0:parallel, *1:parallel; -> [*0, *1]");
  EXPECT_EQ(rule("mk->m,km", {{2, 3}}, {{2}, {3, 2}}), "m:parallel, k:parallel; [m, k] -> [m], [k, m]");
}

TEST(Factors, RulesRefineAndCheckResults) {
  Result<IterationRule> refined = ruleFromFactors("mk,kn->mn", Combiner::Sum, f32({{q, 3}, {q, q}}), f32({{2, q}}));
  ASSERT_TRUE(refined);
  EXPECT_EQ(refined->factors[refined->findFactor("m")].size, DimSize(2));
  EXPECT_EQ(refined->factors[refined->findFactor("k")].size, DimSize(3));
  EXPECT_EQ(refined->factors[refined->findFactor("n")].size, q);
  EXPECT_EQ(refined->findFactor("x"), -1);
  EXPECT_TRUE(refined->linearGroups.empty());

  EXPECT_EQ(rule("mk,kn->mn", {{2, 3}, {3, 4}}, {{2, 5}}),
            "expects size of factor n to agree, got 4 (operand 1, dimension 1) and 5 (result 0, dimension 1)");
  EXPECT_EQ(rule("*->*", {{2, 3}}, {{2}}),
            "expects number of leading dimensions to agree, got 2 (operand 0) and 1 (result 0)");
  EXPECT_EQ(rule("*->*", {{2}}, {}), "expects 1 result, got 0");
}

TEST(Attributes, AreReadByNameAndType) {
  Attributes attributes;
  attributes.set("axis", int64_t{1});
  attributes.set("shape", Shape{2, q});
  attributes.set("dtype", DType::F16);
  EXPECT_TRUE(attributes.has("axis") && !attributes.has("axes"));
  EXPECT_EQ(attributes.get<int64_t>("axis"), 1);
  EXPECT_EQ(attributes.get<Shape>("shape"), (Shape{2, q}));
  EXPECT_EQ(attributes.getOr("dtype", DType::F32), DType::F16);
  EXPECT_EQ(attributes.getOr("accumulate", DType::F32), DType::F32);
}

} // namespace
} // namespace weir
