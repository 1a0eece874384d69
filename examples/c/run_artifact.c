/* Loads an artifact, runs one of its jobs on inputs of ones (a size that may be any is 1) and prints the beginning of
 * each result: run_artifact model.weir [job [device]] */
#include "weir/Runtime/Runtime.h"

#include <stdio.h>
#include <stdlib.h>

static void check(weir_status *status) {
  if (!status)
    return;
  fprintf(stderr, "error: %s\n", weir_status_message(status));
  if (weir_status_line(status))
    fprintf(stderr, "  at %s:%u, %s\n", weir_status_file(status), weir_status_line(status), weir_status_op(status));
  exit(1);
}

static weir_tensor *ones(weir_device *device, weir_port port) {
  int64_t shape[WEIR_MAX_RANK];
  for (int i = 0; i < port.rank; ++i)
    shape[i] = port.shape[i] < 0 ? 1 : port.shape[i];
  weir_tensor *tensor = NULL;
  check(weir_tensor_create(device, port.dtype, port.rank, shape, &tensor));
  check(weir_tensor_fill(tensor, 1.0));
  return tensor;
}

int main(int argc, char **argv) {
  if (argc < 2)
    return fprintf(stderr, "usage: %s model.weir [job [device]]\n", argv[0]), 2;
  weir_device *device = NULL;
  weir_artifact *artifact = NULL;
  weir_session *session = NULL;
  weir_job *job = NULL;
  check(weir_device_create(argc > 3 ? argv[3] : "cpu", NULL, &device));
  check(weir_artifact_load(device, argv[1], &artifact));
  check(weir_session_create(device, &session));
  check(weir_job_create(session, artifact, argc > 2 ? argv[2] : weir_artifact_job_name(artifact, 0), &job));

  int inputs = weir_job_num_inputs(job), results = weir_job_num_results(job);
  weir_tensor *in[inputs + 1], *out[results + 1];
  for (int i = 0; i < inputs; ++i)
    in[i] = ones(device, weir_job_input(job, i));
  check(weir_run(job, in, inputs, out, results));
  for (int i = 0; i < results; ++i) {
    printf("%s:", weir_job_result(job, i).name);
    for (int64_t k = 0; k < weir_tensor_num_elements(out[i]) && k < 8; ++k) {
      double value = 0;
      check(weir_tensor_load(out[i], k, &value));
      printf(" %g", value);
    }
    putchar('\n');
    weir_tensor_free(out[i]);
  }

  for (int i = 0; i < inputs; ++i)
    weir_tensor_free(in[i]);
  weir_job_free(job);
  weir_session_free(session);
  weir_artifact_free(artifact);
  weir_device_free(device);
  return 0;
}
