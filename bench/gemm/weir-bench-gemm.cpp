// Rates of generated matrix products beside the peak of this core, which is probed before every timing, and oneDNN,
// interleaved in the same process. Run it on one core: `taskset -c 1 weir-bench-gemm --help`.
#include "bench/gemm/OneDnn.h"
#include "bench/peak/Peak.h"
#include "lib/Support/Half.h"
#include "unittests/Target/GemmCompile.h"
#include "llvm/TargetParser/Host.h"
#include "mlir/IR/MLIRContext.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <random>
#include <sstream>
#include <unistd.h>

namespace {

using namespace weir;
using namespace weir::cpu;
using namespace weir::cpu::testing;

struct Options {
  std::string cpu, type = "f32";
  std::string shapes = "512x512x512,1024x1024x1024,128x3072x768,127x127x127";
  bool isStatic = false, peer = true, packed = true, plain = true, transposedA = false, transposedB = false;
  int rounds = 9;
  int64_t mr = 0, nv = 0, kc = 0, mc = 0, nc = 0, prefetch = -1, readBToM = -1, packAFromN = -1;
};

struct Shape {
  int64_t m, n, k;
};

constexpr const char *kHelp =
    "usage: weir-bench-gemm [--cpu=NAME] [--type=f32|bf16|f64] [--shapes=MxNxK,...] [--static] [--no-peer]\n"
    "         [--transpose-a] [--transpose-b] [--rounds=N] [--only=packed|plain] [--mr= --nv= --kc= --mc= --nc=\n"
    "         --prefetch= --read-b-to-m= --pack-a-from-n=]\n"
    "The default CPU is this one. GFLOP/s: best round; %: median of rate / peak measured just before.\n";

bool readNumber(const std::string &argument, const char *name, int64_t &value) {
  std::string prefix = std::string("--") + name + "=";
  if (argument.rfind(prefix, 0) != 0)
    return false;
  value = std::stoll(argument.substr(prefix.size()));
  return true;
}

bool readText(const std::string &argument, const char *name, std::string &value) {
  std::string prefix = std::string("--") + name + "=";
  if (argument.rfind(prefix, 0) != 0)
    return false;
  value = argument.substr(prefix.size());
  return true;
}

bool readOption(const std::string &argument, Options &options) {
  std::string only;
  int64_t rounds = 0;
  if (readText(argument, "only", only)) {
    options.packed = only == "packed", options.plain = only == "plain";
    return true;
  }
  if (readNumber(argument, "rounds", rounds)) {
    options.rounds = static_cast<int>(rounds);
    return true;
  }
  if (argument == "--static")
    return options.isStatic = true;
  if (argument == "--transpose-a")
    return options.transposedA = true;
  if (argument == "--transpose-b")
    return options.transposedB = true;
  if (argument == "--no-peer")
    return !(options.peer = false);
  return readText(argument, "cpu", options.cpu) || readText(argument, "type", options.type) ||
         readText(argument, "shapes", options.shapes) || readNumber(argument, "mr", options.mr) ||
         readNumber(argument, "nv", options.nv) || readNumber(argument, "kc", options.kc) ||
         readNumber(argument, "mc", options.mc) || readNumber(argument, "nc", options.nc) ||
         readNumber(argument, "prefetch", options.prefetch) || readNumber(argument, "read-b-to-m", options.readBToM) ||
         readNumber(argument, "pack-a-from-n", options.packAFromN);
}

std::vector<Shape> readShapes(const std::string &text) {
  std::vector<Shape> shapes;
  std::istringstream list(text);
  std::string one;
  while (std::getline(list, one, ',')) {
    long m = 0, n = 0, k = 0;
    if (std::sscanf(one.c_str(), "%ldx%ldx%ld", &m, &n, &k) == 3)
      shapes.push_back({m, n, k});
  }
  return shapes;
}

mlir::Type elementType(const std::string &name, mlir::OpBuilder &builder) {
  if (name == "bf16")
    return builder.getBF16Type();
  return name == "f64" ? mlir::Type(builder.getF64Type()) : mlir::Type(builder.getF32Type());
}

GemmDescription describe(const Options &options, mlir::OpBuilder &builder, bool packed, const Shape &shape) {
  mlir::Type type = elementType(options.type, builder);
  GemmDescription d{.name = "gemm", .location = builder.getUnknownLoc(), .a = {type}, .b = {type}};
  d.accumulatorType = d.resultType = type.isF64() ? type : builder.getF32Type();
  d.packedB = packed;
  d.a.transposed = options.transposedA, d.b.transposed = options.transposedB;
  if (options.isStatic)
    d.m = shape.m, d.n = shape.n, d.k = shape.k;
  return d;
}

GemmParameters parametersFor(const Options &options, const GemmDescription &description) {
  GemmParameters p = chooseParameters(*findCpuThroughput(options.cpu), description);
  auto take = [](int64_t given, int64_t &value, int64_t none) {
    if (given != none)
      value = given;
  };
  take(options.mr, p.mr, 0), take(options.nv, p.nv, 0), take(options.kc, p.kc, 0), take(options.mc, p.mc, 0);
  take(options.nc, p.nc, 0), take(options.prefetch, p.prefetchBytes, -1);
  take(options.readBToM, p.readBToM, -1), take(options.packAFromN, p.packAFromN, -1);
  return p;
}

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

/// GFLOP/s of this core now, for what the kernels multiply with.
double probePeak(const Options &options) {
  constexpr double kSeconds = 0.002;
  peak::Arithmetic rates = peak::measureArithmetic(kSeconds);
  const CpuThroughput &cpu = *findCpuThroughput(options.cpu);
  if (cpu.vectorBytes < 64)
    return *rates.fmaF32Avx2 / (options.type == "f64" ? 2 : 1);
  if (options.type == "bf16" && cpu.bf16DotRatio >= 1.5)
    return *rates.dotBf16Avx512;
  return *rates.fmaF32Avx512 / (options.type == "f64" ? 2 : 1);
}

/// The operands of one shape, random.
struct Operands {
  Operands(const Options &options, const Shape &shape)
      : bytes(options.type == "bf16"  ? 2
              : options.type == "f64" ? 8
                                      : 4),
        a(shape.m * shape.k * bytes + 64), b(shape.k * shape.n * bytes + 64), c(shape.m * shape.n * 8 + 64),
        peerC(shape.m * shape.n * 4 + 64) {
    std::mt19937 random(1);
    fill(options, a.data, shape.m * shape.k, random);
    fill(options, b.data, shape.k * shape.n, random);
  }
  static void fill(const Options &options, void *data, int64_t count, std::mt19937 &random) {
    std::uniform_real_distribution<float> values(-1, 1);
    for (int64_t i = 0; i < count; ++i)
      if (options.type == "bf16")
        static_cast<uint16_t *>(data)[i] = f32ToBf16(values(random));
      else if (options.type == "f64")
        static_cast<double *>(data)[i] = values(random);
      else
        static_cast<float *>(data)[i] = values(random);
  }
  size_t bytes;
  AlignedMemory a, b, c, peerC;
};

std::function<void()> makeProduct(const GemmKernel &kernel, const Shape &shape, Operands &operands) {
  auto launch = kernel.prepare(shape.m, shape.n, shape.k);
  auto scratch = std::make_shared<AlignedMemory>(launch.scratchBytes);
  auto matrix = [](void *data, int64_t rows, int64_t columns, bool transposed) {
    if (transposed)
      std::swap(rows, columns);
    return Tensor{data, {rows, columns}, {columns, 1}};
  };
  const GemmDescription &d = kernel.description;
  std::vector<Tensor> tensors{matrix(operands.a.data, shape.m, shape.k, d.a.transposed),
                              matrix(operands.b.data, shape.k, shape.n, d.b.transposed),
                              matrix(operands.c.data, shape.m, shape.n, false)};
  std::shared_ptr<AlignedMemory> packed;
  if (kernel.description.packedB) {
    int64_t words = packedBElements(kernel.description, kernel.parameters, shape.k, shape.n);
    packed = std::make_shared<AlignedMemory>(words * 8);
    kernel.packB(tensors[1], packed->data, shape.k, shape.n);
    tensors[1] = {packed->data, {words}, {1}};
  }
  return [launch, tensors, scratch, packed, &kernel] { kernel.run(launch, tensors, scratch->data, 0, launch.tiles); };
}

struct Candidate {
  std::string name;
  std::function<void()> run;
  double best = 1e9;
  std::vector<double> ratios = {};
};

/// Seconds of one run: the best of several short pieces, as the peak is, so that both miss what other programs take.
double bestOfPieces(const std::function<void()> &run, int64_t repeats) {
  constexpr int kPieces = 10;
  double best = 1e9;
  for (int piece = 0; piece < kPieces; ++piece) {
    double start = now();
    for (int64_t i = 0; i < repeats; ++i)
      run();
    best = std::min(best, (now() - start) / static_cast<double>(repeats));
  }
  return best;
}

void timeAll(const Options &options, const Shape &shape, std::vector<Candidate> &candidates) {
  double flops = 2.0 * shape.m * shape.n * shape.k, highest = 0;
  int64_t repeats = std::clamp<int64_t>(static_cast<int64_t>(1e8 / flops), 1, 20000);
  for (int round = 0; round < options.rounds; ++round)
    for (Candidate &candidate : candidates) {
      double peak = probePeak(options);
      highest = std::max(highest, peak);
      candidate.run();
      double seconds = bestOfPieces(candidate.run, repeats);
      candidate.best = std::min(candidate.best, seconds);
      candidate.ratios.push_back(flops / seconds * 1e-9 / peak);
    }
  std::string label = std::to_string(shape.m) + "x" + std::to_string(shape.n) + "x" + std::to_string(shape.k);
  std::printf("%-16s %6.1f", label.c_str(), highest);
  for (Candidate &candidate : candidates) {
    std::nth_element(candidate.ratios.begin(), candidate.ratios.begin() + options.rounds / 2, candidate.ratios.end());
    std::printf(" | %s %6.1f %3.0f%%", candidate.name.c_str(), flops / candidate.best * 1e-9,
                100 * candidate.ratios[options.rounds / 2]);
  }
  std::printf("\n");
  std::fflush(stdout);
}

class Bench {
public:
  explicit Bench(const Options &options) : options(options), context(makeContext()), builder(context.get()) {}

