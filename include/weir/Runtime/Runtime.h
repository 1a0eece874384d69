/* The runtime's C interface: load an artifact, keep variables, run jobs. Nothing here needs LLVM, and nothing aborts.
 *
 * Every function that can fail returns a status: NULL is ok, anything else is the caller's to free with
 * weir_status_free. Objects are reference counted or owned by the caller as said; a NULL is fine wherever an object is
 * freed. One object may be used by several threads; runs on one device happen one after the other, in the order in
 * which they were launched. Functions that look at elements wait for the runs that write them. */
#ifndef WEIR_RUNTIME_RUNTIME_H
#define WEIR_RUNTIME_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WEIR_API __attribute__((visibility("default")))

/* ---- Status ---------------------------------------------------------------------------------------------------- */

typedef enum weir_code {
  WEIR_OK = 0,
  WEIR_INVALID_ARGUMENT = 1, /* what the caller gave doesn't fit */
  WEIR_INVALID_ARTIFACT = 2, /* the file is corrupt or breaks a rule */
  WEIR_UNSUPPORTED = 3,      /* this machine or runtime lacks what the artifact needs */
  WEIR_NOT_FOUND = 4,        /* no job, variable or file of that name */
  WEIR_OUT_OF_MEMORY = 5,
  WEIR_KERNEL_FAULT = 6, /* a kernel found bad data, such as an index out of range */
  WEIR_CALLBACK = 7,     /* a host callback failed; see the cause */
  WEIR_IO = 8,
  WEIR_INTERNAL = 9,
  WEIR_DEVICE_FAILED = 10, /* a device or its driver reports an error */
  WEIR_INTERRUPTED = 11,   /* a wait was given up; see weir_device_set_interrupt */
} weir_code;

typedef struct weir_status weir_status;

/* For host callbacks. */
WEIR_API weir_status *weir_status_create(weir_code code, const char *message);
WEIR_API void weir_status_free(weir_status *status);
WEIR_API weir_code weir_status_code(const weir_status *status); /* WEIR_OK of NULL */
WEIR_API const char *weir_status_message(const weir_status *status);
/* The op that failed and the user's line that made it: "" and 0 where not known. */
WEIR_API const char *weir_status_op(const weir_status *status);
WEIR_API const char *weir_status_file(const weir_status *status);
WEIR_API uint32_t weir_status_line(const weir_status *status);
WEIR_API uint32_t weir_status_column(const weir_status *status);
/* The number that who launched it had said (weir_set_launch_number), of what failed in a run; 0 if none. */
WEIR_API uint64_t weir_status_launch(const weir_status *status);
WEIR_API const weir_status *weir_status_cause(const weir_status *status); /* NULL if none; lives as long as status */

WEIR_API const char *weir_runtime_version(void);

/* ---- Device ---------------------------------------------------------------------------------------------------- */

typedef struct weir_device weir_device;

typedef struct weir_device_options {
  int32_t threads;       /* cpu and sim: the host's threads that work, 0 for one per core; others have none */
  int32_t poison;        /* not 0: unwritten and released bytes are set to 0xFF, so that reading them shows */
  int64_t memory_limit;  /* bytes of tensors, variables, arenas and workers' scratch; 0: all of the device's memory */
  uint64_t shuffle_seed; /* not 0: instructions run one at a time in a random order that streams and edges allow, so
                            that an edge that is missing shows */
  int32_t frames;        /* runs of a program that may overlap, as far as variables let them: each has an arena; 0: 2
                            of one that writes no variable, else 1 */
} weir_device_options;

/* Kinds of devices:
 *   "cpu"   the host's processors
 *   "cuda"  NVIDIA GPUs, through the driver's libcuda.so.1, which is opened when first asked for
 *   "sim"   executes the GPU kernels of an artifact on the host's processors and checks them; the environment variable
 *           WEIR_SIM holds its options: check=0|1,seed=N,landing=late|early|random
 * How many of a kind there are, 1 at least; fails, saying why, where none can be used. */
WEIR_API weir_status *weir_device_count(const char *kind, int32_t *count);
/* By kind, with a number behind a colon if it isn't 0: "cuda:1". Options may be NULL. Freeing a device drops the
 * caller's reference: tensors and sessions hold their own. */
