// RUN: %known_size_runs
// Images of other sizes. Sizes are known, so that there are no runs with every size `?`.

func.func @whole_factors_f32() {
  %x0 = weir.constant dense<[[[[1.5, -0.5], [0.75, 0.25], [-0.75, -1.25]], [[0.25, -0.75], [0.0, 1.0], [1.25,
      1.25]]]]> : tensor<1x2x3x2xf32> -> tensor<1x2x3x2xf32>
  %y0 = weir.interpolate %x0 {size = array<i64: 6, 6>, mode = "nearest"} : (tensor<1x2x3x2xf32>) ->
      tensor<1x2x6x6xf32>
  %e0 = weir.constant dense<[[[[1.5, 1.5, 1.5, -0.5, -0.5, -0.5], [1.5, 1.5, 1.5, -0.5, -0.5, -0.5], [0.75, 0.75,
      0.75, 0.25, 0.25, 0.25], [0.75, 0.75, 0.75, 0.25, 0.25, 0.25], [-0.75, -0.75, -0.75, -1.25, -1.25, -1.25],
      [-0.75, -0.75, -0.75, -1.25, -1.25, -1.25]], [[0.25, 0.25, 0.25, -0.75, -0.75, -0.75], [0.25, 0.25, 0.25, -0.75,
      -0.75, -0.75], [0.0, 0.0, 0.0, 1.0, 1.0, 1.0], [0.0, 0.0, 0.0, 1.0, 1.0, 1.0], [1.25, 1.25, 1.25, 1.25, 1.25,
      1.25], [1.25, 1.25, 1.25, 1.25, 1.25, 1.25]]]]> : tensor<1x2x6x6xf32> -> tensor<1x2x6x6xf32>
  check.expect_eq %y0, %e0 {length = 4 : i64} : tensor<1x2x6x6xf32>
  return
}

func.func @nearest_f64() {
  %x0 = weir.constant dense<[[[[0.0, -2.0, -1.25, 1.0, 0.5, 1.25, 0.0], [-0.25, -1.0, -1.75, -1.5, 0.75, 0.25, -1.0],
      [-0.5, 0.5, -0.5, -0.5, -1.0, 0.5, 1.75], [-1.0, -1.0, 0.0, -1.25, 0.0, 1.75, 0.5], [-1.5, -1.25, -1.75, 2.0,
      -0.75, -1.0, 1.5]]]]> : tensor<1x1x5x7xf64> -> tensor<1x1x5x7xf64>
  %y0 = weir.interpolate %x0 {size = array<i64: 8, 4>, mode = "nearest"} : (tensor<1x1x5x7xf64>) ->
      tensor<1x1x8x4xf64>
  %e0 = weir.constant dense<[[[[0.0, -2.0, 1.0, 1.25], [0.0, -2.0, 1.0, 1.25], [-0.25, -1.0, -1.5, 0.25], [-0.25,
      -1.0, -1.5, 0.25], [-0.5, 0.5, -0.5, 0.5], [-1.0, -1.0, -1.25, 1.75], [-1.0, -1.0, -1.25, 1.75], [-1.5, -1.25,
      2.0, -1.0]]]]> : tensor<1x1x8x4xf64> -> tensor<1x1x8x4xf64>
  check.expect_eq %y0, %e0 {length = 4 : i64} : tensor<1x1x8x4xf64>
  return
}

