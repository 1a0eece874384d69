// RUN: rm -rf %t && weir-compile %s --machine=sapphirerapids --dump-kernels=%t -o %t.weir
// RUN: FileCheck %s --input-file=%t/add_mul.03.expanded.mlir
// RUN: not weir-compile %s --machine=x86-64 -o %t.weir 2>&1 | FileCheck %s --check-prefix=OLD
// f16 is computed in f32 and rounded after each op, also on a CPU that could compute in f16. A CPU without the casts is
// refused.

// CHECK-NOT: {{(addf|mulf) .* : vector<.*xf16>}}
// CHECK: arith.addf {{.*}} : vector<16xf32>
// CHECK: arith.truncf {{.*}} : vector<16xf32> to vector<16xf16>
// CHECK: arith.extf {{.*}} : vector<16xf16> to vector<16xf32>
// CHECK: arith.mulf {{.*}} : vector<16xf32>
// CHECK: arith.truncf {{.*}} : vector<16xf32> to vector<16xf16>
// CHECK-NOT: {{(addf|mulf) .* : vector<.*xf16>}}
// OLD: error: expects a CPU with fma and f16c, as x86-64-v3 has them, got x86-64
func.func @narrow(%x: tensor<64xf16>, %y: tensor<64xf16>) -> tensor<64xf16> attributes {weir.job} {
  %0 = weir.add %x, %y : (tensor<64xf16>, tensor<64xf16>) -> tensor<64xf16>
  %1 = weir.mul %0, %y : (tensor<64xf16>, tensor<64xf16>) -> tensor<64xf16>
  return %1 : tensor<64xf16>
}
