// RUN: %known_size_runs
// The first elements along a dimension in order, and where they stood. The dimension's size has to be known.

func.func @rows_f32() {
  %x = weir.constant dense<
      [[3.0, -1.0, 2.0, 3.0, -7.0, 9.0, 0.5], [0.0, 0.0, 5.0, -5.0, 1.0, -0.0, 8.0]]> : tensor<2x7xf32> -> tensor<2x7xf32>
  %r:2 = weir.sort_first %x {count = 3 : i64, dim = 1 : i64} : (tensor<2x7xf32>) -> (tensor<2x3xf32>, tensor<2x3xi64>)
  %expected0 = weir.constant dense<[[-7.0, -1.0, 0.5], [-5.0, 0.0, 0.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %expected1 = weir.constant dense<[[4, 1, 6], [3, 0, 1]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  check.expect_eq %r#0, %expected0 : tensor<2x3xf32>
  check.expect_eq %r#1, %expected1 : tensor<2x3xi64>
  return
}

func.func @descending_columns_i32() {
  %x = weir.constant dense<[[1, 7], [5, 7], [5, -2], [0, 3]]> : tensor<4x2xi32> -> tensor<4x2xi32>
  %r:2 = weir.sort_first %x {count = 2 : i64, dim = 0 : i64, descending} : (tensor<4x2xi32>) -> (tensor<2x2xi32>, tensor<2x2xi64>)
  %expected0 = weir.constant dense<[[5, 7], [5, 7]]> : tensor<2x2xi32> -> tensor<2x2xi32>
  %expected1 = weir.constant dense<[[1, 0], [2, 1]]> : tensor<2x2xi64> -> tensor<2x2xi64>
  check.expect_eq %r#0, %expected0 : tensor<2x2xi32>
  check.expect_eq %r#1, %expected1 : tensor<2x2xi64>
  return
}

// NaN is larger than any number.
func.func @nan_f64() {
  %x = weir.constant dense<[1.0, 0x7FF8000000000000, 3.0, 0x7FF0000000000000]> : tensor<4xf64> -> tensor<4xf64>
  %r:2 = weir.sort_first %x {count = 3 : i64, descending, dim = 0 : i64} : (tensor<4xf64>) -> (tensor<3xf64>, tensor<3xi64>)
  %expected = weir.constant dense<[1, 3, 2]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %r#1, %expected : tensor<3xi64>
  return
}

func.func @all_bf16() {
  %x = weir.constant dense<[2.0, -1.0, 0.5]> : tensor<3xbf16> -> tensor<3xbf16>
  %r:2 = weir.sort_first %x {count = 3 : i64, dim = 0 : i64} : (tensor<3xbf16>) -> (tensor<3xbf16>, tensor<3xi64>)
  %expected = weir.constant dense<[-1.0, 0.5, 2.0]> : tensor<3xbf16> -> tensor<3xbf16>
  check.expect_eq %r#0, %expected : tensor<3xbf16>
  return
}

func.func @none() {
  %x = weir.constant dense<[[2.0], [1.0]]> : tensor<2x1xf32> -> tensor<2x1xf32>
  %r:2 = weir.sort_first %x {count = 0 : i64, dim = 0 : i64} : (tensor<2x1xf32>) -> (tensor<0x1xf32>, tensor<0x1xi64>)
  %expected = weir.constant dense<> : tensor<0x1xf32> -> tensor<0x1xf32>
  check.expect_eq %r#0, %expected : tensor<0x1xf32>
  return
}

func.func @no_lines() {
  %x = weir.constant dense<> : tensor<0x4xf32> -> tensor<0x4xf32>
  %r:2 = weir.sort_first %x {count = 2 : i64, dim = 1 : i64} : (tensor<0x4xf32>) -> (tensor<0x2xf32>, tensor<0x2xi64>)
  %expected = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  check.expect_eq %r#0, %expected : tensor<0x2xf32>
  return
}

// What is the same everywhere is made in the kernel, which then has more loops than a launch has phases.
func.func @splat() {
  %x = weir.constant dense<1.0> : tensor<f32> -> tensor<1x5x1xf32>
  %r:2 = weir.sort_first %x {count = 4 : i64, descending, dim = 1 : i64}
      : (tensor<1x5x1xf32>) -> (tensor<1x4x1xf32>, tensor<1x4x1xi64>)
  %values = weir.constant dense<1.0> : tensor<f32> -> tensor<1x4x1xf32>
  check.expect_eq %r#0, %values : tensor<1x4x1xf32>
  %positions = weir.constant dense<[[[0], [1], [2], [3]]]> : tensor<1x4x1xi64> -> tensor<1x4x1xi64>
  check.expect_eq %r#1, %positions : tensor<1x4x1xi64>
  return
}
