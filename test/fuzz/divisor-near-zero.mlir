// RUN: weir-fuzz %s --targets=naive
// Gradients are judged near the program's inputs, but where their ranges keep divisors from 0: what is cut off of 1 and
// less is 0.
module attributes {fuzz.seed = 1795371145232 : i64} {
  func.func @job(%x: tensor<64x31xf32> {fuzz.input = array<i64: 1, 1, 4, 0>}, %y: tensor<64x31xi64> {fuzz.input = array<i64: 2, 0, 0, 0>}, %loss: tensor<f32>) -> (tensor<64x31xi64>, tensor<64x31xf32>) attributes {weir.job} {
    %0 = weir.cast %x {to = i64} : (tensor<64x31xf32>) -> tensor<64x31xi64>
    %1 = weir.fmod %y, %0 : (tensor<64x31xi64>, tensor<64x31xi64>) -> tensor<64x31xi64>
    %2 = weir.gradient %loss wrt %x : (tensor<f32>, tensor<64x31xf32>) -> tensor<64x31xf32>
    return %1, %2 : tensor<64x31xi64>, tensor<64x31xf32>
  }
}
