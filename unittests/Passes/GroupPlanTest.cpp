// How groups that nobody waits for are merged, by what a target passes to a kernel.
#include "passes/Fusion/GroupPlan.h"

#include "dialects/Weir/IR/Dialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

namespace weir {
namespace {

/// How many ops each group of three independent updates of vectors has.
std::vector<size_t> groupSizes(int64_t mergedWords) {
  mlir::DialectRegistry registry;
  registry.insert<WeirDialect, mlir::func::FuncDialect>();
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(R"mlir(
    func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>, %s: tensor<4xf32>)
        -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
      %0 = weir.mul %a, %s : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %1 = weir.mul %b, %s : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %2 = weir.mul %c, %s : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
    })mlir",
                                                        &context);
  auto function = module->lookupSymbol<mlir::func::FuncOp>("f");
  auto plan = GroupPlan::plan(function.getBody().front(), {.mergedWords = mergedWords});
  EXPECT_TRUE(mlir::succeeded(plan));
  std::vector<size_t> sizes;
  for (const GroupPlan::PlannedGroup &group : plan->groups())
    sizes.push_back(group.ops.size());
  return sizes;
}

// A vector is three words: address, size, stride. Each update reads one of its own and one that all share, and writes
// one: 9 words for one, 15 for two, 21 for three.
TEST(GroupPlanTest, MergedGroupsFitWhatATargetPasses) {
  using Sizes = std::vector<size_t>;
  EXPECT_EQ(groupSizes(0), (Sizes{1, 1, 1}));
  EXPECT_EQ(groupSizes(14), (Sizes{1, 1, 1}));
  EXPECT_EQ(groupSizes(15), (Sizes{2, 1}));
  EXPECT_EQ(groupSizes(20), (Sizes{2, 1}));
  EXPECT_EQ(groupSizes(21), (Sizes{3}));
}

} // namespace
} // namespace weir
