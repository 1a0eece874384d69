// RUN: weir-opt %s --weir-infer-signatures=remarks=true 2>&1 | FileCheck %s
// What each op got, and what the alternatives would have cost.

sbp.mesh @four shape [4] devices [0, 1, 2, 3]
func.func @f(%x: tensor<2048x512xf32>, %w: tensor<512x512xf32>) -> tensor<2048x512xf32>
    attributes {weir.job, sbp.signature = #sbp.signature<(#sbp.split<0>, #sbp.broadcast) -> (#sbp.split<0>)>} {
  // CHECK: remark: held as (S(0), B) -> (S(0)), the job in [[TIME:[0-9.]+]] us
  // CHECK: note: as ({{.*}}) -> ({{.*}}) in {{[0-9.]+}} us
  %y = weir.matmul %x, %w : (tensor<2048x512xf32>, tensor<512x512xf32>) -> tensor<2048x512xf32>
  return %y : tensor<2048x512xf32>
}
