// RUN: %known_size_runs
// Padding by what is near. Padded sizes are known, so that there are no runs with every size `?`.

func.func @reflect_f32() {
  %x0 = weir.constant dense<[[[0.25, 1.0, -1.25, -1.25], [1.75, 1.0, 0.0, -1.0], [1.5, -0.25, -2.0, 1.5]], [[-0.25,
      -0.25, -0.5, -1.0], [0.5, -0.75, 0.0, -1.75], [1.5, -1.25, 0.5, -1.0]]]> : tensor<2x3x4xf32> ->
      tensor<2x3x4xf32>
  %y0 = weir.pad_by_mode %x0 {padding_low = array<i64: 0, 1, 2>, padding_high = array<i64: 0, 2, 1>, mode = "reflect"}
      : (tensor<2x3x4xf32>) -> tensor<2x6x7xf32>
  %e0 = weir.constant dense<[[[0.0, 1.0, 1.75, 1.0, 0.0, -1.0, 0.0], [-1.25, 1.0, 0.25, 1.0, -1.25, -1.25, -1.25],
      [0.0, 1.0, 1.75, 1.0, 0.0, -1.0, 0.0], [-2.0, -0.25, 1.5, -0.25, -2.0, 1.5, -2.0], [0.0, 1.0, 1.75, 1.0, 0.0,
      -1.0, 0.0], [-1.25, 1.0, 0.25, 1.0, -1.25, -1.25, -1.25]], [[0.0, -0.75, 0.5, -0.75, 0.0, -1.75, 0.0], [-0.5,
      -0.25, -0.25, -0.25, -0.5, -1.0, -0.5], [0.0, -0.75, 0.5, -0.75, 0.0, -1.75, 0.0], [0.5, -1.25, 1.5, -1.25, 0.5,
      -1.0, 0.5], [0.0, -0.75, 0.5, -0.75, 0.0, -1.75, 0.0], [-0.5, -0.25, -0.25, -0.25, -0.5, -1.0, -0.5]]]> :
      tensor<2x6x7xf32> -> tensor<2x6x7xf32>
  check.expect_eq %y0, %e0 : tensor<2x6x7xf32>
  return
}

func.func @replicate_f32() {
  %x0 = weir.constant dense<[[[-1.25, -1.5, 1.0, -1.75], [1.25, -0.25, -0.25, -1.25], [-0.5, 1.0, 1.75, 1.75]], [[0.5,
      -1.0, -1.75, 0.25], [0.25, 0.0, 0.0, -1.75], [-0.5, -1.5, 1.5, 1.75]]]> : tensor<2x3x4xf32> -> tensor<2x3x4xf32>
  %y0 = weir.pad_by_mode %x0 {padding_low = array<i64: 0, 1, 2>, padding_high = array<i64: 0, 2, 1>, mode =
      "replicate"} : (tensor<2x3x4xf32>) -> tensor<2x6x7xf32>
  %e0 = weir.constant dense<[[[-1.25, -1.25, -1.25, -1.5, 1.0, -1.75, -1.75], [-1.25, -1.25, -1.25, -1.5, 1.0, -1.75,
      -1.75], [1.25, 1.25, 1.25, -0.25, -0.25, -1.25, -1.25], [-0.5, -0.5, -0.5, 1.0, 1.75, 1.75, 1.75], [-0.5, -0.5,
      -0.5, 1.0, 1.75, 1.75, 1.75], [-0.5, -0.5, -0.5, 1.0, 1.75, 1.75, 1.75]], [[0.5, 0.5, 0.5, -1.0, -1.75, 0.25,
      0.25], [0.5, 0.5, 0.5, -1.0, -1.75, 0.25, 0.25], [0.25, 0.25, 0.25, 0.0, 0.0, -1.75, -1.75], [-0.5, -0.5, -0.5,
      -1.5, 1.5, 1.75, 1.75], [-0.5, -0.5, -0.5, -1.5, 1.5, 1.75, 1.75], [-0.5, -0.5, -0.5, -1.5, 1.5, 1.75, 1.75]]]>
      : tensor<2x6x7xf32> -> tensor<2x6x7xf32>
  check.expect_eq %y0, %e0 : tensor<2x6x7xf32>
  return
}

func.func @circular_f32() {
  %x0 = weir.constant dense<[[[1.5, 0.0, 1.25, 1.25], [-0.75, -1.75, 1.5, 0.5], [-0.25, 1.5, 2.0, 1.5]], [[-2.0, -2.0,
      0.0, 0.0], [-1.25, -0.5, 0.25, 1.0], [1.0, -1.75, -0.5, -1.0]]]> : tensor<2x3x4xf32> -> tensor<2x3x4xf32>
  %y0 = weir.pad_by_mode %x0 {padding_low = array<i64: 0, 1, 2>, padding_high = array<i64: 0, 2, 1>, mode =
      "circular"} : (tensor<2x3x4xf32>) -> tensor<2x6x7xf32>
  %e0 = weir.constant dense<[[[2.0, 1.5, -0.25, 1.5, 2.0, 1.5, -0.25], [1.25, 1.25, 1.5, 0.0, 1.25, 1.25, 1.5], [1.5,
      0.5, -0.75, -1.75, 1.5, 0.5, -0.75], [2.0, 1.5, -0.25, 1.5, 2.0, 1.5, -0.25], [1.25, 1.25, 1.5, 0.0, 1.25, 1.25,
      1.5], [1.5, 0.5, -0.75, -1.75, 1.5, 0.5, -0.75]], [[-0.5, -1.0, 1.0, -1.75, -0.5, -1.0, 1.0], [0.0, 0.0, -2.0,
      -2.0, 0.0, 0.0, -2.0], [0.25, 1.0, -1.25, -0.5, 0.25, 1.0, -1.25], [-0.5, -1.0, 1.0, -1.75, -0.5, -1.0, 1.0],
      [0.0, 0.0, -2.0, -2.0, 0.0, 0.0, -2.0], [0.25, 1.0, -1.25, -0.5, 0.25, 1.0, -1.25]]]> : tensor<2x6x7xf32> ->
      tensor<2x6x7xf32>
  check.expect_eq %y0, %e0 : tensor<2x6x7xf32>
  return
}

