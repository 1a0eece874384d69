// RUN: weir-compile %s --to=autograd --dump-stages=%t > /dev/null
// RUN: FileCheck %s < %t/composite-names.02.autograd.mlir
// RUN: weir-compile %t/composite-names.02.autograd.mlir --from=autograd --to=launch | FileCheck %s --check-prefix=NAMES
// RUN: weir-compile %s --to=launch | FileCheck %s --check-prefix=NAMES

// Ops say which composite op they come from, those of its gradient too, and the outermost of several. Dumps hold it, so
// that kernels have the same names where a compilation goes on from one.

// CHECK-LABEL: @step(
// CHECK: weir.matmul {{.*}} loc(#[[LINEAR:.*]])
// CHECK: weir.exp {{.*}} loc(#[[LOSS:.*]])
// CHECK: weir.gather {{.*}} loc(#[[LOSS]])
// CHECK: weir.compare{{ +}}eq {{.*}} loc(#[[LOSS_GRAD:.*]])
// CHECK: weir.matmul {{.*}} loc(#[[LINEAR_GRAD:.*]])
// CHECK-DAG: #[[LINE0:.*]] = loc("model.py":10:0)
// CHECK-DAG: #[[LINE1:.*]] = loc("model.py":11:0)
// CHECK-DAG: #[[LINEAR]] = loc(fused<"weir.linear">[#[[LINE0]]])
// CHECK-DAG: #[[LOSS]] = loc(fused<"weir.cross_entropy">[#[[LINE1]]])
// CHECK-DAG: #[[LINEAR_GRAD]] = loc(fused<"weir.linear_grad">[#[[LINEAR]]])
// CHECK-DAG: #[[LOSS_GRAD]] = loc(fused<"weir.cross_entropy_grad">[#[[LOSS]]])

// NAMES-DAG: func.func private @linear(
// NAMES-DAG: func.func private @cross_entropy{{.*}}(
// NAMES-DAG: func.func private @linear_grad(
func.func @step(%x: tensor<8x4xf32>, %w: tensor<3x4xf32>, %t: tensor<8xi64>) -> (tensor<f32>, tensor<3x4xf32>)
    attributes {weir.job} {
  %y = weir.linear %x, %w {present = array<i64>} : (tensor<8x4xf32>, tensor<3x4xf32>) -> tensor<8x3xf32>
      loc("model.py":10:0)
  %loss = weir.cross_entropy %y, %t {reduction = "mean", ignore_index = -100 : i64, label_smoothing = 0.0 : f64, present = array<i64>} : (tensor<8x3xf32>, tensor<8xi64>) -> tensor<f32>
      loc("model.py":11:0)
  %dw = weir.gradient %loss wrt %w : (tensor<f32>, tensor<3x4xf32>) -> tensor<3x4xf32> loc("model.py":12:0)
  return %loss, %dw : tensor<f32>, tensor<3x4xf32>
}
