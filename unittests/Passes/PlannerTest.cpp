// Plans of small programs, whose best holdings are known.
#include "passes/Sbp/Planner.h"

#include "lib/Support/Semantics.h"

#include <gtest/gtest.h>

namespace weir {
namespace {

using Kind = Holding::Kind;

const Holding kWhole;

Holding split(int dim, int64_t outer = 1, int64_t inner = 1) {
  return {.kind = Kind::Split, .dim = dim, .outer = outer, .inner = inner};
}

std::string textOf(const OpHoldings &op) {
  std::string text;
  auto add = [&](const std::vector<Holdings> &values) {
    for (const Holdings &axes : values)
      for (size_t axis = 0; axis < axes.size(); ++axis)
        text += (axis ? "/" : " ") + toString(axes[axis]);
  };
  add(op.operands);
  text += " ->";
  add(op.results);
  return text.substr(text.front() == ' ');
}

/// Builds programs of f32 values.
class Program {
public:
  explicit Program(Sizes mesh) {
    program.mesh.links.resize(mesh.size());
    program.mesh.shape = std::move(mesh);
  }

  int argument(Shape shape, Holdings held) {
    PlanOp op;
    op.fixed = OpHoldings{{}, {std::move(held)}};
    return add(std::move(op), {}, std::move(shape));
  }

  void result(int value, Holdings held) {
    PlanOp op;
    op.operands = {value};
    op.fixed = OpHoldings{{std::move(held)}, {}};
    program.ops.push_back(std::move(op));
  }

  /// An op whose dimensions are products of factors: "mk,kn->mn".
  int op(const std::string &spec, std::vector<int> operands, Shape shape, bool isLinear = false) {
    Metas in;
    for (int operand : operands)
      in.push_back({DType::F32, program.values[operand].shape});
    PlanOp op;
    op.rule = *ruleFromFactors(spec, Combiner::Sum, in, {{DType::F32, shape}});
    op.flops = 2;
    for (size_t i = 0; isLinear && i < operands.size(); ++i)
      op.rule.linearGroups.push_back({static_cast<int>(i)});
    return add(std::move(op), std::move(operands), std::move(shape));
  }

  int reshape(IterationRule rule, int x, Shape shape) {
    PlanOp op;
    op.rule = std::move(rule);
    return add(std::move(op), {x}, std::move(shape));
  }

