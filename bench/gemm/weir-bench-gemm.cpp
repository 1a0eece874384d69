// Rates of matrix products, compiled and run as users' programs are, beside the peak of this core, which is probed
// before every timing, and oneDNN, interleaved in the same process. Run it on one core: `taskset -c 1 weir-bench-gemm
// --help`.
#include "bench/gemm/OneDnn.h"
#include "bench/gemm/WeirProduct.h"
#include "bench/peak/Peak.h"
#include "lib/Support/Half.h"
#include "lib/Target/Cpu/CpuThroughput.h"
#include "lib/Target/Native/Codegen.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/TargetParser/Host.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <random>
#include <sstream>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace {

using namespace weir;
using bench::WeirProduct;
using cpu::CpuThroughput;
using cpu::findCpuThroughput;

struct Options {
  std::string machine, type = "f32";
  std::string shapes = "512x512x512,1024x1024x1024,128x3072x768,127x127x127";
  bool isStatic = false, peer = true, packed = true, plain = true, transposedA = false, transposedB = false;
  int rounds = 9;
};

struct Shape {
  int64_t m, n, k;
};

constexpr const char *kHelp =
    "usage: weir-bench-gemm [--cpu=NAME] [--type=f32|bf16|f64] [--shapes=MxNxK,...] [--static] [--no-peer]\n"
    "         [--transpose-a] [--transpose-b] [--rounds=N] [--only=packed|plain]\n"
    "The default CPU is this one. packed: B is a variable, packed by a derive job; plain: an argument. Sizes are "
    "dynamic\n"
    "but those of a variable. GFLOP/s: best round; %: median of rate / peak measured just before.\n";

bool readText(const std::string &argument, const char *name, std::string &value) {
  std::string prefix = std::string("--") + name + "=";
  if (argument.rfind(prefix, 0) != 0)
    return false;
  value = argument.substr(prefix.size());
  return true;
}

