// RUN: %known_size_runs
// The places in images, from -1 to 1, that affine maps take pixels from. Sizes are known.

func.func @identity() {
  %theta = weir.constant dense<[[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]]> : tensor<1x2x3xf32> -> tensor<1x2x3xf32>
  %y = weir.affine_grid %theta {size = array<i64: 1, 3, 2, 4>} : (tensor<1x2x3xf32>) -> tensor<1x2x4x2xf32>
  %e = weir.constant dense<
      [[[[-0.75, -0.5], [-0.25, -0.5], [0.25, -0.5], [0.75, -0.5]], [[-0.75, 0.5], [-0.25, 0.5], [0.25, 0.5], [0.75,
      0.5]]]]> : tensor<1x2x4x2xf32> -> tensor<1x2x4x2xf32>
  check.expect_close %y, %e : tensor<1x2x4x2xf32>
  return
}

func.func @identity_aligned() {
  %theta = weir.constant dense<[[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]]> : tensor<1x2x3xf32> -> tensor<1x2x3xf32>
  %y = weir.affine_grid %theta {size = array<i64: 1, 3, 3, 2>, align_corners} : (tensor<1x2x3xf32>)
      -> tensor<1x3x2x2xf32>
  %e = weir.constant dense<
      [[[[-1.0, -1.0], [1.0, -1.0]], [[-1.0, 0.0], [1.0, 0.0]], [[-1.0, 1.0], [1.0, 1.0]]]]>
      : tensor<1x3x2x2xf32> -> tensor<1x3x2x2xf32>
  check.expect_close %y, %e : tensor<1x3x2x2xf32>
  return
}

func.func @plane_f32() {
  %theta = weir.constant dense<
      [[[-0.25, 0.0, -1.75], [-1.0, 1.5, 2.0]], [[2.0, -1.75, -0.25], [-0.5, -1.25, 1.75]]]>
      : tensor<2x2x3xf32> -> tensor<2x2x3xf32>
  %y = weir.affine_grid %theta {size = array<i64: 2, 1, 2, 4>} : (tensor<2x2x3xf32>) -> tensor<2x2x4x2xf32>
  %e = weir.constant dense<
      [[[[-1.5625, 2.0], [-1.6875, 1.5], [-1.8125, 1.0], [-1.9375, 0.5]], [[-1.5625, 3.5], [-1.6875, 3.0], [-1.8125,
      2.5], [-1.9375, 2.0]]], [[[-0.875, 2.75], [0.125, 2.5], [1.125, 2.25], [2.125, 2.0]], [[-2.625, 1.5], [-1.625,
      1.25], [-0.625, 1.0], [0.375, 0.75]]]]> : tensor<2x2x4x2xf32> -> tensor<2x2x4x2xf32>
  check.expect_close %y, %e : tensor<2x2x4x2xf32>
  return
}

func.func @plane_f32_aligned() {
  %theta = weir.constant dense<
      [[[-1.25, 0.5, -1.5], [1.75, 0.75, 0.0]], [[0.25, 0.0, 2.0], [0.75, 0.75, -2.0]]]>
      : tensor<2x2x3xf32> -> tensor<2x2x3xf32>
  %y = weir.affine_grid %theta {size = array<i64: 2, 1, 3, 2>, align_corners} : (tensor<2x2x3xf32>)
      -> tensor<2x3x2x2xf32>
  %e = weir.constant dense<
      [[[[-0.75, -2.5], [-3.25, 1.0]], [[-0.25, -1.75], [-2.75, 1.75]], [[0.25, -1.0], [-2.25, 2.5]]], [[[1.75, -3.5],
      [2.25, -2.0]], [[1.75, -2.75], [2.25, -1.25]], [[1.75, -2.0], [2.25, -0.5]]]]>
      : tensor<2x3x2x2xf32> -> tensor<2x3x2x2xf32>
  check.expect_close %y, %e : tensor<2x3x2x2xf32>
  return
}

