// See Tune.h. A kernel is measured in a job of its own, by the runtime, with as many threads as programs have.
#include "lib/Tune/Tune.h"

#include "dialects/Kernel/Kernel.h"
#include "dialects/Weir/Control/Passes.h"
#include "dialects/Weir/IR/Dialect.h"
#include "lib/Compiler/Compilation.h"
#include "lib/Compiler/TuningFile.h"
#include "lib/Run/RunArtifact.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"

#include <chrono>

using namespace mlir;

namespace weir {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kSampleSeconds = 2e-3; ///< of runs that are timed together
constexpr int kRounds = 5, kFinalRounds = 15;
constexpr double kHopeless = 1.25; ///< of the best one's time, in a first round
constexpr double kClearly = 0.97;  ///< of the other's time: less is noise

double secondsSince(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

double median(std::vector<double> values) {
  auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

/// A kernel under one schedule, ready to run.
class Candidate {
public:
  static Result<Candidate> make(func::FuncOp kernel, DictionaryAttr schedule, const CompileOptions &options) {
    Result<std::vector<uint8_t>> artifact = compileModule(textOf(kernel, schedule), options);
    if (!artifact)
      return artifact.failure();
    Result<JobRunner> runner = JobRunner::load(*artifact, deviceOf(options.target), {.threads = 0, .poison = false});
    if (!runner)
      return runner.failure();
    Result<std::vector<NamedMeta>> wanted = runner->inputs("job");
    if (!wanted)
      return wanted.failure();
    Result<std::vector<HostTensor>> inputs = inputsOfFiles({}, /*seed=*/1)("job", *wanted);
    if (!inputs)
      return inputs.failure();
    std::vector<StoredTensor> stored;
    for (HostTensor &input : *inputs)
      stored.push_back(storeTensor(input, ElementLayout::RowMajor));
    Result<PreparedJob> job = runner->prepare("job", std::move(stored));
    if (!job)
      return job.failure();
    if (auto failure = job->run()) // the first one allocates
      return *failure;
    return Candidate(schedule, *std::move(runner), *std::move(job));
  }

  /// Seconds of a run, of as many as take a while.
  Result<double> time() {
    Clock::time_point begin = Clock::now();
    int64_t runs = 0;
    do {
      if (auto failure = job.run())
        return *failure;
      ++runs;
    } while (secondsSince(begin) < kSampleSeconds);
    return secondsSince(begin) / static_cast<double>(runs);
  }

  DictionaryAttr schedule;

private:
  Candidate(DictionaryAttr schedule, JobRunner runner, PreparedJob job)
      : schedule(schedule), runner(std::move(runner)), job(std::move(job)) {}

  /// A module of the stage launch: the kernel, and a job that calls it.
  static std::string textOf(func::FuncOp kernel, DictionaryAttr schedule) {
    MLIRContext *context = kernel.getContext();
    OwningOpRef<ModuleOp> module(ModuleOp::create(UnknownLoc::get(context)));
    (*module)->setAttr(kernel::kTargetAttr, kernel::targetAttrOf(kernel));
    (*module)->setAttr(kStageAttr, StringAttr::get(context, "launch"));
    OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
    auto copy = cast<func::FuncOp>(builder.clone(*kernel));
    copy.setSymName("kernel");
    copy->setAttr(kernel::kScheduleAttr, schedule);
    auto job = func::FuncOp::create(builder, kernel.getLoc(), "job", kernel.getFunctionType());
    job->setAttr(kJobAttr, builder.getUnitAttr());
    builder.setInsertionPointToStart(job.addEntryBlock());
    auto call = kernel::CallOp::create(builder, kernel.getLoc(), kernel.getResultTypes(), "kernel", job.getArguments(),
                                       ValueRange(), DenseI64ArrayAttr());
    func::ReturnOp::create(builder, kernel.getLoc(), call.getResults());
    std::string text;
    llvm::raw_string_ostream(text) << *module;
    return text;
  }

  JobRunner runner;
  PreparedJob job;
};

/// Times of two, in turns.
struct Duel {
  double ours, theirs, ratio; ///< medians
};

Result<Duel> compare(Candidate &ours, Candidate &theirs, int rounds) {
  std::vector<double> first, second, ratios;
  for (int round = 0; round < rounds; ++round) {
    Result<double> mine = ours.time(), other = theirs.time();
    if (!mine || !other)
      return mine ? other.failure() : mine.failure();
    first.push_back(*mine), second.push_back(*other), ratios.push_back(*mine / *other);
    if (round == 0 && ratios[0] > kHopeless)
      break;
  }
  return Duel{median(first), median(second), median(ratios)};
}

struct Tuned {
  func::FuncOp kernel;
  int64_t launches = 0;
  double suggested = 0, kept = 0; ///< seconds
  DictionaryAttr schedule;        ///< null: the suggested one
  int64_t measured = 0;           ///< schedules
};

class Tuner {
public:
  Tuner(ModuleOp module, const TargetInterface &target, const CompileOptions &options)
      : module(module), target(target), description(kernel::targetAttrOf(module).getDescription()), options(options) {
    this->options.tuning = "";
    this->options.report = nullptr;
    this->options.setUp = nullptr;
    this->options.dumpStagesDir = this->options.dumpKernelsDir = this->options.from = "";
  }

  /// Kernels of known sizes that run on random inputs, those first that take most of the program's time.
  std::vector<Tuned> suggestions() {
    std::vector<Tuned> all;
    for (auto kernel : module.getOps<func::FuncOp>()) {
      if (!isMeasurable(kernel))
        continue;
      auto uses = SymbolTable::getSymbolUses(kernel, module);
      Tuned tuned;
      tuned.kernel = kernel;
      tuned.launches = uses ? std::distance(uses->begin(), uses->end()) : 0;
      Result<Candidate> suggested = candidate(kernel, scheduleOf(kernel));
      Result<double> seconds = suggested ? suggested->time() : suggested.failure();
      if (!seconds) // as of a division by what is drawn
        continue;
      tuned.suggested = tuned.kept = *seconds;
      all.push_back(tuned);
    }
    std::ranges::sort(all, std::greater(), weightOf);
    return all;
  }

  static double weightOf(const Tuned &tuned) { return static_cast<double>(tuned.launches) * tuned.suggested; }

  /// Goes from the suggested schedule to one that is faster, as long as there is one and time is left: `known` first,
  /// if it is set, then neighbours.
  void improve(Tuned &tuned, DictionaryAttr known, double seconds) {
    Clock::time_point begin = Clock::now();
    Result<Candidate> best = candidate(tuned.kernel, scheduleOf(tuned.kernel));
    OwningOpRef<func::FuncOp> at(tuned.kernel.clone());
    llvm::DenseSet<Attribute> seen{scheduleOf(*at)};
    SmallVector<DictionaryAttr> tried{scheduleOf(*at)};
    if (known)
      tried.push_back(known);
    while (best && !tried.empty() && secondsSince(begin) < seconds) {
      DictionaryAttr next = tried.pop_back_val();
      if (next != scheduleOf(*at)) {
        if (!seen.insert(next).second)
          continue;
        ++tuned.measured;
        Result<Candidate> other = candidate(tuned.kernel, next);
        if (!other || !isFaster(*other, *best, kRounds))
          continue;
        best = std::move(other);
        (*at)->setAttr(kernel::kScheduleAttr, next);
      }
      tried = neighbours(*at);
    }
    if (best && best->schedule != scheduleOf(tuned.kernel))
      confirm(tuned, best->schedule);
  }

private:
  static DictionaryAttr scheduleOf(func::FuncOp kernel) {
    return kernel->getAttrOfType<DictionaryAttr>(kernel::kScheduleAttr);
  }

  static bool isMeasurable(func::FuncOp kernel) {
    auto isKnown = [](Type type) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      return tensor && tensor.hasStaticShape();
    };
    if (!kernel->hasAttr(kernel::kKernelAttr) || !scheduleOf(kernel) ||
        !llvm::all_of(kernel.getArgumentTypes(), isKnown))
      return false;
    return llvm::none_of(llvm::seq(kernel.getNumArguments()),
                         [&](unsigned i) { return kernel.getArgAttr(i, kernel::kStridedAttr) != nullptr; });
  }

  Result<Candidate> candidate(func::FuncOp kernel, DictionaryAttr schedule) {
    return Candidate::make(kernel, schedule, options);
  }

  /// Those first that are tried last.
  SmallVector<DictionaryAttr> neighbours(func::FuncOp kernel) {
    FailureOr<SmallVector<DictionaryAttr>> others = target.otherSchedules(kernel, description);
    return succeeded(others) ? llvm::to_vector(llvm::reverse(*others)) : SmallVector<DictionaryAttr>();
  }

  static bool isFaster(Candidate &one, Candidate &other, int rounds) {
    Result<Duel> duel = compare(one, other, rounds);
    return duel && duel->ratio <= kClearly;
  }

  /// What won by luck, of a moment or of where its operands lie, doesn't win again.
  void confirm(Tuned &tuned, DictionaryAttr schedule) {
    Result<Candidate> best = candidate(tuned.kernel, schedule);
    Result<Candidate> suggested = candidate(tuned.kernel, scheduleOf(tuned.kernel));
    if (!best || !suggested)
      return;
    Result<Duel> duel = compare(*best, *suggested, kFinalRounds);
    if (!duel || duel->ratio > kClearly)
      return;
    tuned.schedule = schedule;
    tuned.kept = duel->ours, tuned.suggested = duel->theirs;
  }

  ModuleOp module;
  const TargetInterface &target;
  DictionaryAttr description;
  CompileOptions options;
};

std::string tableOf(ArrayRef<Tuned> kernels) {
  std::string table =
      llvm::formatv("{0,10} {1,10} {2,9} {3,6}  kernel\n", "before us", "after us", "launches", "tried");
  double before = 0, after = 0;
  for (Tuned tuned : kernels) {
    before += static_cast<double>(tuned.launches) * tuned.suggested;
    after += static_cast<double>(tuned.launches) * tuned.kept;
    table += llvm::formatv("{0,10:F2} {1,10:F2} {2,9} {3,6}  {4}", tuned.suggested * 1e6, tuned.kept * 1e6,
                           tuned.launches, tuned.measured, tuned.kernel.getSymName());
    if (tuned.schedule)
      llvm::raw_string_ostream(table) << " " << tuned.schedule;
    table += "\n";
  }
  return table + llvm::formatv("all kernels: {0:F2} us before, {1:F2} us after, of that {2:F3}\n", before * 1e6,
                               after * 1e6, before > 0 ? after / before : 1.0)
                     .str();
}

} // namespace

Result<std::string> tune(std::string_view mlirText, const CompileOptions &options, const TuneOptions &tuning) {
  bool isNew = !llvm::sys::fs::exists(tuning.file);
  Result<TuningFile> file = isNew ? TuningFile() : TuningFile::read(tuning.file);
  if (!file)
    return file.failure();
  if (auto failure = file->write(tuning.file)) // before all the work
    return *failure;
  CompileOptions own = options;
  own.tuning = "";
  Compilation compilation(own);
  auto nothing = [](const Stage &, size_t, ModuleOp) { return success(); };
  FailureOr<std::optional<size_t>> from = failure();
  if (succeeded(compilation.parse(mlirText)))
    from = compilation.startingStage();
  if (failed(from) || failed(compilation.runStages(*from, *findStage("launch"), nothing)))
    return compilation.takeFailure();
  ModuleOp module = compilation.getModule();
  FailureOr<const TargetInterface *> target = kernel::targetOf(module);
  if (failed(target))
    return compilation.takeFailure();
  DictionaryAttr description = kernel::targetAttrOf(module).getDescription();
  Tuner tuner(module, **target, own);
  std::vector<Tuned> kernels = tuner.suggestions();
  double weights = 0;
  for (const Tuned &tuned : kernels)
    weights += Tuner::weightOf(tuned);
  Clock::time_point begin = Clock::now();
  for (Tuned &tuned : kernels) {
    double left = tuning.seconds - secondsSince(begin), weight = Tuner::weightOf(tuned);
    if (left <= 0)
      break;
    tuner.improve(tuned, file->choose(tuned.kernel, **target, description), left * weight / weights);
    weights -= weight;
    if (tuned.schedule)
      file->set(tuned.kernel, **target, description, tuned.schedule,
                llvm::formatv("{0}: {1:F2} us, suggested {2:F2} us", tuned.kernel.getSymName(), tuned.kept * 1e6,
                              tuned.suggested * 1e6));
    else if (tuned.measured > 0) // what stood there is not faster any more
      file->remove(tuned.kernel, **target, description);
    if (auto failure = file->write(tuning.file))
      return *failure;
  }
  return tableOf(kernels);
}

} // namespace weir