func.func @nearest_by_factors_f32() {
  %x0 = weir.constant dense<[[[[-0.75, -1.25, -1.0, -0.5, -1.75, 0.5, -0.25], [2.0, 1.25, -0.5, 1.0, 1.25, -1.25,
      -1.5], [-1.5, -2.0, -0.75, 1.25, 1.25, -0.5, 0.0], [1.25, 1.75, -1.0, 0.75, 0.5, 0.5, 1.25], [1.25, -0.5, 1.0,
      -2.0, -0.75, -1.25, -1.0]], [[1.75, -0.25, -1.75, 0.0, -1.75, -1.5, -0.5], [-0.25, -1.25, 0.5, 0.0, -1.5, 1.25,
      -1.5], [-0.5, -1.5, 2.0, -1.0, 1.5, 2.0, -1.25], [-2.0, -2.0, -1.25, -0.5, -1.5, 2.0, 0.0], [1.5, -2.0, -1.5,
      -0.25, -1.5, -1.5, -2.0]]]]> : tensor<1x2x5x7xf32> -> tensor<1x2x5x7xf32>
  %y0 = weir.interpolate %x0 {size = array<i64: 7, 4>, mode = "nearest", scale_factors = array<f64: 1.5, 0.7>} :
      (tensor<1x2x5x7xf32>) -> tensor<1x2x7x4xf32>
  %e0 = weir.constant dense<[[[[-0.75, -1.25, -1.0, -1.75], [-0.75, -1.25, -1.0, -1.75], [2.0, 1.25, -0.5, 1.25],
      [-1.5, -2.0, -0.75, 1.25], [-1.5, -2.0, -0.75, 1.25], [1.25, 1.75, -1.0, 0.5], [1.25, -0.5, 1.0, -0.75]],
      [[1.75, -0.25, -1.75, -1.75], [1.75, -0.25, -1.75, -1.75], [-0.25, -1.25, 0.5, -1.5], [-0.5, -1.5, 2.0, 1.5],
      [-0.5, -1.5, 2.0, 1.5], [-2.0, -2.0, -1.25, -1.5], [1.5, -2.0, -1.5, -1.5]]]]> : tensor<1x2x7x4xf32> ->
      tensor<1x2x7x4xf32>
  check.expect_eq %y0, %e0 {length = 4 : i64} : tensor<1x2x7x4xf32>
  return
}

func.func @nearest_i64() {
  %x0 = weir.constant dense<[[[-5, 4, 5, 0, -6]]]> : tensor<1x1x5xi64> -> tensor<1x1x5xi64>
  %y0 = weir.interpolate %x0 {size = array<i64: 7>, mode = "nearest"} : (tensor<1x1x5xi64>) -> tensor<1x1x7xi64>
  %e0 = weir.constant dense<[[[-5, -5, 4, 5, 5, 0, -6]]]> : tensor<1x1x7xi64> -> tensor<1x1x7xi64>
  check.expect_eq %y0, %e0 : tensor<1x1x7xi64>
  return
}

func.func @nearest_f16() {
  %x0 = weir.constant dense<[[[-0.25, 0.5, -1.5]]]> : tensor<1x1x3xf16> -> tensor<1x1x3xf16>
  %y0 = weir.interpolate %x0 {size = array<i64: 4>, mode = "nearest"} : (tensor<1x1x3xf16>) -> tensor<1x1x4xf16>
  %e0 = weir.constant dense<[[[-0.25, -0.25, 0.5, -1.5]]]> : tensor<1x1x4xf16> -> tensor<1x1x4xf16>
  check.expect_eq %y0, %e0 {length = 2 : i64} : tensor<1x1x4xf16>
  return
}

func.func @linear_f32() {
  %x0 = weir.constant dense<[[[[-0.5, 1.25, -0.25, 0.0, 1.25, 0.75, -1.5], [0.5, 1.75, -1.25, 1.75, 0.25, 0.75,
      -0.75], [-2.0, -2.0, 0.75, 2.0, 0.5, -0.5, 1.25], [2.0, -1.25, -1.75, 2.0, -2.0, 1.75, -1.5], [-1.75, -1.0,
      -0.75, -0.75, -2.0, 1.5, 1.5]], [[0.75, 1.75, 1.75, 2.0, -0.5, 0.5, 1.0], [0.75, 1.25, 0.75, -0.5, 0.25, -1.25,
      2.0], [1.75, 0.5, 1.25, -0.75, -0.5, 0.0, -1.0], [-2.0, -0.5, 1.0, -1.0, 0.75, 0.5, -0.25], [1.0, 1.5, 2.0, 1.0,
      -1.75, -0.75, 0.0]]]]> : tensor<1x2x5x7xf32> -> tensor<1x2x5x7xf32>
  %y0 = weir.interpolate %x0 {size = array<i64: 10, 3>, mode = "linear"} : (tensor<1x2x5x7xf32>) ->
      tensor<1x2x10x3xf32>
  %e0 = weir.constant dense<[[[[0.6666666865348816, 0.0, -1.3322676295501878e-15], [0.8333333134651184, 0.4375,
      0.0625], [1.1666666269302368, 1.3125, 0.1875], [0.5, 1.8125, 0.2083333283662796], [-1.1666666269302368, 1.9375,
      0.125], [-1.5416666269302368, 2.0, 0.2291666716337204], [-0.625, 2.0, 0.5208333134651184], [-0.4375, 1.3125,
      0.875], [-0.9791666865348816, -0.0625, 1.2916666269302368], [-1.25, -0.75, 1.5]], [[1.4166666269302368, 2.0,
      0.6666666865348816], [1.3333333730697632, 1.375, 0.4583333432674408], [1.1666666269302368, 0.125,
      0.0416666679084301], [1.0416666269302368, -0.5625, -0.2083333283662796], [0.9583333134651184, -0.6875,
      -0.2916666567325592], [0.4375, -0.8125, -0.1875], [-0.5208333134651184, -0.9375, 0.1041666641831398],
      [-0.4166666567325592, -0.5, 0.0625], [0.75, 0.5, -0.3125], [1.3333333730697632, 1.0, -0.5]]]]> :
      tensor<1x2x10x3xf32> -> tensor<1x2x10x3xf32>
  check.expect_close %y0, %e0 {length = 4 : i64} : tensor<1x2x10x3xf32>
  return
}

