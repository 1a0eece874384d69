// Threads that launch random work on tensors of their own and on a variable that they share, wait, read, write in
// place, through views too, let go, and exchange them: what they find is what the order of their own programs says, and
// of those before whom a tensor belonged to. For ThreadSanitizer; WEIR_RACES says how many instructions, of which a
// launch has as many as its job.
#include "unittests/Runtime/RuntimeTest.h"

#include <array>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <random>
#include <thread>

#include <unistd.h>

namespace weir {
namespace {

using Floats = std::vector<float>;

constexpr int kThreads = 3, kSeats = 4;
constexpr float kMost = 1 << 16; ///< what is above begins anew, so that all sums are exact

/// y = x + z
void addSum(Artifact &artifact) {
  JobBuilder b(artifact, "sum");
  b.call("add_f32", {b.input("x", DType::F32, {2}), b.input("z", DType::F32, {2}), b.result("y", DType::F32, {2})});
  b.finish();
}

/// y = 4 x + z, by three lanes.
void addLanes(Artifact &artifact) {
  JobBuilder b(artifact, "lanes");
  Id x = b.input("x", DType::F32, {2}), z = b.input("z", DType::F32, {2}), y = b.result("y", DType::F32, {2});
  Id twice = b.arena(DType::F32, {2}), again = b.arena(DType::F32, {2}), both = b.arena(DType::F32, {2});
  Id first = b.call("double_f32", {x, twice}, 1), second = b.call("double_f32", {x, again}, 2);
  Id third = b.call("add_f32", {twice, again, both}, 0, {first, second});
  b.call("add_f32", {both, z, y}, 2, {third});
  b.finish();
}

/// y = 4 x by two iterations, of which each has a part of its own, and two registers from lane to lane.
void addRepeated(Artifact &artifact) {
  JobBuilder b(artifact, "repeated");
  b.repeat(2);
  Id x = b.slicedInput("x", DType::F32, {1}), y = b.stackedResult("y", DType::F32, {1});
  Id twice = b.registers(2, DType::F32, {1});
  Id first = b.call("double_f32", {x, twice});
  b.call("double_f32", {twice, y}, 1, {first});
  b.finish();
}

/// y = x + x, once the host has seen x; and w -= ones.
void addCount(Artifact &artifact) {
  artifact.variables.push_back({"w", DType::F32, {2}, {}, {}});
  JobBuilder b(artifact, "count");
  Id x = b.input("x", DType::F32, {2}), ones = b.input("ones", DType::F32, {2});
  Id seen = b.add(HostCallback{"see", {x}});
  b.call("double_f32", {x, b.result("y", DType::F32, {2})}, 0, {seen});
  b.call("subtract_f32", {b.variable("w"), ones});
  b.finish();
}

/// y = x[index]
void addPick(Artifact &artifact) {
  JobBuilder b(artifact, "pick");
  b.call("gather_f32",
         {b.input("index", DType::I64, {2}), b.input("x", DType::F32, {2}), b.result("y", DType::F32, {2})});
  b.finish();
}

/// A tensor, and what its elements are once all that has been asked for is done.
struct Value {
  TensorHandle tensor;
  Floats expected;
  bool hasFailed = false;
};

struct Shared {
  Harness h{{.threads = kSeats}};
  ArtifactHandle artifact;
  std::mutex exchanging;
  std::array<Value, 4> board; ///< what others may have
  std::atomic<int64_t> seen{0}, instructions{0};

  Shared() {
    Artifact made = testArtifact();
    for (auto *add : {addSum, addLanes, addRepeated, addCount, addPick})
      add(made);
    artifact = h.load(made);
    EXPECT_OK(weir_session_set_callback(h.session.get(), "see", see, this));
    for (Value &value : board)
      value = {h.tensor<float>({1, 2}), {1, 2}};
  }

  static weir_status *see(void *opaque, weir_tensor *const *operands, int32_t) {
    Floats values(2);
    EXPECT_OK(weir_tensor_read(operands[0], values.data(), sizeof(float) * 2));
    static_cast<Shared *>(opaque)->seen += values[0] == std::floor(values[0]);
    return nullptr;
  }
};

/// One thread's program.
class Client {
public:
  Client(Shared &shared, uint32_t seed)
      : shared(shared), h(shared.h), random(seed), sum(job("sum")), lanes(job("lanes")), repeated(job("repeated")),
        count(job("count")), pick(job("pick")), ones(h.tensor<float>({1, 1})) {
    for (size_t i = 0; i < 8; ++i)
      values.push_back(fresh());
  }

  int64_t counted = 0;

  void run(int64_t instructions) {
    while (shared.instructions < instructions && !::testing::Test::HasFailure())
      step();
    for (Value &value : values)
      check(value);
  }

private:
  JobHandle job(const char *name) { return h.job(shared.artifact, name); }
  size_t choose(size_t count) { return random() % count; }
  Value &any() { return values[choose(values.size())]; }
  Value fresh() {
    Floats numbers{float(choose(9)), float(choose(9))};
    return {h.tensor<float>(numbers), numbers, false};
  }

  /// In place of one that is let go, whoever still reads it.
  void keep(Value made) {
    bool isBig = made.expected[0] > kMost || made.expected[1] > kMost;
    any() = isBig || choose(8) == 0 ? fresh() : std::move(made);
  }
  void launch(const JobHandle &job, int64_t instructions, std::vector<const TensorHandle *> inputs, Floats expected,
              bool hasFailed) {
    shared.instructions += instructions;
    keep({std::move(h.launch(job, inputs, 1)[0]), std::move(expected), hasFailed});
  }