WEIR_API weir_status *weir_device_create(const char *name, const weir_device_options *options, weir_device **device);
WEIR_API void weir_device_free(weir_device *device);
WEIR_API const char *weir_device_name(const weir_device *device);  /* as long as the device */
WEIR_API const char *weir_device_model(const weir_device *device); /* what its maker calls it, or its kind */
/* Not 0 where the host may use the addresses of the device's tensors as its own: cpu and sim. */
WEIR_API int32_t weir_device_is_host(const weir_device *device);
WEIR_API int32_t weir_device_threads(const weir_device *device);
/* Results don't depend on the number of threads. */
WEIR_API weir_status *weir_device_set_threads(weir_device *device, int32_t threads);
/* Waits for everything that was launched before; the first failure that nobody has been told of. With WEIR_TIMEOUT in
 * the environment, a wait for what was launched that takes more seconds prints on stderr what is under way, with lines.
 */
WEIR_API weir_status *weir_device_synchronize(weir_device *device);
/* The same, but leaves failures to be told. To be called before a fork: in the child nothing is under way, and results
 * of what was are undefined. */
WEIR_API weir_status *weir_device_drain(weir_device *device);
/* Threads that wait for tensors or for all that was launched ask about every 50 ms whether to give up. Where the answer
 * is not 0, the wait fails with WEIR_INTERRUPTED, and what it was for goes on. To be set before the device is used; any
 * number of threads may ask at once. weir_run doesn't. */
WEIR_API void weir_device_set_interrupt(weir_device *device, int32_t (*is_interrupted)(void *context), void *context);
WEIR_API int64_t weir_device_bytes_in_use(const weir_device *device);
WEIR_API int64_t weir_device_peak_bytes(const weir_device *device);
WEIR_API void weir_device_reset_peak(weir_device *device);
/* From the n-th request for memory from now on there is none; 0 ends that. For tests of what happens then. */
WEIR_API void weir_device_fail_allocations(weir_device *device, int64_t request);
WEIR_API void weir_device_trim(weir_device *device); /* gives cached memory back to the system */

/* ---- World ----------------------------------------------------------------------------------------------------- */

/* Devices that run one program together, each as a rank: threads of one process, processes of a host, or those that an
 * mpirun has started. */
typedef struct weir_world weir_world;

/* Whose ranks are devices of this process. */
WEIR_API weir_status *weir_world_create_threads(int32_t ranks, weir_world **world);
/* One for processes of this host, by a name below /dev/shm: one process creates it, the others open it, and unlink
 * takes the name away once all have. */
WEIR_API weir_status *weir_world_create(const char *name, int32_t ranks, weir_world **world);
WEIR_API weir_status *weir_world_open(const char *name, weir_world **world);
WEIR_API void weir_world_unlink(const char *name);
/* With how many processes an mpirun has started this one, as its environment says; 1 of one that is alone. */
WEIR_API int32_t weir_mpi_ranks(void);
/* The world of these processes, and this one's rank. It is opened through a plug-in for the MPI library `library`,
 * "openmpi", "mpich" or the path of another, or NULL for the one whose mpirun it was. MPI is initialized unless it has
 * been, with threads that take turns; where an exchange has failed it is not finalized, and mpirun ends all processes.
 */
WEIR_API weir_status *weir_world_open_mpi(const char *library, weir_world **world, int32_t *rank);
WEIR_API void weir_world_free(weir_world *world); /* devices that have joined keep it */
WEIR_API int32_t weir_world_ranks(const weir_world *world);
/* Makes the device a rank, for good. Artifacts that are loaded from then on show it their programs for this rank; their
 * jobs run on all ranks together, each of which launches them in the same order. A rank waits for the others for
 * WEIR_TIMEOUT seconds, 60 unless that is set; then its run fails, as do those of ranks that wait for it. */
WEIR_API weir_status *weir_device_join(weir_device *device, weir_world *world, int32_t rank);
WEIR_API int32_t weir_device_rank(const weir_device *device); /* -1 of a device that has joined none */

/* So far, to all others; 0 of a device that has joined none. */
WEIR_API int64_t weir_device_bytes_sent(const weir_device *device);

