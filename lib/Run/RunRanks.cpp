// Ranks on threads of their own, or one in this process among others.
#include "lib/Run/RunRanks.h"

#include "lib/Reference/HeldValue.h"
#include "lib/Tensors/NpyFile.h"

#include <algorithm>
#include <cstring>
#include <thread>

namespace weir {

namespace {

using HeldParts = std::vector<std::optional<HeldPart>>;

HeldValue valueOf(const HeldPart &part) { return {part.whole, part.held, Grid{part.mesh}}; }

HostTensor partOf(const HostTensor &whole, const std::optional<HeldPart> &part) {
  return part ? valueOf(*part).partOf(whole, part->place) : whole;
}

/// Of what ranks have, by rank.
Result<HostTensor> wholeOf(const std::vector<HostTensor> &parts, const std::vector<const HeldPart *> &held) {
  if (!held.front())
    return parts.front();
  std::vector<const HostTensor *> byPlace(static_cast<size_t>(Grid{held.front()->mesh}.numPlaces()));
  for (size_t rank = 0; rank < parts.size(); ++rank)
    if (int64_t place = held[rank]->place; place >= 0 && held[rank]->mesh == held.front()->mesh)
      byPlace[static_cast<size_t>(place)] = &parts[rank];
  if (std::ranges::find(byPlace, nullptr) != byPlace.end())
    return Failure{"expects ranks that have parts of one value at all places of its mesh"};
  return valueOf(*held.front()).joined(byPlace);
}

/// Of what each rank of an mpirun has.
Result<HostTensor> wholeOf(const HostTensor &own, const HeldPart *held, const OtherRanks &others) {
  if (!held)
    return own;
  std::vector<uint8_t> given = npyBytes(own);
  given.resize(given.size() + sizeof(held->place));
  memcpy(given.data() + given.size() - sizeof(held->place), &held->place, sizeof(held->place));
  auto all = others.gather(given, "gathering what ranks have computed");
  if (!all)
    return all.failure();
  std::vector<HostTensor> parts;
  std::vector<HeldPart> places(all->size(), *held);
  std::vector<const HeldPart *> byRank;
  for (std::vector<uint8_t> &bytes : *all) {
    HeldPart &of = places[parts.size()];
    if (bytes.size() < sizeof(of.place))
      return Failure{"expects what a rank has computed to have a place"};
    size_t size = bytes.size() - sizeof(of.place);
    memcpy(&of.place, bytes.data() + size, sizeof(of.place));
    Result<HostTensor> part = parseNpy(std::span(bytes).first(size));
    if (!part)
      return part.failure();
    part->meta.dtype = own.meta.dtype; // files have no bf16
    parts.push_back(std::move(*part));
    byRank.push_back(&of);
  }
  return wholeOf(parts, byRank);
}

const HeldPart *addressOf(const std::optional<HeldPart> &part) { return part ? &*part : nullptr; }

void makeWhole(std::vector<NamedMeta> &metas, const HeldParts &parts) {
  for (size_t i = 0; i < metas.size(); ++i)
    if (parts[i])
      metas[i].meta = {metas[i].meta.dtype, fromMarked(parts[i]->whole)};
}

/// One rank on its way.
struct RankOfRun {
  std::optional<PreparedJob> job;
  std::optional<Failure> failure;
  std::vector<HostTensor> results, variables;

