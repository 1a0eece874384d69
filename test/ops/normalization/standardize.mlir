// RUN: %op_runs
// (x - mean) / sqrt(variance + eps) over dimensions.

func.func @rows_f32() {
  %x = weir.constant dense<
      [[-1.60000002, -2.6500001, -0.5, 0.839999974, 2.26999998], [0.219999999, -1.11000001, -1.57000005,
      1.5, 3.26999998], [0.550000012, -2.47000003, -1.91999996, 3.20000005, 0.409999996]]> : tensor<3x5xf32>
      -> tensor<3x5xf32>
  %y = weir.standardize %x {dims = array<i64: 1>, eps = 0.125 : f64} : (tensor<3x5xf32>) -> tensor<3x5xf32>
  %expected = weir.constant dense<
      [[-0.716052769, -1.30713411, -0.096824728, 0.657507583, 1.46250402], [-0.134253632, -0.872093897,
      -1.12728679, 0.575848271, 1.55778605], [0.290043594, -1.17964041, -0.911982698, 1.57966698,
      0.22191254]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x5xf32>
  return
}

func.func @outer_and_inner_f64() {
  %x = weir.constant dense<
      [[[-3.46, -0.17], [-2.33, -1.26], [-0.98, -1.43]], [[1.11, -0.13], [-1.18, 0.82], [1.66, -3.29]]]> :
      tensor<2x3x2xf64> -> tensor<2x3x2xf64>
  %y = weir.standardize %x {dims = array<i64: 0, 2>, eps = 0.125 : f64} : (tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %expected = weir.constant dense<
      [[[-1.6155497324374635, 0.2844176025828242], [-1.1265340379600002, -0.2286633335896462],
      [0.01663806248990152, -0.23293287485862105]], [[1.0236146204630578, 0.3075175093915815],
      [-0.16153281363672248, 1.5167301851863688], [1.480787561601234, -1.2644927492325146]]]> :
      tensor<2x3x2xf64> -> tensor<2x3x2xf64>
  check.expect_close %y, %expected {atol = 4.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<2x3x2xf64>
  return
}

// Squares of f16 numbers would overflow: they are of f32.
func.func @large_f16() {
  %x = weir.constant dense<[-60000.0, 60000.0, -60000.0, 60000.0]> : tensor<4xf16> -> tensor<4xf16>
  %y = weir.standardize %x {dims = array<i64: 0>, eps = 0.0 : f64} : (tensor<4xf16>) -> tensor<4xf16>
  %expected = weir.constant dense<[-1.0, 1.0, -1.0, 1.0]> : tensor<4xf16> -> tensor<4xf16>
  check.expect_close %y, %expected {rtol = 1.0e-03 : f64} : tensor<4xf16>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[0.7]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y = weir.standardize %x {dims = array<i64: 1>, eps = 0.125 : f64} : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %expected = weir.constant dense<[[0.0]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_close %y, %expected : tensor<1x1xf32>
  return
}

func.func @empty_rows() {
  %x = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y = weir.standardize %x {dims = array<i64: 1>, eps = 0.125 : f64} : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %expected = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_close %y, %expected : tensor<0x3xf32>
  return
}
