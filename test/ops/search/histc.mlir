// RUN: %op_runs
// counts in parts of equal width

func.func @f32() {
  %x0 = weir.constant dense<[[2.5625, 2.0625, 1.5625, -2.6875, 0.3125], [1.0625, 2.0625, -1.9375, 0.8125, 1.5625],
      [2.3125, 0.5625, -2.9375, -1.6875, 1.0625]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %y0 = weir.histc %x0 {bins = 4 : i64, min = -2.0 : f64, max = 2.0 : f64} : (tensor<3x5xf32>) -> tensor<4xf32>
  %e0 = weir.constant dense<[2.0, 0.0, 3.0, 4.0]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<4xf32>
  return
}

func.func @f64() {
  %x0 = weir.constant dense<[[1.25, 0.75, 2.5], [1.75, -3.0, -1.75]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y0 = weir.histc %x0 {bins = 3 : i64, min = -1.0 : f64, max = 3.0 : f64} : (tensor<2x3xf64>) -> tensor<3xf64>
  %e0 = weir.constant dense<[0.0, 2.0, 2.0]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<3xf64>
  return
}

func.func @own() {
  %x0 = weir.constant dense<[-2.25, 0.5, -3.0, -1.5, -2.75, 1.5, 2.0, -2.75, 1.25, -2.25, 2.5, 2.75, 0.25, 1.5, 1.5,
      -1.5, -0.75, -1.25, 3.0]> : tensor<19xf32> -> tensor<19xf32>
  %y0 = weir.histc %x0 {bins = 5 : i64, min = 0.0 : f64, max = 0.0 : f64} : (tensor<19xf32>) -> tensor<5xf32>
  %e0 = weir.constant dense<[5.0, 4.0, 2.0, 4.0, 4.0]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<5xf32>
  return
}

func.func @odd() {
  %x0 = weir.constant dense<[[-0.5, -1.5, -1.75, -2.75, -2.25, -0.5, 3.0, 0.25, -1.75], [-2.75, 1.5, 1.25, 1.25,
      -2.5, 1.5, -1.5, -1.25, 2.5], [-1.75, 0.75, 0.75, -2.5, 3.0, -0.75, -0.75, -2.0, -1.75], [0.0, 0.0, -1.25,
      -2.0, 2.75, -1.0, -0.5, 1.5, 2.75], [-1.5, -1.0, -0.25, -3.0, 1.0, 2.5, -2.25, -0.75, -2.25], [-1.75, 3.0, 0.5,
      2.25, -0.75, 2.5, -0.25, 0.5, -2.75], [0.0, -2.5, -2.5, 0.0, -1.5, -3.0, -2.5, -2.75, 0.25]]>
      : tensor<7x9xf32> -> tensor<7x9xf32>
  %y0 = weir.histc %x0 {bins = 7 : i64, min = -3.0 : f64, max = 3.0 : f64} : (tensor<7x9xf32>) -> tensor<7xf32>
  %e0 = weir.constant dense<[14.0, 11.0, 11.0, 8.0, 7.0, 3.0, 9.0]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<7xf32>
  return
}

func.func @f16() {
  %x0 = weir.constant dense<[1.5, -0.5, -2.0, -2.0, 0.25, -2.5, -1.75, 0.5, -3.0]> : tensor<9xf16> -> tensor<9xf16>
  %y0 = weir.histc %x0 {bins = 2 : i64, min = -2.0 : f64, max = 2.0 : f64} : (tensor<9xf16>) -> tensor<2xf16>
  %e0 = weir.constant dense<[4.0, 3.0]> : tensor<2xf16> -> tensor<2xf16>
  check.expect_close %y0, %e0 : tensor<2xf16>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[-2.25]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y0 = weir.histc %x0 {bins = 3 : i64, min = 0.0 : f64, max = 0.0 : f64} : (tensor<1x1xf32>) -> tensor<3xf32>
  %e0 = weir.constant dense<[0.0, 1.0, 0.0]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3xf32>
  return
}

func.func @empty() {
  %x0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y0 = weir.histc %x0 {bins = 3 : i64, min = 0.0 : f64, max = 1.0 : f64} : (tensor<0x3xf32>) -> tensor<3xf32>
  %e0 = weir.constant dense<[0.0, 0.0, 0.0]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3xf32>
  return
}

func.func @special() {
  %x0 = weir.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 1.0, 0.0]> : tensor<5xf32> -> tensor<5xf32>
  %y0 = weir.histc %x0 {bins = 2 : i64, min = 0.0 : f64, max = 1.0 : f64} : (tensor<5xf32>) -> tensor<2xf32>
  %e0 = weir.constant dense<[1.0, 1.0]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2xf32>
  return
}