  void run(const std::vector<std::string> &names) {
    failure = job->run();
    if (failure)
      return;
    if (auto given = job->results())
      results = std::move(*given);
    else
      failure = given.failure();
    for (const std::string &name : names)
      if (auto value = job->variable(name))
        variables.push_back(std::move(*value));
      else
        failure = value.failure();
  }
};

} // namespace

Result<RankRunners> RankRunners::load(std::span<const uint8_t> artifact, const std::string &device, int32_t ranks,
                                      RunnerOptions options) {
  RankRunners result;
  if (weir_status *status = weir_world_create_threads(ranks, &options.world)) {
    Failure failure{weir_status_message(status)};
    weir_status_free(status);
    return failure;
  }
  result.world.reset(options.world);
  for (options.rank = 0; options.rank < ranks; ++options.rank)
    if (auto failure = result.add(artifact, device, options))
      return *failure;
  return result;
}

Result<RankRunners> RankRunners::loadUnderMpi(std::span<const uint8_t> artifact, const std::string &device,
                                              RunnerOptions options) {
  RankRunners result;
  if (weir_status *status = weir_world_open_mpi(nullptr, &options.world, &options.rank)) {
    Failure failure{weir_status_message(status)};
    weir_status_free(status);
    return failure;
  }
  result.world.reset(options.world);
  Result<OtherRanks> others = OtherRanks::of(options.world, options.rank);
  if (!others)
    return others.failure();
  result.others.emplace(std::move(*others));
  if (auto failure = result.add(artifact, device, options))
    return *failure;
  return result;
}

std::optional<Failure> RankRunners::add(std::span<const uint8_t> artifact, const std::string &device,
                                        const RunnerOptions &options) {
  Result<JobRunner> runner = JobRunner::load(artifact, device, options);
  if (!runner)
    return runner.failure();
  if (runner->jobs().empty())
    return Failure{"expects as many ranks as the artifact is for, got " +
                   std::to_string(weir_world_ranks(options.world))};
  runners.push_back(std::move(*runner));
  return std::nullopt;
}

Result<std::vector<NamedMeta>> RankRunners::inputs(const std::string &job) const {
  Result<std::vector<NamedMeta>> metas = runners.front().inputs(job);
  if (metas)
    makeWhole(*metas, runners.front().inputParts(job));
  return metas;
}

Result<std::vector<NamedMeta>> RankRunners::results(const std::string &job) const {
  Result<std::vector<NamedMeta>> metas = runners.front().results(job);
  if (metas)
    makeWhole(*metas, runners.front().resultParts(job));
  return metas;
}

std::vector<NamedMeta> RankRunners::variables() const {
  std::vector<NamedMeta> metas = runners.front().variables();
  makeWhole(metas, runners.front().variableParts());
  return metas;
}

namespace {

/// A job on its way on all ranks.
class RanksTogether {
public:
  RanksTogether(std::span<const JobRunner> runners, const OtherRanks *others, const std::string &name,
                RankRunners::Variables &variables)
      : runners(runners), others(others), name(name), variables(variables), ranks(runners.size()) {
    for (const auto &[variable, value] : variables)
      names.push_back(variable);
  }

  std::optional<Failure> prepare(std::span<const HostTensor> inputs) {
    for (size_t rank = 0; rank < ranks.size(); ++rank)
      if (auto failure = prepare(rank, inputs))
        return failure;
    return std::nullopt;
  }

  std::optional<Failure> run() {
    {
      std::vector<std::jthread> threads;
      for (RankOfRun &rank : ranks)
        threads.emplace_back([&] { rank.run(names); });
    }
    std::string failed;
    for (size_t rank = 0; rank < ranks.size(); ++rank)
      if (ranks[rank].failure)
        failed += (failed.empty() ? "rank " : "\nrank ") + std::to_string(numberOf(rank)) + ": " +
                  ranks[rank].failure->message;
    return failed.empty() ? std::nullopt : std::optional(Failure{failed});
  }

  std::optional<Failure> joinVariables() {
    for (size_t i = 0; i < variables.size(); ++i) {
      Result<HostTensor> value = joined(&RankOfRun::variables, variableParts, i);
      if (!value)
        return Failure{value.message() + " of variable @" + variables[i].first};
      variables[i].second = std::move(*value);
    }
    return std::nullopt;
  }

  Result<std::vector<HostTensor>> results() {
    std::vector<HostTensor> all;
    for (size_t i = 0; i < ranks.front().results.size(); ++i) {
      Result<HostTensor> result = joined(&RankOfRun::results, resultParts, i);
      if (!result)
        return Failure{result.message() + " of result #" + std::to_string(i)};
      all.push_back(std::move(*result));
    }
    return all;
  }

private:
  size_t numberOf(size_t rank) const { return others ? static_cast<size_t>(others->rank()) : rank; }

