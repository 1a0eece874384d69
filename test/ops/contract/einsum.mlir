// RUN: %op_runs
// Sums of products in Einstein's notation.

func.func @product_f32() {
  %x0 = weir.constant dense<[[1.5, -1.0, 1.25, 2.0], [0.0, 1.0, 1.25, -0.25], [1.25, -0.25, 1.75, 1.25]]> :
      tensor<3x4xf32> -> tensor<3x4xf32>
  %x1 = weir.constant dense<[[0.25, -1.5, 1.5, 0.5, 0.25], [1.0, 2.0, 0.0, -0.5, 1.5], [0.75, -0.25, -1.25, -0.25,
      1.75], [-1.0, 2.0, 1.75, 1.5, -0.75]]> : tensor<4x5xf32> -> tensor<4x5xf32>
  %y0 = weir.einsum %x0, %x1 {equation = "ij,jk->ik"} : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  %e0 = weir.constant dense<[[-1.6875, -0.5625, 4.1875, 3.9375, -0.4375], [2.1875, 1.1875, -2.0, -1.1875, 3.875],
      [0.125, -0.3125, 1.875, 2.1875, 2.0625]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_close %y0, %e0 : tensor<3x5xf32>
  return
}

func.func @batches_f64() {
  %x0 = weir.constant dense<[[[[1.25, 0.75, 1.75, -0.5], [0.5, 1.75, 1.75, 2.0], [-1.75, -2.0, -1.75, 2.0]], [[-0.25,
      0.5, -0.25, -1.75], [1.75, 0.0, -0.75, -2.0], [-1.75, 0.25, 1.25, -1.25]]], [[[0.25, -0.5, 0.75, -0.75], [1.75,
      0.5, -1.5, 1.25], [0.5, 1.75, 1.75, -0.75]], [[0.75, 0.25, -0.25, -2.0], [1.25, -0.5, -1.75, 2.0], [-0.5, -1.5,
      -0.25, 1.5]]]]> : tensor<2x2x3x4xf64> -> tensor<2x2x3x4xf64>
  %x1 = weir.constant dense<[[[[1.0, 0.75, -0.75, -1.0], [-1.0, 1.25, 1.25, -1.0], [-0.75, 1.75, 2.0, -1.75], [-1.0,
      -1.5, -0.5, 1.0], [0.25, -0.25, -1.25, -1.5]], [[1.0, 0.0, -2.0, -0.75], [0.75, 0.25, 1.0, 1.0], [-1.75, 1.5,
      0.5, -1.75], [2.0, 0.5, -1.0, 2.0], [-2.0, -0.25, -2.0, 1.25]]], [[[1.25, -1.75, -1.0, 1.5], [-1.0, 0.25, 0.25,
      1.75], [1.0, 1.25, -1.75, 1.5], [-0.25, -2.0, -1.75, 1.0], [1.75, -1.25, -1.0, -1.0]], [[1.75, -0.75, 0.75,
      0.5], [-0.5, 0.5, -1.25, 1.75], [1.75, -2.0, 0.0, -1.25], [-0.25, -0.5, 1.5, 1.25], [-1.0, 0.25, -0.5, 0.0]]]]>
      : tensor<2x2x5x4xf64> -> tensor<2x2x5x4xf64>
  %y0 = weir.einsum %x0, %x1 {equation = "bhid,bhjd->bhij"} : (tensor<2x2x3x4xf64>, tensor<2x2x5x4xf64>) ->
      tensor<2x2x3x5xf64>
  %e0 = weir.constant dense<[[[[1.0, 2.375, 4.75, -3.75, -1.3125], [-1.5, 1.875, 2.6875, -2.0, -5.5], [-3.9375,
      -4.9375, -9.1875, 7.625, -0.75]], [[1.5625, -2.0625, 4.125, -3.5, -1.3125], [4.75, -1.4375, 0.0625, 0.25, -4.5],
      [-3.3125, -1.25, 6.25, -7.125, -0.625]]], [[[-0.6875, -1.5, -2.8125, -1.125, 1.0625], [4.6875, 0.1875, 6.875,
      2.4375, 2.6875], [-5.3125, -0.9375, -1.5, -7.4375, -2.3125]], [[-0.0625, -3.4375, 3.3125, -3.1875, -0.5625],
      [2.25, 4.8125, 0.6875, -0.1875, -0.5], [0.8125, 2.4375, 0.25, 2.375, 0.25]]]]> : tensor<2x2x3x5xf64> ->
      tensor<2x2x3x5xf64>
  check.expect_close %y0, %e0 : tensor<2x2x3x5xf64>
  return
}

func.func @transposed_f32() {
  %x0 = weir.constant dense<[[[1.75, 1.0, -2.0, 0.75, 1.25], [-1.0, 1.0, -1.75, -1.75, -0.25], [-0.25, 1.5, 1.5, 0.5,
      0.25]], [[-2.0, -1.25, -0.25, -0.25, -0.5], [0.0, 0.25, -0.5, 0.25, -1.75], [2.0, 0.0, -0.75, -0.25, -0.5]]]> :
      tensor<2x3x5xf32> -> tensor<2x3x5xf32>
  %y0 = weir.einsum %x0 {equation = "ijk->kij"} : (tensor<2x3x5xf32>) -> tensor<5x2x3xf32>
  %e0 = weir.constant dense<[[[1.75, -1.0, -0.25], [-2.0, 0.0, 2.0]], [[1.0, 1.0, 1.5], [-1.25, 0.25, 0.0]], [[-2.0,
      -1.75, 1.5], [-0.25, -0.5, -0.75]], [[0.75, -1.75, 0.5], [-0.25, 0.25, -0.25]], [[1.25, -0.25, 0.25], [-0.5,
      -1.75, -0.5]]]> : tensor<5x2x3xf32> -> tensor<5x2x3xf32>
  check.expect_close %y0, %e0 : tensor<5x2x3xf32>
  return
}

func.func @transposed_bool() {
  %x0 = weir.constant dense<[[false, true, true], [true, false, true]]> : tensor<2x3xi1> -> tensor<2x3xi1>
  %y0 = weir.einsum %x0 {equation = "ij->ji"} : (tensor<2x3xi1>) -> tensor<3x2xi1>
  %e0 = weir.constant dense<[[false, true], [true, false], [true, true]]> : tensor<3x2xi1> -> tensor<3x2xi1>
  check.expect_eq %y0, %e0 : tensor<3x2xi1>
  return
}

// The result is ac.
func.func @implied_f64() {
  %x0 = weir.constant dense<[[1.0, 0.0], [0.75, 1.25], [-1.75, 0.0]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  %x1 = weir.constant dense<[[-2.0, 2.0, 0.0], [-1.0, -1.75, -1.5], [-1.0, 1.5, 2.0], [-0.75, -0.75, 1.5]]> :
      tensor<4x3xf64> -> tensor<4x3xf64>
  %y0 = weir.einsum %x0, %x1 {equation = "ba,cb"} : (tensor<3x2xf64>, tensor<4x3xf64>) -> tensor<2x4xf64>
  %e0 = weir.constant dense<[[-0.5, 0.3125, -3.375, -3.9375], [2.5, -2.1875, 1.875, -0.9375]]> : tensor<2x4xf64> ->
      tensor<2x4xf64>
  check.expect_close %y0, %e0 : tensor<2x4xf64>
  return
}

func.func @outer_f32() {
  %x0 = weir.constant dense<[-1.75, 0.5, 0.5]> : tensor<3xf32> -> tensor<3xf32>
  %x1 = weir.constant dense<[0.0, 1.5, -1.75, -1.0, 1.25]> : tensor<5xf32> -> tensor<5xf32>
  %y0 = weir.einsum %x0, %x1 {equation = "i,j->ij"} : (tensor<3xf32>, tensor<5xf32>) -> tensor<3x5xf32>
  %e0 = weir.constant dense<[[0.0, -2.625, 3.0625, 1.75, -2.1875], [0.0, 0.75, -0.875, -0.5, 0.625], [0.0, 0.75,
      -0.875, -0.5, 0.625]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_close %y0, %e0 : tensor<3x5xf32>
  return
}

func.func @sums_f64() {
  %x0 = weir.constant dense<[[[-0.75, -1.75, -0.25, 2.0, 1.25], [1.5, -1.0, -0.75, -1.5, -1.5], [-1.0, 1.75, 0.75,
      0.0, 0.0]], [[-1.5, 0.0, 0.0, 1.25, -1.0], [1.5, -0.5, -1.75, 0.5, 0.5], [1.75, 0.25, 1.25, -1.0, -1.5]]]> :
      tensor<2x3x5xf64> -> tensor<2x3x5xf64>
  %y0 = weir.einsum %x0 {equation = "ijk->j"} : (tensor<2x3x5xf64>) -> tensor<3xf64>
  %e0 = weir.constant dense<[-0.75, -3.0, 2.25]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_close %y0, %e0 : tensor<3xf64>
  return
}

func.func @dot_f32() {
  %x0 = weir.constant dense<[0.5, 0.0, 1.25, 0.0, 1.25, 2.0, 2.0]> : tensor<7xf32> -> tensor<7xf32>
  %x1 = weir.constant dense<[-1.75, 2.0, 0.0, -0.5, 1.75, -1.5, -0.5]> : tensor<7xf32> -> tensor<7xf32>
  %y0 = weir.einsum %x0, %x1 {equation = "i,i->"} : (tensor<7xf32>, tensor<7xf32>) -> tensor<f32>
  %e0 = weir.constant dense<-2.6875> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 : tensor<f32>
  return
}

func.func @dots_f32() {
  %x0 = weir.constant dense<[[[[1.5, -1.0, 1.75, 0.25], [0.0, -0.75, -1.5, 1.75], [-2.0, -1.75, -1.75, -1.25]]],
      [[[1.0, -1.75, -1.5, 1.0], [-2.0, -1.0, 1.5, 1.75], [0.0, 1.75, 1.75, 1.75]]]]> : tensor<2x1x3x4xf32> ->
      tensor<2x1x3x4xf32>
  %x1 = weir.constant dense<[[-1.0, -1.0, 0.75, -2.0, -1.0], [-0.5, 1.75, 2.0, -0.75, 1.0], [0.25, -1.75, -0.5, 0.75,
      0.75], [1.75, 0.5, 2.0, -0.25, 1.0]]> : tensor<4x5xf32> -> tensor<4x5xf32>
  %y0 = weir.einsum %x0, %x1 {equation = "...ij,jk->...ik"} : (tensor<2x1x3x4xf32>, tensor<4x5xf32>) ->
      tensor<2x1x3x5xf32>
  %e0 = weir.constant dense<[[[[-0.125, -6.1875, -1.25, -1.0, -0.9375], [3.0625, 2.1875, 2.75, -1.0, -0.125], [0.25,
      1.375, -6.625, 4.3125, -2.3125]]], [[[1.25, -0.9375, 0.0, -2.0625, -2.875], [5.9375, -1.5, -0.75, 5.4375,
      3.875], [2.625, 0.875, 6.125, -0.4375, 4.8125]]]]> : tensor<2x1x3x5xf32> -> tensor<2x1x3x5xf32>
  check.expect_close %y0, %e0 : tensor<2x1x3x5xf32>
  return
}

func.func @dots_behind_f64() {
  %x0 = weir.constant dense<[[[0.5, 1.5, 1.75, 1.5, 2.0], [-0.5, 2.0, -1.75, -0.5, 1.0]], [[0.5, -1.5, 0.75, -0.5,
      1.25], [2.0, -1.25, 0.25, -2.0, 0.0]], [[1.5, 2.0, 1.25, -1.0, -0.5], [2.0, 1.25, 1.75, -1.0, -0.5]]]> :
      tensor<3x2x5xf64> -> tensor<3x2x5xf64>
  %y0 = weir.einsum %x0 {equation = "i...->..."} : (tensor<3x2x5xf64>) -> tensor<2x5xf64>
  %e0 = weir.constant dense<[[2.5, 2.0, 3.75, 0.0, 2.75], [3.5, 2.0, 0.25, -3.5, 0.5]]> : tensor<2x5xf64> ->
      tensor<2x5xf64>
  check.expect_close %y0, %e0 : tensor<2x5xf64>
  return
}

func.func @three_f64() {
  %x0 = weir.constant dense<[[1.5, -0.75, 1.0], [-1.5, -1.75, 1.75]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %x1 = weir.constant dense<[[-0.75, -1.25, -1.0, -2.0], [1.0, 1.75, -2.0, 0.5], [-0.5, 0.75, 0.75, 1.0]]> :
      tensor<3x4xf64> -> tensor<3x4xf64>
  %x2 = weir.constant dense<[[-2.0, -2.0, 2.0, -1.75, 0.0], [0.0, -0.5, -2.0, -1.5, 0.0], [-1.75, 1.0, 1.5, 0.75,
      1.5], [0.5, 0.75, -2.0, 0.25, -1.0]]> : tensor<4x5xf64> -> tensor<4x5xf64>
  %y0 = weir.einsum %x0, %x1, %x2 {equation = "ij,jk,kl->il"} : (tensor<2x3xf64>, tensor<3x4xf64>, tensor<4x5xf64>) ->
      tensor<2x5xf64>
  %e0 = weir.constant dense<[[2.25, 4.9375, 6.0, 7.78125, 3.5], [-6.109375, 12.15625, -1.53125, 8.140625, 5.59375]]> :
      tensor<2x5xf64> -> tensor<2x5xf64>
  check.expect_close %y0, %e0 : tensor<2x5xf64>
  return
}

func.func @four_f64() {
  %x0 = weir.constant dense<[[-1.25, 1.75, 1.5], [-1.5, 2.0, 0.25]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %x1 = weir.constant dense<[[0.5, -2.0, 1.75, 1.75], [1.25, -1.5, 0.0, -0.5], [-0.5, 0.25, 1.0, 1.0]]> :
      tensor<3x4xf64> -> tensor<3x4xf64>
  %x2 = weir.constant dense<[[-1.0, 1.75, -0.25, 1.0, 1.5], [-0.75, 1.5, -1.75, -0.75, 1.0], [1.0, 2.0, -0.25, -2.0,
      -0.25], [1.25, -1.75, -1.5, -0.25, -0.25]]> : tensor<4x5xf64> -> tensor<4x5xf64>
  %x3 = weir.constant dense<[-0.25, 0.0, 0.5]> : tensor<3xf64> -> tensor<3xf64>
  %y0 = weir.einsum %x0, %x1, %x2, %x3 {equation = "ab,bc,cd,b->d"} : (tensor<2x3xf64>, tensor<3x4xf64>,
      tensor<4x5xf64>, tensor<3xf64>) -> tensor<5xf64>
  %e0 = weir.constant dense<[5.63671875, -1.37890625, -1.58984375, -3.90234375, -2.3359375]> : tensor<5xf64> ->
      tensor<5xf64>
  check.expect_close %y0, %e0 : tensor<5xf64>
  return
}

func.func @summed_before_f32() {
  %x0 = weir.constant dense<[[0.5, -0.5, 2.0], [0.0, 0.75, 0.75]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x1 = weir.constant dense<[[-0.5, 0.5, 1.0, 0.0], [-0.25, 0.5, -0.25, 1.0], [-0.5, -1.75, 0.0, 1.75]]> :
      tensor<3x4xf32> -> tensor<3x4xf32>
  %y0 = weir.einsum %x0, %x1 {equation = "ij,jk->k"} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<4xf32>
  %e0 = weir.constant dense<[-1.6875, -4.4375, 0.4375, 5.0625]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_close %y0, %e0 : tensor<4xf32>
  return
}

func.func @scalar_factor_f32() {
  %x0 = weir.constant dense<[[-1.0, -0.75, -1.0], [1.75, -1.5, -0.25]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x1 = weir.constant dense<-0.25> : tensor<f32> -> tensor<f32>
  %y0 = weir.einsum %x0, %x1 {equation = "ij,->ji"} : (tensor<2x3xf32>, tensor<f32>) -> tensor<3x2xf32>
  %e0 = weir.constant dense<[[0.25, -0.4375], [0.1875, 0.375], [0.25, 0.0625]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_close %y0, %e0 : tensor<3x2xf32>
  return
}

func.func @integers_i64() {
  %x0 = weir.constant dense<[[1, -2, 3], [4, -1, 4]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  %x1 = weir.constant dense<[[-4, -2, 4], [1, -4, 4], [4, -2, -3], [1, 1, -1]]> : tensor<4x3xi64> -> tensor<4x3xi64>
  %y0 = weir.einsum %x0, %x1 {equation = "ij,kj->ik"} : (tensor<2x3xi64>, tensor<4x3xi64>) -> tensor<2x4xi64>
  %e0 = weir.constant dense<[[12, 21, -1, -4], [2, 24, 6, -1]]> : tensor<2x4xi64> -> tensor<2x4xi64>
  check.expect_eq %y0, %e0 : tensor<2x4xi64>
  return
}
