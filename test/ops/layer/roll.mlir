// RUN: %known_size_runs
// Elements moved along dimensions, the last ones to the front. Their sizes are known, so that there are no runs with
// every size `?`.

func.func @one_f32() {
  %x0 = weir.constant dense<[[1.75, -0.75, -0.75, -1.75, 1.25], [-1.5, 0.0, -2.0, -2.0, 1.5], [-2.0, -0.25, -0.25,
      -1.5, 0.5]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %y0 = weir.roll %x0 {shifts = array<i64: 2>, dims = array<i64: 1>} : (tensor<3x5xf32>) -> tensor<3x5xf32>
  %e0 = weir.constant dense<[[-1.75, 1.25, 1.75, -0.75, -0.75], [-2.0, 1.5, -1.5, 0.0, -2.0], [-1.5, 0.5, -2.0, -0.25,
      -0.25]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_eq %y0, %e0 : tensor<3x5xf32>
  return
}

func.func @backwards_f64() {
  %x0 = weir.constant dense<[1.0, 2.0, -1.25, 1.75, -1.75]> : tensor<5xf64> -> tensor<5xf64>
  %y0 = weir.roll %x0 {shifts = array<i64: -2>, dims = array<i64: 0>} : (tensor<5xf64>) -> tensor<5xf64>
  %e0 = weir.constant dense<[-1.25, 1.75, -1.75, 1.0, 2.0]> : tensor<5xf64> -> tensor<5xf64>
  check.expect_eq %y0, %e0 : tensor<5xf64>
  return
}

func.func @two_dims_f32() {
  %x0 = weir.constant dense<[[[-1.5, 0.5, 1.5, 1.75, 1.0], [-2.0, -0.25, 1.25, 0.0, -1.25], [0.75, -1.75, 0.75, -2.0,
      -0.5]], [[-1.0, 1.75, 1.0, 0.75, 0.0], [-1.0, 1.5, 2.0, -1.25, -1.0], [-0.75, 0.0, -1.0, -0.5, 2.0]]]> :
      tensor<2x3x5xf32> -> tensor<2x3x5xf32>
  %y0 = weir.roll %x0 {shifts = array<i64: 1, -1>, dims = array<i64: 1, 2>} : (tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  %e0 = weir.constant dense<[[[-1.75, 0.75, -2.0, -0.5, 0.75], [0.5, 1.5, 1.75, 1.0, -1.5], [-0.25, 1.25, 0.0, -1.25,
      -2.0]], [[0.0, -1.0, -0.5, 2.0, -0.75], [1.75, 1.0, 0.75, 0.0, -1.0], [1.5, 2.0, -1.25, -1.0, -1.0]]]> :
      tensor<2x3x5xf32> -> tensor<2x3x5xf32>
  check.expect_eq %y0, %e0 : tensor<2x3x5xf32>
  return
}

func.func @twice_i64() {
  %x0 = weir.constant dense<[[-3, 7, 0], [-3, 7, -2], [4, -4, 8], [4, 6, -9]]> : tensor<4x3xi64> -> tensor<4x3xi64>
  %y0 = weir.roll %x0 {shifts = array<i64: 1, 2>, dims = array<i64: 0, 0>} : (tensor<4x3xi64>) -> tensor<4x3xi64>
  %e0 = weir.constant dense<[[-3, 7, -2], [4, -4, 8], [4, 6, -9], [-3, 7, 0]]> : tensor<4x3xi64> -> tensor<4x3xi64>
  check.expect_eq %y0, %e0 : tensor<4x3xi64>
  return
}

func.func @beyond_f16() {
  %x0 = weir.constant dense<[-1.75, -1.75, 0.25]> : tensor<3xf16> -> tensor<3xf16>
  %y0 = weir.roll %x0 {shifts = array<i64: 7>, dims = array<i64: 0>} : (tensor<3xf16>) -> tensor<3xf16>
  %e0 = weir.constant dense<[0.25, -1.75, -1.75]> : tensor<3xf16> -> tensor<3xf16>
  check.expect_eq %y0, %e0 : tensor<3xf16>
  return
}

func.func @whole_turn_f32() {
  %x0 = weir.constant dense<[-0.5, 2.0, -1.0]> : tensor<3xf32> -> tensor<3xf32>
  %y0 = weir.roll %x0 {shifts = array<i64: -6>, dims = array<i64: 0>} : (tensor<3xf32>) -> tensor<3xf32>
  %e0 = weir.constant dense<[-0.5, 2.0, -1.0]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq %y0, %e0 : tensor<3xf32>
  return
}

func.func @bools() {
  %x0 = weir.constant dense<[[false, true, false], [true, false, true]]> : tensor<2x3xi1> -> tensor<2x3xi1>
  %y0 = weir.roll %x0 {shifts = array<i64: 1>, dims = array<i64: 0>} : (tensor<2x3xi1>) -> tensor<2x3xi1>
  %e0 = weir.constant dense<[[true, false, true], [false, true, false]]> : tensor<2x3xi1> -> tensor<2x3xi1>
  check.expect_eq %y0, %e0 : tensor<2x3xi1>
  return
}
