// RUN: %op_runs
// x - tanh(x).

func.func @typical_f32() {
  %input = weir.constant dense<[-2.0, 2.52, 0.58, -1.02, 2.62, -2.07, 0.09]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.tanhshrink %input : (tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<
      [-1.0359725, 1.5328642, 0.057334565, -0.25013345, 1.6305445, -1.1013465, 0.00024221528]>
      : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected {atol = 1.2e-07 : f64, ulps = 2 : i64} : tensor<7xf32>
  return
}

func.func @odd() {
  %input = weir.constant dense<
      [-2.45, 2.79, 0.45, 1.82, -1.31, 1.81, 1.22, 0.86, 2.7, -0.4, -0.51, 1.15, 2.01, -0.99, 1.02, -1.75, 0.31, 1.62,
      -2.61]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.tanhshrink %input : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [-1.4647831, 1.7975167, 0.028100993, 0.87116164, -0.44572455, 0.8621681, 0.38034585, 0.16374233, 1.7089926,
      -0.020051038, -0.040054798, 0.33224592, 1.0452727, -0.23263769, 0.25013345, -0.80862445, 0.009562903, 0.6953758,
      -1.6207564]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected {atol = 1.2e-07 : f64, ulps = 2 : i64} : tensor<19xf32>
  return
}

func.func @typical_f64() {
  %input = weir.constant dense<
      [[1.37, -2.91, 2.75, -0.19, -0.55], [1.32, 0.14, 1.39, -2.49, 0.38], [0.35, 2.59, -2.76, -0.28, 0.79]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  %y = weir.tanhshrink %input : (tensor<3x5xf64>) -> tensor<3x5xf64>
  %expected = weir.constant dense<
      [[0.49130780663130436, -1.9159176490438146, 1.758140275431792, -0.002253794131714615, -0.04947978880976478],
      [0.45321607115018137, 0.0009075521215419768, 0.5068291110847924, -1.5036542648442766, 0.017292532421948892],
      [0.013624455663667767, 1.6011930184491794, -1.7679797302979878, -0.007094919436867297, 0.13159096404474901]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  check.expect_close %y, %expected {atol = 2.3e-16 : f64, ulps = 2 : i64} : tensor<3x5xf64>
  return
}

func.func @narrow_bf16() {
  %input = weir.constant dense<
      [[0.3, -2.56, 0.56, -1.67, -1.83], [2.27, -1.81, -0.27, 1.5, 1.24], [0.32, 1.84, -0.21, 0.72, 1.91]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %y = weir.tanhshrink %input : (tensor<3x5xbf16>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[0.0087, -1.58, 0.0518, -0.74, -0.88], [1.29, -0.863, -0.00635, 0.594, 0.396], [0.0105, 0.895, -0.00304,
      0.1025, 0.95]]> : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_close %y, %expected : tensor<3x5xbf16>
  return
}

func.func @narrow_f16() {
  %input = weir.constant dense<
      [[1.07, 0.85, -0.56, 0.35, -0.62], [1.47, -0.72, -0.2, 1.53, 0.02], [-0.97, 1.96, -0.71, 2.07, 1.71]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  %y = weir.tanhshrink %input : (tensor<3x5xf16>) -> tensor<3x5xf16>
  %expected = weir.constant dense<
      [[0.2808, 0.1589, -0.05203, 0.01363, -0.0689], [0.5703, -0.10315, -0.002623, 0.6196, 2.7e-06], [-0.2214, 0.999,
      -0.0993, 1.102, 0.7734]]> : tensor<3x5xf16> -> tensor<3x5xf16>
  check.expect_close %y, %expected : tensor<3x5xf16>
  return
}

func.func @scalar() {
  %input = weir.constant dense<-0.32> : tensor<f32> -> tensor<f32>
  %y = weir.tanhshrink %input : (tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<-0.010493078> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %expected {atol = 1.2e-07 : f64, ulps = 2 : i64} : tensor<f32>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[1.28]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.tanhshrink %input : (tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[0.42351508452750275]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y, %expected {atol = 2.3e-16 : f64, ulps = 2 : i64} : tensor<1x1xf64>
  return
}

func.func @empty() {
  %input = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.tanhshrink %input : (tensor<0xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y, %expected : tensor<0xf32>
  return
}

func.func @empty_inner() {
  %input = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  %y = weir.tanhshrink %input : (tensor<2x0x3xbf16>) -> tensor<2x0x3xbf16>
  %expected = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  check.expect_close %y, %expected : tensor<2x0x3xbf16>
  return
}

// The ends of the range, and NaN.
func.func @special_f32() {
  %input = weir.constant dense<[0x7FC00000, 0.0, -0.0, 1.0e-20, 3.0e+38, -3.0e+38]> : tensor<6xf32> -> tensor<6xf32>
  %y = weir.tanhshrink %input : (tensor<6xf32>) -> tensor<6xf32>
  %expected = weir.constant dense<[0x7FC00000, 0.0, 0.0, 0.0, 3.0e+38, -3.0e+38]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %y, %expected {atol = 1.2e-07 : f64, ulps = 2 : i64} : tensor<6xf32>
  return
}