func.func @linear_by_factors_f64() {
  %x0 = weir.constant dense<[[[-1.75, -0.25, -1.5, 0.25, -1.25]]]> : tensor<1x1x5xf64> -> tensor<1x1x5xf64>
  %y0 = weir.interpolate %x0 {size = array<i64: 7>, mode = "linear", scale_factors = array<f64: 1.5>} :
      (tensor<1x1x5xf64>) -> tensor<1x1x7xf64>
  %e0 = weir.constant dense<[[[-1.75, -1.0, -0.45833333333333315, -1.2916666666666663, -0.625, 2.220446049250313e-16,
      -0.9999999999999996]]]> : tensor<1x1x7xf64> -> tensor<1x1x7xf64>
  check.expect_close %y0, %e0 {length = 2 : i64} : tensor<1x1x7xf64>
  return
}

func.func @linear_corners_f32() {
  %x0 = weir.constant dense<[[[[-1.0, -0.75, 2.0, -0.25], [0.25, 1.75, -2.0, -1.0], [-0.25, 1.75, 1.0, 0.75], [-0.5,
      1.5, -1.25, -0.5], [-0.5, -2.0, -1.75, 1.25]]]]> : tensor<1x1x5x4xf32> -> tensor<1x1x5x4xf32>
  %y0 = weir.interpolate %x0 {size = array<i64: 9, 1>, mode = "linear", align_corners} : (tensor<1x1x5x4xf32>) ->
      tensor<1x1x9x1xf32>
  %e0 = weir.constant dense<[[[[-1.0], [-0.375], [0.25], [0.0], [-0.25], [-0.375], [-0.5], [-0.5], [-0.5]]]]> :
      tensor<1x1x9x1xf32> -> tensor<1x1x9x1xf32>
  check.expect_close %y0, %e0 {length = 4 : i64} : tensor<1x1x9x1xf32>
  return
}

func.func @linear_volumes_f64() {
  %x0 = weir.constant dense<[[[[[2.0, -1.0, -1.75, -1.5, -2.0], [1.25, -2.0, 0.75, 1.25, -1.25], [-1.25, -1.0, 1.0,
      1.75, 1.0]], [[-1.0, 1.0, 0.75, -0.25, -1.5], [-0.75, 1.25, 0.0, -1.75, 1.75], [0.0, -0.75, -2.0, 0.25,
      0.25]]]]]> : tensor<1x1x2x3x5xf64> -> tensor<1x1x2x3x5xf64>
  %y0 = weir.interpolate %x0 {size = array<i64: 3, 3, 4>, mode = "linear"} : (tensor<1x1x2x3x5xf64>) ->
      tensor<1x1x3x3x4xf64>
  %e0 = weir.constant dense<[[[[[1.625, -1.28125, -1.59375, -1.9375], [0.84375, -0.96875, 1.0625, -0.9375], [-1.21875,
      -0.25, 1.46875, 1.09375]], [[0.4375, -0.1875, -0.734375, -1.640625], [0.171875, -0.09375, -0.015625, 0.1875],
      [-0.65625, -0.734375, 0.4375, 0.671875]], [[-0.75, 0.90625, 0.125, -1.34375], [-0.5, 0.78125, -1.09375, 1.3125],
      [-0.09375, -1.21875, -0.59375, 0.25]]]]]> : tensor<1x1x3x3x4xf64> -> tensor<1x1x3x3x4xf64>
  check.expect_close %y0, %e0 {length = 8 : i64} : tensor<1x1x3x3x4xf64>
  return
}

