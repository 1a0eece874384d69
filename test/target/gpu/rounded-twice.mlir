// RUN: rm -rf %t && weir-compile %s --target=cuda --dump-kernels=%t -o %t.weir
// RUN: cat %t/*assembly-sm_90a.ptx | FileCheck %s
// What becomes f16 by way of f32 is rounded to both, also where it is widened again.

// CHECK: cvt.rn.f32.f64
// CHECK: cvt.rn.f16.f32
// CHECK-NOT: cvt.rn.f16.f64
func.func @job(%x: tensor<5xf64>, %y: tensor<5xf32>) -> tensor<5xf32> attributes {weir.job} {
  %n = weir.constant dense<1.083000e+03> : tensor<f64> -> tensor<5xf64>
  %q = weir.div %x, %n : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
  %e = weir.cast %q {to = f32} : (tensor<5xf64>) -> tensor<5xf32>
  %f = weir.cast %e {to = f16} : (tensor<5xf32>) -> tensor<5xf16>
  %g = weir.cast %f {to = f32} : (tensor<5xf16>) -> tensor<5xf32>
  %h = weir.sub %y, %g : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  return %h : tensor<5xf32>
}
