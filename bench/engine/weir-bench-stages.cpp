// The throughput of equal stages: each on a lane of its own, by the number of registers between them; or one after the
// other, by the number of runs that may be under way. Beside it what one thread and two take for the same.
#include "bench/peak/Timing.h"
#include "include/weir/Runtime/Runtime.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace weir::bench {

namespace {

constexpr int kRounds = 10, kRuns = 100;
constexpr double kStage = 200e-6; // seconds

void check(weir_status *status) {
  if (!status)
    return;
  std::fprintf(stderr, "weir-bench-stages: %s\n", weir_status_message(status));
  std::exit(1);
}

void compute(int64_t steps) {
  for (int64_t step = 0; step < steps; ++step)
    asm volatile("" : "+r"(step)); // or the loop is none
}

/// How many steps a stage takes.
int64_t measuredSteps() {
  constexpr int64_t kSteps = 100'000;
  return int64_t(kSteps * kStage / weir::peak::bestSeconds(0.05, [](int64_t repeats) {
                   for (int64_t i = 0; i < repeats; ++i)
                     compute(kSteps);
                 }));
}

weir_status *stage(void *steps, weir_tensor *const *, int32_t) {
  compute(*static_cast<int64_t *>(steps));
  return nullptr;
}

weir_job *jobOf(weir_device *device, const char *path, int64_t &steps) {
  weir_artifact *artifact = nullptr;
  check(weir_artifact_load(device, path, &artifact));
  weir_session *session = nullptr;
  check(weir_session_create(device, &session));
  check(weir_session_set_callback(session, "stage", stage, &steps));
  weir_job *job = nullptr;
  check(weir_job_create(session, artifact, weir_artifact_job_name(artifact, 0), &job));
  return job;
}

weir_device *deviceOf(int32_t frames) {
  weir_device_options options = {};
  options.threads = 2;
  options.frames = frames;
  weir_device *device = nullptr;
  check(weir_device_create("cpu", &options, &device));
  return device;
}

weir_tensor *inputOf(weir_device *device, weir_job *job) {
  weir_tensor *input = nullptr;
  check(weir_tensor_create_for(device, weir_job_input(job, 0), &input));
  return input;
}

/// So many runs, one launched behind the other.
void run(weir_device *device, weir_job *job, weir_tensor *input, int runs) {
  for (int i = 0; i < runs; ++i) {
    weir_tensor *result = nullptr;
    check(weir_launch(job, &input, 1, &result, 1));
    weir_tensor_free(result);
  }
  check(weir_device_synchronize(device));
}

/// Two stages, so many times, on one thread or on two.
void runOnThreads(int count, int64_t steps) {
  auto stages = [=] { compute(steps * kRuns * 2 / count); };
  std::vector<std::thread> others;
  for (int i = 1; i < count; ++i)
    others.emplace_back(stages);
  stages();
  for (std::thread &other : others)
    other.join();
}

struct Contender {
  std::string name;
  std::function<void()> run;
  double iterations;
  double best = 1e9; ///< seconds
};

void measure(std::vector<Contender> &contenders) {
  for (int round = 0; round < kRounds; ++round)
    for (Contender &one : contenders) {
      auto start = std::chrono::steady_clock::now();
      one.run();
      std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
      one.best = std::min(one.best, taken.count());
    }
  for (const Contender &one : contenders)
    std::printf("%s: %.2f\n", one.name.c_str(), one.best / one.iterations * 1e6);
}

} // namespace

} // namespace weir::bench

using namespace weir::bench;

/// `weir-bench-stages STAGES ARTIFACT...` prints `frames N: us` of a run of the first one, with as many under way at
/// most, and `PATH: us` of an iteration of each of the others, of which each sees one element; and `threads N: us` of
/// two stages on so many threads that do nothing else.
int main(int count, char **arguments) {
  int64_t steps = measuredSteps();
  std::vector<Contender> contenders;
  for (int32_t frames : {1, 2}) {
    weir_device *device = deviceOf(frames);
    weir_job *job = jobOf(device, arguments[1], steps);
    weir_tensor *input = inputOf(device, job);
    contenders.push_back({"frames " + std::to_string(frames), [=] { run(device, job, input, kRuns); }, kRuns});
  }
  for (int threads : {1, 2})
    contenders.push_back({"threads " + std::to_string(threads), [=] { runOnThreads(threads, steps); }, kRuns});
  weir_device *device = deviceOf(2);
  for (int i = 2; i < count; ++i) {
    weir_job *job = jobOf(device, arguments[i], steps);
    weir_tensor *input = inputOf(device, job);
    auto iterations = double(weir_tensor_num_elements(input));
    contenders.push_back({arguments[i], [=] { run(device, job, input, 1); }, iterations});
  }
  measure(contenders);
}
