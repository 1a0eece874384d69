// Hands seeds to processes, adds up what they did, and reduces what they found.
#include "lib/Fuzz/Campaign.h"

#include "dialects/Kernel/Kernel.h"
#include "lib/Compiler/Diagnostics.h"
#include "lib/Compiler/ParseSource.h"
#include "lib/Compiler/Register.h"
#include "lib/Fuzz/ChildProcess.h"
#include "lib/Fuzz/RandomProgram.h"
#include "lib/Fuzz/Trial.h"
#include "lib/Reduce/Reduce.h"
#include "lib/Support/WriteFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <chrono>

using namespace mlir;
using llvm::json::Object;

namespace weir::fuzz {

namespace {

constexpr int64_t kPerLine = 100;

/// What a process says of its program.
struct Account {
  std::optional<Finding> finding;
  std::map<std::string, int64_t> ops;
  bool isDynamic = false, isRefused = false, hasGradient = false;
  int64_t judged = 0, unjudged = 0; ///< gradients
  BoundCounts bounds;

  std::string text() const {
    Object counts;
    for (const auto &[op, count] : ops)
      counts[op] = count;
    Object all{{"ops", std::move(counts)},
               {"dynamic", isDynamic},
               {"refused", isRefused},
               {"gradient", hasGradient},
               {"judged", judged},
               {"unjudged", unjudged},
               {"results", bounds.results},
               {"drawn_again", bounds.drawnAgain},
               {"elements", bounds.elements},
               {"unsettled", bounds.unsettled}};
    if (finding) {
      all["where"] = llvm::json::fixUTF8(finding->where);
      all["text"] = llvm::json::fixUTF8(finding->text);
    }
    std::string text;
    llvm::raw_string_ostream(text) << llvm::json::Value(std::move(all));
    return text;
  }

  static Account of(const ChildEnd &end) {
    Account account;
    auto parsed = llvm::json::parse(end.output);
    const Object *all = parsed ? parsed->getAsObject() : nullptr;
    if (!all) {
      llvm::consumeError(parsed.takeError());
      account.finding = Finding{"crash", end.failure.empty() ? "no account" : end.failure};
      return account;
    }
    for (const auto &[op, count] : *all->getObject("ops"))
      account.ops[op.str()] = count.getAsInteger().value_or(0);
    account.isDynamic = all->getBoolean("dynamic").value_or(false);
    account.isRefused = all->getBoolean("refused").value_or(false);
    account.hasGradient = all->getBoolean("gradient").value_or(false);
    account.judged = all->getInteger("judged").value_or(0);
    account.unjudged = all->getInteger("unjudged").value_or(0);
    account.bounds = {.results = all->getInteger("results").value_or(0),
                      .drawnAgain = all->getInteger("drawn_again").value_or(0),
                      .elements = all->getInteger("elements").value_or(0),
                      .unsettled = all->getInteger("unsettled").value_or(0)};
    if (auto where = all->getString("where"))
      account.finding = Finding{where->str(), all->getString("text").value_or("").str()};
    return account;
  }
};

/// Programs, and what they hold; of a line or of all.
struct Tally {
  int64_t programs = 0, findings = 0, dynamic = 0, refused = 0, gradients = 0, judged = 0, unjudged = 0;
  BoundCounts bounds;
  std::map<std::string, int64_t> ops;

  void add(const Account &account) {
    ++programs;
    findings += account.finding.has_value();
    dynamic += account.isDynamic;
    refused += account.isRefused;
    gradients += account.hasGradient;
    judged += account.judged;
    unjudged += account.unjudged;
    bounds.results += account.bounds.results;
    bounds.drawnAgain += account.bounds.drawnAgain;
    bounds.elements += account.bounds.elements;
    bounds.unsettled += account.bounds.unsettled;
    for (const auto &[op, count] : account.ops)
      ops[op] += count;
  }

  int64_t numOps() const {
    int64_t sum = 0;
    for (const auto &[op, count] : ops)
      sum += count;
    return sum;
  }
};

DialectRegistry registry() {
  DialectRegistry all;
  registerWeir(all);
  return all;
}

class Campaign {
public:
  Campaign(const FuzzOptions &options, llvm::raw_ostream &stream)
      : options(options), stream(stream), context(registry(), MLIRContext::Threading::DISABLED) {
    context.loadAllAvailableDialects();
    forms.emplace(&context);
  }

