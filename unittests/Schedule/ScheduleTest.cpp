// The stage as a whole on random jobs: programs mean what jobs meant, in the order at hand and, on several streams, in
// any order that stream order and predecessors allow.
#include "lib/Artifact/Verify.h"
#include "lib/Compiler/EmitProgram.h"
#include "passes/Schedule/OrderSearch.h"
#include "passes/Schedule/Passes.h"
#include "passes/Schedule/ProgramGraph.h"
#include "unittests/Schedule/ProgramRun.h"
#include "unittests/Schedule/RandomJob.h"
#include "unittests/Schedule/ScheduleRun.h"

#include "dialects/Kernel/Kernel.h"

#include "mlir/Pass/PassManager.h"

#include <gtest/gtest.h>

#include <map>
#include <numeric>

using namespace mlir;

namespace weir {
namespace {

/// A random order that keeps the order within each stream and runs predecessors first.
std::vector<uint32_t> streamOrder(const vm::Accesses &accesses, std::mt19937 &random) {
  LiveGraph graph;
  std::vector<std::vector<uint32_t>> others = accesses.predecessorsOnOtherStreams();
  std::map<uint64_t, uint32_t> lastOf;
  for (uint32_t position = 0; position < others.size(); ++position) {
    uint64_t stream = accesses.instructions()[position].stream;
    LiveGraph::Node &node = graph.nodes.emplace_back();
    node.predecessors = others[position];
    if (auto last = lastOf.find(stream); last != lastOf.end())
      node.predecessors.push_back(last->second);
    lastOf[stream] = position;
  }
  return randomOrder(graph, random);
}

/// A random job, what it means, and the program that the stage makes of it.
struct ScheduledJob {
  explicit ScheduledJob(uint32_t seed) : random(seed), text(randomJob(random, 3 + static_cast<int>(seed % 40))) {
    module = run.parse(text);
    expected = runJob(module->lookupSymbol<func::FuncOp>("job"));
    run.schedule(*module);
    program = module->lookupSymbol<vm::ProgramOp>("job");
  }

  void expectOutcome(ArrayRef<uint32_t> order) {
    std::string complaint;
    RunOutcome outcome = runProgram(program, order, complaint);
    EXPECT_EQ(complaint, "") << text;
    EXPECT_TRUE(outcome == expected) << text;
  }

  void drawStreams(uint32_t count) {
    Builder builder(program.getContext());
    for (Operation &op : program.getBody().front())
      if (isa<vm::InstructionInterface>(op))
        op.setAttr("stream", builder.getI64IntegerAttr(static_cast<int64_t>(random() % count)));
  }

