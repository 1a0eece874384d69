// Simulates the streams: whichever is free first takes the next task.
#include "passes/Schedule/StreamSearch.h"

#include <algorithm>
#include <numeric>
#include <queue>

namespace weir {

namespace {

class StreamSimulation {
public:
  /// Tasks of low `priority` come first.
  StreamSimulation(std::span<const StreamTask> tasks, uint32_t numStreams, double crossing,
                   std::span<const double> priority);

  StreamPlan run();

private:
  /// Sorted so that the top of a queue has the lowest key, and of equal ones the earliest task.
  struct Entry {
    double key = 0;
    uint32_t task = 0;
    bool operator<(const Entry &other) const { return std::pair(key, task) > std::pair(other.key, other.task); }
  };

  void admit(double now);
  double readyOn(uint32_t stream, uint32_t task) const;
  void place(uint32_t task);
  void finish(uint32_t task, uint32_t stream, double start);

  std::span<const StreamTask> tasks;
  const double crossing;
  std::span<const double> priority;
  std::vector<std::vector<uint32_t>> successors;
  std::vector<size_t> numOpen; ///< predecessors that have no place yet
  std::vector<double> ends;
  std::vector<double> starts;
  std::vector<double> freeFrom;       ///< by stream
  std::priority_queue<Entry> coming;  ///< by the time from which on they could run
  std::priority_queue<Entry> waiting; ///< by priority
  StreamPlan plan;
};

StreamSimulation::StreamSimulation(std::span<const StreamTask> tasks, uint32_t numStreams, double crossing,
                                   std::span<const double> priority)
    : tasks(tasks), crossing(crossing), priority(priority), successors(tasks.size()), numOpen(tasks.size()),
      ends(tasks.size()), starts(tasks.size()), freeFrom(numStreams) {
  plan.streams.resize(tasks.size());
  for (uint32_t task = 0; task < tasks.size(); ++task) {
    numOpen[task] = tasks[task].predecessors.size();
    for (uint32_t predecessor : tasks[task].predecessors)
      successors[predecessor].push_back(task);
    if (numOpen[task] == 0)
      coming.push({0, task});
  }
}

void StreamSimulation::admit(double now) {
  for (; !coming.empty() && coming.top().key <= now; coming.pop())
    waiting.push({priority[coming.top().task], coming.top().task});
}

double StreamSimulation::readyOn(uint32_t stream, uint32_t task) const {
  double ready = freeFrom[stream];
  for (uint32_t predecessor : tasks[task].predecessors)
    ready = std::max(ready, ends[predecessor] + (plan.streams[predecessor] == stream ? 0 : crossing));
  return ready;
}

void StreamSimulation::finish(uint32_t task, uint32_t stream, double start) {
  auto threads = double(tasks[task].isShared ? freeFrom.size() : 1);
  starts[task] = start;
  ends[task] = start + tasks[task].cycles / threads;
  if (tasks[task].isShared)
    std::ranges::fill(freeFrom, ends[task]);
  freeFrom[stream] = ends[task];
  plan.streams[task] = stream;
  plan.cycles = std::max(plan.cycles, ends[task]);
  for (uint32_t successor : successors[task])
    if (--numOpen[successor] == 0) {
      double ready = 0;
      for (uint32_t predecessor : tasks[successor].predecessors)
        ready = std::max(ready, ends[predecessor]);
      coming.push({ready, successor});
    }
}

/// Where it can begin first.
void StreamSimulation::place(uint32_t task) {
  uint32_t best = 0;
  double start = readyOn(0, task), latest = freeFrom[0];
  for (uint32_t stream = 1; stream < freeFrom.size(); ++stream) {
    latest = std::max(latest, freeFrom[stream]);
    if (double other = readyOn(stream, task); other < start) {
      best = stream;
      start = other;
    }
  }
  finish(task, best, tasks[task].isShared ? std::max(start, latest) : start);
}

StreamPlan StreamSimulation::run() {
  for (size_t placed = 0; placed < tasks.size(); ++placed) {
    admit(*std::ranges::min_element(freeFrom));
    if (waiting.empty())
      admit(coming.top().key);
    uint32_t task = waiting.top().task;
    waiting.pop();
    place(task);
  }
  plan.order.resize(tasks.size());
  std::iota(plan.order.begin(), plan.order.end(), 0);
  std::ranges::sort(plan.order,
                    [&](uint32_t a, uint32_t b) { return std::pair(starts[a], a) < std::pair(starts[b], b); });
  return std::move(plan);
}

/// The least time from a task's beginning to the end of all, negative.
std::vector<double> byWorkBehind(std::span<const StreamTask> tasks) {
  std::vector<double> priority(tasks.size());
  for (size_t task = tasks.size(); task-- > 0;) {
    priority[task] -= tasks[task].cycles;
    for (uint32_t predecessor : tasks[task].predecessors)
      priority[predecessor] = std::min(priority[predecessor], priority[task]);
  }
  return priority;
}

} // namespace

StreamPlan distribute(std::span<const StreamTask> tasks, uint32_t numStreams, double crossing) {
  std::vector<double> inList(tasks.size());
  std::iota(inList.begin(), inList.end(), 0.0);
  StreamPlan first = StreamSimulation(tasks, numStreams, crossing, inList).run();
  StreamPlan second = StreamSimulation(tasks, numStreams, crossing, byWorkBehind(tasks)).run();
  return second.cycles < first.cycles ? second : first;
}

} // namespace weir
