// RUN: %op_runs
// exp(x) / sum(exp(x)) along a dimension. The error of a difference of numbers is one of the exponential's argument.

func.func @rows_f32() {
  %x = weir.constant dense<[[0.46, 2.83, 2.46], [0.62, 0.93, -2.05]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.softmax %x {dim = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[0.052393198, 0.5604705, 0.38713628], [0.41106972, 0.5604628, 0.028467495]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<2x3xf32>
  return
}

func.func @odd() {
  %x = weir.constant dense<
      [[-0.58, 1.71, 2.47, 1.54, -1.63, -2.2, 0.66], [-2.43, 1.81, -1.58, -2.34, -0.99, 0.58, -1.8], [0.19, 0.59, 2.59,
      2.68, 1.62, 2.61, -0.25], [-0.82, -1.4, 0.17, 2.3, -1.65, 0.57, 1.97], [-1.8, -1.25, 2.76, 2.18, 2.74, -0.57,
      -2.51]]> : tensor<5x7xf32> -> tensor<5x7xf32>
  %y = weir.softmax %x {dim = 1 : i64} : (tensor<5x7xf32>) -> tensor<5x7xf32>
  %expected = weir.constant dense<
      [[0.022560699, 0.22278549, 0.47637692, 0.18795627, 0.00789484, 0.0044647325, 0.07796105], [0.009977314,
      0.69250387, 0.02334339, 0.010916921, 0.042111207, 0.20241375, 0.01873351], [0.02401256, 0.03582253, 0.26469466,
      0.28962216, 0.10034127, 0.27004185, 0.015464963], [0.020995421, 0.011755303, 0.056503605, 0.47547027, 0.009155039,
      0.08429347, 0.3418269], [0.0040090214, 0.006948648, 0.3831962, 0.21455094, 0.3756084, 0.013715782, 0.001971012]]>
      : tensor<5x7xf32> -> tensor<5x7xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<5x7xf32>
  return
}

func.func @rows_f64() {
  %x = weir.constant dense<[[1.32, 0.39, 2.37], [-2.55, 0.59, -2.1]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y = weir.softmax %x {dim = 1 : i64} : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %expected = weir.constant dense<
      [[0.23517211431418736, 0.09278803027859694, 0.6720398554072157], [0.038952673175027756, 0.8999573748271602,
      0.06108995199781204]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_close %y, %expected {rtol = 2.0e-15 : f64} : tensor<2x3xf64>
  return
}

func.func @columns() {
  %x = weir.constant dense<[[-0.91, 2.88], [-2.63, -0.9], [-1.51, -0.53]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %y = weir.softmax %x {dim = 0 : i64} : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %expected = weir.constant dense<
      [[0.57874465, 0.94709176], [0.10363356, 0.021615181], [0.3176218, 0.031293046]]>
      : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<3x2xf32>
  return
}

func.func @middle() {
  %x = weir.constant dense<
      [[[-2.06, -2.09], [0.38, 0.44], [1.25, -0.77]], [[-2.04, 0.58], [-2.29, -0.45], [-2.71, -1.67]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %y = weir.softmax %x {dim = 1 : i64} : (tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  %expected = weir.constant dense<
      [[[0.025088962, 0.05781374], [0.28784668, 0.7257651], [0.68706435, 0.21642117]], [[0.43658412, 0.6838045],
      [0.34001204, 0.24412298], [0.22340383, 0.072072476]]]> : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<2x3x2xf32>
  return
}

func.func @vector() {
  %x = weir.constant dense<
      [-2.55, -2.99, 2.53, 0.68, -2.17, 2.6, 2.92, 2.98, 1.34, 1.6, -1.42]> : tensor<11xf64> -> tensor<11xf64>
  %y = weir.softmax %x {dim = 0 : i64} : (tensor<11xf64>) -> tensor<11xf64>
  %expected = weir.constant dense<
      [0.0010345153943705305, 0.0006662655921458108, 0.16632323587353284, 0.026152194300867404, 0.001512755918720496,
      0.1783830312070388, 0.24565622496162057, 0.2608467575506172, 0.050599065061110754, 0.06562344983491339,
      0.0032025043050622117]> : tensor<11xf64> -> tensor<11xf64>
  check.expect_close %y, %expected {rtol = 2.0e-15 : f64} : tensor<11xf64>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[0.7]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y = weir.softmax %x {dim = 1 : i64} : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %expected = weir.constant dense<[[1.0]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_close %y, %expected : tensor<1x1xf32>
  return
}

func.func @empty_rows() {
  %x = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y = weir.softmax %x {dim = 1 : i64} : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %expected = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_close %y, %expected : tensor<0x3xf32>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  %y = weir.softmax %x {dim = 1 : i64} : (tensor<2x0xf32>) -> tensor<2x0xf32>
  %expected = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  check.expect_close %y, %expected : tensor<2x0xf32>
  return
}

// Exponentials of these numbers overflow, or are 0, without a shift.
func.func @shifted() {
  %x = weir.constant dense<[[1000.0, 1001.0, 1002.5], [-1000.0, -1000.5, -1003.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y = weir.softmax %x {dim = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<
      [[0.062890016, 0.17095278, 0.7661572], [0.6037489, 0.36619222, 0.030058887]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<2x3xf32>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_f16() {
  %x = weir.constant dense<
      [[2.57, -2.65, 2.15, 1.12, 1.15], [-1.11, -0.73, 1.88, -0.77, 1.47], [0.23, -0.91, -2.59, 2.42, 0.53]]>
      : tensor<3x5xf16> -> tensor<3x5xf16>
  %y = weir.softmax %x {dim = 1 : i64} : (tensor<3x5xf16>) -> tensor<3x5xf16>
  %expected = weir.constant dense<
      [[0.4675, 0.002527, 0.3071, 0.1097, 0.11304], [0.02705, 0.03958, 0.538, 0.03802, 0.3572], [0.08575, 0.02742,
      0.00511, 0.766, 0.1157]]> : tensor<3x5xf16> -> tensor<3x5xf16>
  check.expect_eq %y, %expected : tensor<3x5xf16>
  return
}

func.func @narrow_bf16() {
  %x = weir.constant dense<
      [[-0.64, -2.02, 1.51, 0.69, 2.31], [-0.04, 0.98, 1.79, -0.59, -0.23], [-1.19, -0.57, -0.4, -0.94, 0.9]]>
      : tensor<3x5xbf16> -> tensor<3x5xbf16>
  %y = weir.softmax %x {dim = 1 : i64} : (tensor<3x5xbf16>) -> tensor<3x5xbf16>
  %expected = weir.constant dense<
      [[0.0305, 0.00772, 0.262, 0.1157, 0.586], [0.088, 0.243, 0.547, 0.0505, 0.0723], [0.0693, 0.129, 0.152, 0.089,
      0.56]]> : tensor<3x5xbf16> -> tensor<3x5xbf16>
  check.expect_eq %y, %expected : tensor<3x5xbf16>
  return
}

// Differences beyond f16.
func.func @far_apart_f16() {
  %x = weir.constant dense<[[60000.0, -60000.0, 59970.0]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  %y = weir.softmax %x {dim = 1 : i64} : (tensor<1x3xf16>) -> tensor<1x3xf16>
  %expected = weir.constant dense<[[1.0, 0.0, 0.0]]> : tensor<1x3xf16> -> tensor<1x3xf16>
  check.expect_close %y, %expected : tensor<1x3xf16>
  return
}

// NaN and infinity are NaN in their row alone; -infinity takes no part, unless there is nothing else.
func.func @special_f32() {
  %x = weir.constant dense<
      [[0x7FC00000, 1.0, 2.0], [0x7F800000, 1.0, 2.0], [0xFF800000, 1.0, 2.0], [0xFF800000, 0xFF800000, 0xFF800000],
      [0.5, -0.5, 0.25]]> : tensor<5x3xf32> -> tensor<5x3xf32>
  %y = weir.softmax %x {dim = 1 : i64} : (tensor<5x3xf32>) -> tensor<5x3xf32>
  %expected = weir.constant dense<
      [[0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000], [0.0, 0.26894143, 0.7310586],
      [0x7FC00000, 0x7FC00000, 0x7FC00000], [0.46583557, 0.17137133, 0.36279312]]> : tensor<5x3xf32> -> tensor<5x3xf32>
  check.expect_close %y, %expected {rtol = 1.0e-06 : f64} : tensor<5x3xf32>
  return
}

func.func @special_f64() {
  %x = weir.constant dense<
      [[0x7FF8000000000000, 1.0, 2.0], [0x7FF0000000000000, 1.0, 2.0], [0xFFF0000000000000, 1.0, 2.0],
      [0xFFF0000000000000, 0xFFF0000000000000, 0xFFF0000000000000], [0.5, -0.5, 0.25]]>
      : tensor<5x3xf64> -> tensor<5x3xf64>
  %y = weir.softmax %x {dim = 1 : i64} : (tensor<5x3xf64>) -> tensor<5x3xf64>
  %expected = weir.constant dense<
      [[0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000], [0x7FF8000000000000, 0x7FF8000000000000,
      0x7FF8000000000000], [0.0, 0.2689414213699951, 0.7310585786300049], [0x7FF8000000000000, 0x7FF8000000000000,
      0x7FF8000000000000], [0.46583556726652603, 0.17137132816379141, 0.36279310456968256]]>
      : tensor<5x3xf64> -> tensor<5x3xf64>
  check.expect_close %y, %expected {rtol = 2.0e-15 : f64} : tensor<5x3xf64>
  return
}
