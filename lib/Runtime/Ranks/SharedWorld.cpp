// Lays out the memory of a world.
#include "lib/Runtime/Ranks/SharedWorld.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace weir {

struct SharedWorld::Header {
  std::atomic<uint64_t> magic{0}; ///< when all else is there
  int64_t numRanks = 0;
  uint64_t wireSize = 0;
};

namespace {

constexpr uint64_t kMagic = 0x57454952574f524c;
/// Of all wires together; one of a small world is long enough that a large tensor takes few turns.
constexpr size_t kWireBytes = size_t{32} << 20, kLongest = size_t{4} << 20, kShortest = size_t{4} << 10;

constexpr size_t roundUp(size_t size) { return (size + 63) / 64 * 64; }

size_t wireSizeFor(int64_t numRanks) {
  auto wires = World::kWays * static_cast<size_t>(numRanks) * static_cast<size_t>(numRanks);
  size_t size = std::min(kLongest, kWireBytes / wires);
  return std::max(kShortest, size / 4096 * 4096);
}

size_t worldSize(int64_t numRanks) {
  auto ranks = static_cast<size_t>(numRanks);
  return roundUp(4096) + ranks * roundUp(sizeof(RankState)) +
         World::kWays * ranks * ranks * (roundUp(sizeof(Wire)) + wireSizeFor(numRanks));
}

Status systemFailure(const std::string &what, const std::string &name) {
  return failure(WEIR_INTERNAL,
                 message("expects to ", what, " the memory of ranks '", name, "', got: ", strerror(errno)));
}

} // namespace

/// Memory begins as zeros, which is what all of it is to be but for the header.
void SharedWorld::begin(int64_t numRanks) {
  header().numRanks = numRanks;
  header().wireSize = wireSizeFor(numRanks);
  header().magic.store(kMagic, std::memory_order_release);
}

SharedWorld::Header &SharedWorld::header() const { return *reinterpret_cast<Header *>(memory); }
int64_t SharedWorld::numRanks() const { return header().numRanks; }
size_t SharedWorld::wireSize() const { return header().wireSize; }

RankState &SharedWorld::state(int64_t rank) {
  return *reinterpret_cast<RankState *>(memory + 4096 + static_cast<size_t>(rank) * roundUp(sizeof(RankState)));
}

Wire &SharedWorld::wire(Way way, int64_t from, int64_t to) {
  auto ranks = static_cast<size_t>(numRanks());
  size_t number = (static_cast<size_t>(way) * ranks + static_cast<size_t>(from)) * ranks + static_cast<size_t>(to);
  std::byte *wires = memory + 4096 + ranks * roundUp(sizeof(RankState));
  return *reinterpret_cast<Wire *>(wires + number * (roundUp(sizeof(Wire)) + wireSize()));
}

std::byte *SharedWorld::bytesOf(Way way, int64_t from, int64_t to) {
  return reinterpret_cast<std::byte *>(&wire(way, from, to)) + roundUp(sizeof(Wire));
}

std::shared_ptr<SharedWorld> SharedWorld::ofThreads(int64_t numRanks) {
  if (numRanks < 1)
    throw std::invalid_argument(message("expects a world of at least one rank, got ", numRanks));
  size_t size = worldSize(numRanks);
  void *memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    throw std::bad_alloc();
  std::shared_ptr<SharedWorld> world(new SharedWorld(static_cast<std::byte *>(memory), size, /*isFile=*/false));
  world->begin(numRanks);
  return world;
}

std::variant<std::shared_ptr<SharedWorld>, Status> SharedWorld::create(const std::string &name, int64_t numRanks) {
  if (numRanks < 1)
    return failure(WEIR_INVALID_ARGUMENT, message("expects a world of at least one rank, got ", numRanks));
  int file = shm_open(("/" + name).c_str(), O_RDWR | O_CREAT | O_EXCL, 0600);
  if (file < 0)
    return systemFailure("make", name);
  size_t size = worldSize(numRanks);
  // Room is taken now, where a lack of it is an error; later it would be a signal.
  int lacking = posix_fallocate(file, 0, static_cast<off_t>(size));
  void *memory = lacking ? MAP_FAILED : mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (lacking)
    errno = lacking;
  close(file);
  if (memory == MAP_FAILED) {
    Status failed = systemFailure("make", name);
    unlink(name);
    return failed;
  }
  std::shared_ptr<SharedWorld> world(new SharedWorld(static_cast<std::byte *>(memory), size, /*isFile=*/true));
  world->begin(numRanks);
  return world;
}

std::variant<std::shared_ptr<SharedWorld>, Status> SharedWorld::open(const std::string &name) {
  int file = shm_open(("/" + name).c_str(), O_RDWR, 0600);
  if (file < 0)
    return systemFailure("open", name);
  struct stat facts;
  bool isKnown = fstat(file, &facts) == 0 && facts.st_size >= 4096;
  size_t size = isKnown ? static_cast<size_t>(facts.st_size) : 0;
  void *memory = isKnown ? mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) : MAP_FAILED;
  int why = errno;
  close(file);
  errno = why;
  if (!isKnown)
    return failure(WEIR_INVALID_ARGUMENT,
                   message("expects '", name, "' to be the memory of ranks, which has been made"));
  if (memory == MAP_FAILED)
    return systemFailure("open", name);
  std::shared_ptr<SharedWorld> world(new SharedWorld(static_cast<std::byte *>(memory), size, /*isFile=*/true));
  Header &header = world->header();
  bool isWorld = header.magic.load(std::memory_order_acquire) == kMagic && worldSize(header.numRanks) == size;
  if (!isWorld)
    return failure(WEIR_INVALID_ARGUMENT,
                   message("expects '", name, "' to be the memory of ranks, which has been made, by this version"));
  return world;
}

void SharedWorld::unlink(const std::string &name) { shm_unlink(("/" + name).c_str()); }

SharedWorld::~SharedWorld() { munmap(memory, size); }

} // namespace weir
