// How large groups become: by what a target passes to a kernel, by their ops; and what finding them costs.
#include "passes/Fusion/GroupPlan.h"

#include "dialects/Weir/IR/Dialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

namespace weir {
namespace {

/// A plan of the function @f in a module's text, and what has become of it.
struct Planned {
  std::vector<size_t> sizes; ///< ops of each group
  uint64_t steps = 0;
};

Planned planOf(const std::string &text, GroupPlan::Options options) {
  mlir::DialectRegistry registry;
  registry.insert<WeirDialect, mlir::func::FuncDialect>();
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  auto function = module->lookupSymbol<mlir::func::FuncOp>("f");
  auto plan = GroupPlan::plan(function.getBody().front(), options);
  EXPECT_TRUE(mlir::succeeded(plan));
  Planned planned{{}, plan->steps()};
  for (const GroupPlan::PlannedGroup &group : plan->groups())
    planned.sizes.push_back(group.ops.size());
  return planned;
}

/// How many ops each group of three independent updates of vectors has.
std::vector<size_t> groupSizes(int64_t mergedWords) {
  return planOf(R"mlir(
    func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>, %s: tensor<4xf32>)
        -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
      %0 = weir.mul %a, %s : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %1 = weir.mul %b, %s : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %2 = weir.mul %c, %s : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
    })mlir",
                {.mergedWords = mergedWords})
      .sizes;
}

using Sizes = std::vector<size_t>;

// A vector is three words: address, size, stride. Each update reads one of its own and one that all share, and writes
// one: 9 words for one, 15 for two, 21 for three.
TEST(GroupPlanTest, MergedGroupsFitWhatATargetPasses) {
  EXPECT_EQ(groupSizes(0), (Sizes{1, 1, 1}));
  EXPECT_EQ(groupSizes(14), (Sizes{1, 1, 1}));
  EXPECT_EQ(groupSizes(15), (Sizes{2, 1}));
  EXPECT_EQ(groupSizes(20), (Sizes{2, 1}));
  EXPECT_EQ(groupSizes(21), (Sizes{3}));
}

std::string unary(const std::string &result, const char *op, const std::string &x, const char *shape = "4x4") {
  std::string type = std::string("tensor<") + shape + "xf32>";
  return "  %" + result + " = weir." + op + " %" + x + " : (" + type + ") -> " + type + "\n";
}

std::string binary(const std::string &result, const char *op, const std::string &x, const std::string &y) {
  return "  %" + result + " = weir." + op + " %" + x + ", %" + y +
         " : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>\n";
}

std::string function(const std::string &body, const std::string &result) {
  return "func.func @f(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {\n" + body + "  return %" + result +
         " : tensor<4x4xf32>\n}";
}

std::string chain(int length) {
  std::string body, last = "x";
  for (int i = 0; i < length; ++i) {
    std::string next = "v" + std::to_string(i);
    body += unary(next, "exp", last);
    last = next;
  }
  return function(body, last);
}

/// Down and up again with an edge from each step down to the one up at its height.
std::string ladder(int height) {
  std::string body, last = "x";
  for (int i = 0; i < height; ++i) {
    std::string next = "down" + std::to_string(i);
    body += unary(next, "exp", last);
    last = next;
  }
  for (int i = height; i-- > 0;) {
    std::string next = "up" + std::to_string(i);
    body += binary(next, "add", last, "down" + std::to_string(i));
    last = next;
  }
  return function(body, last);
}

/// A sum of towers of two ops.
std::string branches(int count) {
  std::string body, last = "x";
  for (int i = 0; i < count; ++i) {
    std::string number = std::to_string(i);
    body += unary("e" + number, "exp", "x") + unary("t" + number, "tanh", "e" + number);
    body += binary("s" + number, "add", last, "t" + number);
    last = "s" + number;
  }
  return function(body, last);
}

/// One value that all need, and what all make together: an edge of everybody, at both ends.
std::string fan(int count) {
  std::string body = unary("shared", "exp", "x") +
                     "  %row = weir.reduce_sum %shared {dims = array<i64: 0, 1>} : (tensor<4x4xf32>) -> tensor<f32>\n"
                     "  %all = weir.broadcast %row {dims = array<i64>} : tensor<f32> -> tensor<4x4xf32>\n";
  std::string last = "x";
  for (int i = 0; i < count; ++i) {
    std::string number = std::to_string(i);
    body +=
        binary("m" + number, "mul", "all", i % 2 ? last : "shared") + binary("s" + number, "add", last, "m" + number);
    last = "s" + number;
  }
  return function(body, last);
}

