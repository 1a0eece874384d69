// RUN: %op_runs
// whether elements are in a set

func.func @f32() {
  %x0 = weir.constant dense<[[0.0, 0.0, 2.0, -2.0, 3.0], [-3.0, 2.0, -3.0, 2.0, 0.0], [-2.0, 0.0, -2.0, 3.0,
      -3.0]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %x1 = weir.constant dense<[-3.0, -3.0, 1.0, 2.0]> : tensor<4xf32> -> tensor<4xf32>
  %y0 = weir.isin %x0, %x1 : (tensor<3x5xf32>, tensor<4xf32>) -> tensor<3x5xi1>
  %e0 = weir.constant dense<[[false, false, true, false, false], [true, true, true, true, false], [false, false,
      false, false, true]]> : tensor<3x5xi1> -> tensor<3x5xi1>
  check.expect_eq %y0, %e0 : tensor<3x5xi1>
  return
}

func.func @f32_inverted() {
  %x0 = weir.constant dense<[[0.0, 0.0, 2.0, -2.0, 3.0], [-3.0, 2.0, -3.0, 2.0, 0.0], [-2.0, 0.0, -2.0, 3.0,
      -3.0]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %x1 = weir.constant dense<[-3.0, -3.0, 1.0, 2.0]> : tensor<4xf32> -> tensor<4xf32>
  %y0 = weir.isin %x0, %x1 {invert} : (tensor<3x5xf32>, tensor<4xf32>) -> tensor<3x5xi1>
  %e0 = weir.constant dense<[[true, true, false, true, true], [false, false, false, false, true], [true, true, true,
      true, false]]> : tensor<3x5xi1> -> tensor<3x5xi1>
  check.expect_eq %y0, %e0 : tensor<3x5xi1>
  return
}

func.func @f64() {
  %x0 = weir.constant dense<[[0.0, -3.0, 3.0], [-2.0, -2.0, -1.0]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %x1 = weir.constant dense<[-2.0, -2.0]> : tensor<2xf64> -> tensor<2xf64>
  %y0 = weir.isin %x0, %x1 : (tensor<2x3xf64>, tensor<2xf64>) -> tensor<2x3xi1>
  %e0 = weir.constant dense<[[false, false, false], [true, true, false]]> : tensor<2x3xi1> -> tensor<2x3xi1>
  check.expect_eq %y0, %e0 : tensor<2x3xi1>
  return
}

func.func @f64_inverted() {
  %x0 = weir.constant dense<[[0.0, -3.0, 3.0], [-2.0, -2.0, -1.0]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %x1 = weir.constant dense<[-2.0, -2.0]> : tensor<2xf64> -> tensor<2xf64>
  %y0 = weir.isin %x0, %x1 {invert} : (tensor<2x3xf64>, tensor<2xf64>) -> tensor<2x3xi1>
  %e0 = weir.constant dense<[[true, true, true], [false, false, true]]> : tensor<2x3xi1> -> tensor<2x3xi1>
  check.expect_eq %y0, %e0 : tensor<2x3xi1>
  return
}

func.func @odd() {
  %x0 = weir.constant dense<[0.0, -1.0, 0.0, -2.0, 3.0, -1.0, -2.0, -2.0, -1.0, -3.0, 2.0, 3.0, 2.0, 2.0, -2.0, 2.0,
      2.0, -2.0, 1.0]> : tensor<19xf32> -> tensor<19xf32>
  %x1 = weir.constant dense<[3.0, 0.0, 2.0, 3.0, -1.0, -2.0, -1.0]> : tensor<7xf32> -> tensor<7xf32>
  %y0 = weir.isin %x0, %x1 : (tensor<19xf32>, tensor<7xf32>) -> tensor<19xi1>
  %e0 = weir.constant dense<[true, true, true, true, true, true, true, true, true, false, true, true, true, true,
      true, true, true, true, false]> : tensor<19xi1> -> tensor<19xi1>
  check.expect_eq %y0, %e0 : tensor<19xi1>
  return
}

func.func @odd_inverted() {
  %x0 = weir.constant dense<[0.0, -1.0, 0.0, -2.0, 3.0, -1.0, -2.0, -2.0, -1.0, -3.0, 2.0, 3.0, 2.0, 2.0, -2.0, 2.0,
      2.0, -2.0, 1.0]> : tensor<19xf32> -> tensor<19xf32>
  %x1 = weir.constant dense<[3.0, 0.0, 2.0, 3.0, -1.0, -2.0, -1.0]> : tensor<7xf32> -> tensor<7xf32>
  %y0 = weir.isin %x0, %x1 {invert} : (tensor<19xf32>, tensor<7xf32>) -> tensor<19xi1>
  %e0 = weir.constant dense<[false, false, false, false, false, false, false, false, false, true, false, false,
      false, false, false, false, false, false, true]> : tensor<19xi1> -> tensor<19xi1>
  check.expect_eq %y0, %e0 : tensor<19xi1>
  return
}

func.func @i64() {
  %x0 = weir.constant dense<[[0, 2, 2, -3, 1], [1, -3, 3, -1, 3], [1, 3, 3, 0, 1]]> : tensor<3x5xi64>
      -> tensor<3x5xi64>
  %x1 = weir.constant dense<[-3, 2, -1, -1]> : tensor<4xi64> -> tensor<4xi64>
  %y0 = weir.isin %x0, %x1 : (tensor<3x5xi64>, tensor<4xi64>) -> tensor<3x5xi1>
  %e0 = weir.constant dense<[[false, true, true, true, false], [false, true, false, true, false], [false, false,
      false, false, false]]> : tensor<3x5xi1> -> tensor<3x5xi1>
  check.expect_eq %y0, %e0 : tensor<3x5xi1>
  return
}

func.func @i64_inverted() {
  %x0 = weir.constant dense<[[0, 2, 2, -3, 1], [1, -3, 3, -1, 3], [1, 3, 3, 0, 1]]> : tensor<3x5xi64>
      -> tensor<3x5xi64>
  %x1 = weir.constant dense<[-3, 2, -1, -1]> : tensor<4xi64> -> tensor<4xi64>
  %y0 = weir.isin %x0, %x1 {invert} : (tensor<3x5xi64>, tensor<4xi64>) -> tensor<3x5xi1>
  %e0 = weir.constant dense<[[true, false, false, false, true], [true, false, true, false, true], [true, true, true,
      true, true]]> : tensor<3x5xi1> -> tensor<3x5xi1>
  check.expect_eq %y0, %e0 : tensor<3x5xi1>
  return
}

func.func @f16() {
  %x0 = weir.constant dense<[-2.0, 2.0, 1.0, 0.0]> : tensor<4xf16> -> tensor<4xf16>
  %x1 = weir.constant dense<[2.0, 0.0, 3.0]> : tensor<3xf16> -> tensor<3xf16>
  %y0 = weir.isin %x0, %x1 : (tensor<4xf16>, tensor<3xf16>) -> tensor<4xi1>
  %e0 = weir.constant dense<[false, true, false, true]> : tensor<4xi1> -> tensor<4xi1>
  check.expect_eq %y0, %e0 : tensor<4xi1>
  return
}

func.func @f16_inverted() {
  %x0 = weir.constant dense<[-2.0, 2.0, 1.0, 0.0]> : tensor<4xf16> -> tensor<4xf16>
  %x1 = weir.constant dense<[2.0, 0.0, 3.0]> : tensor<3xf16> -> tensor<3xf16>
  %y0 = weir.isin %x0, %x1 {invert} : (tensor<4xf16>, tensor<3xf16>) -> tensor<4xi1>
  %e0 = weir.constant dense<[true, false, true, false]> : tensor<4xi1> -> tensor<4xi1>
  check.expect_eq %y0, %e0 : tensor<4xi1>
  return
}

func.func @empty() {
  %x0 = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  %x1 = weir.constant dense<[1.0, -1.0, 2.0]> : tensor<3xf32> -> tensor<3xf32>
  %y0 = weir.isin %x0, %x1 : (tensor<0x2xf32>, tensor<3xf32>) -> tensor<0x2xi1>
  %e0 = weir.constant dense<> : tensor<0x2xi1> -> tensor<0x2xi1>
  check.expect_eq %y0, %e0 : tensor<0x2xi1>
  return
}

func.func @empty_inverted() {
  %x0 = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  %x1 = weir.constant dense<[1.0, -1.0, 2.0]> : tensor<3xf32> -> tensor<3xf32>
  %y0 = weir.isin %x0, %x1 {invert} : (tensor<0x2xf32>, tensor<3xf32>) -> tensor<0x2xi1>
  %e0 = weir.constant dense<> : tensor<0x2xi1> -> tensor<0x2xi1>
  check.expect_eq %y0, %e0 : tensor<0x2xi1>
  return
}

func.func @nothing() {
  %x0 = weir.constant dense<[-1, 2, -3]> : tensor<3xi32> -> tensor<3xi32>
  %x1 = weir.constant dense<> : tensor<0xi32> -> tensor<0xi32>
  %y0 = weir.isin %x0, %x1 : (tensor<3xi32>, tensor<0xi32>) -> tensor<3xi1>
  %e0 = weir.constant dense<[false, false, false]> : tensor<3xi1> -> tensor<3xi1>
  check.expect_eq %y0, %e0 : tensor<3xi1>
  return
}

func.func @nothing_inverted() {
  %x0 = weir.constant dense<[-1, 2, -3]> : tensor<3xi32> -> tensor<3xi32>
  %x1 = weir.constant dense<> : tensor<0xi32> -> tensor<0xi32>
  %y0 = weir.isin %x0, %x1 {invert} : (tensor<3xi32>, tensor<0xi32>) -> tensor<3xi1>
  %e0 = weir.constant dense<[true, true, true]> : tensor<3xi1> -> tensor<3xi1>
  check.expect_eq %y0, %e0 : tensor<3xi1>
  return
}

func.func @matrix_of_candidates() {
  %x0 = weir.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64> -> tensor<2x2xi64>
  %x1 = weir.constant dense<[[1, 9], [4, 4]]> : tensor<2x2xi64> -> tensor<2x2xi64>
  %y0 = weir.isin %x0, %x1 : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi1>
  %e0 = weir.constant dense<[[true, false], [false, true]]> : tensor<2x2xi1> -> tensor<2x2xi1>
  check.expect_eq %y0, %e0 : tensor<2x2xi1>
  return
}

func.func @special() {
  %x0 = weir.constant dense<[0x7FC00000, -0.0, 1.0]> : tensor<3xf32> -> tensor<3xf32>
  %x1 = weir.constant dense<[0x7FC00000, 0.0]> : tensor<2xf32> -> tensor<2xf32>
  %y0 = weir.isin %x0, %x1 : (tensor<3xf32>, tensor<2xf32>) -> tensor<3xi1>
  %e0 = weir.constant dense<[false, true, false]> : tensor<3xi1> -> tensor<3xi1>
  check.expect_eq %y0, %e0 : tensor<3xi1>
  return
}

func.func @scalar() {
  %x0 = weir.constant dense<2.0> : tensor<f32> -> tensor<f32>
  %x1 = weir.constant dense<[0x7FC00000, 0.0]> : tensor<2xf32> -> tensor<2xf32>
  %y0 = weir.isin %x0, %x1 : (tensor<f32>, tensor<2xf32>) -> tensor<i1>
  %e0 = weir.constant dense<false> : tensor<i1> -> tensor<i1>
  check.expect_eq %y0, %e0 : tensor<i1>
  return
}
