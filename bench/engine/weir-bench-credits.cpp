// The throughput of two equal stages, each on a lane of its own, by the number of registers between them.
#include "bench/peak/Timing.h"
#include "include/weir/Runtime/Runtime.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace weir::bench {

namespace {

constexpr int kRounds = 10;
constexpr double kStage = 200e-6; // seconds

void check(weir_status *status) {
  if (!status)
    return;
  std::fprintf(stderr, "weir-bench-credits: %s\n", weir_status_message(status));
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

double secondsOf(weir_job *job, weir_tensor *input) {
  auto start = std::chrono::steady_clock::now();
  weir_tensor *result = nullptr;
  check(weir_run(job, &input, 1, &result, 1));
  weir_tensor_free(result);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

} // namespace

} // namespace weir::bench

using namespace weir::bench;

/// `weir-bench-credits ARTIFACT...` prints `PATH: us` of an iteration, of those that sees each input's part.
int main(int count, char **arguments) {
  weir_device_options options = {};
  options.threads = 2;
  weir_device *device = nullptr;
  check(weir_device_create("cpu", &options, &device));
  int64_t steps = measuredSteps();
  std::vector<weir_job *> jobs;
  for (int i = 1; i < count; ++i)
    jobs.push_back(jobOf(device, arguments[i], steps));
  std::vector<double> best(jobs.size(), 1);
  weir_tensor *input = nullptr;
  check(weir_tensor_create_for(device, weir_job_input(jobs.front(), 0), &input));
  for (int round = 0; round < kRounds; ++round)
    for (size_t i = 0; i < jobs.size(); ++i)
      best[i] = std::min(best[i], secondsOf(jobs[i], input));
  for (size_t i = 0; i < jobs.size(); ++i)
    std::printf("%s: %.2f\n", arguments[i + 1], best[i] / double(weir_tensor_num_elements(input)) * 1e6);
}