func.func @cubic_f64() {
  %x0 = weir.constant dense<[[[[-1.5, 1.5, 0.0, -1.75], [-1.25, -1.0, 1.0, 1.0], [1.25, 0.5, 1.75, -0.75], [0.25, 0.5,
      -0.5, -0.25], [0.75, 1.5, 1.75, -1.0]]]]> : tensor<1x1x5x4xf64> -> tensor<1x1x5x4xf64>
  %y0 = weir.interpolate %x0 {size = array<i64: 3, 7>, mode = "cubic"} : (tensor<1x1x5x4xf64>) -> tensor<1x1x3x7xf64>
  %e0 = weir.constant dense<[[[[-1.777450886108414, -0.792097320078829, 0.5208042294298638, 0.7560763888888873,
      0.1960223821671488, -0.4477087213853822, -0.8922248710992339], [1.3244123542274053, 0.9175701530612241,
      0.48517219387755206, 1.2890625, 1.66470025510204, 0.17873086734693744, -0.9980411807580192],
      [0.4727300642479208, 0.774402568567108, 1.1605042314544862, 1.2666377314814803, 0.8096984329446048,
      -0.18945122691934135, -0.9000938917233563]]]]> : tensor<1x1x3x7xf64> -> tensor<1x1x3x7xf64>
  check.expect_close %y0, %e0 {length = 16 : i64} : tensor<1x1x3x7xf64>
  return
}

func.func @cubic_corners_f32() {
  %x0 = weir.constant dense<[[[1.0, 1.0, 1.75, 0.5, -1.25], [1.0, -1.5, -0.5, 0.0, 1.0]]]> : tensor<1x2x5xf32> ->
      tensor<1x2x5xf32>
  %y0 = weir.interpolate %x0 {size = array<i64: 9>, mode = "cubic", align_corners} : (tensor<1x2x5xf32>) ->
      tensor<1x2x9xf32>
  %e0 = weir.constant dense<[[[1.0, 0.9296875, 1.0, 1.4921875, 1.75, 1.359375, 0.5, -0.4921875, -1.25], [1.0,
      -0.34375, -1.5, -1.28125, -0.5, -0.25, 0.0, 0.546875, 1.0]]]> : tensor<1x2x9xf32> -> tensor<1x2x9xf32>
  check.expect_close %y0, %e0 {length = 4 : i64} : tensor<1x2x9xf32>
  return
}

func.func @as_it_is_f32() {
  %x0 = weir.constant dense<[[[[-1.5, 0.75], [-1.5, -0.5], [-1.5, -2.0]]]]> : tensor<1x1x3x2xf32> ->
      tensor<1x1x3x2xf32>
  %y0 = weir.interpolate %x0 {size = array<i64: 3, 2>, mode = "linear"} : (tensor<1x1x3x2xf32>) -> tensor<1x1x3x2xf32>
  %e0 = weir.constant dense<[[[[-1.5, 0.75], [-1.5, -0.5], [-1.5, -2.0]]]]> : tensor<1x1x3x2xf32> ->
      tensor<1x1x3x2xf32>
  check.expect_close %y0, %e0 {length = 4 : i64} : tensor<1x1x3x2xf32>
  return
}

func.func @one_element_f32() {
  %x0 = weir.constant dense<[[[-0.75], [2.0]]]> : tensor<1x2x1xf32> -> tensor<1x2x1xf32>
  %y0 = weir.interpolate %x0 {size = array<i64: 3>, mode = "linear"} : (tensor<1x2x1xf32>) -> tensor<1x2x3xf32>
  %e0 = weir.constant dense<[[[-0.75, -0.75, -0.75], [2.0, 2.0, 2.0]]]> : tensor<1x2x3xf32> -> tensor<1x2x3xf32>
  check.expect_close %y0, %e0 {length = 2 : i64} : tensor<1x2x3xf32>
  return
}

func.func @narrow_f16() {
  %x0 = weir.constant dense<[[[60000.0, 60000.0, 30000.0, -30000.0, 16.0]]]> : tensor<1x1x5xf16> -> tensor<1x1x5xf16>
  %y0 = weir.interpolate %x0 {size = array<i64: 3>, mode = "linear"} : (tensor<1x1x5xf16>) -> tensor<1x1x3xf16>
  %e0 = weir.constant dense<[[[60000.0, 30000.0, -9992.0]]]> : tensor<1x1x3xf16> -> tensor<1x1x3xf16>
  check.expect_close %y0, %e0 {length = 2 : i64} : tensor<1x1x3xf16>
  return
}