/* A process on its way with others, apart from what devices do: for programs that say something to each other. All
 * ranks call the same functions in the same order. */
typedef struct weir_rank weir_rank;
WEIR_API weir_status *weir_rank_create(weir_world *world, int32_t rank, weir_rank **created);
WEIR_API void weir_rank_free(weir_rank *rank);
/* So many bytes of rank `root` to those of all others. `what` is named where somebody doesn't come in so many seconds.
 */
WEIR_API weir_status *weir_rank_broadcast(weir_rank *rank, int32_t root, void *data, size_t size, const char *what,
                                          double seconds);

/* ---- Tensor ---------------------------------------------------------------------------------------------------- */

/* Numbers are those of weir::DType. */
typedef enum weir_dtype {
  WEIR_F64 = 0,
  WEIR_F32 = 1,
  WEIR_F16 = 2,
  WEIR_BF16 = 3,
  WEIR_I64 = 4,
  WEIR_I32 = 5,
  WEIR_I8 = 6,
  WEIR_U8 = 7,
  WEIR_BOOL = 8, /* one byte, 0 or 1 */
} weir_dtype;

#define WEIR_MAX_RANK 16

typedef struct weir_tensor weir_tensor; /* reference counted: create gives one reference */

/* Row-major, contents undefined. */
WEIR_API weir_status *weir_tensor_create(weir_device *device, weir_dtype dtype, int32_t rank, const int64_t *shape,
                                         weir_tensor **tensor);
/* The same with zeros, for which no large memory is touched that nobody has used before. */
WEIR_API weir_status *weir_tensor_create_zeros(weir_device *device, weir_dtype dtype, int32_t rank,
                                               const int64_t *shape, weir_tensor **tensor);
/* One whose sizes are known only when what writes it has run (weir_host_access): at most so many elements, row-major.
 * Its sizes are -1, and there are -1 elements, until then; functions that need the sizes, launches among them, wait for
 * what says them and for nothing else, and fail as that has failed, or where nothing that was submitted says them. */
WEIR_API weir_status *weir_tensor_create_bounded(weir_device *device, weir_dtype dtype, int32_t rank, int64_t most,
                                                 weir_tensor **tensor);
/* Says the sizes of such a tensor, `rank` of them. */
WEIR_API weir_status *weir_tensor_set_sizes(weir_tensor *tensor, const int64_t *shape);
WEIR_API weir_status *weir_tensor_wait_for_sizes(const weir_tensor *tensor);
/* The caller's memory on the device, which must stay until `release(context)` is called; strides in elements, NULL for
 * row-major; release may be NULL. On failure release isn't called. Work of others on the memory must be done. */
WEIR_API weir_status *weir_tensor_borrow(weir_device *device, void *data, weir_dtype dtype, int32_t rank,
                                         const int64_t *shape, const int64_t *strides, void (*release)(void *context),
                                         void *context, weir_tensor **tensor);
/* Other elements of the same memory: the first one stands `offset` elements behind the tensor's, strides are in
 * elements, NULL for row-major. All must lie between the tensor's first and last one in memory. Runs that write one of
 * the two are waited for by whoever looks at the other. */
WEIR_API weir_status *weir_tensor_view(const weir_tensor *tensor, int64_t offset, int32_t rank, const int64_t *shape,
                                       const int64_t *strides, weir_tensor **view);
/* A row-major copy in storage of its own. */
WEIR_API weir_status *weir_tensor_clone(const weir_tensor *tensor, weir_tensor **copy);
/* All elements of a tensor into one of equal dtype and shape, which may be on another device, or share memory with it:
 * all are read before any is written. Where something that was launched uses one of them, the copy takes its turn, and
 * what goes wrong is the status of who looks at the target. */
WEIR_API weir_status *weir_tensor_copy(const weir_tensor *source, weir_tensor *target);
/* All elements, row-major, from and to memory of the host; `bytes` is how much that must be. */
WEIR_API weir_status *weir_tensor_write(weir_tensor *tensor, const void *elements, size_t bytes);
WEIR_API weir_status *weir_tensor_read(const weir_tensor *tensor, void *elements, size_t bytes);
WEIR_API void weir_tensor_retain(weir_tensor *tensor);
WEIR_API void weir_tensor_free(weir_tensor *tensor); /* drops one reference */
/* Waits for the run that writes the tensor: fails as that has failed. */
WEIR_API weir_status *weir_tensor_wait(const weir_tensor *tensor);
/* The first element's address on the tensor's device, when all runs that use it are done: the host may use it where
 * weir_device_is_host says so, elsewhere it is for those who know the device, such as DLPack. */