func.func @odd() {
  %theta = weir.constant dense<[[[0.76, 2.47, -2.3], [0.11, -2.0, -2.92]]]> : tensor<1x2x3xf32> -> tensor<1x2x3xf32>
  %y = weir.affine_grid %theta {size = array<i64: 1, 2, 3, 7>} : (tensor<1x2x3xf32>) -> tensor<1x3x7x2xf32>
  %e = weir.constant dense<
      [[[[-4.5980954, -1.6809524], [-4.3809524, -1.6495239], [-4.1638093, -1.6180953], [-3.9466667, -1.5866667],
      [-3.729524, -1.5552381], [-3.5123808, -1.5238096], [-3.295238, -1.492381]], [[-2.9514284, -3.0142858],
      [-2.7342856, -2.9828572], [-2.5171428, -2.9514287], [-2.3, -2.92], [-2.0828571, -2.8885715], [-1.8657142,
      -2.857143], [-1.6485714, -2.8257143]], [[-1.3047619, -4.347619], [-1.087619, -4.3161907], [-0.8704761, -4.284762],
      [-0.65333325, -4.2533336], [-0.43619043, -4.2219048], [-0.21904756, -4.1904764], [-0.0019047033, -4.1590476]]]]>
      : tensor<1x3x7x2xf32> -> tensor<1x3x7x2xf32>
  check.expect_close %y, %e {atol = 1.0e-06 : f64} : tensor<1x3x7x2xf32>
  return
}

func.func @odd_aligned() {
  %theta = weir.constant dense<[[[1.04, -2.04, 0.61], [0.59, 0.94, 0.22]]]> : tensor<1x2x3xf32> -> tensor<1x2x3xf32>
  %y = weir.affine_grid %theta {size = array<i64: 1, 2, 7, 4>, align_corners} : (tensor<1x2x3xf32>)
      -> tensor<1x7x4x2xf32>
  %e = weir.constant dense<
      [[[[1.61, -1.31], [2.3033333, -0.9166666], [2.9966667, -0.5233333], [3.69, -0.13000003]], [[0.93, -0.99666667],
      [1.6233333, -0.6033333], [2.3166666, -0.21000001], [3.01, 0.18333331]], [[0.25000003, -0.6833333], [0.9433333,
      -0.29], [1.6366667, 0.103333324], [2.33, 0.49666664]], [[-0.42999995, -0.36999997], [0.26333335, 0.02333334],
      [0.95666665, 0.41666666], [1.65, 0.80999994]], [[-1.1099999, -0.056666642], [-0.41666663, 0.33666667],
      [0.27666667, 0.73], [0.96999997, 1.1233333]], [[-1.79, 0.2566667], [-1.0966666, 0.65], [-0.4033333, 1.0433333],
      [0.29, 1.4366666]], [[-2.4699998, 0.57000005], [-1.7766666, 0.96333337], [-1.0833333, 1.3566667], [-0.39,
      1.75]]]]> : tensor<1x7x4x2xf32> -> tensor<1x7x4x2xf32>
  check.expect_close %y, %e {atol = 1.0e-06 : f64} : tensor<1x7x4x2xf32>
  return
}

func.func @volume_f32_aligned() {
  %theta = weir.constant dense<
      [[[-0.75, 0.5, -2.0, 0.5], [1.25, 0.0, 1.25, -1.75], [-0.75, 1.25, -0.75, -0.75]], [[1.0, -1.25, -1.5, 1.75],
      [0.75, 1.75, 0.0, -0.75], [-0.5, 0.0, 1.25, 1.25]]]> : tensor<2x3x4xf32> -> tensor<2x3x4xf32>
  %y = weir.affine_grid %theta {size = array<i64: 2, 1, 2, 3, 1>, align_corners} : (tensor<2x3x4xf32>)
      -> tensor<2x2x3x1x3xf32>
  %e = weir.constant dense<
      [[[[[2.0, -3.0, -1.25]], [[2.5, -3.0, 0.0]], [[3.0, -3.0, 1.25]]], [[[-2.0, -0.5, -2.75]], [[-1.5, -0.5, -1.5]],
      [[-1.0, -0.5, -0.25]]]], [[[[4.5, -2.5, 0.0]], [[3.25, -0.75, 0.0]], [[2.0, 1.0, 0.0]]], [[[1.5, -2.5, 2.5]],
      [[0.25, -0.75, 2.5]], [[-1.0, 1.0, 2.5]]]]]> : tensor<2x2x3x1x3xf32> -> tensor<2x2x3x1x3xf32>
  check.expect_close %y, %e : tensor<2x2x3x1x3xf32>
  return
}

