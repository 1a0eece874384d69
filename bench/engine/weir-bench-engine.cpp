// What it costs to submit work: runs of the jobs of artifacts, and tasks that are made on the fly.
#include "bench/peak/Timing.h"
#include "include/weir/Runtime/Runtime.h"
#include "lib/Runtime/Engine/Scheduler.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <vector>

static std::atomic<int64_t> allocations{0};

void *operator new(size_t bytes) {
  ++allocations;
  if (void *memory = std::malloc(bytes))
    return memory;
  std::abort();
}
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, size_t) noexcept { std::free(memory); }

namespace weir {
namespace {

constexpr double kRound = 0.05;   // seconds
constexpr int64_t kBatch = 200;   // launches before the host waits
constexpr uint32_t kTasks = 1000; // before the host waits

void check(weir_status *status) {
  if (!status)
    return;
  std::fprintf(stderr, "weir-bench-engine: %s\n", weir_status_message(status));
  std::exit(1);
}

/// The first job of an artifact on one thread, with inputs of zeros.
class Job {
public:
  explicit Job(const char *path) {
    weir_device_options options = {};
    options.threads = 1;
    check(weir_device_create("cpu", &options, &device));
    weir_artifact *artifact = nullptr;
    check(weir_artifact_load(device, path, &artifact));
    weir_session *session = nullptr;
    check(weir_session_create(device, &session));
    check(weir_job_create(session, artifact, weir_artifact_job_name(artifact, 0), &job));
    for (int32_t i = 0; i < weir_job_num_inputs(job); ++i) {
      check(weir_tensor_create_for(device, weir_job_input(job, i), &inputs.emplace_back()));
      check(weir_tensor_fill(inputs.back(), 0));
    }
    results.resize(size_t(weir_job_num_results(job)));
  }

  double runSeconds() {
    return peak::bestSeconds(kRound, [&](int64_t repeats) {
      for (int64_t i = 0; i < repeats; ++i) {
        check(weir_run(job, inputs.data(), int32_t(inputs.size()), results.data(), int32_t(results.size())));
        freeResults();
      }
    });
  }

  /// Of the call alone: the host waits between the rounds, on a clock of its own. A tenth of the rounds are
  /// faster: in some of these the worker sleeps, and nothing is handed over.
  double launchSeconds() {
    std::vector<double> rounds;
    for (int round = 0; round < 100; ++round) {
      auto start = std::chrono::steady_clock::now();
      for (int64_t i = 0; i < kBatch; ++i) {
        check(weir_launch(job, inputs.data(), int32_t(inputs.size()), results.data(), int32_t(results.size())));
        freeResults();
      }
      std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
      check(weir_device_synchronize(device));
      rounds.push_back(taken.count() / kBatch);
    }
    auto chosen = rounds.begin() + int64_t(rounds.size() / 10);
    std::nth_element(rounds.begin(), chosen, rounds.end());
    return *chosen;
  }

private:
  void freeResults() {
    for (weir_tensor *result : results)
      weir_tensor_free(result);
  }

  weir_device *device = nullptr;
  weir_job *job = nullptr;
  std::vector<weir_tensor *> inputs, results;
};

/// Seconds from building a task to its release, and what was allocated once warm.
void measureTasks(const char *name, int seats, uint32_t numLists, bool isQuick) {
  Scheduler scheduler(seats, seats);
  std::vector<AccessList> lists(numLists);
  auto round = [&] {
    for (uint32_t i = 0; i < kTasks; ++i) {
      Scheduler::Submission submission(scheduler, [](Task &, int) {});
      submission.writes(lists[i % numLists]);
      if (isQuick)
        submission.setQuick();
    }
    scheduler.waitForAll();
  };
  for (int i = 0; i < 100; ++i)
    round();
  int64_t before = allocations;
  double seconds = peak::bestSeconds(kRound, [&](int64_t repeats) {
    for (int64_t i = 0; i < repeats; ++i)
      round();
  });
  std::printf("tasks %s-%s %d %.1f %lld\n", name, isQuick ? "quick" : "given", seats, seconds / kTasks * 1e9,
              static_cast<long long>(allocations - before));
}

} // namespace
} // namespace weir

/// `weir-bench-engine ARTIFACT...` prints lines of words: `job PATH ns_of_a_run ns_of_a_launch`, and for tasks,
/// dependent or not, and known to be quick or given to workers, `tasks NAME SEATS ns_each allocations`.
int main(int count, char **arguments) {
  for (int i = 1; i < count; ++i) {
    weir::Job job(arguments[i]);
    double run = job.runSeconds(), launch = job.launchSeconds();
    std::printf("job %s %.1f %.1f\n", arguments[i], run * 1e9, launch * 1e9);
  }
  for (int seats : {1, 2}) {
    for (bool isQuick : {true, false}) {
      weir::measureTasks("dependent", seats, 1, isQuick);
      weir::measureTasks("independent", seats, weir::kTasks, isQuick);
    }
  }
}