  void step() {
    Value &x = any(), &z = any();
    const Floats &a = x.expected, &b = z.expected;
    switch (choose(10)) {
    case 0:
    case 1:
      return launch(sum, 1, {&x.tensor, &z.tensor}, {a[0] + b[0], a[1] + b[1]}, x.hasFailed || z.hasFailed);
    case 2:
    case 3:
      return launch(lanes, 4, {&x.tensor, &z.tensor}, {4 * a[0] + b[0], 4 * a[1] + b[1]}, x.hasFailed || z.hasFailed);
    case 4:
      return launch(repeated, 4, {&x.tensor}, {4 * a[0], 4 * a[1]}, x.hasFailed);
    case 5:
      return x.hasFailed ? check(x) : launchCount(x);
    case 6:
      return launchPick(x);
    case 7:
    case 8:
      return x.hasFailed || z.hasFailed ? check(x) : changeInPlace(x, z);
    default:
      return choose(4) == 0 ? waitForAll() : choose(3) == 0 ? check(x) : exchange(x);
    }
  }

  /// What is under way with it goes on meanwhile.
  void exchange(Value &x) {
    std::lock_guard lock(shared.exchanging);
    std::swap(x, shared.board[choose(shared.board.size())]);
  }

  void launchCount(Value &x) {
    ++counted;
    launch(count, 3, {&x.tensor, &ones}, {2 * x.expected[0], 2 * x.expected[1]}, false);
  }

  /// One of sixteen asks for an element that isn't there.
  void launchPick(Value &x) {
    int64_t first = choose(16) == 0 ? 5 : int64_t(choose(2)), second = int64_t(choose(2));
    TensorHandle index = h.tensor<int64_t>({first, second});
    Floats expected{first == 5 ? 0 : x.expected[size_t(first)], x.expected[size_t(second)]};
    launch(pick, 1, {&index, &x.tensor}, std::move(expected), x.hasFailed || first == 5);
  }

  void changeInPlace(Value &x, Value &z) {
    ++shared.instructions;
    auto element = int64_t(choose(2)), other = int64_t(choose(2));
    TensorHandle part = view(x, element);
    float number = float(choose(9));
    switch (choose(3)) {
    case 0:
      EXPECT_OK(weir_tensor_fill(part.get(), number));
      break;
    case 1:
      EXPECT_OK(weir_tensor_write(x.tensor.get(), Floats{number, number}.data(), 2 * sizeof(float)));
      x.expected[size_t(1 - element)] = number;
      break;
    default:
      number = z.expected[size_t(other)];
      EXPECT_OK(weir_tensor_copy(view(z, other).get(), part.get()));
    }
    x.expected[size_t(element)] = number;
  }
  TensorHandle view(Value &x, int64_t element) {
    weir_tensor *part = nullptr;
    int64_t size = 1;
    EXPECT_OK(weir_tensor_view(x.tensor.get(), element, 1, &size, nullptr, &part));
    return TensorHandle(part);
  }

  /// Those who have failed say so each time.
  void check(Value &x) {
    if (x.hasFailed)
      EXPECT_NE(messageOf(weir_tensor_wait(x.tensor.get()), WEIR_KERNEL_FAULT), "");
    else
      EXPECT_EQ(valuesOf<float>(x.tensor), x.expected);
  }
  void waitForAll() { StatusHandle(weir_device_synchronize(h.device.get())); } // others' failures, too

  Shared &shared;
  Harness &h;
  std::mt19937 random;
  JobHandle sum, lanes, repeated, count, pick;
  TensorHandle ones;
  std::vector<Value> values;
};

/// Of this process.
double residentMegabytes() {
  std::ifstream file("/proc/self/statm");
  int64_t total = 0, resident = 0;
  file >> total >> resident;
  return double(resident) * double(sysconf(_SC_PAGESIZE)) / 1e6;
}

void runAll(std::vector<std::unique_ptr<Client>> &clients, int64_t instructions) {
  std::vector<std::thread> threads;
  for (auto &client : clients)
    threads.emplace_back([&client, instructions] { client->run(instructions); });
  for (std::thread &thread : threads)
    thread.join();
}

TEST(Races, ThreadsFindWhatTheirProgramsSay) {
  const char *wanted = std::getenv("WEIR_RACES");
  int64_t instructions = wanted ? std::atoll(wanted) : 20'000;
  Shared shared;
  std::vector<std::unique_ptr<Client>> clients;
  for (uint32_t seed = 0; seed < kThreads; ++seed)
    clients.push_back(std::make_unique<Client>(shared, seed));
  runAll(clients, instructions / 10);
  double before = residentMegabytes();
  runAll(clients, instructions);
  std::printf("instructions: %lld\nresident after a tenth, MB: %.1f\nresident, MB: %.1f\n",
              static_cast<long long>(shared.instructions), before, residentMegabytes());

  StatusHandle(weir_device_synchronize(shared.h.device.get()));
  int64_t counted = 0;
  for (auto &client : clients)
    counted += client->counted;
  EXPECT_EQ(shared.seen, counted);
  TensorHandle w = shared.h.variable("w");
  EXPECT_EQ(valuesOf<float>(w), Floats(2, -float(counted))); // below 2^24, which are exact
}

} // namespace
} // namespace weir
