// RUN: %op_runs
// Whether all elements are equal or |input - other| <= atol + rtol * |other|.

func.func @near_f32() {
  %input = weir.constant dense<[[1.53, 2.12, 2.74], [2.97, 1.58, 4.4]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %other = weir.constant dense<
      [[1.530006, 2.1200085, 2.740011], [2.970012, 1.5800064, 4.4000177]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.allclose %input, %other {rtol = 1.0e-05 : f64, atol = 1.0e-08 : f64} : (tensor<2x3xf32>, tensor<2x3xf32>)
      -> tensor<i1>
  %e = weir.constant dense<true> : tensor<i1> -> tensor<i1>
  check.expect_eq %y, %e : tensor<i1>
  return
}

func.func @odd_f32() {
  %input = weir.constant dense<
      [[2.08, 4.03, 4.87, 4.93, 3.04], [1.74, 2.97, 1.08, 4.7, 2.72], [3.57, 3.64, 4.0, 4.95, 1.9], [1.45, 2.27, 3.58,
      1.45, 4.21], [1.3, 2.54, 4.7, 4.82, 2.5], [1.27, 1.11, 4.37, 4.97, 2.71], [1.38, 2.37, 3.28, 3.89, 1.77]]>
      : tensor<7x5xf32> -> tensor<7x5xf32>
  %other = weir.constant dense<
      [[2.0800083, 4.0300164, 4.8700194, 4.9300194, 3.0400121], [1.7400069, 2.970012, 1.0800043, 4.7000184, 2.720011],
      [3.5700142, 3.6400146, 4.000016, 4.95002, 1.9000076], [1.4500059, 2.270009, 3.5800142, 1.4500059, 4.2100167],
      [1.3000052, 2.5400102, 4.7000184, 4.8200192, 2.50001], [1.2700051, 1.1100044, 4.3700175, 4.97002, 2.7100108],
      [1.3800055, 2.3700094, 3.280013, 3.8900156, 1.770007]]> : tensor<7x5xf32> -> tensor<7x5xf32>
  %y = weir.allclose %input, %other {rtol = 1.0e-05 : f64, atol = 1.0e-08 : f64} : (tensor<7x5xf32>, tensor<7x5xf32>)
      -> tensor<i1>
  %e = weir.constant dense<true> : tensor<i1> -> tensor<i1>
  check.expect_eq %y, %e : tensor<i1>
  return
}

func.func @far_f32() {
  %input = weir.constant dense<
      [[2.08, 4.03, 4.87, 4.93, 3.04], [1.74, 2.97, 1.08, 4.7, 2.72], [3.57, 3.64, 4.0, 4.95, 1.9], [1.45, 2.27, 3.58,
      1.45, 4.21], [1.3, 2.54, 4.7, 4.82, 2.5], [1.27, 1.11, 4.37, 4.97, 2.71], [1.38, 2.37, 3.28, 3.89, 1.77]]>
      : tensor<7x5xf32> -> tensor<7x5xf32>
  %other = weir.constant dense<
      [[2.0800083, 4.0300164, 4.8700194, 4.9300194, 3.0400121], [1.7400069, 2.970012, 1.0800043, 4.7000184, 2.720011],
      [3.5700142, 3.6400146, 4.000016, 4.95002, 1.9000076], [1.4500059, 2.270009, 3.5800142, 1.4500059, 4.2100167],
      [1.3000052, 2.5400102, 4.7000184, 4.8200192, 2.50001], [1.2700051, 1.1100044, 4.3700175, 4.97002, 2.7100108],
      [1.3800055, 2.3700094, 3.280013, 3.8900156, 1.7710071]]> : tensor<7x5xf32> -> tensor<7x5xf32>
  %y = weir.allclose %input, %other {rtol = 1.0e-05 : f64, atol = 1.0e-08 : f64} : (tensor<7x5xf32>, tensor<7x5xf32>)
      -> tensor<i1>
  %e = weir.constant dense<false> : tensor<i1> -> tensor<i1>
  check.expect_eq %y, %e : tensor<i1>
  return
}

func.func @near_f64() {
  %input = weir.constant dense<[1.81, -1.3, 2.01, -2.01, -2.93]> : tensor<5xf64> -> tensor<5xf64>
  %other = weir.constant dense<
      [1.8100000001810002, -1.30000000013, 2.010000000201, -2.010000000201, -2.930000000293]>
      : tensor<5xf64> -> tensor<5xf64>
  %y = weir.allclose %input, %other {rtol = 1.0e-09 : f64, atol = 0.0 : f64} : (tensor<5xf64>, tensor<5xf64>)
      -> tensor<i1>
  %e = weir.constant dense<true> : tensor<i1> -> tensor<i1>
  check.expect_eq %y, %e : tensor<i1>
  return
}

func.func @near_f16() {
  %input = weir.constant dense<[2.72, 2.43, 1.46, 1.58, 1.34]> : tensor<5xf16> -> tensor<5xf16>
  %other = weir.constant dense<[2.734, 2.441, 1.467, 1.588, 1.347]> : tensor<5xf16> -> tensor<5xf16>
  %y = weir.allclose %input, %other {rtol = 0.0 : f64, atol = 0.1 : f64} : (tensor<5xf16>, tensor<5xf16>) -> tensor<i1>
  %e = weir.constant dense<true> : tensor<i1> -> tensor<i1>
  check.expect_eq %y, %e : tensor<i1>
  return
}

// The tolerance is relative to the second.
func.func @ten_and_nine() {
  %input = weir.constant dense<[1.0e+01]> : tensor<1xf32> -> tensor<1xf32>
  %other = weir.constant dense<[9.0]> : tensor<1xf32> -> tensor<1xf32>
  %y = weir.allclose %input, %other {rtol = 0.1 : f64, atol = 0.05 : f64} : (tensor<1xf32>, tensor<1xf32>) -> tensor<i1>
  %e = weir.constant dense<false> : tensor<i1> -> tensor<i1>
  check.expect_eq %y, %e : tensor<i1>
  return
}

func.func @nine_and_ten() {
  %input = weir.constant dense<[9.0]> : tensor<1xf32> -> tensor<1xf32>
  %other = weir.constant dense<[1.0e+01]> : tensor<1xf32> -> tensor<1xf32>
  %y = weir.allclose %input, %other {rtol = 0.1 : f64, atol = 0.05 : f64} : (tensor<1xf32>, tensor<1xf32>) -> tensor<i1>
  %e = weir.constant dense<true> : tensor<i1> -> tensor<i1>
  check.expect_eq %y, %e : tensor<i1>
  return
}

func.func @exact() {
  %input = weir.constant dense<[1.0, 0.0]> : tensor<2xf64> -> tensor<2xf64>
  %other = weir.constant dense<[1.0, -0.0]> : tensor<2xf64> -> tensor<2xf64>
  %y = weir.allclose %input, %other {rtol = 0.0 : f64, atol = 0.0 : f64} : (tensor<2xf64>, tensor<2xf64>) -> tensor<i1>
  %e = weir.constant dense<true> : tensor<i1> -> tensor<i1>
  check.expect_eq %y, %e : tensor<i1>
  return
}

func.func @nan() {
  %input = weir.constant dense<[1.0, 0x7FC00000, 0x7F800000]> : tensor<3xf32> -> tensor<3xf32>
  %other = weir.constant dense<[1.0, 0x7FC00000, 0x7F800000]> : tensor<3xf32> -> tensor<3xf32>
  %y = weir.allclose %input, %other {rtol = 1.0e-05 : f64, atol = 1.0e-08 : f64} : (tensor<3xf32>, tensor<3xf32>)
      -> tensor<i1>
  %e = weir.constant dense<false> : tensor<i1> -> tensor<i1>
  check.expect_eq %y, %e : tensor<i1>
  return
}

func.func @equal_nan() {
  %input = weir.constant dense<[1.0, 0x7FC00000, 0x7F800000]> : tensor<3xf32> -> tensor<3xf32>
  %other = weir.constant dense<[1.0, 0x7FC00000, 0x7F800000]> : tensor<3xf32> -> tensor<3xf32>
  %y = weir.allclose %input, %other {rtol = 1.0e-05 : f64, atol = 1.0e-08 : f64, equal_nan} : (tensor<3xf32>,
      tensor<3xf32>) -> tensor<i1>
  %e = weir.constant dense<true> : tensor<i1> -> tensor<i1>
  check.expect_eq %y, %e : tensor<i1>
  return
}

func.func @infinities() {
  %input = weir.constant dense<[0x7F800000, 0xFF800000, 1.0]> : tensor<3xf32> -> tensor<3xf32>
  %other = weir.constant dense<[0x7F800000, 0xFF800000, 1.0]> : tensor<3xf32> -> tensor<3xf32>
  %y = weir.allclose %input, %other {rtol = 1.0e-05 : f64, atol = 1.0e-08 : f64} : (tensor<3xf32>, tensor<3xf32>)
      -> tensor<i1>
  %e = weir.constant dense<true> : tensor<i1> -> tensor<i1>
  check.expect_eq %y, %e : tensor<i1>
  return
}

func.func @opposite_infinities() {
  %input = weir.constant dense<[0x7F800000, 1.0]> : tensor<2xf32> -> tensor<2xf32>
  %other = weir.constant dense<[0xFF800000, 1.0]> : tensor<2xf32> -> tensor<2xf32>
  %y = weir.allclose %input, %other {rtol = 1.0e-05 : f64, atol = 1.0e-08 : f64} : (tensor<2xf32>, tensor<2xf32>)
      -> tensor<i1>
  %e = weir.constant dense<false> : tensor<i1> -> tensor<i1>
  check.expect_eq %y, %e : tensor<i1>
  return
}

func.func @empty() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %other = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y = weir.allclose %input, %other {rtol = 1.0e-05 : f64, atol = 1.0e-08 : f64} : (tensor<0x3xf32>, tensor<0x3xf32>)
      -> tensor<i1>
  %e = weir.constant dense<true> : tensor<i1> -> tensor<i1>
  check.expect_eq %y, %e : tensor<i1>
  return
}

func.func @rank_0() {
  %input = weir.constant dense<2.0> : tensor<f32> -> tensor<f32>
  %other = weir.constant dense<2.0> : tensor<f32> -> tensor<f32>
  %y = weir.allclose %input, %other {rtol = 1.0e-05 : f64, atol = 1.0e-08 : f64} : (tensor<f32>, tensor<f32>)
      -> tensor<i1>
  %e = weir.constant dense<true> : tensor<i1> -> tensor<i1>
  check.expect_eq %y, %e : tensor<i1>
  return
}
