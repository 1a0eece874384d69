// The calls of MPI behind MpiPlugin.h, compiled against the headers of each library that there is.
#include "lib/Runtime/Ranks/Mpi/MpiPlugin.h"

#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <cstring>
#include <initializer_list>

namespace {

static_assert(sizeof(MPI_Request) <= sizeof(weir_mpi_handle) && sizeof(MPI_Comm) <= sizeof(weir_mpi_handle));

MPI_Request &requestOf(weir_mpi_handle *handle) { return *reinterpret_cast<MPI_Request *>(handle->bytes); }
MPI_Comm &communicatorOf(weir_mpi_handle *handle) { return *reinterpret_cast<MPI_Comm *>(handle->bytes); }

int initialize(int32_t *isOurs, int32_t *allowsThreads) {
  int isThere = 0, provided = MPI_THREAD_SINGLE;
  if (int error = MPI_Initialized(&isThere))
    return error;
  // More threads than are needed: who comes later in this process may want them.
  int error = isThere ? MPI_Query_thread(&provided) : MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &provided);
  *isOurs = !isThere;
  *allowsThreads = provided >= MPI_THREAD_SERIALIZED;
  if (error || isThere)
    return error;
  for (MPI_Comm communicator : {MPI_COMM_WORLD, MPI_COMM_SELF})
    if (int failed = MPI_Comm_set_errhandler(communicator, MPI_ERRORS_RETURN))
      return failed;
  return MPI_SUCCESS;
}

int finalize() { return MPI_Finalize(); }

int32_t isOver() {
  int isThere = 0, hasEnded = 0;
  return MPI_Initialized(&isThere) || MPI_Finalized(&hasEnded) || !isThere || hasEnded;
}

int place(int32_t *rank, int32_t *ranks) {
  int error = MPI_Comm_rank(MPI_COMM_WORLD, rank);
  return error ? error : MPI_Comm_size(MPI_COMM_WORLD, ranks);
}

int duplicate(weir_mpi_handle *communicator, weir_mpi_handle *request) {
  return MPI_Comm_idup(MPI_COMM_WORLD, &communicatorOf(communicator), &requestOf(request));
}

int returnErrors(weir_mpi_handle *communicator) {
  return MPI_Comm_set_errhandler(communicatorOf(communicator), MPI_ERRORS_RETURN);
}

int send(weir_mpi_handle *communicator, const void *data, int32_t size, int32_t to, int32_t tag,
         weir_mpi_handle *request) {
  return MPI_Isend(data, size, MPI_BYTE, to, tag, communicatorOf(communicator), &requestOf(request));
}

int probe(weir_mpi_handle *communicator, int32_t tag, int32_t *isThere, int32_t *from) {
  MPI_Status status;
  int error = MPI_Iprobe(MPI_ANY_SOURCE, tag, communicatorOf(communicator), isThere, &status);
  if (!error && *isThere)
    *from = status.MPI_SOURCE;
  return error;
}

int receive(weir_mpi_handle *communicator, void *data, int32_t size, int32_t from, int32_t tag,
            weir_mpi_handle *request) {
  return MPI_Irecv(data, size, MPI_BYTE, from, tag, communicatorOf(communicator), &requestOf(request));
}

int test(weir_mpi_handle *request, int32_t *isDone) { return MPI_Test(&requestOf(request), isDone, MPI_STATUS_IGNORE); }

int testReceived(weir_mpi_handle *request, int32_t *isDone, int32_t *from, int32_t *size) {
  MPI_Status status;
  if (int error = MPI_Test(&requestOf(request), isDone, &status))
    return error;
  if (!*isDone)
    return MPI_SUCCESS;
  *from = status.MPI_SOURCE;
  return MPI_Get_count(&status, MPI_BYTE, size);
}

void explain(int error, char *text, int32_t size) {
  char full[MPI_MAX_ERROR_STRING] = {};
  int length = 0;
  if (MPI_Error_string(error, full, &length) != MPI_SUCCESS)
    length = 0;
  strncpy(text, length ? full : "an unknown error", static_cast<size_t>(size) - 1);
  text[size - 1] = 0;
}

constexpr weir_mpi_plugin kPlugin{
    .version = kWeirMpiVersion,
    .library = WEIR_MPI_LIBRARY,
    .initialize = initialize,
    .finalize = finalize,
    .is_over = isOver,
    .place = place,
    .duplicate = duplicate,
    .return_errors = returnErrors,
    .send = send,
    .probe = probe,
    .receive = receive,
    .test = test,
    .test_received = testReceived,
    .explain = explain,
};

} // namespace

extern "C" __attribute__((visibility("default"))) const weir_mpi_plugin *weir_mpi_plugin_entry() { return &kPlugin; }
