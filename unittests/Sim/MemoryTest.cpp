// Which addresses a launch may touch, and which bytes mean something.
#include "unittests/Sim/Kernel.h"

#include <algorithm>

namespace weir::sim {
namespace {

/// Scalars: an operand, a byte offset there (of shared memory if the operand is 9), bytes, what to do (an Access).
void accessOnce(weir_sim_thread *thread, const uint64_t *words) {
  if (thread->tid != 5)
    return;
  uint64_t operand = words[3];
  char *address = (operand == 9 ? thread->shared : pointer<char>(words, int(operand))) + int64_t(words[4]);
  auto bytes = static_cast<uint32_t>(words[5]);
  const weir_sim_calls &calls = *thread->calls;
  auto check = words[6] == uint64_t(MemoryAccess::Load)    ? calls.check_load
               : words[6] == uint64_t(MemoryAccess::Store) ? calls.check_store
                                                           : calls.check_atomic;
  check(thread, 3, address, bytes, bytes);
}

/// Operands 0 and 1 may be read, 1 and 2 written; 2 has no contents yet. 40 bytes each.
struct Operands {
  alignas(16) std::array<uint32_t, 12> values[3] = {};

  std::optional<Report> access(uint64_t operand, int64_t offset, uint64_t bytes, MemoryAccess access) {
    TestLaunch launch{.entry = accessOnce, .sharedBytes = 64};
    for (uint32_t i = 0; i < 3; ++i)
      launch.operands.push_back({values[i].data(), 40, Place::Space::Operand, i, i != 2, i != 0, i != 2});
    launch.scalars = {operand, static_cast<uint64_t>(offset), bytes, static_cast<uint64_t>(access)};
    return launch.run();
  }
};

TEST(SimMemory, AccessesInsideAreAllowed) {
  Operands operands;
  for (auto [offset, bytes] : {std::pair{0, 16}, {36, 4}, {32, 8}, {39, 1}}) {
    EXPECT_TRUE(isSilent(operands.access(0, offset, bytes, MemoryAccess::Load)));
    EXPECT_TRUE(isSilent(operands.access(1, offset, bytes, MemoryAccess::Load)));
    EXPECT_TRUE(isSilent(operands.access(1, offset, bytes, MemoryAccess::Store)));
    EXPECT_TRUE(isSilent(operands.access(1, offset, bytes, MemoryAccess::Atomic)));
    EXPECT_TRUE(isSilent(operands.access(2, offset, bytes, MemoryAccess::Store)));
    EXPECT_TRUE(isSilent(operands.access(9, offset, bytes, MemoryAccess::Store)));
  }
}

TEST(SimMemory, AccessesOfNothingAreAllowed) {
  Operands operands;
  EXPECT_TRUE(isSilent(operands.access(0, 1000, 0, MemoryAccess::Store)));
}

TEST(SimMemory, AccessesOutsideAreReported) {
  Operands operands;
  EXPECT_EQ(
      textOf(operands.access(2, 40, 4, MemoryAccess::Store)),
      "kernel 'k': access out of bounds: thread 5 of block 0 at op3 (k.py:3) stores 4 bytes at byte 40 of operand "
      "2, which has 40 bytes");
  EXPECT_EQ(textOf(operands.access(0, -4, 4, MemoryAccess::Load)),
            "kernel 'k': access out of bounds: thread 5 of block 0 at op3 (k.py:3) loads 4 bytes at byte -4 of operand "
            "0, which has 40 bytes");
  EXPECT_EQ(textOf(operands.access(9, 64, 4, MemoryAccess::Store)),
            "kernel 'k': access out of bounds: thread 5 of block 0 at op3 (k.py:3) stores 4 bytes at byte 64 of shared "
            "memory, which has 64 bytes");
  EXPECT_EQ(textOf(operands.access(0, int64_t{1} << 40, 4, MemoryAccess::Atomic)),
            "kernel 'k': access out of bounds: thread 5 of block 0 at op3 (k.py:3) updates 4 bytes far from everything "
            "that this launch was given");
  EXPECT_TRUE(isReported(operands.access(1, 32, 16, MemoryAccess::Load), Problem::OutOfBounds, 3));
  EXPECT_TRUE(isReported(operands.access(9, 56, 16, MemoryAccess::Store), Problem::Misaligned, 3));
  EXPECT_TRUE(isReported(operands.access(9, 48, 32, MemoryAccess::Store), Problem::Misaligned, 3));
  EXPECT_TRUE(isReported(operands.access(9, 64, 16, MemoryAccess::Store), Problem::OutOfBounds, 3));
  EXPECT_TRUE(isReported(operands.access(9, -16, 16, MemoryAccess::Store), Problem::OutOfBounds, 3));
}

TEST(SimMemory, ForbiddenAccessesAreReported) {
  Operands operands;
  EXPECT_EQ(textOf(operands.access(0, 8, 4, MemoryAccess::Store)),
            "kernel 'k': forbidden access: thread 5 of block 0 at op3 (k.py:3) stores 4 bytes at byte 8 of operand 0, "
            "which this launch may only load");
  EXPECT_TRUE(isReported(operands.access(0, 8, 4, MemoryAccess::Atomic), Problem::Forbidden, 3));
  EXPECT_TRUE(isReported(operands.access(2, 8, 4, MemoryAccess::Load), Problem::Forbidden, 3));
}

TEST(SimMemory, MisalignedAccessesAreReported) {
  Operands operands;
  EXPECT_EQ(textOf(operands.access(0, 2, 4, MemoryAccess::Load)),
            "kernel 'k': misaligned access: thread 5 of block 0 at op3 (k.py:3) loads 4 bytes at byte 2 of operand 0; "
            "expects an address that is a multiple of 4");
  EXPECT_TRUE(isReported(operands.access(9, 8, 16, MemoryAccess::Store), Problem::Misaligned, 3));
}

TEST(SimMemory, NothingIsCheckedWithoutChecks) {
  std::vector<uint32_t> in(4);
  TestLaunch launch{.entry = accessOnce, .options = {.check = false}};
  launch.in(in).in(in).in(in).scalars = {0, 1000, 4, uint64_t(MemoryAccess::Store)};
  EXPECT_TRUE(isSilent(launch.run()));
}

/// Scalar: how many of the 8 bytes at the thread's place are written before they are read together.
void writeThenRead(weir_sim_thread *thread, const uint64_t *words) {
  char *base = words[1] ? pointer<char>(words, 0) : thread->shared;
  char *own = base + 8 * thread->tid;
  for (uint64_t i = 0; i < words[2]; ++i)
    At(thread, 0).store(own + i, char(i));
  At(thread, 1).load(reinterpret_cast<const uint64_t *>(own));
}

TEST(SimMemory, ReadsOfUnwrittenBytesAreReported) {
  for (Options options : allOptions(3))
    for (bool global : {false, true})
      for (uint64_t written = 0; written <= 8; ++written) {
        std::vector<uint64_t> out(32);
        TestLaunch launch{.entry = writeThenRead, .threads = 32, .sharedBytes = 256, .options = options};
        launch.out(out).scalars = {global, written};
        std::optional<Report> report = launch.run();
        EXPECT_TRUE(written == 8 ? isSilent(report) : isReported(report, Problem::Unwritten, 1));
        if (report)
          EXPECT_EQ(uint64_t(report->place.byte), 8 * report->actor.thread + written);
      }
}

TEST(SimMemory, ContentsFromBeforeTheLaunchCount) {
  std::vector<uint64_t> out(32);
  TestLaunch launch{.entry = writeThenRead};
  launch.inOut(out).scalars = {1, 0};
  EXPECT_TRUE(isSilent(launch.run()));
}

/// Writes shared memory in block 0, reads it in block 1.
void readOfEarlierBlock(weir_sim_thread *thread, const uint64_t *) {
  auto *own = sharedOf<uint32_t>(thread) + thread->tid;
  if (thread->ctaid == 0)
    At(thread, 0).store(own, 1u);
  else
    At(thread, 1).load(own);
}

TEST(SimMemory, SharedMemoryDoesNotPassFromBlockToBlock) {
  std::optional<Report> report =
      TestLaunch{.entry = readOfEarlierBlock, .threads = 32, .sharedBytes = 128, .blocks = 2}.run();
  EXPECT_TRUE(isReported(report, Problem::Unwritten, 1));
  EXPECT_EQ(report->actor.block, 1);
}

/// An operand computed in place: a range that is read, and the same bytes as a range that is written.
void addOneInPlace(weir_sim_thread *thread, const uint64_t *words) {
  uint32_t i = thread->tid + static_cast<uint32_t>(words[2]) * (thread->tid == 7);
  uint32_t value = At(thread, 0).load(pointer<uint32_t>(words, 0) + i);
  At(thread, 1).store(pointer<uint32_t>(words, 1) + thread->tid, value + 1);
}

TEST(SimMemory, OverlappingRangesAreOneMemory) {
  std::vector<uint32_t> values(40, 4);
  for (uint64_t bug : {0, 1}) {
    TestLaunch launch{.entry = addOneInPlace};
    launch.operands = {{values.data(), 160, Place::Space::Operand, 0, true, false, true},
                       {values.data(), 160, Place::Space::Operand, 1, false, true, false}};
    launch.scalars = {bug};
    std::optional<Report> report = launch.run();
    EXPECT_TRUE(bug ? isReported(report, Problem::Race, 1) : isSilent(report));
  }
}

/// The part of a result that lies in front of bytes with contents, in the same 16 bytes of memory.
void readBoth(weir_sim_thread *thread, const uint64_t *words) {
  if (thread->tid == 0)
    At(thread, uint32_t(words[2])).load(pointer<uint8_t>(words, 0) + words[2]);
}

TEST(SimMemory, ContentsMayBeginAnywhere) {
  alignas(16) uint8_t bytes[16] = {};
  for (uint64_t at = 0; at < 16; ++at) {
    TestLaunch launch{.entry = readBoth};
    launch.operands = {{bytes, 16, Place::Space::Operand, 0, true, true, false},
                       {bytes + 5, 6, Place::Space::Operand, 1, true, false, true}};
    launch.scalars = {at};
    std::optional<Report> report = launch.run();
    EXPECT_TRUE(at >= 5 && at < 11 ? isSilent(report) : isReported(report, Problem::Unwritten, uint32_t(at)));
  }
}

/// Private memory is the stack; AddressSanitizer would move it elsewhere.
__attribute__((no_sanitize("address"))) void useOwnStack(weir_sim_thread *thread, const uint64_t *words) {
  uint32_t own[4];
  for (uint32_t i = 0; i < 4; ++i)
    At(thread, 0).store(own + i, i);
  At(thread, 1).load(own + thread->tid % 4);
}

TEST(SimMemory, PrivateMemoryIsAllowed) { EXPECT_TRUE(isSilent(TestLaunch{.entry = useOwnStack}.run())); }

} // namespace
} // namespace weir::sim