WEIR_API void *weir_tensor_data(const weir_tensor *tensor);
/* The same for who wants to know how these runs ended; `data` is set where they have all done well. */
WEIR_API weir_status *weir_tensor_wait_for_data(const weir_tensor *tensor, void **data);
/* From the one to the other the host may read from that address, or also write there, whenever no function is inside
 * the library. What is launched keeps to the order of the host's program then: see weir_launch. What jobs derive from a
 * variable that may be written so is derived anew each time. Memory that was borrowed is always exposed, writably. */
WEIR_API void weir_tensor_expose(weir_tensor *tensor, int32_t is_writable);
WEIR_API int32_t weir_tensor_is_exposed(const weir_tensor *tensor); /* any elements of its memory */
WEIR_API void weir_tensor_conceal(weir_tensor *tensor, int32_t is_writable);
/* Whether both are the same elements of the same memory. */
WEIR_API int32_t weir_tensor_is_same(const weir_tensor *tensor, const weir_tensor *other);
WEIR_API weir_dtype weir_tensor_dtype(const weir_tensor *tensor);
WEIR_API int32_t weir_tensor_rank(const weir_tensor *tensor);
WEIR_API const int64_t *weir_tensor_shape(const weir_tensor *tensor);
WEIR_API const int64_t *weir_tensor_strides(const weir_tensor *tensor); /* in elements */
WEIR_API int64_t weir_tensor_num_elements(const weir_tensor *tensor);
/* One element at a time, converted; `index` counts in row-major order. For printing and for examples. */
WEIR_API weir_status *weir_tensor_load(const weir_tensor *tensor, int64_t index, double *value);
WEIR_API weir_status *weir_tensor_fill(weir_tensor *tensor, double value);
/* All elements become the one at `element`, which is of the tensor's dtype. */
WEIR_API weir_status *weir_tensor_fill_element(weir_tensor *tensor, const void *element);
WEIR_API int64_t weir_dtype_size(weir_dtype dtype);
WEIR_API const char *weir_dtype_name(weir_dtype dtype);

/* ---- Artifact -------------------------------------------------------------------------------------------------- */

typedef struct weir_artifact weir_artifact;

/* A tensor that a job or an artifact names. Valid as long as the artifact. A size of -1 may be any. */
typedef struct weir_port {
  const char *name;
  weir_dtype dtype;
  int32_t rank;
  const int64_t *shape;
} weir_port;

/* A row-major tensor that the port takes, contents undefined; sizes that may be any are 1. */
WEIR_API weir_status *weir_tensor_create_for(weir_device *device, weir_port port, weir_tensor **tensor);

/* An artifact is code: load only what you trust. Checks every byte, the machine's features and the target first. Of an
 * artifact with jobs for several targets the device sees those for one: that of its kind, where there are such jobs. */
WEIR_API weir_status *weir_artifact_load(weir_device *device, const char *path, weir_artifact **artifact);
WEIR_API weir_status *weir_artifact_load_memory(weir_device *device, const void *data, size_t size,
                                                weir_artifact **artifact);
WEIR_API void weir_artifact_free(weir_artifact *artifact);
WEIR_API int32_t weir_artifact_num_jobs(const weir_artifact *artifact);
WEIR_API const char *weir_artifact_job_name(const weir_artifact *artifact, int32_t job);
/* Not 0 for a derive job, which the runtime runs by itself when a variable that it reads has changed. */
WEIR_API int32_t weir_artifact_job_derives(const weir_artifact *artifact, int32_t job);
WEIR_API int32_t weir_artifact_find_job(const weir_artifact *artifact, const char *name); /* -1 if there is none */
WEIR_API int32_t weir_artifact_num_inputs(const weir_artifact *artifact, int32_t job);
WEIR_API int32_t weir_artifact_num_results(const weir_artifact *artifact, int32_t job);
WEIR_API weir_port weir_artifact_input(const weir_artifact *artifact, int32_t job, int32_t input);
/* Whether the job reads the input's elements: of one that it doesn't, the sizes alone matter. */
WEIR_API int32_t weir_artifact_input_is_read(const weir_artifact *artifact, int32_t job, int32_t input);
WEIR_API weir_port weir_artifact_result(const weir_artifact *artifact, int32_t job, int32_t result);
WEIR_API int32_t weir_artifact_num_variables(const weir_artifact *artifact);
WEIR_API weir_port weir_artifact_variable(const weir_artifact *artifact, int32_t variable);

