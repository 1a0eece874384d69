// RUN: %op_runs
// log(1 + exp(beta * x)) / beta, and x where beta * x is above the threshold; f32 within 4 ulps.

func.func @typical_f32() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.softplus %x {beta = 1.0 : f64, threshold = 20.0 : f64} : (tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<
      [0.6931472, 0.6931472, 1.3132616, 0.3132617, 0.974077, 3.7732456, 0.10020656]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected : tensor<7xf32>
  return
}

func.func @odd() {
  %x = weir.constant dense<
      [15.27, 5.41, 24.45, 14.66, -1.0, -0.1, 9.17, 8.95, 10.18, 16.59, -11.86, 8.27, -4.13, 4.8, 9.39, 2.92, 14.25,
      -7.16, 11.26]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.softplus %x {beta = 1.0 : f64, threshold = 20.0 : f64} : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [15.27, 5.4144616, 24.45, 14.66, 0.3132617, 0.64439666, 9.170104, 8.9501295, 10.180038, 16.59, 7.067504e-06,
      8.270256, 0.015954917, 4.808196, 9.390084, 2.9725296, 14.250001, 0.00077675295, 11.260014]>
      : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  return
}

func.func @typical_f64() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf64> -> tensor<7xf64>
  %y = weir.softplus %x {beta = 1.0 : f64, threshold = 20.0 : f64} : (tensor<7xf64>) -> tensor<7xf64>
  %expected = weir.constant dense<
      [0.6931471805599453, 0.6931471805599453, 1.3132616875182228, 0.3132616875182228, 0.9740769841801067,
      3.773245464372425, 0.10020655891674721]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_close %y, %expected : tensor<7xf64>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %x = weir.constant dense<
      [[-1.32, 18.2, 2.92, 12.44, 4.0], [23.9, 15.3, 21.9, -8.06, 11.4], [-7.03, -0.06, 6.6, 1.68, -13.44]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %y = weir.softplus %x {beta = 1.0 : f64, threshold = 20.0 : f64} : (tensor<3x5xbf16>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[0.236, 18.2, 2.97, 12.44, 4.03], [23.9, 15.3, 21.9, 0.000315, 11.4], [0.000885, 0.664, 6.6, 1.85, 1.46e-06]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_eq %y, %expected : tensor<3x5xbf16>
  return
}

func.func @narrow_f16() {
  %x = weir.constant dense<
      [[22.12, 11.55, -0.18, -7.2, 21.7], [20.9, -6.72, 1.29, 14.65, 7.56], [0.24, -8.18, -5.93, 22.88, 23.92]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  %y = weir.softplus %x {beta = 1.0 : f64, threshold = 20.0 : f64} : (tensor<3x5xf16>) -> tensor<3x5xf16>
  %expected = weir.constant dense<
      [[22.12, 11.55, 0.607, 0.0007467, 21.7], [20.9, 0.001207, 1.533, 14.65, 7.56], [0.8203, 0.0002801, 0.002655,
      22.88, 23.92]]> : tensor<3x5xf16> -> tensor<3x5xf16>
  check.expect_eq %y, %expected : tensor<3x5xf16>
  return
}

func.func @beta() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.softplus %x {beta = 2.5 : f64, threshold = 20.0 : f64} : (tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<
      [0.27725887, 0.27725887, 1.0315559, 0.031555895, 0.6007716, 3.7500339, 0.00144003]>
      : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected : tensor<7xf32>
  return
}

// Above 1, the value is x itself; at 1 it isn't.
func.func @threshold() {
  %x = weir.constant dense<[0.5, 1.0, 1.25, 2.0]> : tensor<4xf32> -> tensor<4xf32>
  %y = weir.softplus %x {beta = 1.0 : f64, threshold = 1.0 : f64} : (tensor<4xf32>) -> tensor<4xf32>
  %expected = weir.constant dense<[0.974077, 1.3132616, 1.25, 2.0]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_close %y, %expected : tensor<4xf32>
  return
}

func.func @threshold_of_product() {
  %x = weir.constant dense<[0.25, 0.5, 0.75, -0.5]> : tensor<4xf64> -> tensor<4xf64>
  %y = weir.softplus %x {beta = 2.0 : f64, threshold = 1.0 : f64} : (tensor<4xf64>) -> tensor<4xf64>
  %expected = weir.constant dense<
      [0.48703849209005334, 0.6566308437591114, 0.75, 0.1566308437591114]> : tensor<4xf64> -> tensor<4xf64>
  check.expect_close %y, %expected : tensor<4xf64>
  return
}

// 300 times 300 is beyond f16 but below this threshold.
func.func @product_beyond_f16() {
  %x = weir.constant dense<[300.0, -1.0]> : tensor<2xf16> -> tensor<2xf16>
  %y = weir.softplus %x {beta = 300.0 : f64, threshold = 100000.0 : f64} : (tensor<2xf16>) -> tensor<2xf16>
  %expected = weir.constant dense<[300.0, 0.0]> : tensor<2xf16> -> tensor<2xf16>
  check.expect_eq %y, %expected : tensor<2xf16>
  return
}

func.func @scalar() {
  %x = weir.constant dense<-1.25> : tensor<f32> -> tensor<f32>
  %y = weir.softplus %x {beta = 1.0 : f64, threshold = 20.0 : f64} : (tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<0.25192907> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %expected : tensor<f32>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.softplus %x {beta = 1.0 : f64, threshold = 20.0 : f64} : (tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[1.103186048885458]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y, %expected : tensor<1x1xf64>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.softplus %x {beta = 1.0 : f64, threshold = 20.0 : f64} : (tensor<0xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y, %expected : tensor<0xf32>
  return
}

func.func @empty_inner() {
  %x = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  %y = weir.softplus %x {beta = 1.0 : f64, threshold = 20.0 : f64} : (tensor<2x0x3xbf16>) -> tensor<2x0x3xbf16>
  %expected = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  check.expect_close %y, %expected : tensor<2x0x3xbf16>
  return
}

// NaN, infinities, the ends of the range.
func.func @special_f32() {
  %x = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0xFF800000, 3.0e+38, -3.0e+38, 88.0, -80.0]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.softplus %x {beta = 1.0 : f64, threshold = 20.0 : f64} : (tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0.0, 3.0e+38, 0.0, 88.0, 1.8048513e-35]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected : tensor<7xf32>
  return
}

func.func @special_f16() {
  %x = weir.constant dense<[0x7E00, 0x7C00, 0xFC00, 88.0, -80.0]> : tensor<5xf16> -> tensor<5xf16>
  %y = weir.softplus %x {beta = 1.0 : f64, threshold = 20.0 : f64} : (tensor<5xf16>) -> tensor<5xf16>
  %expected = weir.constant dense<[0x7E00, 0x7C00, 0.0, 88.0, 0.0]> : tensor<5xf16> -> tensor<5xf16>
  check.expect_close %y, %expected : tensor<5xf16>
  return
}
