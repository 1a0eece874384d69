// What an instruction of a static program costs, beside other ways to run a graph: all do nothing.
#include "bench/engine/PeerGraphs.h"
#include "bench/peak/Timing.h"
#include "include/weir/Runtime/Runtime.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>

namespace weir::bench {

namespace {

constexpr int kRounds = 10;
constexpr double kRound = 0.02; // seconds

void check(weir_status *status) {
  if (!status)
    return;
  std::fprintf(stderr, "weir-bench-graphs: %s\n", weir_status_message(status));
  std::exit(1);
}

/// A line for each instruction: those before it.
Edges readEdges(const char *path) {
  Edges edges;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::vector<uint32_t> &before = edges.emplace_back();
    for (uint32_t earlier; words >> earlier;)
      before.push_back(earlier);
  }
  return edges;
}

/// The artifact's job, of one input and one result.
std::function<void()> program(const char *path, int threads) {
  weir_device_options options = {};
  options.threads = threads;
  weir_device *device = nullptr;
  check(weir_device_create("cpu", &options, &device));
  weir_artifact *artifact = nullptr;
  check(weir_artifact_load(device, path, &artifact));
  weir_session *session = nullptr;
  check(weir_session_create(device, &session));
  weir_job *job = nullptr;
  check(weir_job_create(session, artifact, weir_artifact_job_name(artifact, 0), &job));
  weir_tensor *input = nullptr;
  check(weir_tensor_create_for(device, weir_job_input(job, 0), &input));
  return [=] {
    weir_tensor *result = nullptr;
    check(weir_run(job, &input, 1, &result, 1));
    weir_tensor_free(result);
  };
}

struct Contender {
  std::string name;
  std::function<void()> run;
  double best = 1;
};

} // namespace

#ifndef WEIR_HAVE_TBB
std::unique_ptr<PeerGraph> tbbGraph(const Edges &) { return nullptr; }
#endif
#ifndef WEIR_HAVE_OPENMP
std::unique_ptr<PeerGraph> openMpTasks(const Edges &) { return nullptr; }
#endif

} // namespace weir::bench

using namespace weir::bench;

/// `weir-bench-graphs EDGES ONE_LANE TWO_LANES` prints `graph NAME ns` per instruction; EDGES are those of ONE_LANE.
int main(int count, char **arguments) {
  if (count != 4)
    return std::fprintf(stderr, "usage: weir-bench-graphs EDGES ONE_LANE TWO_LANES\n"), 2;
  Edges edges = readEdges(arguments[1]);
  std::unique_ptr<PeerGraph> flow = tbbGraph(edges), tasks = openMpTasks(edges);
  std::vector<Contender> contenders = {{"one lane", program(arguments[2], 1)}, {"two lanes", program(arguments[3], 2)}};
  if (flow)
    contenders.push_back({"oneTBB", [&] { flow->run(); }});
  if (tasks)
    contenders.push_back({"OpenMP", [&] { tasks->run(); }});
  for (Contender &contender : contenders)
    contender.run();
  for (int round = 0; round < kRounds; ++round)
    for (Contender &contender : contenders)
      contender.best = std::min(contender.best, weir::peak::bestSeconds(kRound, [&](int64_t repeats) {
                                  for (int64_t i = 0; i < repeats; ++i)
                                    contender.run();
                                }));
  for (const Contender &contender : contenders)
    std::printf("graph %s: %.2f\n", contender.name.c_str(), contender.best / double(edges.size()) * 1e9);
}
