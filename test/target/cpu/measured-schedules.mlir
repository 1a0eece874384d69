// RUN: weir-compile %s --machine=znver4,l2_bytes=1000000 -o %t.weir
// RUN: weir-compile %s --machine=znver4,l2_bytes=33554432,l2_bytes_per_cycle=8 -o %t.weir

// What a measured machine suggests is a schedule, whatever its numbers are.
func.func @job(%a: tensor<64x640xf32>, %b: tensor<640x64xf32>, %x: tensor<32x100xf32>)
    -> (tensor<64x64xf32>, tensor<32x100xf32>) attributes {weir.job} {
  %0 = weir.matmul %a, %b : (tensor<64x640xf32>, tensor<640x64xf32>) -> tensor<64x64xf32>
  %1 = weir.softmax %x {dim = 1 : i64} : (tensor<32x100xf32>) -> tensor<32x100xf32>
  return %0, %1 : tensor<64x64xf32>, tensor<32x100xf32>
}