  PlanProgram program;

private:
  int add(PlanOp op, std::vector<int> operands, Shape shape) {
    auto value = static_cast<int>(program.values.size());
    program.values.push_back({.shape = std::move(shape), .producer = static_cast<int>(program.ops.size())});
    op.operands = std::move(operands);
    op.results = {value};
    program.ops.push_back(std::move(op));
    return value;
  }
};

std::vector<std::string> planned(const Program &program) {
  HoldingPlanner planner(program.program);
  planner.run();
  EXPECT_LE(planner.seconds(), planner.secondsOfFirstWalk());
  std::vector<std::string> texts;
  for (size_t op = 0; op < program.program.ops.size(); ++op)
    if (!program.program.ops[op].fixed)
      texts.push_back(textOf(planner.of(op)));
  return texts;
}

using Texts = std::vector<std::string>;

TEST(HoldingPlanner, WithoutHintsAllIsWhole) {
  Program program({4});
  int x = program.argument({4, 8}, {kWhole}), w = program.argument({8, 8}, {kWhole});
  program.result(program.op("mk,kn->mn", {x, w}, {4, 8}), {kWhole});
  EXPECT_EQ(planned(program), Texts{"B B -> B"});
}

TEST(HoldingPlanner, ASplitBatchCarriesThrough) {
  Program program({4});
  int x = program.argument({4096, 1024}, {split(0)}), w = program.argument({1024, 1024}, {kWhole});
  int h = program.op("mk,kn->mn", {x, w}, {4096, 1024}), y = program.op("*->*", {h}, {4096, 1024});
  // The gradient of w: a product over the batch.
  int dw = program.op("mk,mn->kn", {x, y}, {1024, 1024});
  program.result(dw, {kWhole});
  EXPECT_EQ(planned(program), (Texts{"S(0) B -> S(0)", "S(0) -> S(0)", "S(0) S(0) -> P(sum)"}));
}

TEST(HoldingPlanner, ColumnsThenRows) {
  Program program({4});
  int x = program.argument({512, 1024}, {kWhole});
  int up = program.argument({1024, 4096}, {split(1)}), down = program.argument({4096, 1024}, {split(0)});
  int h = program.op("mk,kn->mn", {x, up}, {512, 4096}), act = program.op("*->*", {h}, {512, 4096});
  program.result(program.op("mk,kn->mn", {act, down}, {512, 1024}), {kWhole});
  EXPECT_EQ(planned(program), (Texts{"B S(1) -> S(1)", "S(1) -> S(1)", "S(1) S(0) -> P(sum)"}));
}

TEST(HoldingPlanner, DataAndTensorParallel) {
  Program program({2, 2});
  int x = program.argument({4096, 1024}, {split(0), kWhole});
  int up = program.argument({1024, 4096}, {kWhole, split(1)}),
      down = program.argument({4096, 1024}, {kWhole, split(0)});
  int h = program.op("mk,kn->mn", {x, up}, {4096, 4096});
  program.result(program.op("mk,kn->mn", {h, down}, {4096, 1024}), {split(0), kWhole});
  EXPECT_EQ(planned(program), (Texts{"S(0)/B B/S(1) -> S(0)/S(1)", "S(0)/S(1) B/S(0) -> S(0)/P(sum)"}));
}

TEST(HoldingPlanner, AReshapedSequenceStaysSplit) {
  // [batch 8, sequence 1024, width 64] with the sequence split, flattened for a product.
  Program program({4});
  IterationRule merge;
  for (auto [name, size] : {std::pair{"b", int64_t{8}}, {"s", 1024}, {"w", 64}})
    merge.factors.push_back({.name = name, .size = DimSize(size)});
  auto dim = [](int factor) { return DimMap{.terms = {{factor}}}; };
  merge.operands = {{dim(0), dim(1), dim(2)}};
  merge.results = {{DimMap{.terms = {{0, 1024}, {1, 1}}}, dim(2)}};
  int x = program.argument({8, 1024, 64}, {split(1)}), w = program.argument({64, 256}, {kWhole});
  int flat = program.reshape(merge, x, {8192, 64});
  int y = program.op("mk,kn->mn", {flat, w}, {8192, 256}), act = program.op("*->*", {y}, {8192, 256});
  program.result(act, {split(0, 8, 1)});
  EXPECT_EQ(planned(program), (Texts{"S(1) -> S(0, 8, 1)", "S(0, 8, 1) B -> S(0, 8, 1)", "S(0, 8, 1) -> S(0, 8, 1)"}));
}

TEST(HoldingPlanner, AHintAtTheEndReachesTheStart) {
  // Nothing is known in front; what users want of the result makes the first ops split, too.
  Program program({4});
  int x = program.argument({4096, 4096}, {kWhole}), w = program.argument({4096, 4096}, {kWhole});
  int h = program.op("mk,kn->mn", {x, w}, {4096, 4096}), y = program.op("*->*", {h}, {4096, 4096});
  program.result(y, {split(0)});
  EXPECT_EQ(planned(program), (Texts{"S(0) B -> S(0)", "S(0) -> S(0)"}));
}

TEST(HoldingPlanner, AResidualIsHeldAsItsUsersSeeIt) {
  // Sums of terms, each used by a product that wants rows, which are dimension 1: none of the adds gains alone.
  Program program({4});
  int x = program.argument({1024, 512}, {kWhole}), w = program.argument({1024, 4096}, {kWhole});
  std::vector<int> uses;
  for (int layer = 0; layer < 3; ++layer) {
    int down = program.argument({1024, 4096}, {split(1)}), h = program.argument({4096, 512}, {split(0)});
    int term = program.op("fk,km->fm", {down, h}, {1024, 512});
    x = program.op("*,*->*", {x, program.op("*->*", {term}, {1024, 512})}, {1024, 512});
    uses.push_back(program.op("fm,fg->gm", {x, w}, {4096, 512}));
  }
  for (int use : uses)
    program.result(use, {split(1)});
  Texts expected;
  for (int layer = 0; layer < 3; ++layer)
    for (const char *text : {"S(1) S(0) -> P(sum)", "S(1) -> S(1)", "S(1) S(1) -> S(1)", "S(1) B -> S(1)"})
      expected.emplace_back(text);
  EXPECT_EQ(planned(program), expected);
}

TEST(HoldingPlanner, AlternativesAreDearer) {
  Program program({4});
  int x = program.argument({4096, 1024}, {split(0)}), w = program.argument({1024, 1024}, {kWhole});
  program.result(program.op("mk,kn->mn", {x, w}, {4096, 1024}), {split(0)});
  HoldingPlanner planner(program.program);
  planner.run();
  std::vector<Alternative> others = planner.alternatives(2);
  ASSERT_FALSE(others.empty());
  for (const Alternative &other : others)
    EXPECT_GE(other.seconds, planner.seconds());
}

} // namespace
} // namespace weir
