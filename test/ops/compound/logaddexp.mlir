// RUN: %op_runs
// log(exp(input) + exp(other)), f32 within 4 ulps of the larger.

func.func @typical_f32() {
  %input = weir.constant dense<[1.49, 0.26, -1.5, 1.07, -1.97, -2.33, -1.23]> : tensor<7xf32> -> tensor<7xf32>
  %other = weir.constant dense<[-0.42, 0.36, -0.43, -0.95, -1.79, 2.77, -2.52]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.logaddexp %input, %other : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<
      [1.6280913, 1.0043967, -0.13508774, 1.1945649, -1.1828083, 2.7760782, -0.9868415]>
      : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected {atol = 5.0e-07 : f64, rtol = 5.0e-07 : f64} : tensor<7xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [-1.43, 1.75, -0.6, 2.75, -0.17, -2.79, -2.22, -0.93, -1.48, -0.12, -2.77, -2.95, 2.48, -2.35, 2.48, 3.0, -2.74,
      1.06, 2.62]> : tensor<19xf32> -> tensor<19xf32>
  %other = weir.constant dense<
      [0.08, -2.96, -1.59, -1.23, -2.76, 2.75, 1.13, -0.46, -2.23, 2.86, 1.35, -1.91, -2.66, 2.46, 0.22, 1.0, 2.6, 0.6,
      -2.56]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.logaddexp %input, %other : (tensor<19xf32>, tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [0.27959648, 1.7589644, -0.28403908, 2.7685132, -0.0976607, 2.753919, 1.164483, 0.025509203, -1.093129, 2.909545,
      1.366114, -1.6073396, 2.4858406, 2.4681149, 2.5792575, 3.126928, 2.6047843, 1.5493672, 2.625612]>
      : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected {atol = 5.0e-07 : f64, rtol = 5.0e-07 : f64} : tensor<19xf32>
  return
}

func.func @typical_f64() {
  %input = weir.constant dense<[-2.87, -2.73, 2.26, 0.9, 1.11, -2.29, -2.54]> : tensor<7xf64> -> tensor<7xf64>
  %other = weir.constant dense<[-0.88, -1.41, 1.21, 2.71, -2.89, 1.51, -2.3]> : tensor<7xf64> -> tensor<7xf64>
  %y = weir.logaddexp %input, %other : (tensor<7xf64>, tensor<7xf64>) -> tensor<7xf64>
  %expected = weir.constant dense<
      [-0.7518746967142819, -1.1732413151235332, 2.560058479617643, 2.861565171825381, 1.1281499279178098,
      1.5321242164548792, -1.7196700333735742]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_close %y, %expected {atol = 1.0e-15 : f64, rtol = 1.0e-15 : f64} : tensor<7xf64>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %input = weir.constant dense<
      [[2.23, -1.57, 2.31, 1.27, -0.28], [0.5, -2.81, 1.43, 1.77, -2.95], [-2.4, 2.84, -0.48, 0.03, -0.19]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %other = weir.constant dense<
      [[-2.03, 1.7, -1.19, 0.89, 2.78], [1.96, 0.42, -0.63, -2.94, 1.99], [1.63, -1.39, 0.92, 2.84, -0.32]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %y = weir.logaddexp %input, %other : (tensor<3x5xbf16>, tensor<3x5xbf16>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[2.25, 1.74, 2.34, 1.8, 2.83], [2.17, 0.459, 1.55, 1.78, 2.0], [1.65, 2.86, 1.14, 2.9, 0.44]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_eq %y, %expected : tensor<3x5xbf16>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<
      [[2.07, 1.82, -2.58, -2.86, -0.94], [-2.62, 1.7, -1.54, -2.37, -0.58], [-1.75, -2.75, 0.78, -1.47, -2.94]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  %other = weir.constant dense<
      [[-2.86, -2.92, 2.68, -1.68, -0.67], [2.76, -1.07, -0.78, -1.93, 2.39], [-1.53, -2.18, -1.73, 1.48, -2.74]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  %y = weir.logaddexp %input, %other : (tensor<3x5xf16>, tensor<3x5xf16>) -> tensor<3x5xf16>
  %expected = weir.constant dense<
      [[2.078, 1.829, 2.686, -1.412, -0.1027], [2.764, 1.761, -0.3962, -1.433, 2.441], [-0.941, -1.731, 0.858, 1.531,
      -2.143]]> : tensor<3x5xf16> -> tensor<3x5xf16>
  check.expect_eq %y, %expected : tensor<3x5xf16>
  return
}

// Exponentials would overflow, or be 0.
func.func @large_f64() {
  %input = weir.constant dense<[1000.0, -1000.0, 1000.0]> : tensor<3xf64> -> tensor<3xf64>
  %other = weir.constant dense<[1000.0, -1000.0, -1000.0]> : tensor<3xf64> -> tensor<3xf64>
  %y = weir.logaddexp %input, %other : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  %expected = weir.constant dense<[1000.6931471805599, -999.3068528194401, 1000.0]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_close %y, %expected : tensor<3xf64>
  return
}

// The difference is beyond f16, as the exponentials are.
func.func @beyond_f16() {
  %input = weir.constant dense<[60000.0, 11.5]> : tensor<2xf16> -> tensor<2xf16>
  %other = weir.constant dense<[-60000.0, 11.25]> : tensor<2xf16> -> tensor<2xf16>
  %y = weir.logaddexp %input, %other : (tensor<2xf16>, tensor<2xf16>) -> tensor<2xf16>
  %expected = weir.constant dense<[60000.0, 12.08]> : tensor<2xf16> -> tensor<2xf16>
  check.expect_eq %y, %expected : tensor<2xf16>
  return
}

func.func @scalar() {
  %input = weir.constant dense<2.44> : tensor<f32> -> tensor<f32>
  %other = weir.constant dense<-0.98> : tensor<f32> -> tensor<f32>
  %y = weir.logaddexp %input, %other : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<2.4721887> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %expected {atol = 5.0e-07 : f64, rtol = 5.0e-07 : f64} : tensor<f32>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[2.45]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %other = weir.constant dense<[[1.12]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.logaddexp %input, %other : (tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[2.6846588046014883]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y, %expected {atol = 1.0e-15 : f64, rtol = 1.0e-15 : f64} : tensor<1x1xf64>
  return
}

func.func @empty() {
  %input = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %other = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.logaddexp %input, %other : (tensor<0xf32>, tensor<0xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y, %expected : tensor<0xf32>
  return
}

func.func @empty_inner() {
  %input = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  %other = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  %y = weir.logaddexp %input, %other : (tensor<2x0x3xbf16>, tensor<2x0x3xbf16>) -> tensor<2x0x3xbf16>
  %expected = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  check.expect_close %y, %expected : tensor<2x0x3xbf16>
  return
}

func.func @special_f32() {
  %input = weir.constant dense<
      [0x7FC00000, 1.0, 0x7F800000, 0x7F800000, 0xFF800000, 0xFF800000, 1.0, 3.0e+38, -3.0e+38]>
      : tensor<9xf32> -> tensor<9xf32>
  %other = weir.constant dense<
      [1.0, 0x7FC00000, 0x7F800000, 0xFF800000, 0xFF800000, 1.0, 0x7F800000, 3.0e+38, 3.0e+38]>
      : tensor<9xf32> -> tensor<9xf32>
  %y = weir.logaddexp %input, %other : (tensor<9xf32>, tensor<9xf32>) -> tensor<9xf32>
  %expected = weir.constant dense<
      [0x7FC00000, 0x7FC00000, 0x7F800000, 0x7F800000, 0xFF800000, 1.0, 0x7F800000, 3.0e+38, 3.0e+38]>
      : tensor<9xf32> -> tensor<9xf32>
  check.expect_close %y, %expected {atol = 5.0e-07 : f64, rtol = 5.0e-07 : f64} : tensor<9xf32>
  return
}

func.func @special_f16() {
  %input = weir.constant dense<[0x7E00, 1.0, 0x7C00, 0x7C00, 0xFC00, 0xFC00, 1.0]> : tensor<7xf16> -> tensor<7xf16>
  %other = weir.constant dense<[1.0, 0x7E00, 0x7C00, 0xFC00, 0xFC00, 1.0, 0x7C00]> : tensor<7xf16> -> tensor<7xf16>
  %y = weir.logaddexp %input, %other : (tensor<7xf16>, tensor<7xf16>) -> tensor<7xf16>
  %expected = weir.constant dense<
      [0x7E00, 0x7E00, 0x7C00, 0x7C00, 0xFC00, 1.0, 0x7C00]> : tensor<7xf16> -> tensor<7xf16>
  check.expect_close %y, %expected : tensor<7xf16>
  return
}
