// RUN: weir-fuzz %s --targets=naive,cpu,sim
// Draws of several numbers, which kernels are told: two layers that share theirs, and a kernel that draws twice.

module attributes {fuzz.seed = 7 : i64} {
  func.func @job(%x: tensor<7x7xf32> {fuzz.input = array<i64: 1, 1, 9, 0>},
                 %seed: tensor<i64> {fuzz.input = array<i64: 2, 0, 99, 0>},
                 %step: tensor<i64> {fuzz.input = array<i64: 3, 0, 9, 0>}) -> (tensor<7xf32>, tensor<7x7xf32>)
      attributes {weir.job} {
    %0 = weir.dropout %x, %seed, %step {p = 0.5 : f64, ordinal = 0, shared_dims = 0}
        : (tensor<7x7xf32>, tensor<i64>, tensor<i64>) -> tensor<7x7xf32>
    %1 = weir.matmul %0, %x : (tensor<7x7xf32>, tensor<7x7xf32>) -> tensor<7x7xf32>
    %2 = weir.dropout %1, %seed, %step {p = 0.5 : f64, ordinal = 1, shared_dims = 0}
        : (tensor<7x7xf32>, tensor<i64>, tensor<i64>) -> tensor<7x7xf32>
    %3 = weir.matmul %2, %x : (tensor<7x7xf32>, tensor<7x7xf32>) -> tensor<7x7xf32>
    %4 = weir.dropout %3, %seed, %step {p = 0.5 : f64, ordinal = 2, shared_dims = 0}
        : (tensor<7x7xf32>, tensor<i64>, tensor<i64>) -> tensor<7x7xf32>
    %5 = weir.softmax %4 {dim = 1 : i64} : (tensor<7x7xf32>) -> tensor<7x7xf32>
    %6 = weir.dropout %5, %seed, %step {p = 0.5 : f64, ordinal = 3, shared_dims = 1}
        : (tensor<7x7xf32>, tensor<i64>, tensor<i64>) -> tensor<7x7xf32>
    %7 = weir.reduce_sum %6 {dims = array<i64: 1>} : (tensor<7x7xf32>) -> tensor<7xf32>
    return %7, %2 : tensor<7xf32>, tensor<7x7xf32>
  }
}
