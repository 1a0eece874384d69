// RUN: weir-fuzz %s --targets=naive,cpu
// What a part of a vector needs is computed where that part is, and what it needs of no loop in front of it: here the
// seed, which is read inside of a reduction's masked vector.

module attributes {fuzz.seed = 7 : i64} {
  func.func @job(%seed: tensor<i64> {fuzz.input = array<i64: 1, 0, 99, 0>},
                 %step: tensor<i64> {fuzz.input = array<i64: 2, 0, 9, 0>},
                 %rest: tensor<6xi32> {fuzz.input = array<i64: 3, 0, 9, 0>}) -> tensor<i32> attributes {weir.job} {
    %ordinal = weir.constant dense<7> : tensor<i64> -> tensor<i64>
    %bits = weir.random_bits %seed, %step, %ordinal : tensor<i64> -> tensor<3xi32>
    %all = weir.concat %bits, %rest {dim = 0 : i64} : (tensor<3xi32>, tensor<6xi32>) -> tensor<9xi32>
    %least = weir.reduce_min %all {dims = array<i64: 0>} : (tensor<9xi32>) -> tensor<i32>
    return %least : tensor<i32>
  }
}
