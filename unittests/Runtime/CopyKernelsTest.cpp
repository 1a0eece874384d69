// Copies of strided regions: the loops that they come down to, and the kernels that do them on a GPU.
#include "lib/Runtime/Device/CopyStrided.h"
#include "lib/Runtime/Device/Devices.h"
#include "lib/Runtime/Engine.h"
#include "unittests/Runtime/FakeDriver.h"
#include "unittests/Runtime/RuntimeTest.h"

#include <algorithm>
#include <fstream>
#include <random>

namespace weir {
namespace {

std::string contentsOf(const std::string &path) {
  std::ifstream stream(path);
  return {std::istreambuf_iterator<char>(stream), {}};
}

CopyLoops loopsOf(std::vector<int64_t> sizes, std::vector<int64_t> source, std::vector<int64_t> target) {
  void *none = nullptr;
  return CopyLoops(StridedCopy{&none, &none, 4, std::move(sizes), std::move(source), std::move(target)});
}

TEST(CopyLoops, AreJoined) {
  CopyLoops whole = loopsOf({2, 1, 3}, {3, 7, 1}, {3, 9, 1});
  EXPECT_EQ(whole.rank, 1u);
  EXPECT_TRUE(whole.isSourceContiguous() && whole.isTargetContiguous());
  EXPECT_EQ(whole.numElements(), 6);
  CopyLoops transposed = loopsOf({2, 3}, {1, 2}, {3, 1});
  EXPECT_EQ(transposed.rank, 2u);
  EXPECT_FALSE(transposed.isSourceContiguous());
  EXPECT_TRUE(loopsOf({0, 3}, {3, 1}, {3, 1}).isEmpty);
  EXPECT_EQ(loopsOf({}, {}, {}).numElements(), 1);
  EXPECT_EQ(loopsOf({1, 1}, {5, 5}, {5, 5}).rank, 0u);
}

/// Every element where it belongs, whichever dimensions are neighbours' in source and target.
template <typename Element> void expectTurned(const std::vector<int64_t> &sizes, const std::vector<size_t> &order) {
  std::vector<int64_t> strides(sizes.size()), targetStrides(sizes.size());
  int64_t count = 1, targetCount = 1;
  for (size_t i = sizes.size(); i-- > 0;) {
    strides[order[i]] = count, targetStrides[i] = targetCount;
    count *= sizes[order[i]], targetCount *= sizes[i];
  }
  std::vector<Element> source(count), target(count + 1, Element(7));
  for (int64_t i = 0; i < count; ++i)
    source[i] = Element(i * 31 + 5);
  void *from = source.data(), *to = target.data();
  copyStrided(StridedCopy{&to, &from, sizeof(Element), sizes, strides, targetStrides});
  for (int64_t i = 0; i < count; ++i) {
    int64_t rest = i, place = 0;
    for (size_t d = sizes.size(); d-- > 0;) {
      place += rest % sizes[d] * strides[d];
      rest /= sizes[d];
    }
    ASSERT_EQ(target[i], source[place]) << "element " << i << " of " << sizeof(Element) << " bytes";
  }
  EXPECT_EQ(target[count], Element(7));
}

TEST(CopyStrided, SquaresAreTurned) {
  for (const std::vector<int64_t> &sizes :
       {std::vector<int64_t>{70, 131}, {8, 9}, {7, 40}, {3, 130, 65}, {20, 3, 17, 9}}) {
    std::vector<size_t> order(sizes.size());
    for (size_t i = 0; i < order.size(); ++i)
      order[i] = i;
    do {
      expectTurned<uint8_t>(sizes, order);
      expectTurned<uint16_t>(sizes, order);
      expectTurned<uint32_t>(sizes, order);
      expectTurned<uint64_t>(sizes, order);
    } while (std::next_permutation(order.begin(), order.end()));
  }
}

/// The PTX in the tree is what the compiler makes of the C code beside it.
TEST(CopyKernels, AreFresh) {
  std::string made = contentsOf(WEIR_TEST_COPY_PTX), committed = contentsOf(WEIR_COPY_KERNELS);
  if (made.empty())
    GTEST_SKIP() << "the C compiler has no NVPTX";
  std::string expected = "// Made of CopyKernels.c; see there.\nR\"ptx(\n" + made + ")ptx\"\n";
  std::string path = ::testing::TempDir() + "CopyKernels.inc";
  if (committed != expected)
    std::ofstream(path) << expected;
  EXPECT_TRUE(committed == expected) << "cp " << path << " " << WEIR_COPY_KERNELS;
}

/// What the driver would do when it loads them.
TEST(CopyKernels, Assemble) {
  if (!std::ifstream(WEIR_PTXAS))
    GTEST_SKIP() << "no CUDA Toolkit at " << WEIR_PTXAS;
  std::string text = contentsOf(WEIR_COPY_KERNELS), path = ::testing::TempDir() + "weir_copy.ptx";
  size_t begin = text.find("ptx(") + 4;
  std::ofstream(path) << text.substr(begin, text.rfind(")ptx") - begin);
  for (const char *arch : {"sm_80", "sm_90a"})
    EXPECT_EQ(
        std::system(
            (std::string(WEIR_PTXAS) + " --warning-as-error -arch=" + arch + " " + path + " -o /dev/null").c_str()),
        0)
        << arch;
  std::remove(path.c_str());
}

/// A view of `sizes` into a flat buffer: dimensions in a random order, with gaps, some backwards.
struct RandomView {
  std::vector<int64_t> strides;
  int64_t offset = 0, elements = 1;
};

RandomView randomView(const std::vector<int64_t> &sizes, std::mt19937 &random) {
  RandomView view{std::vector<int64_t>(sizes.size()), 0, 1};
  std::vector<size_t> order(sizes.size());
  for (size_t i = 0; i < order.size(); ++i)
    order[i] = i;
  std::shuffle(order.begin(), order.end(), random);
  for (size_t d : order) {
    view.strides[d] = view.elements;
    view.elements = view.elements * sizes[d] + int64_t(random() % 3);
    if (random() % 4 == 0) {
      view.offset += (sizes[d] - 1) * view.strides[d];
      view.strides[d] = -view.strides[d];
    }
  }
  return view;
}

/// The kernels, run by the fake driver, do what the host's loops do.
class StridedOnDevice : public ::testing::TestWithParam<int64_t> {};

TEST_P(StridedOnDevice, CopiesAndFills) {
  FakeDriver fake;
  const int64_t elementBytes = GetParam();
  std::mt19937 random{unsigned(elementBytes)};
  Harness h({}, "cuda");
  Device &device = *h.device->engine->device;
  for (int round = 0; round < 60; ++round) {
    std::vector<int64_t> sizes(random() % 5);
    for (int64_t &size : sizes)
      size = 1 + int64_t(random() % 5);
    RandomView from = randomView(sizes, random), to = randomView(sizes, random);
    std::vector<char> source(size_t(from.elements * elementBytes)), target(size_t(to.elements * elementBytes));
    for (char &byte : source)
      byte = char(random());
    auto run = [&](const auto &work) {
      std::shared_ptr<DeviceStorage> sourceMemory, targetMemory;
      Allocator &allocator = *h.device->engine->allocator;
      ASSERT_FALSE(allocator.allocate(int64_t(source.size()), "", sourceMemory));
      ASSERT_FALSE(allocator.allocate(int64_t(target.size()), "", targetMemory));
      ASSERT_FALSE(device.write(sourceMemory->data(), source.data(), int64_t(source.size())));
      ASSERT_FALSE(device.write(targetMemory->data(), target.data(), int64_t(target.size())));
      void *sourceStart = static_cast<char *>(sourceMemory->data()) + from.offset * elementBytes;
      void *targetStart = static_cast<char *>(targetMemory->data()) + to.offset * elementBytes;
      work(device, &sourceStart, &targetStart);
      std::vector<char> onDevice(target.size());
      ASSERT_FALSE(device.read(onDevice.data(), targetMemory->data(), int64_t(target.size())));

      std::shared_ptr<Device> host;
      ASSERT_FALSE(createDevice("cpu", host));
      sourceStart = source.data() + from.offset * elementBytes;
      targetStart = target.data() + to.offset * elementBytes;
      work(*host, &sourceStart, &targetStart);
      EXPECT_EQ(onDevice, target);
    };
    run([&](Device &on, void **s, void **t) {
      EXPECT_FALSE(on.copy({s, t, elementBytes, sizes, from.strides, to.strides}));
    });
    uint64_t bits = random() % 3 ? random() * 0x123456789ABCDEFull : 0;
    run([&](Device &on, void **, void **t) { EXPECT_FALSE(on.fill({t, elementBytes, bits, sizes, to.strides})); });
  }
}

INSTANTIATE_TEST_SUITE_P(ElementBytes, StridedOnDevice, ::testing::Values(1, 2, 4, 8));

} // namespace
} // namespace weir
