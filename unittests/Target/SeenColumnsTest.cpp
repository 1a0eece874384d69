// Which scores are known to end at the diagonal: from the code that masks them.
#include "lib/Target/Cpu/Chain/SeenColumns.h"
#include "lib/Target/Native/Register.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

namespace weir::cpu {
namespace {

using namespace mlir;

bool ask(const std::string &text, llvm::function_ref<bool(func::FuncOp)> question) {
  DialectRegistry registry;
  registerNativeLowering(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  EXPECT_TRUE(module);
  return module && question(*module->getOps<func::FuncOp>().begin());
}

/// Scores of one head with a mask that says where positions along d1 and d0 compare so.
bool endsAtDiagonal(const std::string &comparison, const std::string &nothing = "0xFF800000",
                    const std::string &row = "%rows", const std::string &offset = "0") {
  std::string text = R"(
    #d0 = affine_map<(d0, d1) -> (d0)>
    #d1 = affine_map<(d0, d1) -> (d1)>
    #one = affine_map<(d0) -> (d0)>
    #both = affine_map<(d0, d1) -> (d0, d1)>
    #all = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
    #head = affine_map<(d0, d1, d2) -> (d1, d2)>
    func.func @scores(%s: tensor<3x8x8xf32>) -> tensor<3x8x8xf32> {
      %e0 = tensor.empty() : tensor<8xi64>
      %rows = linalg.generic {indexing_maps = [#one], iterator_types = ["parallel"]} outs(%e0 : tensor<8xi64>) {
      ^bb0(%out: i64):
        %0 = linalg.index 0 : index
        %1 = arith.index_cast %0 : index to i64
        linalg.yield %1 : i64
      } -> tensor<8xi64>
      %offset = arith.constant )" +
                     offset + R"( : i64
      %shifted = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%rows : tensor<8xi64>)
          outs(%e0 : tensor<8xi64>) {
      ^bb0(%in: i64, %out: i64):
        %0 = arith.addi %in, %offset : i64
        linalg.yield %0 : i64
      } -> tensor<8xi64>
      %e1 = tensor.empty() : tensor<8x8xi8>
      %sees = linalg.generic {indexing_maps = [#d0, #d1, #both], iterator_types = ["parallel", "parallel"]}
          ins()" + row +
                     R"(, %rows : tensor<8xi64>, tensor<8xi64>) outs(%e1 : tensor<8x8xi8>) {
      ^bb0(%row: i64, %column: i64, %out: i8):
        %0 = arith.cmpi )" +
                     comparison + R"( : i64
        %1 = arith.extui %0 : i1 to i8
        linalg.yield %1 : i8
      } -> tensor<8x8xi8>
      %none = arith.constant )" +
                     nothing + R"( : f32
      %e2 = tensor.empty() : tensor<3x8x8xf32>
      %nothing = linalg.fill ins(%none : f32) outs(%e2 : tensor<3x8x8xf32>) -> tensor<3x8x8xf32>
      %y = linalg.generic {indexing_maps = [#head, #all, #all, #all], iterator_types = ["parallel", "parallel", "parallel"]}
          ins(%sees, %s, %nothing : tensor<8x8xi8>, tensor<3x8x8xf32>, tensor<3x8x8xf32>) outs(%e2 : tensor<3x8x8xf32>) {
      ^bb0(%sees_it: i8, %score: f32, %no: f32, %out: f32):
        %zero = arith.constant 0 : i8
        %0 = arith.cmpi ne, %sees_it, %zero : i8
        %1 = arith.select %0, %score, %no : f32
        linalg.yield %1 : f32
      } -> tensor<3x8x8xf32>
      return %y : tensor<3x8x8xf32>
    })";
  return ask(text, cpu::endsAtDiagonal);
}

/// Weights of rows: what `power` gives of scores less what `join` makes of a row, over its sum.
bool forgetsNegativeInfinity(const std::string &join, const std::string &power) {
  std::string text = R"(
    #row = affine_map<(d0, d1) -> (d0)>
    #both = affine_map<(d0, d1) -> (d0, d1)>
    func.func @weights(%s: tensor<8x8xf32>) -> tensor<8x8xf32> {
      %c = arith.constant 0.0 : f32
      %e0 = tensor.empty() : tensor<8xf32>
      %e1 = tensor.empty() : tensor<8x8xf32>
      %start = linalg.fill ins(%c : f32) outs(%e0 : tensor<8xf32>) -> tensor<8xf32>
      %most = linalg.generic {indexing_maps = [#both, #row], iterator_types = ["parallel", "reduction"]}
          ins(%s : tensor<8x8xf32>) outs(%start : tensor<8xf32>) {
      ^bb0(%in: f32, %out: f32):
        %0 = )" + join +
                     R"( %out, %in : f32
        linalg.yield %0 : f32
      } -> tensor<8xf32>
      %e = linalg.generic {indexing_maps = [#both, #row, #both], iterator_types = ["parallel", "parallel"]}
          ins(%s, %most : tensor<8x8xf32>, tensor<8xf32>) outs(%e1 : tensor<8x8xf32>) {
      ^bb0(%in: f32, %of_row: f32, %out: f32):
        %0 = arith.subf %in, %of_row : f32
        %1 = )" + power +
                     R"( %0 : f32
        linalg.yield %1 : f32
      } -> tensor<8x8xf32>
      %sum = linalg.generic {indexing_maps = [#both, #row], iterator_types = ["parallel", "reduction"]}
          ins(%e : tensor<8x8xf32>) outs(%start : tensor<8xf32>) {
      ^bb0(%in: f32, %out: f32):
        %0 = arith.addf %out, %in : f32
        linalg.yield %0 : f32
      } -> tensor<8xf32>
      %p = linalg.generic {indexing_maps = [#both, #row, #both], iterator_types = ["parallel", "parallel"]}
          ins(%e, %sum : tensor<8x8xf32>, tensor<8xf32>) outs(%e1 : tensor<8x8xf32>) {
      ^bb0(%in: f32, %of_row: f32, %out: f32):
        %0 = arith.divf %in, %of_row : f32
        linalg.yield %0 : f32
      } -> tensor<8x8xf32>
      return %p : tensor<8x8xf32>
    })";
  return ask(text, [](func::FuncOp rows) { return cpu::forgetsNegativeInfinity(rows, rows.getArgument(0)); });
}

/// exp(s), and of a gradient d what a softmax gives of both: where %sees is false, `unseen`. Sums of rows are those of
/// `summed`.
bool gradientForgets(const std::string &unseen, const std::string &summed) {
  std::string text = R"(
    #row = affine_map<(d0, d1) -> (d0)>
    #both = affine_map<(d0, d1) -> (d0, d1)>
    func.func @rows(%s: tensor<8x8xf32>, %d: tensor<8x8xf32>, %sees: tensor<8x8xi1>)
        -> (tensor<8x8xf32>, tensor<8x8xf32>) {
      %c = arith.constant 0.0 : f32
      %other = arith.constant )" +
                     unseen + R"( : f32
      %e0 = tensor.empty() : tensor<8xf32>
      %e1 = tensor.empty() : tensor<8x8xf32>
      %start = linalg.fill ins(%c : f32) outs(%e0 : tensor<8xf32>) -> tensor<8xf32>
      %others = linalg.fill ins(%other : f32) outs(%e1 : tensor<8x8xf32>) -> tensor<8x8xf32>
      %p = linalg.generic {indexing_maps = [#both, #both], iterator_types = ["parallel", "parallel"]}
          ins(%s : tensor<8x8xf32>) outs(%e1 : tensor<8x8xf32>) {
      ^bb0(%in: f32, %out: f32):
        %0 = math.exp %in : f32
        linalg.yield %0 : f32
      } -> tensor<8x8xf32>
      %shares = linalg.generic {indexing_maps = [#both, #both, #both], iterator_types = ["parallel", "parallel"]}
          ins(%p, %d : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e1 : tensor<8x8xf32>) {
      ^bb0(%weight: f32, %in: f32, %out: f32):
        %0 = arith.mulf %weight, %in : f32
        linalg.yield %0 : f32
      } -> tensor<8x8xf32>
      %sum = linalg.generic {indexing_maps = [#both, #row], iterator_types = ["parallel", "reduction"]}
          ins()" + summed +
                     R"( : tensor<8x8xf32>) outs(%start : tensor<8xf32>) {
      ^bb0(%in: f32, %out: f32):
        %0 = arith.addf %out, %in : f32
        linalg.yield %0 : f32
      } -> tensor<8xf32>
      %ds = linalg.generic {indexing_maps = [#both, #both, #row, #both, #both, #both],
                            iterator_types = ["parallel", "parallel"]}
          ins(%p, %d, %sum, %sees, %others : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8xf32>, tensor<8x8xi1>,
              tensor<8x8xf32>) outs(%e1 : tensor<8x8xf32>) {
      ^bb0(%weight: f32, %in: f32, %of_row: f32, %is: i1, %else: f32, %out: f32):
        %0 = arith.subf %in, %of_row : f32
        %1 = arith.mulf %weight, %0 : f32
        %2 = arith.select %is, %1, %else : f32
        linalg.yield %2 : f32
      } -> tensor<8x8xf32>
      return %p, %ds : tensor<8x8xf32>, tensor<8x8xf32>
    })";
  return ask(text, [](func::FuncOp rows) { return cpu::forgetsNegativeInfinity(rows, rows.getArgument(0)); });
}

TEST(SeenColumnsTest, CausalMasksEndAtTheDiagonal) {
  EXPECT_TRUE(endsAtDiagonal("sle, %column, %row"));
  EXPECT_TRUE(endsAtDiagonal("sge, %row, %column"));
}

TEST(SeenColumnsTest, OtherMasksDont) {
  EXPECT_FALSE(endsAtDiagonal("sle, %row, %column")) << "sees what follows";
  EXPECT_FALSE(endsAtDiagonal("slt, %column, %row")) << "not asked for";
  EXPECT_FALSE(endsAtDiagonal("sle, %row, %row")) << "one position";
  EXPECT_FALSE(endsAtDiagonal("ne, %row, %column"));
}

TEST(SeenColumnsTest, WhatIsNotSeenHasToBeNothing) {
  EXPECT_FALSE(endsAtDiagonal("sle, %column, %row", "0.0"));
  EXPECT_FALSE(endsAtDiagonal("sle, %column, %row", "-1.0e9"));
  EXPECT_FALSE(endsAtDiagonal("sle, %column, %row", "0x7F800000"));
}

TEST(SeenColumnsTest, PositionsThatAreComputedAreUnknown) {
  EXPECT_FALSE(endsAtDiagonal("sle, %column, %row", "0xFF800000", "%shifted", "2"));
}

TEST(SeenColumnsTest, WeightsThatForgetWhatIsNotSeen) {
  EXPECT_TRUE(forgetsNegativeInfinity("arith.maximumf", "math.exp")) << "softmax";
  EXPECT_FALSE(forgetsNegativeInfinity("arith.maximumf", "math.tanh")) << "gives -1";
  EXPECT_FALSE(forgetsNegativeInfinity("arith.maximumf", "math.absf")) << "gives infinity";
  EXPECT_FALSE(forgetsNegativeInfinity("arith.addf", "math.exp")) << "the whole row becomes infinite";
  EXPECT_FALSE(forgetsNegativeInfinity("arith.minimumf", "math.exp"));
}

TEST(SeenColumnsTest, GradientsOfWeightsForgetIt) {
  EXPECT_TRUE(gradientForgets("0.0", "%shares"));
  EXPECT_FALSE(gradientForgets("1.0", "%shares")) << "a gradient where nothing is seen";
  EXPECT_FALSE(gradientForgets("0.0", "%d")) << "sums up what isn't computed";
}

} // namespace
} // namespace weir::cpu
