// RUN: %known_size_runs
// log of cumulative sums of exp

func.func @rows_f32() {
  %x0 = weir.constant dense<[[0.22, 1.5, -2.64, 2.26, -2.77], [-0.06, -1.69, -2.77, -0.12, -1.43], [-2.52, 1.95,
      -1.53, 2.63, 0.65]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %y0 = weir.logcumsumexp %x0 {dim = 1 : i64} : (tensor<3x5xf32>) -> tensor<3x5xf32>
  %e0 = weir.constant dense<[[0.22, 1.7453256, 1.7577074, 2.733212, 2.7372775], [-0.06, 0.11892376, 0.17306724,
      0.7303786, 0.83948547], [-2.52, 1.9613824, 1.9913864, 3.0539753, 3.1404815]]> : tensor<3x5xf32>
      -> tensor<3x5xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x5xf32>
  return
}

func.func @columns_f64() {
  %x0 = weir.constant dense<[[-0.87, -2.64, 2.13], [-2.35, 1.66, 0.17], [-0.27, -2.52, -0.48], [-2.9, 1.58,
      1.24]]> : tensor<4x3xf64> -> tensor<4x3xf64>
  %y0 = weir.logcumsumexp %x0 {dim = 0 : i64} : (tensor<4x3xf64>) -> tensor<4x3xf64>
  %e0 = weir.constant dense<[[-0.87, -2.64, 2.13], [-0.6649082558412386, 1.6734773304160262, 2.261780979851469],
      [0.245061747685834, 1.6884582615084256, 2.324244334398131], [0.28722453719082164, 2.32884599049863,
      2.6155377952932017]]> : tensor<4x3xf64> -> tensor<4x3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<4x3xf64>
  return
}

func.func @large() {
  %x0 = weir.constant dense<[[-654.0, 18.0, -579.0, 381.0, -561.0, -588.0, -387.0, 849.0, 573.0], [-174.0, 531.0,
      -249.0, -561.0, 714.0, -833.9999999999999, 528.0, 827.9999999999999, -747.0000000000001]]>
      : tensor<2x9xf64> -> tensor<2x9xf64>
  %y0 = weir.logcumsumexp %x0 {dim = 1 : i64} : (tensor<2x9xf64>) -> tensor<2x9xf64>
  %e0 = weir.constant dense<[[-654.0, 18.0, 18.0, 381.0, 381.0, 381.0, 381.0, 849.0, 849.0], [-174.0, 531.0, 531.0,
      531.0, 714.0, 714.0, 714.0, 827.9999999999999, 827.9999999999999]]> : tensor<2x9xf64> -> tensor<2x9xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<2x9xf64>
  return
}

func.func @odd() {
  %x0 = weir.constant dense<[2.16, 1.68, -2.75, -0.34, -1.44, -0.69, -0.71, -0.63, -2.94, -1.37, -1.26, 0.9, 1.18,
      1.5, 0.82, 2.36, 0.34, -1.12, -2.76]> : tensor<19xf32> -> tensor<19xf32>
  %y0 = weir.logcumsumexp %x0 {dim = 0 : i64} : (tensor<19xf32>) -> tensor<19xf32>
  %e0 = weir.constant dense<[2.16, 2.641675, 2.646219, 2.6954641, 2.7113328, 2.7441182, 2.775244, 2.8079035,
      2.8110878, 2.8262541, 2.8429167, 2.9768226, 3.1302516, 3.3091342, 3.3888524, 3.6944358, 3.7287688, 3.7365763,
      3.7380836]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<19xf32>
  return
}

func.func @bf16() {
  %x0 = weir.constant dense<[[1.36, 0.37, -2.02, 0.07], [2.67, 0.63, -1.15, 1.84]]> : tensor<2x4xbf16>
      -> tensor<2x4xbf16>
  %y0 = weir.logcumsumexp %x0 {dim = 1 : i64} : (tensor<2x4xbf16>) -> tensor<2x4xbf16>
  %e0 = weir.constant dense<[[1.36, 1.67, 1.7, 1.875], [2.67, 2.8, 2.81, 3.14]]> : tensor<2x4xbf16>
      -> tensor<2x4xbf16>
  check.expect_close %y0, %e0 : tensor<2x4xbf16>
  return
}

func.func @f16() {
  %x0 = weir.constant dense<[[-0.63, -2.91, -2.52, 2.77], [-2.44, 1.7, -2.82, -0.46]]> : tensor<2x4xf16>
      -> tensor<2x4xf16>
  %y0 = weir.logcumsumexp %x0 {dim = 1 : i64} : (tensor<2x4xf16>) -> tensor<2x4xf16>
  %e0 = weir.constant dense<[[-0.63, -0.5327, -0.404, 2.81], [-2.44, 1.716, 1.727, 1.833]]> : tensor<2x4xf16>
      -> tensor<2x4xf16>
  check.expect_close %y0, %e0 : tensor<2x4xf16>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[-1.31]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y0 = weir.logcumsumexp %x0 {dim = 0 : i64} : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %e0 = weir.constant dense<[[-1.31]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<1x1xf32>
  return
}

func.func @empty() {
  %x0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y0 = weir.logcumsumexp %x0 {dim = 0 : i64} : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %e0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<0x3xf32>
  return
}

func.func @special() {
  %x0 = weir.constant dense<[0xFF800000, 0xFF800000, 1.0, 0x7F800000, 2.0]> : tensor<5xf32> -> tensor<5xf32>
  %y0 = weir.logcumsumexp %x0 {dim = 0 : i64} : (tensor<5xf32>) -> tensor<5xf32>
  %e0 = weir.constant dense<[0xFF800000, 0xFF800000, 1.0, 0x7F800000, 0x7F800000]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<5xf32>
  return
}
