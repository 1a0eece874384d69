// RUN: weir-fuzz %s --targets=cpu,sim
// RUN: sed 's/array<i64: 0, 1>/array<i64: 0, 0>/; s/1x16x/1x18x/g; s/17xf32/24xf32/g' %s > %t.last.mlir
// RUN: weir-fuzz %t.last.mlir --targets=cpu,sim
// Vectors of four that lie partly outside of what is padded read nothing there: a first one, then an aligned last one.

module attributes {fuzz.seed = 5 : i64} {
  func.func @job(%x: tensor<1x16xf32> {fuzz.input = array<i64: 5, 1, 4, 0>}, %a: tensor<2x1x2xf32>,
                 %b: tensor<2x2x17xf32>) -> tensor<2x1x17xf32> attributes {weir.job} {
    %padded = weir.pad %x {starts = array<i64: 0, 1>, steps = array<i64: 1, 1>, value = 0.0 : f64}
        : tensor<1x16xf32> -> tensor<1x17xf32>
    %y = weir.addmm %padded, %a, %b {alpha = 1.0 : f64, beta = 1.0 : f64}
        : (tensor<1x17xf32>, tensor<2x1x2xf32>, tensor<2x2x17xf32>) -> tensor<2x1x17xf32>
    return %y : tensor<2x1x17xf32>
  }
}