  int64_t run() {
    stream.flush();
    runInChildren(
        options.processes, options.seconds, [&] { return next(); }, [&](int64_t number) { return attempt(number); },
        [&](int64_t number, const ChildEnd &end) { account(number, Account::of(end)); });
    if (!lines.empty())
      for (const auto &[first, tally] : lines)
        printLine(first, tally);
    printTotal();
    return total.findings;
  }

  std::string programText(uint64_t seed) {
    std::string text;
    llvm::raw_string_ostream(text) << *randomProgram(*forms, &context, seed) << "\n";
    return text;
  }

  std::optional<Finding> tryOnAll(ModuleOp module) { return inChild(module, targetsOf(0)); }
  MLIRContext *getContext() { return &context; }

private:
  std::optional<int64_t> next() {
    if (started == options.programs || total.findings >= options.mostFindings)
      return std::nullopt;
    return started++;
  }

  uint64_t seedOf(int64_t number) const { return options.seed + static_cast<uint64_t>(number); }

  std::vector<std::string> targetsOf(uint64_t seed) const {
    std::vector<std::string> names;
    for (const FuzzTarget &target : options.targets)
      if (seed % static_cast<uint64_t>(target.every) == 0)
        names.push_back(target.name);
    return names;
  }

  /// In a process of its own.
  std::string attempt(int64_t number) {
    OwningOpRef<ModuleOp> module = randomProgram(*forms, &context, seedOf(number));
    Account account;
    module->walk([&](Operation *op) {
      if (op->getName().getDialectNamespace() == "weir")
        ++account.ops[op->getName().getStringRef().str()];
    });
    account.isDynamic = (*module)->hasAttr(kDynamicAttr);
    account.isRefused = (*module)->hasAttr(kRefusedAttr);
    account.hasGradient = account.ops.count("weir.gradient") != 0;
    Verdict verdict = tryProgram(*module, targetsOf(seedOf(number)));
    account.finding = verdict.finding;
    account.judged = verdict.gradients.judged;
    account.unjudged = verdict.gradients.unjudged;
    account.bounds = verdict.bounds;
    return account.text();
  }

  void account(int64_t number, const Account &account) {
    if (account.finding && total.findings >= options.mostFindings)
      return; // it ran beside the last one that was wanted
    int64_t first = number / kPerLine * kPerLine;
    lines[first].add(account);
    total.add(account);
    if (account.finding)
      report(number, *account.finding);
    if (lines[first].programs == kPerLine) {
      printLine(first, lines[first]);
      lines.erase(first);
    }
  }

  void printLine(int64_t first, const Tally &tally) {
    stream << "seeds " << seedOf(first) << "-" << seedOf(first + tally.programs - 1) << ": " << tally.numOps()
           << " ops of " << tally.ops.size() << " kinds, " << tally.dynamic << " with `?` (" << tally.refused
           << " more refuse it), " << tally.gradients << " with gradients (" << tally.unjudged << " of "
           << tally.judged + tally.unjudged << " not judged), " << boundsText(tally.bounds) << ", " << tally.findings
           << " findings\n";
    stream.flush();
  }

  static std::string boundsText(const BoundCounts &bounds) {
    std::string text;
    llvm::raw_string_ostream(text) << "bounds drawn again for " << bounds.drawnAgain << " of " << bounds.results
                                   << " results, " << bounds.unsettled << " of " << bounds.elements
                                   << " elements unsettled";
    return text;
  }

  void printTotal() {
    stream << total.programs << " programs, " << total.numOps() << " ops, " << total.findings << " findings\n";
    stream << boundsText(total.bounds) << "\n";
    SmallVector<std::string> counts;
    for (const auto &[op, count] : total.ops)
      counts.push_back(op.substr(op.find('.') + 1) + " " + std::to_string(count));
    stream << "ops: " << llvm::join(counts, ", ") << "\n";
    stream.flush();
  }

  // Findings.

  void report(int64_t number, const Finding &finding) {
    uint64_t seed = seedOf(number);
    stream << "seed " << seed << " (program " << number + 1 << "): " << finding.where << ": " << finding.text << "\n";
    if (!options.folder.empty())
      writeReduced(seed, finding);
    stream.flush();
  }

