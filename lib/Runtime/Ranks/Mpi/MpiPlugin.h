// What a plug-in gives: MPI as far as the runtime needs it, in types of no library. The libraries differ in theirs, so
// that there is a plug-in for each, which is opened in a process that mpirun has started.
#pragma once

#include <cstdint>

extern "C" {

/// A request or a communicator of the library. It stays where it is while the library knows its address.
struct weir_mpi_handle {
  alignas(8) unsigned char bytes[8];
};

constexpr uint32_t kWeirMpiVersion = 1;

/// Functions return 0, or an error of MPI, which `explain` knows. None of them waits for another process, but for
/// `initialize` and `finalize`. One thread at a time calls them.
struct weir_mpi_plugin {
  uint32_t version;
  const char *library;

  /// Unless somebody has done so before. Says whether threads may take turns with calls.
  int (*initialize)(int32_t *is_ours, int32_t *allows_threads);
  int (*finalize)();
  /// Whether MPI is not, or no longer, there.
  int32_t (*is_over)();
  int (*place)(int32_t *rank, int32_t *ranks);

  /// All processes, apart from what others of this process send. The communicator can be used when the request is done.
  int (*duplicate)(weir_mpi_handle *communicator, weir_mpi_handle *request);
  /// Lets errors of a communicator be returned.
  int (*return_errors)(weir_mpi_handle *communicator);
  int (*send)(weir_mpi_handle *communicator, const void *data, int32_t size, int32_t to, int32_t tag,
              weir_mpi_handle *request);
  /// Whether somebody has sent what could be received, and who.
  int (*probe)(weir_mpi_handle *communicator, int32_t tag, int32_t *is_there, int32_t *from);
  int (*receive)(weir_mpi_handle *communicator, void *data, int32_t size, int32_t from, int32_t tag,
                 weir_mpi_handle *request);
  /// Once a request is done it is gone.
  int (*test)(weir_mpi_handle *request, int32_t *is_done);
  int (*test_received)(weir_mpi_handle *request, int32_t *is_done, int32_t *from, int32_t *size);
  void (*explain)(int error, char *text, int32_t size);
};

/// What a plug-in exports.
using WeirMpiEntry = const weir_mpi_plugin *();
constexpr const char *kWeirMpiEntry = "weir_mpi_plugin_entry";
}