func.func @volume_f64_aligned() {
  %theta = weir.constant dense<
      [[[2.18, -0.16, -2.35, -1.71], [-0.95, -0.22, -1.42, 2.81], [-1.01, -0.76, -2.37, -0.56]]]>
      : tensor<1x3x4xf64> -> tensor<1x3x4xf64>
  %y = weir.affine_grid %theta {size = array<i64: 1, 1, 2, 2, 4>, align_corners} : (tensor<1x3x4xf64>)
      -> tensor<1x2x2x4x3xf64>
  %e = weir.constant dense<
      [[[[[-1.3800000000000001, 5.4, 3.58], [0.0733333333333334, 4.766666666666667, 2.9066666666666667],
      [1.5266666666666668, 4.133333333333334, 2.2333333333333334], [2.9800000000000004, 3.5, 1.56]], [[-1.7, 4.96,
      2.06], [-0.2466666666666666, 4.326666666666666, 1.3866666666666667], [1.2066666666666668, 3.6933333333333334,
      0.7133333333333334], [2.66, 3.06, 0.040000000000000036]]], [[[-6.08, 2.56, -1.1600000000000001],
      [-4.626666666666667, 1.9266666666666667, -1.8333333333333335], [-3.1733333333333333, 1.2933333333333334,
      -2.506666666666667], [-1.72, 0.6600000000000001, -3.18]], [[-6.4, 2.12, -2.68], [-4.946666666666667,
      1.4866666666666668, -3.3533333333333335], [-3.493333333333333, 0.8533333333333335, -4.026666666666667], [-2.04,
      0.22000000000000017, -4.7]]]]]> : tensor<1x2x2x4x3xf64> -> tensor<1x2x2x4x3xf64>
  check.expect_close %y, %e {atol = 2.0e-15 : f64} : tensor<1x2x2x4x3xf64>
  return
}

func.func @f16() {
  %theta = weir.constant dense<[[[1.0, -2.0, -1.5], [0.25, -1.0, 1.75]]]> : tensor<1x2x3xf16> -> tensor<1x2x3xf16>
  %y = weir.affine_grid %theta {size = array<i64: 1, 1, 2, 4>} : (tensor<1x2x3xf16>) -> tensor<1x2x4x2xf16>
  %e = weir.constant dense<
      [[[[-1.25, 2.062], [-0.75, 2.188], [-0.25, 2.312], [0.25, 2.438]], [[-3.25, 1.0625], [-2.75, 1.1875], [-2.25,
      1.3125], [-1.75, 1.4375]]]]> : tensor<1x2x4x2xf16> -> tensor<1x2x4x2xf16>
  check.expect_close %y, %e : tensor<1x2x4x2xf16>
  return
}

func.func @special() {
  %theta = weir.constant dense<
      [[[0x7FC00000, 1.0, 0.0], [0.5, 1.0, 0x7F800000]]]> : tensor<1x2x3xf32> -> tensor<1x2x3xf32>
  %y = weir.affine_grid %theta {size = array<i64: 1, 1, 2, 2>} : (tensor<1x2x3xf32>) -> tensor<1x2x2x2xf32>
  %e = weir.constant dense<
      [[[[0x7FC00000, 0x7F800000], [0x7FC00000, 0x7F800000]], [[0x7FC00000, 0x7F800000], [0x7FC00000, 0x7F800000]]]]>
      : tensor<1x2x2x2xf32> -> tensor<1x2x2x2xf32>
  check.expect_close %y, %e : tensor<1x2x2x2xf32>
  return
}

func.func @size_one_aligned() {
  %theta = weir.constant dense<[[[0.75, 0.25, 0.25], [-1.0, -1.25, 1.5]]]> : tensor<1x2x3xf32> -> tensor<1x2x3xf32>
  %y = weir.affine_grid %theta {size = array<i64: 1, 1, 1, 1>, align_corners} : (tensor<1x2x3xf32>)
      -> tensor<1x1x1x2xf32>
  %e = weir.constant dense<[[[[0.25, 1.5]]]]> : tensor<1x1x1x2xf32> -> tensor<1x1x1x2xf32>
  check.expect_close %y, %e : tensor<1x1x1x2xf32>
  return
}

func.func @no_maps() {
  %theta = weir.constant dense<> : tensor<0x2x3xf32> -> tensor<0x2x3xf32>
  %y = weir.affine_grid %theta {size = array<i64: 0, 1, 2, 2>} : (tensor<0x2x3xf32>) -> tensor<0x2x2x2xf32>
  %e = weir.constant dense<> : tensor<0x2x2x2xf32> -> tensor<0x2x2x2xf32>
  check.expect_close %y, %e : tensor<0x2x2x2xf32>
  return
}
