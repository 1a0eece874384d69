// RUN: %op_runs
// x times the normal distribution's function at x. Its tails are differences of 1 and an erf near 1, which are good
// to the last place of 1, times x.

func.func @typical_f32() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.gelu %x {approximate = "none"} : (tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<
      [0.0, -0.0, 0.8413448, -0.15865526, 0.34573123, 3.7496684, -0.027505064]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected {atol = 5.0e-07 : f64, rtol = 5.0e-07 : f64} : tensor<7xf32>
  return
}

func.func @odd() {
  %x = weir.constant dense<
      [-2.59, -0.18, 3.45, -0.9, -3.73, 0.57, 0.52, 0.18, -3.55, 2.88, 0.44, 0.46, -0.28, -0.51, 2.96, 0.18, -4.74,
      -1.76, -2.48]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.gelu %x {approximate = "none"} : (tensor<19xf32>) -> tensor<19xf32>
  %expected = weir.constant dense<
      [-0.012428886, -0.077143736, 3.449033, -0.16565411, -0.00035710973, 0.40792686, 0.36320347, 0.10285627,
      -0.0006837854, 2.8742735, 0.29481384, 0.31153128, -0.10912685, -0.15556312, 2.955447, 0.10285627, -5.0651274e-06,
      -0.06899887, -0.016291415]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y, %expected {atol = 5.0e-07 : f64, rtol = 5.0e-07 : f64} : tensor<19xf32>
  return
}

