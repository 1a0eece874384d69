// Random programs, run by the interpreter and by compiled code.
#include "lib/Fuzz/Campaign.h"
#include "tools/Terminal/Terminal.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"

#include <chrono>
#include <thread>

using weir::fuzz::FuzzOptions;
namespace cl = llvm::cl;

static cl::OptionCategory category("weir-fuzz options");
static cl::opt<std::string> input(cl::Positional, cl::desc("[program.mlir]"), cl::cat(category));
static cl::opt<std::string> seed("seed", cl::desc("seed of the first program, others follow; the clock's by default"),
                                 cl::value_desc("number"), cl::cat(category));
static cl::opt<int64_t> programs("programs", cl::desc("how many are tried; without end by default"), cl::init(-1),
                                 cl::value_desc("count"), cl::cat(category));
static cl::opt<std::string> targets("targets", cl::init("naive,cpu,sim:10"), cl::cat(category), cl::value_desc("list"),
                                    cl::desc("what programs run on beside the interpreter; sim:10 is each tenth on "
                                             "sim, the default is naive,cpu,sim:10"));
static cl::opt<int64_t> processes("processes", cl::desc("how many run beside each other; one per core by default"),
                                  cl::init(0), cl::value_desc("count"), cl::cat(category));
static cl::opt<int64_t> seconds("timeout", cl::desc("seconds after which a program counts as one without an end"),
                                cl::init(60), cl::value_desc("seconds"), cl::cat(category));
static cl::opt<int64_t> reducingSeconds("reduce-timeout", cl::init(900), cl::value_desc("seconds"), cl::cat(category),
                                        cl::desc("seconds after which a program of a finding stays as small as it is"));
static cl::opt<int64_t> mostFindings("max-findings", cl::desc("stop after so many"), cl::init(10),
                                     cl::value_desc("count"), cl::cat(category));
static cl::opt<std::string> folder("out", cl::desc("where programs of findings go, made small"),
                                   cl::value_desc("folder"), cl::cat(category));
static cl::opt<bool> print("print", cl::desc("print the program of the seed"), cl::cat(category));

static constexpr llvm::StringRef kExamples[] = {
    "--programs=100          tries random programs from the clock's seed on; -1 goes on without end",
    "--seed=7 --programs=1   tries the one of a seed",
    "finding.mlir            tries the program of a file that an earlier run wrote",
    "--help                  lists all options",
};

static int fail(const llvm::Twine &message) { return weir::fail("weir-fuzz", message); }

static uint64_t fromClock() {
  auto now = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  weir::setUpTool("weir-fuzz", argc, argv);
  if (argc == 1)
    return weir::showUsage("weir-fuzz", "how many programs to try, or one of a file", kExamples);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, "Weir's random programs, or one of a file that an earlier run wrote\n");
  FuzzOptions options;
  options.seed = fromClock();
  if (!seed.empty() && llvm::StringRef(seed).getAsInteger(10, options.seed))
    return fail("expects --seed to be a number, got " + seed);
  auto list = weir::fuzz::parseFuzzTargets(targets);
  if (!list)
    return fail(list.message());
  options.targets = *std::move(list);
  options.programs = programs;
  options.processes = processes > 0 ? processes : std::max(1u, std::thread::hardware_concurrency());
  options.seconds = seconds;
  options.reducingSeconds = reducingSeconds;
  options.mostFindings = mostFindings;
  options.folder = folder;
  if (std::optional<weir::Failure> wrong = weir::fuzz::check(options))
    return fail(wrong->message);
  if (print) {
    llvm::outs() << weir::fuzz::randomProgramText(options.seed);
    return 0;
  }
  if (input.empty())
    return weir::fuzz::fuzz(options, llvm::outs()) == 0 ? 0 : 1;
  weir::Result<bool> clean = weir::fuzz::tryFile(input, options, llvm::outs());
  return clean ? !*clean : fail(clean.message());
}