  std::mt19937 random;
  ScheduleRun run;
  std::string text;
  OwningOpRef<ModuleOp> module;
  RunOutcome expected;
  vm::ProgramOp program;
};

void forRandomJobs(llvm::function_ref<void(ScheduledJob &, uint32_t seed)> test) {
  for (uint32_t seed = 0; seed < 200 && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    ScheduledJob job(seed);
    ASSERT_TRUE(job.program);
    test(job, seed);
  }
}

TEST(RandomJobs, MeanTheSameAsPrograms) {
  forRandomJobs([](ScheduledJob &job, uint32_t) {
    std::vector<uint32_t> serial(vm::Accesses(job.program).instructions().size());
    std::iota(serial.begin(), serial.end(), 0);
    job.expectOutcome(serial);
  });
}

TEST(RandomJobs, MeanTheSameOnSeveralStreams) {
  forRandomJobs([](ScheduledJob &job, uint32_t) {
    job.drawStreams(3);
    vm::Accesses accesses(job.program);
    for (int i = 0; i < 10; ++i)
      job.expectOutcome(streamOrder(accesses, job.random));
  });
}

/// Whether one touches bytes that the other writes, or writes a variable that a fault of the other must leave alone.
bool mustFollow(const vm::Accesses &accesses, const vm::InstructionAccesses &later,
                const vm::InstructionAccesses &earlier) {
  auto shareBytes = [&](uint32_t a, uint32_t b) {
    vm::ArenaOp first = accesses.arena(a), second = accesses.arena(b);
    if (a == b || !first || !second)
      return a == b;
    return *first.getOffset() < *second.getOffset() + *second.getBytes() &&
           *second.getOffset() < *first.getOffset() + *first.getBytes();
  };
  if (earlier.mayFault && later.writesVariable)
    return true;
  return llvm::any_of(later.uses, [&](const vm::StorageUse &a) {
    return llvm::any_of(earlier.uses, [&](const vm::StorageUse &b) {
      return (a.access == Access::Mut || b.access == Access::Mut) && shareBytes(a.storage, b.storage);
    });
  });
}

TEST(RandomJobs, WaitForTheLastOfEachOtherStreamThatTheyMustFollow) {
  forRandomJobs([](ScheduledJob &job, uint32_t) {
    job.drawStreams(4);
    vm::Accesses accesses(job.program);
    std::vector<std::vector<uint32_t>> found = accesses.predecessorsOnOtherStreams();
    ArrayRef<vm::InstructionAccesses> list = accesses.instructions();
    for (uint32_t later = 0; later < list.size(); ++later) {
      std::map<uint64_t, uint32_t> last;
      for (uint32_t earlier = 0; earlier < later; ++earlier)
        if (list[earlier].stream != list[later].stream && mustFollow(accesses, list[later], list[earlier]))
          last[list[earlier].stream] = earlier;
      std::vector<uint32_t> expected;
      for (auto [stream, earlier] : last)
        expected.push_back(earlier);
      llvm::sort(expected);
      EXPECT_EQ(found[later], expected) << job.text;
    }
  });
}

/// Planned for their streams, they mean the same, and what instructions side by side touch keeps nobody waiting.
TEST(RandomJobs, MeanTheSameWherePlannedForSeveralStreams) {
  forRandomJobs([](ScheduledJob &job, uint32_t) {
    job.drawStreams(3);
    PassManager passes(job.program.getContext());
    passes.nest<vm::ProgramOp>().addPass(createPlanMemoryPass());
    ASSERT_TRUE(succeeded(passes.run(*job.module)));
    vm::Accesses accesses(job.program);
    for (int i = 0; i < 10; ++i)
      job.expectOutcome(streamOrder(accesses, job.random));
  });
}

TEST(RandomJobs, FitIntoLittleMemory) {
  forRandomJobs([](ScheduledJob &job, uint32_t seed) {
    LiveGraph graph = liveGraphOf(vm::Accesses(job.program));
    auto peak = double(*job.program.getPeakBytes());
    EXPECT_EQ(int64_t(*job.program.getLiveBound()), peakBytes(graph, graph.originalOrder()));
    EXPECT_LE(peak, 1.05 * double(*job.program.getLiveBound())) << job.text;
    EXPECT_LE(peak, 1.10 * double(leastRandomPeak(graph, 1000, seed))) << job.text;
  });
}

TEST(RandomJobs, MakeArtifactsThatObeyTheRules) {
  forRandomJobs([](ScheduledJob &job, uint32_t) {
    Builder builder(job.program.getContext());
    auto target = kernel::TargetAttr::get(builder.getContext(), "naive", builder.getDictionaryAttr({}));
    (*job.module)->setAttr(kernel::kTargetAttr, target);
    FailureOr<Artifact> artifact = emitArtifact(*job.module, ScheduleRun::kernelsOf(*job.module));
    ASSERT_TRUE(succeeded(artifact)) << job.text;
    EXPECT_EQ(verify(*artifact), std::nullopt);
    EXPECT_EQ(artifact->jobs[0].arenaBytes, int64_t(*job.program.getPeakBytes()));
  });
}

} // namespace
} // namespace weir
