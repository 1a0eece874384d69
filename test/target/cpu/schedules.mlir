// RUN: weir-compile %s --machine=znver5 --to=launch -o %t.launch
// RUN: FileCheck %s < %t.launch
// RUN: sed 's/depth = [0-9]*/depth = 64/' %t.launch > %t.edited
// RUN: weir-compile %t.edited --machine=znver5 --dump-kernels=%t.kernels -o %t.weir
// RUN: FileCheck %s --check-prefix=EDITED < %t.kernels/matmul.01.linalg.mlir
// RUN: weir-compile %t.launch --machine=znver5 -o %t.resumed
// RUN: weir-compile %s --machine=znver5 -o %t.whole
// RUN: cmp %t.resumed %t.whole

// Each kernel says how it is computed. What is edited is followed, and what is resumed is the same.

// CHECK: func.func private @matmul(
// CHECK-SAME: kernel.schedule = {
// CHECK-SAME: depth = {{[0-9]+}} : i64, form = "product"
// CHECK-SAME: rows = {{[0-9]+}} : i64
// EDITED: kernel.schedule = {{.*}}depth = 64 : i64, form = "product"
func.func @product(%a: tensor<96x200xf32>, %b: tensor<200x80xf32>) -> tensor<96x80xf32> attributes {weir.job} {
  %0 = weir.matmul %a, %b : (tensor<96x200xf32>, tensor<200x80xf32>) -> tensor<96x80xf32>
  return %0 : tensor<96x80xf32>
}

// CHECK: func.func private @softmax(
// CHECK-SAME: form = "nests", lanes = 16 : i64
func.func @rows(%x: tensor<32x100xf32>) -> tensor<32x100xf32> attributes {weir.job} {
  %0 = weir.softmax %x {dim = 1 : i64} : (tensor<32x100xf32>) -> tensor<32x100xf32>
  return %0 : tensor<32x100xf32>
}

// CHECK: func.func private @sort(
// CHECK-SAME: kernel.schedule = {form = "sort"}
func.func @order(%x: tensor<32x100xf32>) -> (tensor<32x100xf32>, tensor<32x100xi64>) attributes {weir.job} {
  %v, %i = weir.sort %x {dim = 1 : i64} : (tensor<32x100xf32>) -> (tensor<32x100xf32>, tensor<32x100xi64>)
  return %v, %i : tensor<32x100xf32>, tensor<32x100xi64>
}
