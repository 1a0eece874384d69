// RUN: weir-fuzz %s --targets=naive,cpu,sim
// The heads of values are as many as those of keys, also where they are a `?` and the keys' are known.
module attributes {fuzz.dynamic = array<i64: 15, 5, 2>, fuzz.seed = 721945 : i64} {
  weir.variable @query {fuzz.input = array<i64: 2, -2, 2, 0>} : tensor<4x16x15xf32>
  weir.variable @key {fuzz.input = array<i64: 3, -2, 2, 0>} : tensor<2x5x15xf32>
  func.func @job(%value: tensor<2x5x15xf32> {fuzz.input = array<i64: 5, -2, 2, 0>}) -> tensor<4x16x15xf32> attributes {weir.job} {
    %query = weir.read @query : tensor<4x16x15xf32>
    %key = weir.read @key : tensor<2x5x15xf32>
    %y = weir.attention %query, %key, %value {dropout_p = 0.0 : f64, enable_gqa, ordinal = 0 : i64, present = array<i64>} : (tensor<4x16x15xf32>, tensor<2x5x15xf32>, tensor<2x5x15xf32>) -> tensor<4x16x15xf32>
    return %y : tensor<4x16x15xf32>
  }
}
