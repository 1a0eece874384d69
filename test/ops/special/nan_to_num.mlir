// RUN: %op_runs
// numbers in place of NaN and infinities

func.func @defaults_f32() {
  %x0 = weir.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 1.5, -2.0]> : tensor<5xf32> -> tensor<5xf32>
  %y0 = weir.nan_to_num %x0 {nan = 0.0 : f64} : (tensor<5xf32>) -> tensor<5xf32>
  %e0 = weir.constant dense<[0.0, 3.4028235e+38, -3.4028235e+38, 1.5, -2.0]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_eq %y0, %e0 : tensor<5xf32>
  return
}

func.func @given_f32() {
  %x0 = weir.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 1.5, -2.0]> : tensor<5xf32> -> tensor<5xf32>
  %y0 = weir.nan_to_num %x0 {nan = 2.0 : f64, posinf = 3.0 : f64, neginf = -4.0 : f64} : (tensor<5xf32>)
      -> tensor<5xf32>
  %e0 = weir.constant dense<[2.0, 3.0, -4.0, 1.5, -2.0]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_eq %y0, %e0 : tensor<5xf32>
  return
}

func.func @defaults_f64() {
  %x0 = weir.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.5, -2.0]>
      : tensor<5xf64> -> tensor<5xf64>
  %y0 = weir.nan_to_num %x0 {nan = 0.0 : f64} : (tensor<5xf64>) -> tensor<5xf64>
  %e0 = weir.constant dense<[0.0, 1.7976931348623157e+308, -1.7976931348623157e+308, 1.5, -2.0]> : tensor<5xf64>
      -> tensor<5xf64>
  check.expect_eq %y0, %e0 : tensor<5xf64>
  return
}

func.func @given_f64() {
  %x0 = weir.constant dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 1.5, -2.0]>
      : tensor<5xf64> -> tensor<5xf64>
  %y0 = weir.nan_to_num %x0 {nan = 2.0 : f64, posinf = 3.0 : f64, neginf = -4.0 : f64} : (tensor<5xf64>)
      -> tensor<5xf64>
  %e0 = weir.constant dense<[2.0, 3.0, -4.0, 1.5, -2.0]> : tensor<5xf64> -> tensor<5xf64>
  check.expect_eq %y0, %e0 : tensor<5xf64>
  return
}

func.func @defaults_f16() {
  %x0 = weir.constant dense<[0x7E00, 0x7C00, 0xFC00, 1.5, -2.0]> : tensor<5xf16> -> tensor<5xf16>
  %y0 = weir.nan_to_num %x0 {nan = 0.0 : f64} : (tensor<5xf16>) -> tensor<5xf16>
  %e0 = weir.constant dense<[0.0, 65500.0, -65500.0, 1.5, -2.0]> : tensor<5xf16> -> tensor<5xf16>
  check.expect_eq %y0, %e0 : tensor<5xf16>
  return
}

func.func @given_f16() {
  %x0 = weir.constant dense<[0x7E00, 0x7C00, 0xFC00, 1.5, -2.0]> : tensor<5xf16> -> tensor<5xf16>
  %y0 = weir.nan_to_num %x0 {nan = 2.0 : f64, posinf = 3.0 : f64, neginf = -4.0 : f64} : (tensor<5xf16>)
      -> tensor<5xf16>
  %e0 = weir.constant dense<[2.0, 3.0, -4.0, 1.5, -2.0]> : tensor<5xf16> -> tensor<5xf16>
  check.expect_eq %y0, %e0 : tensor<5xf16>
  return
}

func.func @defaults_bf16() {
  %x0 = weir.constant dense<[0x7FC0, 0x7F80, 0xFF80, 1.5, -2.0]> : tensor<5xbf16> -> tensor<5xbf16>
  %y0 = weir.nan_to_num %x0 {nan = 0.0 : f64} : (tensor<5xbf16>) -> tensor<5xbf16>
  %e0 = weir.constant dense<[0.0, 3.39e+38, -3.39e+38, 1.5, -2.0]> : tensor<5xbf16> -> tensor<5xbf16>
  check.expect_eq %y0, %e0 : tensor<5xbf16>
  return
}

func.func @given_bf16() {
  %x0 = weir.constant dense<[0x7FC0, 0x7F80, 0xFF80, 1.5, -2.0]> : tensor<5xbf16> -> tensor<5xbf16>
  %y0 = weir.nan_to_num %x0 {nan = 2.0 : f64, posinf = 3.0 : f64, neginf = -4.0 : f64} : (tensor<5xbf16>)
      -> tensor<5xbf16>
  %e0 = weir.constant dense<[2.0, 3.0, -4.0, 1.5, -2.0]> : tensor<5xbf16> -> tensor<5xbf16>
  check.expect_eq %y0, %e0 : tensor<5xbf16>
  return
}

func.func @integers() {
  %x0 = weir.constant dense<[1, -2]> : tensor<2xi64> -> tensor<2xi64>
  %y0 = weir.nan_to_num %x0 {nan = 2.0 : f64} : (tensor<2xi64>) -> tensor<2xi64>
  %e0 = weir.constant dense<[1, -2]> : tensor<2xi64> -> tensor<2xi64>
  check.expect_eq %y0, %e0 : tensor<2xi64>
  return
}

func.func @odd() {
  %x0 = weir.constant dense<[0.2, -2.7, 2.64, -1.97, -0.54, 0.28, 1.31, 2.62, 1.42, -0.92, -2.55, 1.24, 2.84, -2.9,
      1.65, -1.94, -0.24, 0.14, 0.69]> : tensor<19xf32> -> tensor<19xf32>
  %y0 = weir.nan_to_num %x0 {nan = 0.0 : f64} : (tensor<19xf32>) -> tensor<19xf32>
  %e0 = weir.constant dense<[0.2, -2.7, 2.64, -1.97, -0.54, 0.28, 1.31, 2.62, 1.42, -0.92, -2.55, 1.24, 2.84, -2.9,
      1.65, -1.94, -0.24, 0.14, 0.69]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_eq %y0, %e0 : tensor<19xf32>
  return
}

func.func @scalar() {
  %x0 = weir.constant dense<2.94> : tensor<f32> -> tensor<f32>
  %y0 = weir.nan_to_num %x0 {nan = 0.0 : f64} : (tensor<f32>) -> tensor<f32>
  %e0 = weir.constant dense<2.94> : tensor<f32> -> tensor<f32>
  check.expect_eq %y0, %e0 : tensor<f32>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[0x7FC00000]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y0 = weir.nan_to_num %x0 {nan = 0.0 : f64} : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %e0 = weir.constant dense<[[0.0]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_eq %y0, %e0 : tensor<1x1xf32>
  return
}

func.func @empty() {
  %x0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y0 = weir.nan_to_num %x0 {nan = 0.0 : f64} : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %e0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_eq %y0, %e0 : tensor<0x3xf32>
  return
}
