// The iteration rule that a composite op's record says, beside the one that follows from its decomposition.
#include "unittests/Reference/DerivedRule.h"

#include "dialects/Interfaces/Decomposition.h"
#include "dialects/Interfaces/Semantics.h"
#include "lib/Support/SplitCandidates.h"
#include "unittests/Reference/OpInstances.h"

#include <gtest/gtest.h>

#include <set>

namespace weir {
namespace {

bool holdAlike(const SplitCandidate &a, const SplitCandidate &b) {
  return a.operands == b.operands && a.results == b.results;
}

/// The splits that one rule offers and another one doesn't.
std::vector<SplitCandidate> splitsBeyond(const IterationRule &rule, const IterationRule &other) {
  std::vector<SplitCandidate> others = splitCandidates(other), beyond;
  for (SplitCandidate &split : splitCandidates(rule))
    if (llvm::none_of(others, [&](const SplitCandidate &known) { return holdAlike(split, known); }))
      beyond.push_back(std::move(split));
  return beyond;
}

/// Calls `visit` with each instance of a composite op, its record's rule and the derived one.
using VisitFn =
    llvm::function_ref<void(const std::string &op, const IterationRule &said, const IterationRule &derived)>;
void forEachComposite(VisitFn visit) {
  auto context = makeContext();
  for (const OpInstance &instance : opInstances()) {
    SCOPED_TRACE(instance.text);
    ParsedInstance parsed = parse(instance, *context);
    ASSERT_TRUE(parsed.op);
    if (!mlir::isa<DecompositionInterface>(parsed.op))
      continue;
    std::string name = parsed.op->getName().getStringRef().str();
    mlir::FailureOr<IterationRule> said = iterationRuleOf(parsed.op);
    ASSERT_TRUE(mlir::succeeded(said));
    visit(name, *said, derivedRule(parsed.op));
  }
}

TEST(DerivedRule, AllowsEverySplitThatARecordOffers) {
  // A reshape merges loops of this one, and no loop is followed through that; the split test has them all the same.
  const std::set<std::string> merging = {"weir.linear"};
  std::set<std::string> notFollowed;
  size_t offered = 0;
  forEachComposite([&](const std::string &op, const IterationRule &said, const IterationRule &derived) {
    offered += splitCandidates(said).size();
    if (splitsBeyond(said, derived).empty())
      return;
    notFollowed.insert(op);
    EXPECT_TRUE(merging.count(op)) << "says " << toString(said) << "\nof which splits don't follow from "
                                   << toString(derived);
  });
  EXPECT_EQ(notFollowed, merging);
  EXPECT_GT(offered, 400);
}

/// The derived rule of an op on these arguments, as text.
std::string derived(const OpInstance &instance) {
  auto context = makeContext();
  ParsedInstance parsed = parse(instance, *context);
  return parsed.op ? toString(derivedRule(parsed.op)) : "";
}

TEST(DerivedRule, FollowsFromTheOpsOfADecomposition) {
  EXPECT_EQ(
      derived({"%x: tensor<2x3xf32>", "weir.softmax %x {dim = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>", {}}),
      "l1:parallel, l2:whole; [l1, l2] -> [l1, l2]");
  // The triangle depends on positions, which a part would count from its own start.
  EXPECT_EQ(derived({"%x: tensor<4x2x3xf32>",
                     "weir.tril %x {diagonal = 0 : i64} : (tensor<4x2x3xf32>) -> tensor<4x2x3xf32>",
                     {}}),
            "l1:parallel, l2:whole, l3:whole; [l1, l2, l3] -> [l1, l2, l3]");
  // Heads are on their own, though the record says nothing of that.
  EXPECT_EQ(derived({"%q: tensor<2x3x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x6xf32>",
                     "weir.attention %q, %k, %v {present = array<i64>, dropout_p = 0.0 : f64, "
                     "ordinal = 0 : i64} : (tensor<2x3x4xf32>, tensor<2x5x4xf32>, tensor<2x5x6xf32>) -> "
                     "tensor<2x3x6xf32>",
                     {}}),
            "l1:parallel, l2:parallel, l3:whole, l4:whole, l5:parallel; [l1, l2, l3], [l1, l4, l3], [l1, l4, l5] -> "
            "[l1, l2, l5]");
  // Sums of parts are added; means are divided by the number of elements afterwards.
  EXPECT_EQ(derived({"%x: tensor<4xf32>, %y: tensor<4xf32>",
                     "weir.mse_loss %x, %y {reduction = \"sum\"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>",
                     {}}),
            "l1:reduction<sum>; [l1], [l1] -> []");
  EXPECT_EQ(derived({"%x: tensor<4xf32>, %y: tensor<4xf32>",
                     "weir.mse_loss %x, %y {reduction = \"mean\"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>",
                     {}}),
            "l1:whole; [l1], [l1] -> []");
}

} // namespace
} // namespace weir
