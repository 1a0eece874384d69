// RUN: env WEIR_DRAWN_SCHEDULES=1 weir-run %S/../../ops/contract/matmul.mlir --device=cpu --modes=static,dynamic
// RUN: env WEIR_DRAWN_SCHEDULES=2 weir-run %S/../../ops/contract/matmul.mlir --device=cpu --machine=x86-64-v3
// RUN: env WEIR_DRAWN_SCHEDULES=3 weir-run %S/../../ops/layer/attention.mlir --device=cpu
// RUN: env WEIR_DRAWN_SCHEDULES=4 weir-run %S/../../ops/layer/convolution.mlir --device=cpu
// RUN: env WEIR_DRAWN_SCHEDULES=5 weir-run %S/../../ops/layout/conv_packed.mlir --device=cpu
// RUN: env WEIR_DRAWN_SCHEDULES=6 weir-run %S/../../ops/layout/conv_winograd.mlir --device=cpu
// RUN: env WEIR_DRAWN_SCHEDULES=7 weir-run %S/../../ops/normalization/layer_norm.mlir --device=cpu --modes=static,dynamic
// RUN: env WEIR_DRAWN_SCHEDULES=8 weir-run %S/../../ops/search/scatter_reduce.mlir --device=cpu

// Whatever the schedule, numbers are right: some of what `./dev accept kernels drawn_schedules` runs.
