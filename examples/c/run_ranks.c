/* Runs a job of an artifact for several ranks on inputs of ones, each rank a thread: run_ranks model.weir ranks [job]
 */
#include "weir/Runtime/Runtime.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct rank {
  const char *path, *job;
  weir_world *world;
  int32_t number;
};

static void check(weir_status *status) {
  if (!status)
    return;
  fprintf(stderr, "error: %s\n", weir_status_message(status));
  weir_status_free(status);
  exit(1);
}

static void *run(void *given) {
  struct rank *rank = given;
  weir_device *device;
  weir_artifact *artifact;
  weir_session *session;
  weir_job *job;
  check(weir_device_create("cpu", NULL, &device));
  check(weir_device_join(device, rank->world, rank->number));
  check(weir_artifact_load(device, rank->path, &artifact));
  check(weir_session_create(device, &session));
  check(weir_job_create(session, artifact, rank->job ? rank->job : weir_artifact_job_name(artifact, 0), &job));
  int numInputs = weir_job_num_inputs(job), numResults = weir_job_num_results(job);
  weir_tensor *inputs[numInputs + 1], *results[numResults + 1];
  for (int i = 0; i < numInputs; ++i) {
    check(weir_tensor_create_for(device, weir_job_input(job, i), &inputs[i]));
    check(weir_tensor_fill(inputs[i], 1.0));
  }
  check(weir_run(job, inputs, numInputs, results, numResults));
  for (int i = 0; i < numResults; ++i) {
    double first;
    check(weir_tensor_load(results[i], 0, &first));
    printf("rank %d: %s[0] = %g\n", rank->number, weir_job_result(job, i).name, first);
    weir_tensor_free(results[i]);
  }
  for (int i = 0; i < numInputs; ++i)
    weir_tensor_free(inputs[i]);
  weir_job_free(job);
  weir_session_free(session);
  weir_artifact_free(artifact);
  weir_device_free(device);
  return NULL;
}

int main(int argc, char **argv) {
  int count = argc < 3 ? 0 : atoi(argv[2]);
  if (count < 1)
    return fprintf(stderr, "usage: %s model.weir ranks [job]\n", argv[0]), 2;
  weir_world *world;
  check(weir_world_create_threads(count, &world));
  struct rank ranks[count];
  pthread_t threads[count];
  for (int i = 0; i < count; ++i) {
    ranks[i] = (struct rank){argv[1], argc > 3 ? argv[3] : NULL, world, i};
    if (pthread_create(&threads[i], NULL, run, &ranks[i]))
      return fprintf(stderr, "error: expects a thread for each rank\n"), 1;
  }
  for (int i = 0; i < count; ++i)
    pthread_join(threads[i], NULL);
  weir_world_free(world);
  return 0;
}
