// RUN: %op_runs
// 1 where a uniform number is below p; see random_uniform.

func.func @typical_f32() {
  %x0 = weir.constant dense<[[0.0, 0.25, 0.75, 1.0, 0.0, 0.25, 0.75, 1.0], [0.0, 0.25, 0.75, 1.0, 0.0, 0.25, 0.75,
      1.0]]> : tensor<2x8xf32> -> tensor<2x8xf32>
  %x1 = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<14> : tensor<i64> -> tensor<i64>
  %y0 = weir.bernoulli %x0, %seed, %x1 {ordinal = 0 : i64, to = f32} : (tensor<2x8xf32>, tensor<i64>, tensor<i64>) ->
      tensor<2x8xf32>
  %e0 = weir.constant dense<[[0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 1.0], [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0]]> :
      tensor<2x8xf32> -> tensor<2x8xf32>
  check.expect_eq %y0, %e0 : tensor<2x8xf32>
  return
}

func.func @others_f32() {
  %x0 = weir.constant dense<[[0.0, 0.20000000298023224], [0.4000000059604645, 0.6000000238418579], [0.800000011920929,
      1.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %x1 = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<14> : tensor<i64> -> tensor<i64>
  %y0 = weir.bernoulli %x0, %seed, %x1 {ordinal = 0 : i64, to = f32} : (tensor<3x2xf32>, tensor<i64>, tensor<i64>) ->
      tensor<3x2xf32>
  %e0 = weir.constant dense<[[0.0, 0.0], [0.0, 0.0], [1.0, 1.0]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_eq %y0, %e0 : tensor<3x2xf32>
  return
}

func.func @odd_f64() {
  %x0 = weir.constant dense<[0.0, 0.16666666666666666, 0.3333333333333333, 0.5, 0.6666666666666666,
      0.8333333333333333, 1.0]> : tensor<7xf64> -> tensor<7xf64>
  %x1 = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<14> : tensor<i64> -> tensor<i64>
  %y0 = weir.bernoulli %x0, %seed, %x1 {ordinal = 1 : i64, to = f64} : (tensor<7xf64>, tensor<i64>, tensor<i64>) ->
      tensor<7xf64>
  %e0 = weir.constant dense<[0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_eq %y0, %e0 : tensor<7xf64>
  return
}

func.func @integers_f32() {
  %x0 = weir.constant dense<[0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]> : tensor<9xf32> -> tensor<9xf32>
  %x1 = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %y0 = weir.bernoulli %x0, %seed, %x1 {ordinal = 0 : i64, to = i64} : (tensor<9xf32>, tensor<i64>, tensor<i64>) ->
      tensor<9xi64>
  %e0 = weir.constant dense<[1, 1, 0, 0, 0, 0, 0, 1, 1]> : tensor<9xi64> -> tensor<9xi64>
  check.expect_eq %y0, %e0 : tensor<9xi64>
  return
}

func.func @bools_f32() {
  %x0 = weir.constant dense<[0.30000001192092896, 0.30000001192092896, 0.30000001192092896, 0.30000001192092896,
      0.30000001192092896]> : tensor<5xf32> -> tensor<5xf32>
  %x1 = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %y0 = weir.bernoulli %x0, %seed, %x1 {ordinal = 4 : i64, to = i1} : (tensor<5xf32>, tensor<i64>, tensor<i64>) ->
      tensor<5xi1>
  %e0 = weir.constant dense<[false, true, false, true, false]> : tensor<5xi1> -> tensor<5xi1>
  check.expect_eq %y0, %e0 : tensor<5xi1>
  return
}

// The uniform numbers are f32's: none rounds to 1.
func.func @certain_f16() {
  %x0 = weir.constant dense<[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]> : tensor<7xf16> -> tensor<7xf16>
  %x1 = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<5> : tensor<i64> -> tensor<i64>
  %y0 = weir.bernoulli %x0, %seed, %x1 {ordinal = 0 : i64, to = f16} : (tensor<7xf16>, tensor<i64>, tensor<i64>) ->
      tensor<7xf16>
  %e0 = weir.constant dense<[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]> : tensor<7xf16> -> tensor<7xf16>
  check.expect_eq %y0, %e0 : tensor<7xf16>
  return
}

func.func @scalar_f32() {
  %x0 = weir.constant dense<0.5> : tensor<f32> -> tensor<f32>
  %x1 = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<6> : tensor<i64> -> tensor<i64>
  %y0 = weir.bernoulli %x0, %seed, %x1 {ordinal = 0 : i64, to = f32} : (tensor<f32>, tensor<i64>, tensor<i64>) ->
      tensor<f32>
  %e0 = weir.constant dense<1.0> : tensor<f32> -> tensor<f32>
  check.expect_eq %y0, %e0 : tensor<f32>
  return
}