  void run(const Shape &shape) {
    Operands operands(options, shape);
    std::vector<Candidate> candidates;
    for (bool packed : {true, false})
      if (packed ? options.packed : options.plain) {
        compile(packed, shape);
        candidates.push_back({packed ? "packed" : "plain", makeProduct(*kernels[packed], shape, operands)});
      }
    addPeer(shape, operands, candidates);
    timeAll(options, shape, candidates);
  }

private:
  void compile(bool packed, const Shape &shape) {
    if (!options.isStatic && kernels[packed])
      return;
    GemmDescription description = describe(options, builder, packed, shape);
    kernels[packed] = std::make_unique<GemmKernel>(description, parametersFor(options, description), options.cpu);
    const CompileTimes &times = kernels[packed]->code->times;
    const GemmParameters &p = kernels[packed]->parameters;
    std::printf("# %s B: tile %ldx%ld kc %ld mc %ld nc %ld; compiled in %.0f + %.0f + %.0f ms, %ld bytes\n",
                packed ? "packed" : "plain", p.mr, p.nv, p.kc, p.mc, p.nc, times.emit + times.lower, times.optimize,
                times.codegen, kernels[packed]->code->objectBytes);
  }

  void addPeer(const Shape &shape, Operands &operands, std::vector<Candidate> &candidates) {
#ifdef WEIR_HAVE_ONEDNN
    if (!options.peer || options.type == "f64")
      return;
    for (bool packed : {true, false}) {
      bench::OneDnnProduct product{
          shape.m, shape.n, shape.k, options.type == "bf16", packed, options.transposedA, options.transposedB};
      candidates.push_back({packed ? "oneDNN packed" : "oneDNN plain",
                            bench::makeOneDnnProduct(product, operands.a.data, operands.b.data,
                                                     static_cast<float *>(operands.peerC.data))});
    }
#endif
  }