/* How a value is held on an axis of a mesh: whole by each rank, in parts along a dimension, or as terms that have to be
 * joined. Of parts, positions of the dimension are read as (o * middle + m) * inner + i, with o below `outer` and i
 * below `inner`, and ranks have balanced parts of the range of m. */
typedef enum weir_holding_kind { WEIR_WHOLE = 0, WEIR_SPLIT = 1, WEIR_PARTIAL = 2 } weir_holding_kind;
typedef enum weir_combiner {
  WEIR_SUM = 0,
  WEIR_MAX = 1,
  WEIR_MIN = 2,
  WEIR_PRODUCT = 3,
  WEIR_AND = 4,
  WEIR_OR = 5,
} weir_combiner;
typedef struct weir_holding {
  weir_holding_kind kind;
  int32_t dim;            /* of WEIR_SPLIT, with outer and inner */
  weir_combiner combiner; /* of WEIR_PARTIAL */
  int64_t outer, inner;
} weir_holding;

/* What a rank has of a value that ranks have together. Valid as long as the artifact. */
typedef struct weir_part {
  int32_t rank;         /* of the value */
  const int64_t *shape; /* of the whole of it; a size of -1 may be any */
  int32_t num_axes;     /* of the mesh */
  const int64_t *mesh;
  int64_t place;    /* the rank's, in row-major order of the mesh; -1 of one that has no rows of it */
  const void *held; /* see weir_part_held */
} weir_part;

/* 0 of what is no part, as the artifact is for one rank: `part` is left as it is then. */
WEIR_API int32_t weir_artifact_input_part(const weir_artifact *artifact, int32_t job, int32_t input, weir_part *part);
WEIR_API int32_t weir_artifact_result_part(const weir_artifact *artifact, int32_t job, int32_t result, weir_part *part);
WEIR_API int32_t weir_artifact_variable_part(const weir_artifact *artifact, int32_t variable, weir_part *part);
WEIR_API weir_holding weir_part_held(const weir_part *part, int32_t axis);

/* ---- Session: the variable table ------------------------------------------------------------------------------- */

/* Variables by name. Artifacts added to one session share the variables that have one name. */
typedef struct weir_session weir_session;

WEIR_API weir_status *weir_session_create(weir_device *device, weir_session **session);
WEIR_API void weir_session_free(weir_session *session);
/* Creates the artifact's variables that are not there yet, with their initial values; those that are there must have
 * the dtype and shape that the artifact says. The artifact may be freed afterwards. */
WEIR_API weir_status *weir_session_add(weir_session *session, weir_artifact *artifact);
/* Copies a tensor's elements into a variable, or makes a new variable of them; raises the version. */
WEIR_API weir_status *weir_session_set(weir_session *session, const char *name, const weir_tensor *value);
/* The variable's own storage: later runs write into it. weir_tensor_clone keeps the value of now. */
WEIR_API weir_status *weir_session_get(weir_session *session, const char *name, weir_tensor **value);
/* Makes a row-major tensor's storage the variable's: whoever holds the tensor shares the variable from now on. */
WEIR_API weir_status *weir_session_bind(weir_session *session, const char *name, weir_tensor *value);
/* Drops a variable, with the names that are aliases of it; tensors that weir_session_get gave keep its storage. Fails
 * while a job (weir_job_create) of an artifact that uses the variable has not been freed. */
WEIR_API weir_status *weir_session_remove(weir_session *session, const char *name);
/* Says that the storage was written to from outside: what derives from the variable is computed anew. */
WEIR_API weir_status *weir_session_touch(weir_session *session, const char *name);
WEIR_API weir_status *weir_session_version(weir_session *session, const char *name, uint64_t *version);