// Of a long chain as many go into a kernel as one may have, so that the kernels are equal but for the last.
TEST(GroupPlanTest, AGroupHasABoundedNumberOfOps) {
  EXPECT_EQ(planOf(chain(25), {.mostOps = 10}).sizes, (Sizes{10, 10, 5}));
  EXPECT_EQ(planOf(chain(10), {.mostOps = 10}).sizes, (Sizes{10}));
}

// Transpositions that are recomputed count, and a long chain of them is cut by storing one.
TEST(GroupPlanTest, RecomputedMovementsAreBoundedToo) {
  std::string body, last = "x";
  for (int i = 0; i < 40; ++i) {
    std::string number = std::to_string(i);
    body +=
        "  %p" + number + " = weir.flip %" + last + " {dims = array<i64: 0>} : (tensor<4x4xf32>) -> tensor<4x4xf32>\n";
    last = "p" + number;
  }
  Planned planned = planOf(function(body + unary("y", "exp", last), "y"), {.mostOps = 20});
  for (size_t size : planned.sizes)
    EXPECT_LE(size, 20u);
}

// Independent groups that don't fit into one kernel are put together by what they compute.
TEST(GroupPlanTest, EqualIndependentGroupsShareKernels) {
  std::string body, results, types;
  for (int i = 0; i < 12; ++i) {
    std::string number = std::to_string(i);
    body += binary("a" + number, i % 2 ? "mul" : "sub", "x" + number, "x" + number);
    results += (i ? ", %a" : "%a") + number;
    types += i ? ", tensor<4x4xf32>" : "tensor<4x4xf32>";
  }
  std::string arguments;
  for (int i = 0; i < 12; ++i)
    arguments += (i ? ", %x" : "%x") + std::to_string(i) + ": tensor<4x4xf32>";
  std::string text =
      "func.func @f(" + arguments + ") -> (" + types + ") {\n" + body + "  return " + results + " : " + types + "\n}";
  EXPECT_EQ(planOf(text, {.mergedWords = 10000, .mostOps = 12}).sizes, (Sizes{12}));
  EXPECT_EQ(planOf(text, {.mergedWords = 10000, .mostOps = 3}).sizes, (Sizes{3, 3, 3, 3}));
  EXPECT_EQ(planOf(text, {.mergedWords = 10000, .mostOps = 4}).sizes, (Sizes{4, 4, 2, 2}));
}

// What deciding costs grows as the graph does. Counted, so that no clock is asked.
TEST(GroupPlanTest, StepsGrowWithTheGraph) {
  constexpr int kSmall = 250, kTimes = 8;
  for (auto make : {chain, ladder, branches, fan}) {
    auto small = static_cast<double>(planOf(make(kSmall), {}).steps);
    auto large = static_cast<double>(planOf(make(kTimes * kSmall), {}).steps);
    EXPECT_LE(large, 1.3 * kTimes * small);
  }
}

/// A chain in which each step reads the one before at two positions.
std::string shiftedChain(int steps) {
  std::string body;
  for (int i = 0; i < steps; ++i) {
    std::string x = i == 0 ? "x" : "s" + std::to_string(i - 1), moved = "m" + std::to_string(i);
    body += "  %" + moved + " = weir.pad %" + x +
            " {starts = array<i64: 1, 0>, steps = array<i64: 1, 1>, value = 0.0 : f64}"
            " : tensor<4x4xf32> -> tensor<4x4xf32>\n" +
            binary("s" + std::to_string(i), "add", x, moved);
  }
  return function(body, "s" + std::to_string(steps - 1));
}

// Of n steps in one kernel the first would stand there 2^(n - 1) times.
TEST(GroupPlanTest, CodeIsNotCopiedMoreThanAFewTimes) {
  EXPECT_EQ(planOf(shiftedChain(5), {}).sizes, (Sizes{10}));
  EXPECT_EQ(planOf(shiftedChain(10), {}).sizes, (Sizes{10, 10}));
  EXPECT_EQ(planOf(shiftedChain(12), {}).sizes, (Sizes{4, 10, 10}));
}

} // namespace
} // namespace weir
