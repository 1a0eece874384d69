// RUN: %op_runs
// Whether |input - other| <= atol + rtol * |other|; infinities are close to themselves alone.

func.func @typical_f32() {
  %input = weir.constant dense<[1.0, 1.0, 1.0, 0.0, 0.0, -2.0, 1000000.0]> : tensor<7xf32> -> tensor<7xf32>
  %other = weir.constant dense<
      [1.000005, 1.00002, -1.0, 5.0e-09, 2.0e-08, -2.0, 1000005.0]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.isclose %input, %other {rtol = 1.0e-05 : f64, atol = 1.0e-08 : f64}
      : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xi1>
  %expected = weir.constant dense<[true, false, false, true, false, true, true]> : tensor<7xi1> -> tensor<7xi1>
  check.expect_eq %y, %expected : tensor<7xi1>
  return
}

func.func @typical_f64() {
  %input = weir.constant dense<[1.0, 1.0, 1.0, 0.0, 0.0, -2.0, 1000000.0]> : tensor<7xf64> -> tensor<7xf64>
  %other = weir.constant dense<
      [1.000009, 1.000011, -1.0, 9.0e-09, 2.0e-08, -2.0, 1000009.0]> : tensor<7xf64> -> tensor<7xf64>
  %y = weir.isclose %input, %other {rtol = 1.0e-05 : f64, atol = 1.0e-08 : f64}
      : (tensor<7xf64>, tensor<7xf64>) -> tensor<7xi1>
  %expected = weir.constant dense<[true, false, false, true, false, true, true]> : tensor<7xi1> -> tensor<7xi1>
  check.expect_eq %y, %expected : tensor<7xi1>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [2.84, -2.03, 1.69, 0.24, -1.21, -2.16, 2.68, 0.52, 2.28, -0.24, -1.23, 1.21, 1.29, -0.58, -0.15, -0.1, 2.68,
      -2.37, 0.81]> : tensor<19xf32> -> tensor<19xf32>
  %other = weir.constant dense<
      [3.14, -1.73, 1.99, 0.29, -0.91, -1.86, 2.73, 0.57, 2.58, -0.19, -0.93, 1.26, 1.59, -0.53, 0.15, 0.2, 2.98, -2.07,
      0.86]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.isclose %input, %other {rtol = 0.0 : f64, atol = 0.1 : f64}
      : (tensor<19xf32>, tensor<19xf32>) -> tensor<19xi1>
  %expected = weir.constant dense<
      [false, false, false, true, false, false, true, true, false, true, false, true, false, true, false, false, false,
      false, true]> : tensor<19xi1> -> tensor<19xi1>
  check.expect_eq %y, %expected : tensor<19xi1>
  return
}

// The tolerance is relative to the second.
func.func @not_symmetric() {
  %input = weir.constant dense<[10.0, 9.0]> : tensor<2xf32> -> tensor<2xf32>
  %other = weir.constant dense<[9.0, 10.0]> : tensor<2xf32> -> tensor<2xf32>
  %y = weir.isclose %input, %other {rtol = 0.1 : f64, atol = 0.05 : f64}
      : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %expected = weir.constant dense<[false, true]> : tensor<2xi1> -> tensor<2xi1>
  check.expect_eq %y, %expected : tensor<2xi1>
  return
}

func.func @exact() {
  %input = weir.constant dense<[1.0, 1.0, 0.0]> : tensor<3xf64> -> tensor<3xf64>
  %other = weir.constant dense<[1.0, 1.0000000000000002, -0.0]> : tensor<3xf64> -> tensor<3xf64>
  %y = weir.isclose %input, %other {rtol = 0.0 : f64, atol = 0.0 : f64} : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
  %expected = weir.constant dense<[true, false, true]> : tensor<3xi1> -> tensor<3xi1>
  check.expect_eq %y, %expected : tensor<3xi1>
  return
}

func.func @special_f32() {
  %input = weir.constant dense<
      [0x7FC00000, 0x7FC00000, 0x7F800000, 0x7F800000, 0x7F800000, 1.0, 0xFF800000, 3.0e+38]>
      : tensor<8xf32> -> tensor<8xf32>
  %other = weir.constant dense<
      [0x7FC00000, 1.0, 0x7F800000, 0xFF800000, 1.0, 0x7F800000, 0xFF800000, -3.0e+38]> : tensor<8xf32> -> tensor<8xf32>
  %y = weir.isclose %input, %other {rtol = 1.0e-05 : f64, atol = 1.0e-08 : f64}
      : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  %expected = weir.constant dense<[false, false, true, false, false, false, true, false]> : tensor<8xi1> -> tensor<8xi1>
  check.expect_eq %y, %expected : tensor<8xi1>
  return
}