/* Called in the middle of a run, on any thread. Operands are valid during the call only, and on the device: read them
 * by weir_tensor_read or weir_tensor_load. A returned status becomes the run's. A callback must not use the session or
 * device whose run called it, but for tensors: functions that would have to wait for the run fail instead
 * (WEIR_INVALID_ARGUMENT), on the thread of the callback; on a thread that it waits for they would wait for ever. */
typedef weir_status *(*weir_host_callback)(void *context, weir_tensor *const *operands, int32_t count);
/* For host_callback instructions of artifacts added later. */
WEIR_API weir_status *weir_session_set_callback(weir_session *session, const char *name, weir_host_callback callback,
                                                void *context);

/* ---- Runs ------------------------------------------------------------------------------------------------------ */

typedef struct weir_job weir_job; /* holds its session and artifact */

/* Adds the artifact to the session if need be. */
WEIR_API weir_status *weir_job_create(weir_session *session, weir_artifact *artifact, const char *name, weir_job **job);
WEIR_API void weir_job_free(weir_job *job);
WEIR_API int32_t weir_job_num_inputs(const weir_job *job);
WEIR_API int32_t weir_job_num_results(const weir_job *job);
WEIR_API weir_port weir_job_input(const weir_job *job, int32_t input); /* as long as the job */
WEIR_API weir_port weir_job_result(const weir_job *job, int32_t result);
/* Runs the job and returns when it is done. `results` receives tensors that the caller frees; it is left as it is when
 * the run fails. After a failure the device is usable, unless its driver says that it isn't (WEIR_DEVICE_FAILED). On
 * cpu the instructions behind one that failed have changed nothing. On cuda and sim a kernel that finds bad data
 * (WEIR_KERNEL_FAULT) goes on with other data, as do the instructions behind it: what they have written is of no use.
 */
WEIR_API weir_status *weir_run(weir_job *job, weir_tensor *const *inputs, int32_t num_inputs, weir_tensor **results,
                               int32_t num_results);

/* The same, but returns at once: the results can be inputs of what is launched next, and whoever looks at their
 * elements waits. Where the host has the address of an input, the run reads a copy, or has ended if there is more than
 * 64 MB to copy; where it has that of a variable that the run writes, the run has ended. What goes wrong before the run
 * begins is returned; what goes wrong in it is the status of whoever reads a result, or what follows from one, and of
 * weir_device_synchronize. Variables that a failed run should have written can be used once somebody has been told.
 * Where two or more are under way, and hold more by their inputs than 16 kB and a tenth of the memory that is in use,
 * it waits for some of them first: what is far ahead of the device makes nothing faster. A run that has taken less than
 * 100 us is done by the caller where somebody has looked at elements since the last launch: others would come late.
 * With WEIR_SYNC=1 in the environment it is weir_run. */
WEIR_API weir_status *weir_launch(weir_job *job, weir_tensor *const *inputs, int32_t num_inputs, weir_tensor **results,
                                  int32_t num_results);

/* The same, where results may be in the place of input `giver` and of no other, -1: of none, -2: of any, as for
 * weir_launch. The job has to say that it may overwrite it, its elements are row-major and all of its memory, and a
 * result has as many bytes; where one input is given, the host has the address of none, and the device no queues.
 * weir_tensor_is_same says whether a result is there. */
WEIR_API weir_status *weir_launch_onto(weir_job *job, weir_tensor *const *inputs, int32_t num_inputs,
                                       weir_tensor **results, int32_t num_results, int32_t giver);

/* The same for who may not wait: runs the job where it has taken less time than it takes to hand it over, nobody writes
 * what it reads any more, and no other thread launches something. `is_done` says whether it has; if not, nothing has
 * happened, and weir_launch is to be called. weir_launch does the same first, where
 * results have memory of their own. */
WEIR_API weir_status *weir_launch_at_once(weir_job *job, weir_tensor *const *inputs, int32_t num_inputs,
                                          weir_tensor **results, int32_t num_results, int32_t *is_done);

/* A number of the caller's own, which failures carry of what this thread launches from now on; 0 for none. */
WEIR_API void weir_set_launch_number(uint64_t number);

