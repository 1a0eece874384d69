// RUN: %op_runs
// log(exp(x) / sum(exp(x))) along a dimension.

func.func @rows_f32() {
  %x = weir.constant dense<[[0.57, -0.24, 2.43], [-2.77, 1.35, 1.48]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.log_softmax %x {dim = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[-2.0628796, -2.8728795, -0.20287949], [-4.8878245, -0.76782453, -0.63782454]]>
      : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %expected {atol = 5.0e-07 : f64, rtol = 5.0e-07 : f64} : tensor<2x3xf32>
  return
}

func.func @odd() {
  %x = weir.constant dense<
      [[-2.21, 0.74, 0.21, 2.21, 0.49, 0.71, 0.05], [-0.59, 2.21, -2.07, -1.13, -0.53, 2.44, 0.81], [-1.99, 0.45, 2.38,
      -1.86, 1.09, 0.07, 2.48], [-1.42, 0.19, 0.77, 2.94, 2.58, 2.92, 0.1], [0.23, -2.77, 0.62, 2.17, 1.24, -0.9,
      -1.18]]> : tensor<5x7xf32> -> tensor<5x7xf32>
  %y = weir.log_softmax %x {dim = 1 : i64} : (tensor<5x7xf32>) -> tensor<5x7xf32>
  %expected = weir.constant dense<
      [[-5.059122, -2.109122, -2.639122, -0.63912195, -2.359122, -2.139122, -2.799122], [-3.7857635, -0.98576343,
      -5.2657633, -4.3257637, -3.7257636, -0.7557634, -2.3857634], [-5.34528, -2.90528, -0.97528005, -5.21528,
      -2.2652802, -3.2852802, -0.87528014], [-5.434041, -3.8240411, -3.2440412, -1.074041, -1.4340411, -1.094041,
      -3.914041], [-2.549312, -5.549312, -2.159312, -0.60931206, -1.5393121, -3.679312, -3.959312]]>
      : tensor<5x7xf32> -> tensor<5x7xf32>
  check.expect_close %y, %expected {atol = 5.0e-07 : f64, rtol = 5.0e-07 : f64} : tensor<5x7xf32>
  return
}

func.func @rows_f64() {
  %x = weir.constant dense<[[2.35, 1.31, -0.21], [0.24, -1.39, 1.71]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y = weir.log_softmax %x {dim = 1 : i64} : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %expected = weir.constant dense<
      [[-0.3582053679237468, -1.398205367923747, -2.918205367923747], [-1.712926325535108, -3.342926325535108,
      -0.242926325535108]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_close %y, %expected {atol = 1.0e-15 : f64, rtol = 1.0e-15 : f64} : tensor<2x3xf64>
  return
}

func.func @columns() {
  %x = weir.constant dense<[[-1.0, 1.31], [-0.14, 0.26], [-0.89, -1.89]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.log_softmax %x {dim = 0 : i64} : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %expected = weir.constant dense<
      [[-1.4994978, -0.3298072], [-0.63949776, -1.3798071], [-1.3894978, -3.529807]]>
      : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_close %y, %expected {atol = 5.0e-07 : f64, rtol = 5.0e-07 : f64} : tensor<3x2xf32>
  return
}

func.func @middle() {
  %x = weir.constant dense<
      [[[1.16, -0.43], [-1.82, 2.05], [-2.33, -1.9]], [[-1.29, -2.82], [0.92, -0.09], [-2.44, -1.49]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %y = weir.log_softmax %x {dim = 1 : i64} : (tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  %expected = weir.constant dense<
      [[[-0.0781582, -2.5780318], [-3.0581582, -0.09803186], [-3.5681581, -4.048032]], [[-2.3449118, -3.0014126],
      [-0.13491186, -0.27141264], [-3.494912, -1.6714126]]]> : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  check.expect_close %y, %expected {atol = 5.0e-07 : f64, rtol = 5.0e-07 : f64} : tensor<2x3x2xf32>
  return
}

func.func @vector() {
  %x = weir.constant dense<
      [1.77, -2.96, -2.17, -1.04, -1.67, 1.79, 2.6, -0.19, 2.13, -1.48, -0.19]> : tensor<11xf64> -> tensor<11xf64>
  %y = weir.log_softmax %x {dim = 0 : i64} : (tensor<11xf64>) -> tensor<11xf64>
  %expected = weir.constant dense<
      [-1.8225933333184656, -6.552593333318466, -5.762593333318466, -4.632593333318466, -5.262593333318466,
      -1.8025933333184656, -0.9925933333184657, -3.7825933333184656, -1.4625933333184657, -5.072593333318466,
      -3.7825933333184656]> : tensor<11xf64> -> tensor<11xf64>
  check.expect_close %y, %expected {atol = 1.0e-15 : f64, rtol = 1.0e-15 : f64} : tensor<11xf64>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[0.7]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y = weir.log_softmax %x {dim = 1 : i64} : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %expected = weir.constant dense<[[0.0]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_close %y, %expected : tensor<1x1xf32>
  return
}

func.func @empty_rows() {
  %x = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y = weir.log_softmax %x {dim = 1 : i64} : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %expected = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_close %y, %expected : tensor<0x3xf32>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  %y = weir.log_softmax %x {dim = 1 : i64} : (tensor<2x0xf32>) -> tensor<2x0xf32>
  %expected = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  check.expect_close %y, %expected : tensor<2x0xf32>
  return
}

// Exponentials of these numbers overflow, or are 0, without a shift.
func.func @shifted() {
  %x = weir.constant dense<[[1000.0, 1001.0, 1002.5], [-1000.0, -1000.5, -1003.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.log_softmax %x {dim = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[-2.766368, -1.7663679, -0.2663679], [-0.5045969, -1.004597, -3.504597]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %expected {atol = 5.0e-07 : f64, rtol = 5.0e-07 : f64} : tensor<2x3xf32>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_f16() {
  %x = weir.constant dense<
      [[0.03, -1.96, -2.94, 0.39, 2.16], [-2.37, 1.07, 1.99, 2.91, 2.68], [-2.88, 1.76, -2.73, 2.02, 2.1]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  %y = weir.log_softmax %x {dim = 1 : i64} : (tensor<3x5xf16>) -> tensor<3x5xf16>
  %expected = weir.constant dense<
      [[-2.4, -4.39, -5.37, -2.041, -0.2712], [-6.137, -2.697, -1.777, -0.8574, -1.088], [-5.953, -1.314, -5.805,
      -1.055, -0.9746]]> : tensor<3x5xf16> -> tensor<3x5xf16>
  check.expect_eq %y, %expected : tensor<3x5xf16>
  return
}

func.func @narrow_bf16() {
  %x = weir.constant dense<
      [[-2.92, -2.67, -1.22, 1.66, -0.28], [1.16, 1.46, 0.22, 1.82, 2.75], [2.88, 2.31, -0.93, -1.77, -1.13]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %y = weir.log_softmax %x {dim = 1 : i64} : (tensor<3x5xbf16>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[-4.78, -4.53, -3.08, -0.202, -2.14], [-2.27, -1.96, -3.2, -1.6, -0.668], [-0.482, -1.05, -4.28, -5.12, -4.5]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_eq %y, %expected : tensor<3x5xbf16>
  return
}

// Differences beyond f16.
func.func @far_apart_f16() {
  %x = weir.constant dense<[[60000.0, -60000.0, 59970.0]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  %y = weir.log_softmax %x {dim = 1 : i64} : (tensor<1x3xf16>) -> tensor<1x3xf16>
  %expected = weir.constant dense<[[-0.0, 0xFC00, -32.0]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  check.expect_close %y, %expected : tensor<1x3xf16>
  return
}

// NaN and infinity are NaN in their row alone; -infinity takes no part, unless there is nothing else.
func.func @special_f32() {
  %x = weir.constant dense<
      [[0x7FC00000, 1.0, 2.0], [0x7F800000, 1.0, 2.0], [0xFF800000, 1.0, 2.0], [0xFF800000, 0xFF800000, 0xFF800000],
      [0.5, -0.5, 0.25]]> : tensor<5x3xf32> -> tensor<5x3xf32>
  %y = weir.log_softmax %x {dim = 1 : i64} : (tensor<5x3xf32>) -> tensor<5x3xf32>
  %expected = weir.constant dense<
      [[0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000], [0xFF800000, -1.3132616, -0.3132617],
      [0x7FC00000, 0x7FC00000, 0x7FC00000], [-0.7639226, -1.7639226, -1.0139226]]> : tensor<5x3xf32> -> tensor<5x3xf32>
  check.expect_close %y, %expected {atol = 5.0e-07 : f64, rtol = 5.0e-07 : f64} : tensor<5x3xf32>
  return
}

func.func @special_f64() {
  %x = weir.constant dense<
      [[0x7FF8000000000000, 1.0, 2.0], [0x7FF0000000000000, 1.0, 2.0], [0xFFF0000000000000, 1.0, 2.0],
      [0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000], [0.5, -0.5, 0.25]]>
      : tensor<5x3xf64> -> tensor<5x3xf64>
  %y = weir.log_softmax %x {dim = 1 : i64} : (tensor<5x3xf64>) -> tensor<5x3xf64>
  %expected = weir.constant dense<
      [[0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000], [0x7FF8000000000000, 0x7FF8000000000000,
      0x7FF8000000000000], [0xFFF0000000000000, -1.3132616875182228, -0.3132616875182228], [0x7FF8000000000000,
      0x7FF8000000000000, 0x7FF8000000000000], [-0.7639225670692869, -1.7639225670692869, -1.0139225670692869]]>
      : tensor<5x3xf64> -> tensor<5x3xf64>
  check.expect_close %y, %expected {atol = 1.0e-15 : f64, rtol = 1.0e-15 : f64} : tensor<5x3xf64>
  return
}
