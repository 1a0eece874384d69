// Memory that the ranks of a world share: threads of one process, or processes of one host.
#pragma once

#include "lib/Runtime/Ranks/World.h"

#include <atomic>
#include <variant>

namespace weir {

/// A ring of bytes from one rank to another. The writer alone moves `written`, the reader alone `read`.
struct alignas(64) Wire {
  std::atomic<uint64_t> written{0};
  alignas(64) std::atomic<uint64_t> read{0};
};

/// What the others know of a rank.
struct alignas(64) RankState {
  enum : uint32_t { Absent, Present, Ended, Failed };
  std::atomic<uint32_t> state{Absent};
  std::atomic<int64_t> process{0};
  std::atomic<uint64_t> started{0}; ///< when the process was
  std::atomic<uint32_t> isMessageWhole{0};
  char message[1024] = {}; ///< of one that failed
};

/// Wires between all ranks and their states, in one block of memory. It is position independent.
class SharedWorld : public World, public std::enable_shared_from_this<SharedWorld> {
public:
  /// For threads of this process.
  static std::shared_ptr<SharedWorld> ofThreads(int64_t numRanks);
  /// For processes of this host: a file of this name below /dev/shm, made by the first and opened by all.
  static std::variant<std::shared_ptr<SharedWorld>, Status> create(const std::string &name, int64_t numRanks);
  static std::variant<std::shared_ptr<SharedWorld>, Status> open(const std::string &name);
  /// Takes the name away; those who have opened it go on.
  static void unlink(const std::string &name);

  ~SharedWorld() override;

  int64_t numRanks() const override;
  Status connect(int64_t rank, Way way, std::unique_ptr<Transport> &transport) override;
  size_t wireSize() const;
  Wire &wire(Way way, int64_t from, int64_t to);
  std::byte *bytesOf(Way way, int64_t from, int64_t to);
  RankState &state(int64_t rank);

  /// Whether ranks are processes, whose ends can be seen from outside.
  bool isOfProcesses() const { return isFile; }

private:
  struct Header;
  SharedWorld(std::byte *memory, size_t size, bool isFile) : memory(memory), size(size), isFile(isFile) {}
  void begin(int64_t numRanks);
  Header &header() const;

  std::byte *memory;
  size_t size;
  bool isFile;
};

/// The transport of one rank of a world.
std::unique_ptr<Transport> makeTransport(std::shared_ptr<SharedWorld> world, int64_t rank,
                                         World::Way way = World::Way::Awaited);

} // namespace weir
