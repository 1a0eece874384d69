// A communicator of one transport: messages between ranks, and what ranks have told each other of themselves. What MPI
// may still read or write belongs to the line, which stays until the process ends: a failed exchange leaves no address
// of a tensor behind.
#pragma once

#include "lib/Runtime/Ranks/Mpi/MpiLibrary.h"

#include <array>
#include <atomic>
#include <functional>
#include <vector>

namespace weir {

class MpiLine {
public:
  /// One that is under way, or was.
  struct Message {
    std::vector<std::byte> bytes;
    int32_t size = 0; ///< of what has come
    bool isUnderWay = false;
    weir_mpi_handle request{};
  };
  /// To and from another rank, two messages at a time each: one is copied while the other goes.
  struct Wire {
    std::array<Message, 2> out, in;
    uint64_t numOut = 0, numIn = 0;  ///< messages so far of an exchange that have gone, and that have come
    uint64_t asked = 0;              ///< messages that have been asked for and have not come
    uint64_t toGive = 0, toTake = 0; ///< bytes that have not gone, and not come
  };
  enum class State : int32_t { Present, Ended, Failed };

  MpiLine(MpiLibrary &library, int32_t rank, int32_t ranks);
  /// All ranks do so, in the same order of their lines. `whyGone` is asked now and then why some will not; it says
  /// nothing where they may.
  Status connect(Clock::time_point deadline, const std::function<std::string()> &whyGone);

  Status send(Message &message, int64_t to, int32_t size);
  Status receive(Message &message, int64_t from, int32_t most);
  Status testSent(Message &message);
  Status testReceived(Message &message);

  /// Tells all others, once, that this rank has ended or failed.
  void say(State state, const std::string &why);
  /// Tells them that its process ends, whatever it has said before.
  void sayGoodbye();
  /// Hears what others have said.
  void listen();
  /// What this rank has said has left it; or some time has passed.
  void settle();

  int32_t numRanks() const { return int32_t(wires.size()); }
  Wire &wire(int64_t peer) { return wires[size_t(peer)]; }
  /// What was heard of a rank; if it has failed, why.
  State stateOf(int64_t peer, std::string &why) const;
  const char *whyFailed() const { return hasFailed.load(std::memory_order_acquire) ? said.text : nullptr; }
  bool isBroken() const;
  /// Some rank that has said goodbye, or -1; and whether all have.
  int32_t whoHasSaidGoodbye() const;
  bool haveAllSaidGoodbye() const;

private:
  struct News {
    State state = State::Present;
    int32_t isGoodbye = 0;
    char text[1016] = {};
  };

  void tell(const News &news);

  MpiLibrary &library;
  const int32_t self;
  weir_mpi_handle communicator{};
  std::vector<Wire> wires; ///< by rank
  std::atomic<bool> hasFailed{false};

  mutable Mutex hearing;   ///< guards what follows
  std::vector<News> heard; ///< of each rank
  News arriving;
  bool isListening = false; ///< to what `speaker` has sent and `arriving` has not got yet
  int32_t speaker = 0;
  weir_mpi_handle listening{};

  Mutex speaking; ///< guards what follows
  News said, goodbye;
  std::vector<weir_mpi_handle> speeches; ///< what was said and has not left yet
};

} // namespace weir