func.func @equal_nan() {
  %input = weir.constant dense<[0x7FC00000, 0x7FC00000, 0x7F800000, 0x7F800000, 1.0]> : tensor<5xf32> -> tensor<5xf32>
  %other = weir.constant dense<[0x7FC00000, 1.0, 0x7F800000, 0x7FC00000, 1.0]> : tensor<5xf32> -> tensor<5xf32>
  %y = weir.isclose %input, %other {rtol = 1.0e-05 : f64, atol = 1.0e-08 : f64, equal_nan}
      : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  %expected = weir.constant dense<[true, false, true, false, true]> : tensor<5xi1> -> tensor<5xi1>
  check.expect_eq %y, %expected : tensor<5xi1>
  return
}

func.func @special_f16() {
  %input = weir.constant dense<[0x7E00, 0x7E00, 0x7C00, 0x7C00, 0x7C00, 1.0, 0xFC00]> : tensor<7xf16> -> tensor<7xf16>
  %other = weir.constant dense<[0x7E00, 1.0, 0x7C00, 0xFC00, 1.0, 0x7C00, 0xFC00]> : tensor<7xf16> -> tensor<7xf16>
  %y = weir.isclose %input, %other {rtol = 1.0e-05 : f64, atol = 1.0e-08 : f64}
      : (tensor<7xf16>, tensor<7xf16>) -> tensor<7xi1>
  %expected = weir.constant dense<[false, false, true, false, false, false, true]> : tensor<7xi1> -> tensor<7xi1>
  check.expect_eq %y, %expected : tensor<7xi1>
  return
}

// Neither the difference nor the tolerance is in f16; 120000 is less than 150000.
func.func @wide_f16() {
  %input = weir.constant dense<[60000.0, 60000.0]> : tensor<2xf16> -> tensor<2xf16>
  %other = weir.constant dense<[-60000.0, -60000.0]> : tensor<2xf16> -> tensor<2xf16>
  %y = weir.isclose %input, %other {rtol = 2.5 : f64, atol = 0.0 : f64} : (tensor<2xf16>, tensor<2xf16>) -> tensor<2xi1>
  %expected = weir.constant dense<[true, true]> : tensor<2xi1> -> tensor<2xi1>
  check.expect_eq %y, %expected : tensor<2xi1>
  return
}

func.func @wide_bf16() {
  %input = weir.constant dense<[256.0, 256.0, 258.0]> : tensor<3xbf16> -> tensor<3xbf16>
  %other = weir.constant dense<[258.0, 260.0, 256.0]> : tensor<3xbf16> -> tensor<3xbf16>
  %y = weir.isclose %input, %other {rtol = 0.008 : f64, atol = 0.0 : f64}
      : (tensor<3xbf16>, tensor<3xbf16>) -> tensor<3xi1>
  %expected = weir.constant dense<[true, false, true]> : tensor<3xi1> -> tensor<3xi1>
  check.expect_eq %y, %expected : tensor<3xi1>
  return
}

func.func @scalar() {
  %input = weir.constant dense<2.0> : tensor<f32> -> tensor<f32>
  %other = weir.constant dense<2.1> : tensor<f32> -> tensor<f32>
  %y = weir.isclose %input, %other {rtol = 1.0e-05 : f64, atol = 1.0e-08 : f64}
      : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %expected = weir.constant dense<false> : tensor<i1> -> tensor<i1>
  check.expect_eq %y, %expected : tensor<i1>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[1.0]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %other = weir.constant dense<[[1.0]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.isclose %input, %other {rtol = 1.0e-05 : f64, atol = 1.0e-08 : f64}
      : (tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<1x1xi1>
  %expected = weir.constant dense<[[true]]> : tensor<1x1xi1> -> tensor<1x1xi1>
  check.expect_eq %y, %expected : tensor<1x1xi1>
  return
}

func.func @empty() {
  %input = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %other = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.isclose %input, %other {rtol = 1.0e-05 : f64, atol = 1.0e-08 : f64}
      : (tensor<0xf32>, tensor<0xf32>) -> tensor<0xi1>
  %expected = weir.constant dense<> : tensor<0xi1> -> tensor<0xi1>
  check.expect_eq %y, %expected : tensor<0xi1>
  return
}
