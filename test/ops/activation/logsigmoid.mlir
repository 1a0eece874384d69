// RUN: %op_runs
// log(1 / (1 + exp(-x))), f32 within 4 ulps.

func.func @typical_f32() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.logsigmoid %x : (tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<
      [-0.6931472, -0.6931472, -0.3132617, -1.3132616, -0.474077, -0.023245465, -2.3502066]>
      : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected : tensor<7xf32>
  return
}

func.func @odd() {
  %x = weir.constant dense<
      [13.45, 12.44, -2.29, -10.87, 0.41, -12.74, -12.63, 10.32, 5.25, 1.57, 9.23, 2.51, 3.14, -10.33, -0.88, 6.44,
      6.16, -11.72, 6.72]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.logsigmoid %x : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [-1.4412489e-06, -3.9570905e-06, -2.3864608, -10.870019, -0.5090141, -12.740003, -12.630003, -3.296658e-05,
      -0.005233798, -0.1890035, -9.804848e-05, -0.07813465, -0.042372275, -10.330032, -1.2269762, -0.0015951337,
      -0.0021100258, -11.720009, -0.0012058112]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected : tensor<19xf32>
  return
}

func.func @typical_f64() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf64> -> tensor<7xf64>
  %y = weir.logsigmoid %x : (tensor<7xf64>) -> tensor<7xf64>
  %expected = weir.constant dense<
      [-0.6931471805599453, -0.6931471805599453, -0.3132616875182228, -1.3132616875182228, -0.4740769841801067,
      -0.02324546437242503, -2.350206558916747]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_close %y, %expected : tensor<7xf64>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %x = weir.constant dense<
      [[12.4, -11.7, -7.4, 3.31, -6.78], [7.25, -1.86, 7.34, 4.2, -2.25], [-2.77, 11.9, 12.75, 6.22, 3.25]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %y = weir.logsigmoid %x : (tensor<3x5xbf16>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[-4.23e-06, -11.7, -7.4, -0.036, -6.78], [-0.00071, -2.0, -0.000645, -0.0151, -2.34], [-2.83, -6.97e-06,
      -2.9e-06, -0.00198, -0.038]]> : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_eq %y, %expected : tensor<3x5xbf16>
  return
}

func.func @narrow_f16() {
  %x = weir.constant dense<
      [[2.63, 11.33, -11.55, 3.69, 5.32], [0.86, -13.78, 8.32, 8.52, -3.14], [-5.2, 13.7, -5.97, -11.22, -2.65]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  %y = weir.logsigmoid %x : (tensor<3x5xf16>) -> tensor<3x5xf16>
  %expected = weir.constant dense<
      [[-0.0695, -1.204e-05, -11.55, -0.02467, -0.00488], [-0.353, -13.78, -0.0002435, -0.0001987, -3.184], [-5.203,
      -1.13e-06, -5.973, -11.22, -2.719]]> : tensor<3x5xf16> -> tensor<3x5xf16>
  check.expect_eq %y, %expected : tensor<3x5xf16>
  return
}

func.func @scalar() {
  %x = weir.constant dense<-1.25> : tensor<f32> -> tensor<f32>
  %y = weir.logsigmoid %x : (tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<-1.501929> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %expected : tensor<f32>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.logsigmoid %x : (tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[-0.4031860488854579]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y, %expected : tensor<1x1xf64>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.logsigmoid %x : (tensor<0xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y, %expected : tensor<0xf32>
  return
}

func.func @empty_inner() {
  %x = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  %y = weir.logsigmoid %x : (tensor<2x0x3xbf16>) -> tensor<2x0x3xbf16>
  %expected = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  check.expect_close %y, %expected : tensor<2x0x3xbf16>
  return
}

// NaN, infinities, the ends of the range.
func.func @special_f32() {
  %x = weir.constant dense<
      [0x7FC00000, 0x7F800000, 0xFF800000, 3.0e+38, -3.0e+38, 80.0, -80.0]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.logsigmoid %x : (tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<
      [0x7FC00000, 0.0, 0xFF800000, 0.0, -3.0e+38, -1.8048513e-35, -80.0]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected : tensor<7xf32>
  return
}

func.func @special_f16() {
  %x = weir.constant dense<[0x7E00, 0x7C00, 0xFC00, 80.0, -80.0]> : tensor<5xf16> -> tensor<5xf16>
  %y = weir.logsigmoid %x : (tensor<5xf16>) -> tensor<5xf16>
  %expected = weir.constant dense<[0x7E00, 0.0, 0xFC00, -0.0, -80.0]> : tensor<5xf16> -> tensor<5xf16>
  check.expect_close %y, %expected : tensor<5xf16>
  return
}
