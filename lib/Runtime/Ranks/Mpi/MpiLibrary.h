// A library of MPI that has been opened.
#pragma once

#include "lib/Runtime/Ranks/Mpi/MpiPlugin.h"
#include "lib/Runtime/Status.h"
#include "lib/Runtime/Threads/Forks.h"
#include "lib/Runtime/Threads/Primitives.h"

#include <memory>
#include <string>

namespace weir {

/// Whose mpirun has started this process, as its environment says, and with how many others.
struct MpiStart {
  std::string library; ///< "openmpi", "mpich", or the path of a plug-in; empty in a process that is alone
  int32_t ranks = 1;

  static MpiStart ofEnvironment();
};

class MpiLibrary {
public:
  /// The plug-in of this name next to the runtime, or that of a path.
  static Status open(const std::string &name, std::unique_ptr<MpiLibrary> &library);

  /// Calls a function of the plug-in, as the only thread that does. Fails where MPI has ended.
  template <typename Function, typename... Arguments>
  Status call(const char *what, Function weir_mpi_plugin::*function, Arguments... arguments) {
    if (isOfParent())
      return failure(WEIR_INTERNAL, message("expects MPI to be used by the process that has opened it, in ", what));
    std::lock_guard lock(mutex);
    if (plugin->is_over())
      return failure(WEIR_INTERNAL, message("expects MPI to be there in ", what, ", but it has ended"));
    int error = (plugin->*function)(arguments...);
    return error ? explained(what, error) : nullptr;
  }
  Status initialize();
  /// Of what has been initialized here.
  void finalize();
  /// Whether nobody may call it any more.
  bool isOver();
  /// Whether this process is a fork of the one that is a rank. Its locks may stay as they are forever.
  bool isOfParent() const { return forks != countedForks(); }

  bool isOurs() const { return hasInitialized; }

private:
  explicit MpiLibrary(const weir_mpi_plugin *plugin) : plugin(plugin) {}
  Status explained(const char *what, int error) const;

  const weir_mpi_plugin *const plugin;
  const int forks = countedForks();
  bool hasInitialized = false;
  Mutex mutex; ///< libraries do little for threads, and some nothing
};

} // namespace weir