func.func @typical_f64() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf64> -> tensor<7xf64>
  %y = weir.gelu %x {approximate = "none"} : (tensor<7xf64>) -> tensor<7xf64>
  %expected = weir.constant dense<
      [0.0, -0.0, 0.8413447460685429, -0.15865525393145705, 0.34573123063700656, 3.749668435180497,
      -0.027505063473850584]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_close %y, %expected {atol = 1.0e-15 : f64, rtol = 1.0e-15 : f64} : tensor<7xf64>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %x = weir.constant dense<
      [[1.59, 3.56, -0.17, 3.52, -0.23], [4.8, 1.98, 4.5, 2.52, 0.08], [4.75, 0.86, 1.53, 1.7, 1.33]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %y = weir.gelu %x {approximate = "none"} : (tensor<3x5xbf16>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[1.51, 3.56, -0.0737, 3.52, -0.094], [4.8, 1.93, 4.5, 2.5, 0.0425], [4.75, 0.69, 1.44, 1.625, 1.2]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_eq %y, %expected : tensor<3x5xbf16>
  return
}

func.func @narrow_f16() {
  %x = weir.constant dense<
      [[-0.74, -0.83, -1.52, 0.93, 0.85], [1.98, 3.03, -1.94, -1.58, -0.55], [2.74, 0.91, 4.39, 1.97, 2.51]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  %y = weir.gelu %x {approximate = "none"} : (tensor<3x5xf16>) -> tensor<3x5xf16>
  %expected = weir.constant dense<
      [[-0.1699, -0.1687, -0.0977, 0.766, 0.682], [1.934, 3.025, -0.05078, -0.09015, -0.1602], [2.732, 0.745, 4.39,
      1.922, 2.494]]> : tensor<3x5xf16> -> tensor<3x5xf16>
  check.expect_eq %y, %expected : tensor<3x5xf16>
  return
}

func.func @tanh_f32() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.gelu %x {approximate = "tanh"} : (tensor<7xf32>) -> tensor<7xf32>
  %expected = weir.constant dense<
      [0.0, -0.0, 0.841192, -0.15880801, 0.345714, 3.7497807, -0.02720133]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y, %expected {atol = 5.0e-07 : f64, rtol = 5.0e-07 : f64} : tensor<7xf32>
  return
}

func.func @tanh_f64() {
  %x = weir.constant dense<[0.0, -0.0, 1.0, -1.0, 0.5, 3.75, -2.25]> : tensor<7xf64> -> tensor<7xf64>
  %y = weir.gelu %x {approximate = "tanh"} : (tensor<7xf64>) -> tensor<7xf64>
  %expected = weir.constant dense<
      [0.0, -0.0, 0.8411919906082767, -0.1588080093917233, 0.34571400982514394, 3.7497807479275584,
      -0.02720132989728861]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_close %y, %expected {atol = 1.0e-15 : f64, rtol = 1.0e-15 : f64} : tensor<7xf64>
  return
}

// The cube of 60 is beyond f16.
func.func @tanh_f16() {
  %x = weir.constant dense<[-1.91, 4.59, 0.57, -0.75, 4.31, 1.76, 60.0]> : tensor<7xf16> -> tensor<7xf16>
  %y = weir.gelu %x {approximate = "tanh"} : (tensor<7xf16>) -> tensor<7xf16>
  %expected = weir.constant dense<[-0.05356, 4.59, 0.4077, -0.17, 4.31, 1.69, 60.0]> : tensor<7xf16> -> tensor<7xf16>
  check.expect_eq %y, %expected : tensor<7xf16>
  return
}

func.func @scalar() {
  %x = weir.constant dense<-1.25> : tensor<f32> -> tensor<f32>
  %y = weir.gelu %x {approximate = "none"} : (tensor<f32>) -> tensor<f32>
  %expected = weir.constant dense<-0.13206221> : tensor<f32> -> tensor<f32>
  check.expect_close %y, %expected {atol = 5.0e-07 : f64, rtol = 5.0e-07 : f64} : tensor<f32>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[0.7]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y = weir.gelu %x {approximate = "none"} : (tensor<1x1xf64>) -> tensor<1x1xf64>
  %expected = weir.constant dense<[[0.5306254434438489]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y, %expected {atol = 1.0e-15 : f64, rtol = 1.0e-15 : f64} : tensor<1x1xf64>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.gelu %x {approximate = "none"} : (tensor<0xf32>) -> tensor<0xf32>
  %expected = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %y, %expected : tensor<0xf32>
  return
}

func.func @empty_inner() {
  %x = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  %y = weir.gelu %x {approximate = "none"} : (tensor<2x0x3xbf16>) -> tensor<2x0x3xbf16>
  %expected = weir.constant dense<> : tensor<2x0x3xbf16> -> tensor<2x0x3xbf16>
  check.expect_close %y, %expected : tensor<2x0x3xbf16>
  return
}

// NaN, infinities, the ends of the range.
func.func @special_f32() {
  %x = weir.constant dense<[0x7FC00000, 0x7F800000, 30.0, -30.0, 1.0e-20]> : tensor<5xf32> -> tensor<5xf32>
  %y = weir.gelu %x {approximate = "none"} : (tensor<5xf32>) -> tensor<5xf32>
  %expected = weir.constant dense<[0x7FC00000, 0x7F800000, 30.0, -0.0, 5.0e-21]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %y, %expected {atol = 5.0e-07 : f64, rtol = 5.0e-07 : f64} : tensor<5xf32>
  return
}

func.func @special_f16() {
  %x = weir.constant dense<[0x7E00, 0x7C00, 30.0, -30.0, 0.0]> : tensor<5xf16> -> tensor<5xf16>
  %y = weir.gelu %x {approximate = "none"} : (tensor<5xf16>) -> tensor<5xf16>
  %expected = weir.constant dense<[0x7E00, 0x7C00, 30.0, -0.0, 0.0]> : tensor<5xf16> -> tensor<5xf16>
  check.expect_close %y, %expected : tensor<5xf16>
  return
}

// Its tails keep their digits: what multiplies x is no difference.
func.func @tail_tanh() {
  %x = weir.constant dense<[-3.0, -5.0, -7.0, -9.0, 3.0, 9.0]> : tensor<6xf32> -> tensor<6xf32>
  %y = weir.gelu %x {approximate = "tanh"} : (tensor<6xf32>) -> tensor<6xf32>
  %expected = weir.constant dense<
      [-0.003637392, -2.2917962e-07, -2.3154423e-15, -1.3364596e-28, 2.9963627, 9.0]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %y, %expected {rtol = 5.0e-05 : f64} : tensor<6xf32>
  return
}
