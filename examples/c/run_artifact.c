/* Runs a job of an artifact on inputs of ones: run_artifact model.weir [job [device]] */
#include "weir/Runtime/Runtime.h"

#include <stdio.h>
#include <stdlib.h>

static void check(weir_status *status) {
  if (!status)
    return;
  fprintf(stderr, "error: %s\n", weir_status_message(status));
  weir_status_free(status);
  exit(1);
}

int main(int argc, char **argv) {
  if (argc < 2)
    return fprintf(stderr, "usage: %s model.weir [job [device]]\n", argv[0]), 2;
  weir_device *device;
  weir_artifact *artifact;
  weir_session *session;
  weir_job *job;
  check(weir_device_create(argc > 3 ? argv[3] : "cpu", NULL, &device));
  check(weir_artifact_load(device, argv[1], &artifact));
  check(weir_session_create(device, &session));
  check(weir_job_create(session, artifact, argc > 2 ? argv[2] : weir_artifact_job_name(artifact, 0), &job));
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
    printf("%s[0] = %g\n", weir_job_result(job, i).name, first);
    weir_tensor_free(results[i]);
  }
  for (int i = 0; i < numInputs; ++i)
    weir_tensor_free(inputs[i]);
  weir_job_free(job);
  weir_session_free(session);
  weir_artifact_free(artifact);
  weir_device_free(device);
  return 0;
}