  void writeReduced(uint64_t seed, const Finding &finding) {
    // The last smaller program is still tried when its time is over.
    int64_t seconds = options.reducingSeconds + 2 * options.seconds;
    ChildEnd reduced = runInChild([&] { return reducedText(seed, finding); }, seconds);
    SmallString<128> path(options.folder);
    llvm::sys::path::append(path, "seed-" + std::to_string(seed) + ".mlir");
    std::string text;
    llvm::raw_string_ostream file(text);
    file << "// Seed " << seed << ", " << finding.where << ": ";
    for (char letter : finding.text)
      file << (letter == '\n' ? std::string("\n// ") : std::string(1, letter));
    file << "\n// Run by: weir-fuzz " << llvm::sys::path::filename(path) << "\n";
    if (!reduced.failure.empty())
      file << "// Not reduced: " << reduced.failure << "\n";
    file << (reduced.failure.empty() ? reduced.output : programText(seed));
    if (std::error_code error = write(path, text))
      stream << "expects to write " << path << ": " << error.message() << "\n";
    else
      stream << "  " << path << "\n";
  }

  std::error_code write(StringRef path, StringRef text) {
    if (std::error_code error = llvm::sys::fs::create_directories(options.folder))
      return error;
    return writeFile(path.str(), text);
  }

  /// As small as it gets in the time.
  std::string reducedText(uint64_t seed, const Finding &finding) {
    auto end = std::chrono::steady_clock::now() + std::chrono::seconds(options.reducingSeconds);
    OwningOpRef<ModuleOp> module = randomProgram(*forms, &context, seed);
    // Targets that find nothing need not be tried.
    std::vector<std::string> targets = targetsOf(seed);
    if (llvm::is_contained(targets, finding.where))
      targets = {finding.where};
    reduceModule(module, [&](ModuleOp smaller) {
      if (std::chrono::steady_clock::now() >= end)
        return false;
      std::optional<Finding> found = inChild(smaller, targets);
      return found && found->where == finding.where;
    });
    std::string text;
    llvm::raw_string_ostream(text) << *module << "\n";
    return text;
  }

  std::optional<Finding> inChild(ModuleOp module, const std::vector<std::string> &targets) {
    auto work = [&] {
      Account account;
      account.finding = tryProgram(module, targets).finding;
      return account.text();
    };
    return Account::of(runInChild(work, options.seconds)).finding;
  }

  const FuzzOptions &options;
  llvm::raw_ostream &stream;
  MLIRContext context;
  std::optional<OpForms> forms;
  int64_t started = 0;
  std::map<int64_t, Tally> lines;
  Tally total;
};

} // namespace

Result<std::vector<FuzzTarget>> parseFuzzTargets(StringRef text) {
  std::vector<FuzzTarget> targets;
  for (StringRef part : llvm::split(text, ',')) {
    auto [name, every] = part.split(':');
    FuzzTarget target{name.str()};
    if (name.empty() || (part.contains(':') && (every.getAsInteger(10, target.every) || target.every < 1)))
      return Failure{"expects targets with commas between, as naive,cpu,sim:10, got '" + text.str() + "'"};
    targets.push_back(target);
  }
  return targets;
}

std::optional<Failure> check(const FuzzOptions &options) {
  for (auto [name, value, least] : {std::tuple("timeout", options.seconds, 1),
                                    {"max-findings", options.mostFindings, 1},
                                    {"reduce-timeout", options.reducingSeconds, 0}})
    if (value < least)
      return Failure{"expects --" + std::string(name) + " to be at least " + std::to_string(least) + ", got " +
                     std::to_string(value)};
  MLIRContext context(registry(), MLIRContext::Threading::DISABLED);
  auto *dialect = context.getOrLoadDialect<kernel::KernelDialect>();
  for (const FuzzTarget &target : options.targets)
    if (!dialect->findTarget(target.name))
      return Failure{"expects targets of " + llvm::join(dialect->targetNames(), ", ") + "; got " + target.name};
  return std::nullopt;
}

int64_t fuzz(const FuzzOptions &options, llvm::raw_ostream &stream) { return Campaign(options, stream).run(); }

std::string randomProgramText(uint64_t seed) { return Campaign({}, llvm::nulls()).programText(seed); }

Result<bool> tryFile(StringRef path, const FuzzOptions &options, llvm::raw_ostream &stream) {
  auto text = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!text)
    return Failure{"expects to read " + path.str() + ": " + text.getError().message()};
  Campaign campaign(options, stream);
  DiagnosticCollector diagnostics(campaign.getContext());
  OwningOpRef<ModuleOp> module = parseSource((*text)->getBuffer(), path, campaign.getContext());
  if (!module)
    return Failure{diagnostics.take()};
  std::optional<Finding> finding = campaign.tryOnAll(*module);
  if (finding)
    stream << finding->where << ": " << finding->text << "\n";
  return !finding;
}

} // namespace weir::fuzz