/* How a function of the host uses a tensor. */
typedef enum weir_access {
  WEIR_READ = 0,
  WEIR_WRITE = 1,  /* and read: elements that it leaves alone stay as they are */
  WEIR_DEFINE = 2, /* of weir_tensor_create_bounded: writes it and says its sizes, by weir_tensor_set_sizes */
} weir_access;

/* Calls a function with the tensors when what was launched before is done with them, on a thread that the device has
 * for such functions, one after the other in the order of these calls, and returns at once. What is launched later
 * waits where it uses what the function writes, or writes what it reads. It may last, and take locks; it must obey the
 * rules of weir_host_callback. Where it fails, so does what looks at the tensors that it should have written; it isn't
 * called where what it would read is missing. `release`, which may be NULL, is called with the context when that is no
 * longer in use, also where this fails. A tensor whose address the host has is copied first, up to 64 MB, if it is
 * read; else the function has ended on return. */
WEIR_API weir_status *weir_host_access(weir_device *device, weir_host_callback function, void *context,
                                       void (*release)(void *context), weir_tensor *const *tensors,
                                       const weir_access *accesses, int32_t count);

/* A point in the order of a device, for other devices and threads. */
typedef struct weir_event weir_event;

WEIR_API weir_status *weir_event_create(weir_event **event);
WEIR_API void weir_event_free(weir_event *event); /* what waits for it goes on waiting */
/* It is reached when everything that has been launched on the device by now has ended, well or not. Takes the place of
 * what it was recorded for before. */
WEIR_API weir_status *weir_event_record(weir_event *event, weir_device *device);
/* What is launched on the device from now on begins when the event has been reached; nobody waits here. One that was
 * never recorded has been reached. */
WEIR_API weir_status *weir_event_wait(weir_event *event, weir_device *device);
WEIR_API weir_status *weir_event_synchronize(weir_event *event); /* waits here */
WEIR_API int32_t weir_event_is_reached(weir_event *event);

typedef struct weir_job_memory {
  int64_t arena_bytes;   /* peak of the planned buffers of the shapes run last */
  int64_t live_bound;    /* what no plan of these buffers could go below */
  int64_t scratch_bytes; /* workers' and launches' private memory */
} weir_job_memory;
/* Of the shapes run last. */
WEIR_API weir_status *weir_job_get_memory(const weir_job *job, weir_job_memory *memory);

/* ---- Trace ----------------------------------------------------------------------------------------------------- */

/* Begins to keep the last `capacity` events of each thread; 0 ends that. */
WEIR_API weir_status *weir_trace_enable(weir_device *device, int64_t capacity);
/* An instruction that ran, or what a thread did for it. */
typedef struct weir_trace_event {
  const char *job;   /* "" where it belongs to none */
  const char *name;  /* the kernel of a launch, the job that is submitted, else the kind */
  const char *op;    /* the ops that it stands for; "" where not known, as file */
  const char *file;  /* the user's line that made the first of them */
  const char *layer; /* the modules that they are part of, by their paths; "" where not known */
  uint32_t line;
  int32_t stream; /* of the job; of copies that the host asks for -1 (to the device), -2 (to the host) or -3 (on it) */
  int64_t begin_ns, end_ns; /* of a clock that only counts */
  /* Instructions: "kernel", "copy", "fill", "callback", "program"; else "submit", "wait" for something that was
   * submitted, "allocate" or "release" of memory. */
  const char *kind;
  int32_t thread; /* whose event it is, counted from 1 */
  const char *thread_name;
  int64_t value; /* of an instruction: its launch's number (weir_set_launch_number), 0 if none; of a submission: tasks
                  * under way; of memory: bytes in use */
} weir_trace_event;
/* Calls `visit` for what has happened since the trace was enabled, by the time of its beginning; more may happen
 * meanwhile. The event and its strings are valid during the call. */
WEIR_API weir_status *weir_trace_visit(weir_device *device, void (*visit)(void *context, const weir_trace_event *event),
                                       void *context);
/* Writes the same as Chrome JSON, which ui.perfetto.dev opens. */
WEIR_API weir_status *weir_trace_export(weir_device *device, const char *path);

#ifdef __cplusplus
}
#endif

#endif