  const Options &options;
  std::unique_ptr<mlir::MLIRContext> context;
  mlir::OpBuilder builder;
  std::unique_ptr<GemmKernel> kernels[2]; ///< plain, packed
};

/// This machine's CPU if the table has it, else what is generic of its vectors.
std::string hostCpu() {
  std::string name = llvm::sys::getHostCPUName().str();
  if (findCpuThroughput(name))
    return name;
  return std::string(genericCpuThroughput(__builtin_cpu_supports("avx512vl")).name);
}

/// oneDNN's threads and vectors follow variables that its libraries read when they are loaded.
void setPeersVariables(const Options &options, char **arguments) {
  if (std::getenv("OMP_NUM_THREADS"))
    return;
  setenv("OMP_NUM_THREADS", "1", 1);
  if (findCpuThroughput(options.cpu)->vectorBytes < 64)
    setenv("DNNL_MAX_CPU_ISA", "AVX2", 1);
  execv("/proc/self/exe", arguments);
}

void printMachine(const Options &options) {
  std::string line, model;
  for (std::ifstream info("/proc/cpuinfo"); std::getline(info, line) && model.empty();)
    if (line.rfind("model name", 0) == 0)
      model = line.substr(line.find(':') + 2);
  std::printf("# %s (%s), code for %s, %s; clock %.2f GHz\n", model.c_str(), llvm::sys::getHostCPUName().str().c_str(),
              options.cpu.c_str(), options.type.c_str(), peak::measureClock(0.02));
}

} // namespace

int main(int count, char **arguments) {
  Options options;
  for (int i = 1; i < count; ++i)
    if (!readOption(arguments[i], options)) {
      std::fputs(kHelp, stderr);
      return 2;
    }
  if (options.cpu.empty())
    options.cpu = hostCpu();
  if (!findCpuThroughput(options.cpu)) {
    std::fprintf(stderr, "expects a CPU of the table, got %s\n", options.cpu.c_str());
    return 2;
  }
  setPeersVariables(options, arguments);
  printMachine(options);
  Bench bench(options);
  for (const Shape &shape : readShapes(options.shapes))
    bench.run(shape);
}
