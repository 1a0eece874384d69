// Random programs: every op of the dialect takes part, a seed says all, and what a program does to its process is a
// finding.
#include "lib/Compiler/Register.h"
#include "lib/Fuzz/ChildProcess.h"
#include "lib/Fuzz/DynamicSizes.h"
#include "lib/Fuzz/RandomProgram.h"
#include "lib/Fuzz/Trial.h"

#include "dialects/Interfaces/Semantics.h"
#include "dialects/Weir/IR/Traits.h"
#include "dialects/Weir/Math/Ops.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

#include <array>
#include <csignal>
#include <poll.h>
#include <thread>
#include <unistd.h>

using namespace mlir;

namespace weir::fuzz {
namespace {

class FuzzTest : public testing::Test {
protected:
  FuzzTest() : context(registry(), MLIRContext::Threading::DISABLED) { context.loadAllAvailableDialects(); }

  static DialectRegistry registry() {
    DialectRegistry all;
    registerWeir(all);
    return all;
  }

  static std::string textOf(ModuleOp module) {
    std::string text;
    llvm::raw_string_ostream(text) << module;
    return text;
  }

  OwningOpRef<ModuleOp> parse(const std::string &text) { return parseSourceString<ModuleOp>(text, &context); }

  MLIRContext context;
};

TEST_F(FuzzTest, EveryOpIsDrawnOrMadeByTheStageLayout) {
  OpForms forms(&context);
  for (RegisteredOperationName op : context.getRegisteredOperations()) {
    std::string name = op.getStringRef().str();
    auto failure = forms.failures().find(name);
    if (op.getDialectNamespace() == "weir" && op.hasInterface<SemanticsInterface>())
      EXPECT_NE(forms.all().count(name) > 0, op.hasTrait<MadeByLayout>())
          << name << " is not drawn by random programs: "
          << (failure == forms.failures().end() ? "it has the trait MadeByLayout, and is drawn all the same"
                                                : failure->second.message)
          << "\nor a row in lib/Fuzz/OpRecipes.cpp where its operands follow from its result";
  }
}

TEST_F(FuzzTest, EachSampleGivesAnOp) {
  ScopedDiagnosticHandler quiet(&context, [](Diagnostic &) { return success(); });
  for (const OpFields &op : allOpFields()) {
    if (op.samples.empty())
      continue;
    Result<std::vector<OpSample>> samples = samplesOf(op.name, &context);
    ASSERT_TRUE(samples) << samples.message();
    for (auto [text, sample] : llvm::zip_equal(op.samples, *samples)) {
      bool found = false;
      for (uint64_t seed = 0; seed < 200 && !found; ++seed) {
        RandomJob job(&context, seed);
        found = drawSample(job, op.name, sample);
      }
      EXPECT_TRUE(found) << op.name << " " << text;
    }
  }
}

TEST_F(FuzzTest, TablesNameOpsThatExist) {
  for (const auto *recipes : {&opRecipes(), &windowRecipes()})
    for (const auto &[name, recipe] : *recipes)
      EXPECT_TRUE(RegisteredOperationName::lookup(name, &context)) << name;
}

TEST_F(FuzzTest, EachFormGivesAnOp) {
  ScopedDiagnosticHandler quiet(&context, [](Diagnostic &) { return success(); });
  OpForms forms(&context);
  for (const auto &[name, draw] : forms.all()) {
    bool found = false;
    for (uint64_t seed = 0; seed < 200 && !found; ++seed) {
      RandomJob job(&context, seed);
      draw(job);
      OwningOpRef<ModuleOp> module = job.finish();
      module->walk([&](Operation *op) { found |= op->getName().getStringRef() == name; });
    }
    EXPECT_TRUE(found) << name;
  }
}

TEST_F(FuzzTest, ASeedSaysAll) {
  OpForms forms(&context);
  std::string first = textOf(*randomProgram(forms, &context, 3));
  EXPECT_EQ(first, textOf(*randomProgram(forms, &context, 3)));
  EXPECT_NE(first, textOf(*randomProgram(forms, &context, 4)));
}

TEST_F(FuzzTest, ProgramsAreVariousAndValid) {
  OpForms forms(&context);
  int dynamic = 0, refused = 0, gradients = 0, assigns = 0, accumulators = 0, ones = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    OwningOpRef<ModuleOp> module = randomProgram(forms, &context, seed);
    EXPECT_TRUE(succeeded(verify(*module)));
    std::string text = textOf(*module);
    dynamic += (*module)->hasAttr(kDynamicAttr);
    refused += (*module)->hasAttr(kRefusedAttr);
    if (auto sizes = (*module)->getAttrOfType<DenseI64ArrayAttr>(kDynamicAttr))
      ones += llvm::is_contained(sizes.asArrayRef(), 1);
    gradients += text.find("weir.gradient") != std::string::npos;
    assigns += text.find("weir.assign") != std::string::npos;
    accumulators += text.find("accumulator = f") != std::string::npos;
  }
  EXPECT_GE(dynamic, 5);
  EXPECT_LE(refused, dynamic / 5);
  EXPECT_GE(gradients, 5);
  EXPECT_GE(assigns, 5);
  EXPECT_GE(accumulators, 5);
  EXPECT_GE(ones, 1);
}

TEST_F(FuzzTest, SizesBecomeDynamicWhereArgumentsGiveThem) {
  OwningOpRef<ModuleOp> module = parse(R"mlir(
    module attributes {fuzz.dynamic = array<i64: 5, 7>} {
      func.func @job(%x: tensor<5x3xf32>) -> tensor<5x7xf32> attributes {weir.job} {
        %0 = weir.reduce_sum %x {dims = array<i64: 1>} : (tensor<5x3xf32>) -> tensor<5xf32>
        %1 = weir.broadcast %0 {dims = array<i64: 0>} : tensor<5xf32> -> tensor<5x7xf32>
        return %1 : tensor<5x7xf32>
      }
    })mlir");
  ASSERT_TRUE(module);
  OwningOpRef<ModuleOp> dynamic = withDynamicSizes(*module);
  ASSERT_TRUE(dynamic);
  std::string text = textOf(*dynamic);
  EXPECT_NE(text.find("(%arg0: tensor<?x3xf32>) -> tensor<?x7xf32>"), std::string::npos) << text;
}

TEST_F(FuzzTest, AWrongGradientIsNotForgottenWhereOthersAreRight) {
  uint64_t attempts = 0;
  auto judged = [&](std::vector<FailureOr<GradientCounts>> outcomes) {
    attempts = 0;
    return judgedGradients([&](uint64_t seed) {
      EXPECT_EQ(seed, attempts);
      return outcomes[attempts++];
    });
  };
  const GradientCounts all{.judged = 2, .unjudged = 0}, half{.judged = 1, .unjudged = 1}, none{.unjudged = 2};
  EXPECT_TRUE(failed(judged({failure(), all})));
  EXPECT_TRUE(failed(judged({half, failure(), all})));
  EXPECT_TRUE(failed(judged({none, none, none, failure()})));
  EXPECT_EQ(judged({all, failure()})->judged, 2);
  EXPECT_EQ(attempts, 1u);
  EXPECT_EQ(judged({none, half, none, none, all})->judged, 1);
  EXPECT_EQ(attempts, 4u);
}

constexpr int64_t kUndisturbedRuns = 2;                 // exact and native
constexpr int64_t kRunsOfBounds = kUndisturbedRuns + 5; // the last with 0 for what may be 0

/// A program of one number, which runs of the first bounds give as 1, and those of the `wide`th ones also as 2.
RunFn programThatMoves(int64_t wide, int64_t &runs) {
  return [=, &runs](const InterpretOptions &) -> Result<std::vector<HostTensor>> {
    bool isMoved = runs % kRunsOfBounds >= kUndisturbedRuns && runs / kRunsOfBounds == wide;
    ++runs;
    return std::vector<HostTensor>{{{DType::F64, {}}, {isMoved ? 2.0 : 1.0}, {}}};
  };
}

TEST_F(FuzzTest, BoundsAreDrawnAgainAFewTimesAndCounted) {
  for (int64_t wide : {0, 1, 8, 9}) {
    int64_t runs = 0;
    RunFn run = programThatMoves(wide, runs);
    Result<RoundingBounds> bounds = RoundingBounds::of(run, ownTypesBound, 0);
    ASSERT_TRUE(bounds);
    BoundCounts counts;
    EXPECT_EQ(firstOutside({{{DType::F64, {}}, {1.5}, {}}}, *bounds, run, counts).has_value(), wide == 9);
    EXPECT_EQ(runs, kRunsOfBounds * (1 + std::min<int64_t>(wide, 8)));
    EXPECT_EQ(counts.results, 1);
    EXPECT_EQ(counts.drawnAgain, wide == 1 || wide == 8);
  }
}

TEST_F(FuzzTest, AProgramThatCannotRunIsAFinding) {
  OwningOpRef<ModuleOp> module = parse(R"mlir(
    func.func @job(%x: tensor<4xf32>, %i: tensor<4xi64> {fuzz.input = array<i64: 1, 9, 9, 1>}) -> tensor<4xf32>
        attributes {weir.job} {
      %0 = weir.gather %x, %i {dim = 0 : i64} : (tensor<4xf32>, tensor<4xi64>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    })mlir");
  ASSERT_TRUE(module);
  std::optional<Finding> finding = tryProgram(*module, {}).finding;
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->where, "interpreter");
  EXPECT_NE(finding->text.find("expects index to be in [0, 4), got 9"), std::string::npos) << finding->text;
}

TEST(ChildProcessTest, WorkReturnsText) {
  ChildEnd end = runInChild([] { return std::string(100000, 'x'); }, 60);
  EXPECT_EQ(end.output.size(), 100000u);
  EXPECT_EQ(end.failure, "");
}

TEST(ChildProcessTest, ACrashAndAnEndlessLoopAreFailures) {
  EXPECT_EQ(runInChild(
                []() -> std::string {
                  raise(SIGKILL);
                  return "";
                },
                60)
                .failure,
            "signal 9");
  EXPECT_EQ(runInChild(
                []() -> std::string {
                  while (true)
                    std::this_thread::yield();
                },
                1)
                .failure,
            "no end after 1 s");
}

TEST(ChildProcessTest, EveryWorkEndsOnce) {
  int64_t next = 0;
  std::vector<int> ends(20);
  runInChildren(
      3, 60, [&] { return next < 20 ? std::optional(next++) : std::nullopt; },
      [](int64_t number) { return std::to_string(number); },
      [&](int64_t number, const ChildEnd &end) {
        ends[static_cast<size_t>(number)] += end.output == std::to_string(number);
      });
  EXPECT_EQ(ends, std::vector<int>(20, 1));
}

TEST(ChildProcessTest, WhatTheEndOfOneTakesIsNotTheOthersTime) {
  int64_t next = 0;
  std::vector<std::string> failures;
  runInChildren(
      2, 1, [&] { return next < 2 ? std::optional(next++) : std::nullopt; },
      [](int64_t number) {
        std::this_thread::sleep_for(std::chrono::milliseconds(100 * number));
        return std::string("done");
      },
      [&](int64_t, const ChildEnd &end) {
        if (failures.empty())
          std::this_thread::sleep_for(std::chrono::seconds(2));
        failures.push_back(end.failure);
      });
  EXPECT_EQ(failures, std::vector<std::string>(2, ""));
}

TEST(ChildProcessTest, AKilledChildLeavesNoProcess) {
  std::array<int, 2> ends;
  ASSERT_EQ(pipe(ends.data()), 0);
  auto sleep = [] {
    std::this_thread::sleep_for(std::chrono::seconds(30));
    return std::string();
  };
  EXPECT_EQ(runInChild([&] { return runInChild(sleep, 60).output; }, 1).failure, "no end after 1 s");
  close(ends[1]);
  // The pipe ends with the last process that holds its other end.
  pollfd file{ends[0], POLLIN, 0};
  EXPECT_EQ(poll(&file, 1, 10000), 1);
  close(ends[0]);
}

} // namespace
} // namespace weir::fuzz