// As far as elements go.
func.func @reflect_before_f64() {
  %x0 = weir.constant dense<[[-1.0, 1.25, -0.25, -0.25, 2.0], [-0.25, 1.0, 2.0, 2.0, -0.75], [-0.5, -2.0, 1.0, -0.5,
      -2.0]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %y0 = weir.pad_by_mode %x0 {padding_low = array<i64: 0, 4>, padding_high = array<i64: 0, 0>, mode = "reflect"} :
      (tensor<3x5xf64>) -> tensor<3x9xf64>
  %e0 = weir.constant dense<[[2.0, -0.25, -0.25, 1.25, -1.0, 1.25, -0.25, -0.25, 2.0], [-0.75, 2.0, 2.0, 1.0, -0.25,
      1.0, 2.0, 2.0, -0.75], [-2.0, -0.5, 1.0, -2.0, -0.5, -2.0, 1.0, -0.5, -2.0]]> : tensor<3x9xf64> ->
      tensor<3x9xf64>
  check.expect_eq %y0, %e0 : tensor<3x9xf64>
  return
}

func.func @circular_behind_i64() {
  %x0 = weir.constant dense<[-7, -6, -8]> : tensor<3xi64> -> tensor<3xi64>
  %y0 = weir.pad_by_mode %x0 {padding_low = array<i64: 0>, padding_high = array<i64: 3>, mode = "circular"} :
      (tensor<3xi64>) -> tensor<6xi64>
  %e0 = weir.constant dense<[-7, -6, -8, -7, -6, -8]> : tensor<6xi64> -> tensor<6xi64>
  check.expect_eq %y0, %e0 : tensor<6xi64>
  return
}

func.func @replicate_one_element_f32() {
  %x0 = weir.constant dense<[[-1.75, 0.25]]> : tensor<1x2xf32> -> tensor<1x2xf32>
  %y0 = weir.pad_by_mode %x0 {padding_low = array<i64: 3, 0>, padding_high = array<i64: 2, 0>, mode = "replicate"} :
      (tensor<1x2xf32>) -> tensor<6x2xf32>
  %e0 = weir.constant dense<[[-1.75, 0.25], [-1.75, 0.25], [-1.75, 0.25], [-1.75, 0.25], [-1.75, 0.25], [-1.75,
      0.25]]> : tensor<6x2xf32> -> tensor<6x2xf32>
  check.expect_eq %y0, %e0 : tensor<6x2xf32>
  return
}

func.func @nothing_f16() {
  %x0 = weir.constant dense<[-1.25, 2.0, 0.25]> : tensor<3xf16> -> tensor<3xf16>
  %y0 = weir.pad_by_mode %x0 {padding_low = array<i64: 0>, padding_high = array<i64: 0>, mode = "reflect"} :
      (tensor<3xf16>) -> tensor<3xf16>
  %e0 = weir.constant dense<[-1.25, 2.0, 0.25]> : tensor<3xf16> -> tensor<3xf16>
  check.expect_eq %y0, %e0 : tensor<3xf16>
  return
}

func.func @reflect_bool() {
  %x0 = weir.constant dense<[[true, true, true], [true, false, true]]> : tensor<2x3xi1> -> tensor<2x3xi1>
  %y0 = weir.pad_by_mode %x0 {padding_low = array<i64: 0, 1>, padding_high = array<i64: 1, 2>, mode = "reflect"} :
      (tensor<2x3xi1>) -> tensor<3x6xi1>
  %e0 = weir.constant dense<[[true, true, true, true, true, true], [false, true, false, true, false, true], [true,
      true, true, true, true, true]]> : tensor<3x6xi1> -> tensor<3x6xi1>
  check.expect_eq %y0, %e0 : tensor<3x6xi1>
  return
}

func.func @narrow_f16() {
  %x0 = weir.constant dense<[0.25, 0.75, 1.0, 1.0, 0.5]> : tensor<5xf16> -> tensor<5xf16>
  %y0 = weir.pad_by_mode %x0 {padding_low = array<i64: 1>, padding_high = array<i64: 2>, mode = "circular"} :
      (tensor<5xf16>) -> tensor<8xf16>
  %e0 = weir.constant dense<[0.5, 0.25, 0.75, 1.0, 1.0, 0.5, 0.25, 0.75]> : tensor<8xf16> -> tensor<8xf16>
  check.expect_eq %y0, %e0 : tensor<8xf16>
  return
}