  std::optional<Failure> prepare(size_t rank, std::span<const HostTensor> inputs) {
    const JobRunner &runner = runners[rank];
    HeldParts held = runner.inputParts(name), all = runner.variableParts();
    std::vector<StoredTensor> given;
    for (size_t i = 0; i < inputs.size(); ++i)
      given.push_back(storeTensor(partOf(inputs[i], held[i]), ElementLayout::RowMajor));
    std::vector<NamedMeta> known = runner.variables();
    HeldParts &own = variableParts.emplace_back();
    RankRunners::Variables start;
    for (const auto &[variable, value] : variables) {
      auto at = static_cast<size_t>(std::ranges::find(known, variable, &NamedMeta::name) - known.begin());
      if (at == known.size())
        return Failure{"expects a variable of the artifact, got '" + variable + "'"};
      own.push_back(all[at]);
      start.emplace_back(variable, partOf(value, own.back()));
    }
    resultParts.push_back(runner.resultParts(name));
    Result<PreparedJob> job = runner.prepare(name, std::move(given), start);
    if (!job)
      return job.failure();
    ranks[rank].job.emplace(std::move(*job));
    return std::nullopt;
  }

  Result<HostTensor> joined(std::vector<HostTensor> RankOfRun::*list, const std::vector<HeldParts> &parts, size_t i) {
    std::vector<HostTensor> ofRanks;
    std::vector<const HeldPart *> held;
    for (size_t rank = 0; rank < ranks.size(); ++rank) {
      ofRanks.push_back(std::move((ranks[rank].*list)[i]));
      held.push_back(addressOf(parts[rank][i]));
    }
    return others ? wholeOf(ofRanks.front(), held.front(), *others) : wholeOf(ofRanks, held);
  }

  std::span<const JobRunner> runners;
  const OtherRanks *others;
  const std::string &name;
  RankRunners::Variables &variables;
  std::vector<std::string> names; ///< of variables
  std::vector<RankOfRun> ranks;
  std::vector<HeldParts> resultParts, variableParts; ///< by rank
};

} // namespace

Result<std::vector<HostTensor>> RankRunners::run(const std::string &name, std::span<const HostTensor> inputs,
                                                 Variables &variables) const {
  RanksTogether together(runners, others ? &*others : nullptr, name, variables);
  if (auto failure = together.prepare(inputs))
    return *failure;
  if (auto failure = together.run())
    return *failure;
  if (auto failure = together.joinVariables())
    return *failure;
  return together.results();
}

Result<std::string> runArtifactOnRanks(std::span<const uint8_t> artifact, const InputsFn &inputs,
                                       const RunArtifactOptions &options, int32_t count) {
  if (options.benchmark || options.memory || !options.traceFile.empty())
    return Failure{"not supported yet: --benchmark, --memory and --trace with --ranks"};
  Result<RankRunners> runners = count > 0 ? RankRunners::load(artifact, options.device, count, options.runner)
                                          : RankRunners::loadUnderMpi(artifact, options.device, options.runner);
  if (!runners)
    return runners.failure();
  std::string text;
  std::vector<NamedTensor> files;
  for (const std::string &name : options.job.empty() ? runners->jobs() : std::vector{options.job}) {
    Result<std::vector<NamedMeta>> ports = runners->inputs(name);
    if (!ports)
      return ports.failure();
    Result<std::vector<HostTensor>> given = inputs(name, *ports);
    if (!given)
      return given.failure();
    auto variables = readVariables(runners->variables(), options.variables);
    if (!variables)
      return variables.failure();
    Result<std::vector<HostTensor>> results = runners->run(name, *given, *variables);
    if (!results)
      return results.failure();
    describeResults(name, *runners->results(name), *results, options, text, files);
  }
  if (!runners->isFirst())
    return std::string();
  if (auto failure = files.empty() ? std::nullopt : writeNpyFiles(options.outputFolder, files))
    return *failure;
  return text;
}

} // namespace weir
