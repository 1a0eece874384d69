// See BenchmarkJob.h.
#include "lib/Run/BenchmarkJob.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <map>

namespace weir {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double kSeconds = 1;
constexpr size_t kLeastRuns = 5, kMostRuns = 1000;
constexpr int kTracedRuns = 11;
constexpr int64_t kTraceCapacity = 1 << 16;

template <typename... Values> std::string formatted(const char *format, Values... values) {
  char text[512];
  std::snprintf(text, sizeof text, format, values...);
  return text;
}

double percentile(std::vector<double> times, double share) {
  std::ranges::sort(times);
  return times[static_cast<size_t>(std::lround(share * static_cast<double>(times.size() - 1)))];
}

Result<std::vector<double>> timeRuns(PreparedJob &job, unsigned runs) {
  std::vector<double> times;
  double sum = 0;
  auto isEnough = [&] {
    return runs > 0 ? times.size() == runs
                    : times.size() == kMostRuns || (times.size() >= kLeastRuns && sum >= kSeconds);
  };
  while (!isEnough()) {
    Clock::time_point begin = Clock::now();
    if (auto failure = job.run())
      return *failure;
    times.push_back(std::chrono::duration<double>(Clock::now() - begin).count());
    sum += times.back();
  }
  return times;
}

/// What a run spends in the launches of one kernel.
struct KernelTime {
  int64_t launches = 0;
  double seconds = 0;
  std::string source;
};
using KernelTimes = std::map<std::string, KernelTime>;

void addEvent(void *context, const weir_trace_event *event) {
  std::string_view kind = event->kind;
  if (kind == "submit" || kind == "wait" || kind == "allocate" || kind == "release")
    return;
  KernelTime &time = (*static_cast<KernelTimes *>(context))[event->name];
  ++time.launches;
  time.seconds += static_cast<double>(event->end_ns - event->begin_ns) * 1e-9;
  if (time.source.empty() && *event->file)
    time.source = std::string(event->op) + " of " + event->file + ":" + std::to_string(event->line);
}

/// Of several runs.
Result<std::vector<KernelTimes>> traceRuns(const JobRunner &runner, PreparedJob &job) {
  std::vector<KernelTimes> runs(kTracedRuns);
  for (KernelTimes &times : runs) {
    if (auto failure = runner.trace(kTraceCapacity))
      return *failure;
    if (auto failure = job.run())
      return *failure;
    if (auto failure = runner.visitTrace(addEvent, &times))
      return *failure;
  }
  if (auto failure = runner.trace(0))
    return *failure;
  return runs;
}

std::string kernelTable(const std::vector<KernelTimes> &runs) {
  std::vector<std::pair<double, std::string>> kernels;
  double sum = 0;
  for (const auto &[name, time] : runs.back()) {
    std::vector<double> times;
    for (const KernelTimes &run : runs)
      if (auto found = run.find(name); found != run.end())
        times.push_back(found->second.seconds);
    kernels.emplace_back(percentile(times, 0.5), name);
    sum += kernels.back().first;
  }
  std::ranges::sort(kernels, std::greater());
  std::string table = formatted("%10s %7s %9s  %s\n", "median us", "share", "launches", "kernel");
  for (const auto &[seconds, name] : kernels) {
    const KernelTime &time = runs.back().at(name);
    table += formatted("%10.2f %5.1f %% %9lld  ", seconds * 1e6, sum > 0 ? 100 * seconds / sum : 0.0,
                       static_cast<long long>(time.launches));
    table += name + (time.source.empty() ? "\n" : ": " + time.source + "\n");
  }
  return table;
}

} // namespace

Result<std::string> benchmarkJob(const JobRunner &runner, PreparedJob &job, unsigned runs) {
  Result<std::vector<double>> times = timeRuns(job, runs);
  if (!times)
    return times.failure();
  Result<std::vector<KernelTimes>> traced = traceRuns(runner, job);
  if (!traced)
    return traced.failure();
  return formatted("%zu runs, median %.2f us, 10 %% below %.2f us, 90 %% below %.2f us\n", times->size(),
                   percentile(*times, 0.5) * 1e6, percentile(*times, 0.1) * 1e6, percentile(*times, 0.9) * 1e6) +
         kernelTable(*traced);
}

} // namespace weir