bool readOption(const std::string &argument, Options &options) {
  std::string only, rounds;
  if (readText(argument, "only", only)) {
    options.packed = only == "packed", options.plain = only == "plain";
    return options.packed || options.plain;
  }
  if (readText(argument, "rounds", rounds))
    return (options.rounds = std::atoi(rounds.c_str())) > 0;
  if (argument == "--static")
    return options.isStatic = true;
  if (argument == "--transpose-a")
    return options.transposedA = true;
  if (argument == "--transpose-b")
    return options.transposedB = true;
  if (argument == "--no-peer")
    return !(options.peer = false);
  return readText(argument, "cpu", options.machine) || readText(argument, "type", options.type) ||
         readText(argument, "shapes", options.shapes);
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

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

/// What the CPU that is compiled for does: its line of the table, or what is generic of its vectors.
CpuThroughput throughputOf(const Options &options) {
  if (const CpuThroughput *known = findCpuThroughput(options.machine))
    return *known;
  CpuName host = hostCpu();
  return cpu::throughputOf(host.cpu, host.features);
}

/// GFLOP/s of this core now, for what the kernels multiply with.
double probePeak(const Options &options) {
  constexpr double kSeconds = 0.002;
  peak::Arithmetic rates = peak::measureArithmetic(kSeconds);
  CpuThroughput cpu = throughputOf(options);
  if (cpu.vectorBytes < 64)
    return *rates.fmaF32Avx2 / (options.type == "f64" ? 2 : 1);
  if (options.type == "bf16" && cpu.bf16TileRatio >= 1.5)
    return *rates.tileBf16;
  if (options.type == "bf16" && cpu.bf16DotRatio >= 1.5)
    return *rates.dotBf16Avx512;
  return *rates.fmaF32Avx512 / (options.type == "f64" ? 2 : 1);
}

/// Memory at a multiple of 2 MiB, of huge pages where the system has them.
struct AlignedMemory {
  explicit AlignedMemory(size_t size) : bytes((size + kHuge) / kHuge * kHuge), data(std::aligned_alloc(kHuge, bytes)) {
    madvise(data, bytes, MADV_HUGEPAGE);
    std::memset(data, 0, bytes);
  }
  ~AlignedMemory() { std::free(data); }
  AlignedMemory(const AlignedMemory &) = delete;
  AlignedMemory &operator=(const AlignedMemory &) = delete;

  static constexpr size_t kHuge = 2 << 20;
  size_t bytes;
  void *data;
};

/// The operands of one shape, random, and the peer's result.
struct Operands {
  Operands(const Options &options, const Shape &shape)
      : type(options.type), bytes(type == "bf16"  ? 2
                                  : type == "f64" ? 8
                                                  : 4),
        a(shape.m * shape.k * bytes), b(shape.k * shape.n * bytes), peerC(shape.m * shape.n * 4) {
    std::mt19937 random(1);
    fill(a.data, shape.m * shape.k, random);
    fill(b.data, shape.k * shape.n, random);
  }
  void fill(void *data, int64_t count, std::mt19937 &random) const {
    std::uniform_real_distribution<float> values(-1, 1);
    for (int64_t i = 0; i < count; ++i)
      if (type == "bf16")
        static_cast<uint16_t *>(data)[i] = f32ToBf16(values(random));
      else if (type == "f64")
        static_cast<double *>(data)[i] = values(random);
      else
        static_cast<float *>(data)[i] = values(random);
  }
  double at(const AlignedMemory &memory, int64_t index) const {
    if (type == "bf16")
      return bf16ToF32(static_cast<uint16_t *>(memory.data)[index]);
    return type == "f64" ? static_cast<double *>(memory.data)[index] : static_cast<float *>(memory.data)[index];
  }
  std::string type;
  size_t bytes;
  AlignedMemory a, b, peerC;
};

/// Ends the program if some elements of C are not what they should be: a rate of wrong numbers is none.
void checkResult(const Options &options, const Shape &shape, const Operands &operands, WeirProduct &product) {
  auto [m, n, k] = shape;
  bool isDouble = options.type == "f64";
  std::vector<double> memory(m * n);
  product.readResult(memory.data(), m * n * (isDouble ? 8 : 4));
  std::mt19937 random(2);
  for (int sample = 0; sample < 100; ++sample) {
    int64_t i = static_cast<int64_t>(random() % m), j = static_cast<int64_t>(random() % n);
    double sum = 0, magnitude = 0;
    for (int64_t p = 0; p < k; ++p) {
      double x = operands.at(operands.a, options.transposedA ? p * m + i : i * k + p);
      double y = operands.at(operands.b, options.transposedB ? j * k + p : p * n + j);
      sum += x * y, magnitude += std::fabs(x * y);
    }
    double got = isDouble ? memory[i * n + j] : reinterpret_cast<float *>(memory.data())[i * n + j];
    if (!(std::fabs(got - sum) <= 6e-8 * static_cast<double>(k) * magnitude)) {
      std::fprintf(stderr, "expects C[%ld, %ld] to be %g, got %g\n", i, j, sum, got);
      std::exit(1);
    }
  }
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
  explicit Bench(const Options &options) : options(options) {}

  void run(const Shape &shape) {
    Operands operands(options, shape);
    std::vector<std::unique_ptr<WeirProduct>> products;
    std::vector<Candidate> candidates;
    for (bool packed : {true, false})
      if (packed ? options.packed : options.plain) {
        products.push_back(compile(packed, shape, operands));
        WeirProduct *product = products.back().get();
        candidates.push_back({packed ? "packed" : "plain", [product] { product->run(); }});
      }
    addPeer(shape, operands, candidates);
    timeAll(options, shape, candidates);
  }

private:
  std::unique_ptr<WeirProduct> compile(bool packed, const Shape &shape, Operands &operands) const {
    bench::WeirProductForm form{.m = shape.m, .n = shape.n, .k = shape.k, .type = options.type};
    form.machine = options.machine, form.constantB = packed, form.dynamic = !options.isStatic;
    form.transposedA = options.transposedA, form.transposedB = options.transposedB;
    auto product = std::make_unique<WeirProduct>(form, operands.a.data, operands.b.data);
    product->run();
    checkResult(options, shape, operands, *product);
    std::printf("# %s B: compiled in %.0f ms, %zu bytes", packed ? "packed" : "plain", product->compileTime,
                product->artifactBytes);
    if (packed)
      std::printf(product->isPacked ? "; packed in %.2f ms" : "; this target packs no such B", product->packingTime());
    std::printf("\n");
    return product;
  }

  void addPeer(const Shape &shape, Operands &operands, std::vector<Candidate> &candidates) const {
#ifdef WEIR_HAVE_ONEDNN
    bool bf16 = options.type == "bf16"; // which the peer multiplies with AVX-512 alone
    if (!options.peer || options.type == "f64" || (bf16 && throughputOf(options).vectorBytes < 64))
      return;
    for (bool packed : {true, false}) {
      bench::OneDnnProduct product{shape.m, shape.n, shape.k, bf16, packed, options.transposedA, options.transposedB};
      candidates.push_back({packed ? "oneDNN packed" : "oneDNN plain",
                            bench::makeOneDnnProduct(product, operands.a.data, operands.b.data,
                                                     static_cast<float *>(operands.peerC.data))});
    }
#endif
  }

  const Options &options;
};

/// oneDNN's threads and vectors follow variables that its libraries read when they are loaded.
void setPeersVariables(const Options &options, char **arguments) {
  if (std::getenv("OMP_NUM_THREADS"))
    return;
  setenv("OMP_NUM_THREADS", "1", 1);
  if (throughputOf(options).vectorBytes < 64)
    setenv("DNNL_MAX_CPU_ISA", "AVX2", 1);
  execv("/proc/self/exe", arguments);
}

void printMachine(const Options &options) {
  std::string line, model;
  for (std::ifstream info("/proc/cpuinfo"); std::getline(info, line) && model.empty();)
    if (line.rfind("model name", 0) == 0)
      model = line.substr(line.find(':') + 2);
  std::string cpu = llvm::sys::getHostCPUName().str();
  std::printf("# %s (%s), code for %s, %s; clock %.2f GHz\n", model.c_str(), cpu.c_str(),
              options.machine.empty() ? cpu.c_str() : options.machine.c_str(), options.type.c_str(),
              peak::measureClock(0.02));
}

} // namespace

int main(int count, char **arguments) {
  Options options;
  for (int i = 1; i < count; ++i)
    if (!readOption(arguments[i], options)) {
      std::fputs(kHelp, stderr);
      return 2;
    }
  setPeersVariables(options, arguments);
  printMachine(options);
  Bench bench(options);
  for (const ::Shape &shape : readShapes(options.shapes))
    bench.run(shape);
}
