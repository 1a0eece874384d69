// RUN: %known_size_runs
// Diagonals, and dimensions of size 1 that broadcast. These sizes are known, so that there are no runs with every size
// `?`.

func.func @diagonal_f32() {
  %x0 = weir.constant dense<[[1.0, 0.75, 1.25, 2.0, 1.0], [-1.5, -2.0, 2.0, 1.25, 0.75], [-1.0, 1.25, -1.75, 0.5,
      -0.5], [1.5, 0.75, -0.75, 1.25, 1.0], [-1.0, -1.0, -0.5, 0.0, -1.0]]> : tensor<5x5xf32> -> tensor<5x5xf32>
  %y0 = weir.einsum %x0 {equation = "ii->i"} : (tensor<5x5xf32>) -> tensor<5xf32>
  %e0 = weir.constant dense<[1.0, -2.0, -1.75, 1.25, -1.0]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %y0, %e0 : tensor<5xf32>
  return
}

func.func @trace_f64() {
  %x0 = weir.constant dense<[[0.75, 0.0, -1.25], [0.75, -1.75, 1.75], [1.25, -1.75, 1.25]]> : tensor<3x3xf64> ->
      tensor<3x3xf64>
  %y0 = weir.einsum %x0 {equation = "ii"} : (tensor<3x3xf64>) -> tensor<f64>
  %e0 = weir.constant dense<0.25> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 : tensor<f64>
  return
}

func.func @middle_f32() {
  %x0 = weir.constant dense<[[[-0.75, 0.75, -1.0], [-0.75, -2.0, 0.75]], [[0.5, -1.75, -1.0], [0.75, 1.25, 0.25]],
      [[-1.5, 0.5, -1.25], [-0.25, 0.0, -1.25]]]> : tensor<3x2x3xf32> -> tensor<3x2x3xf32>
  %y0 = weir.einsum %x0 {equation = "iji->j"} : (tensor<3x2x3xf32>) -> tensor<2xf32>
  %e0 = weir.constant dense<[-3.75, -0.75]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %y0, %e0 : tensor<2xf32>
  return
}

func.func @thrice_f64() {
  %x0 = weir.constant dense<[[[1.25, 1.0, -1.75], [-0.25, -1.75, 1.0], [-0.5, -0.5, -1.0]], [[-1.75, -1.5, 0.25],
      [1.0, 0.5, -1.25], [1.75, 0.75, 1.75]], [[-2.0, -2.0, -1.75], [1.25, -0.5, -1.0], [0.5, 0.75, -0.25]]]> :
      tensor<3x3x3xf64> -> tensor<3x3x3xf64>
  %x1 = weir.constant dense<[-0.5, -0.5, -0.75]> : tensor<3xf64> -> tensor<3xf64>
  %y0 = weir.einsum %x0, %x1 {equation = "iii,i->"} : (tensor<3x3x3xf64>, tensor<3xf64>) -> tensor<f64>
  %e0 = weir.constant dense<-0.6875> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 : tensor<f64>
  return
}

func.func @one_element_f32() {
  %x0 = weir.constant dense<[[-0.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y0 = weir.einsum %x0 {equation = "ii->i"} : (tensor<1x1xf32>) -> tensor<1xf32>
  %e0 = weir.constant dense<[-0.5]> : tensor<1xf32> -> tensor<1xf32>
  check.expect_close %y0, %e0 : tensor<1xf32>
  return
}

func.func @ones_broadcast_f32() {
  %x0 = weir.constant dense<[[0.0], [-0.75], [0.25]]> : tensor<3x1xf32> -> tensor<3x1xf32>
  %x1 = weir.constant dense<[[0.75, 0.75, -2.0, 0.5, -0.75], [0.75, 2.0, -0.5, -1.75, 0.75], [-0.75, -0.75, 0.5, 0.5,
      -2.0], [-0.25, -0.5, 0.25, 0.5, -2.0]]> : tensor<4x5xf32> -> tensor<4x5xf32>
  %y0 = weir.einsum %x0, %x1 {equation = "ij,jk->ik"} : (tensor<3x1xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  %e0 = weir.constant dense<[[0.0, 0.0, 0.0, 0.0, 0.0], [-0.375, -1.125, 1.3125, 0.1875, 3.0], [0.125, 0.375, -0.4375,
      -0.0625, -1.0]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_close %y0, %e0 : tensor<3x5xf32>
  return
}

func.func @dots_broadcast_f64() {
  %x0 = weir.constant dense<[[[-1.75, 0.0, 1.5, -1.25]], [[-1.75, -0.5, -1.0, -1.75]]]> : tensor<2x1x4xf64> ->
      tensor<2x1x4xf64>
  %x1 = weir.constant dense<[[1.75, 0.75, 1.25, 1.75], [0.5, -0.5, -2.0, -1.75], [-0.75, 0.5, 0.75, -1.5]]> :
      tensor<3x4xf64> -> tensor<3x4xf64>
  %y0 = weir.einsum %x0, %x1 {equation = "...i,...i->..."} : (tensor<2x1x4xf64>, tensor<3x4xf64>) -> tensor<2x3xf64>
  %e0 = weir.constant dense<[[-3.375, -1.6875, 4.3125], [-7.75, 4.4375, 2.9375]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_close %y0, %e0 : tensor<2x3xf64>
  return
}

// Parts of the sum overflow f16, which is not where it is formed.
func.func @narrow_f16() {
  %x0 = weir.constant dense<[[200.0, 200.0, 200.0, 200.0]]> : tensor<1x4xf16> -> tensor<1x4xf16>
  %x1 = weir.constant dense<[200.0, 200.0, -200.0, -100.0]> : tensor<4xf16> -> tensor<4xf16>
  %y0 = weir.einsum %x0, %x1 {equation = "ij,j->i"} : (tensor<1x4xf16>, tensor<4xf16>) -> tensor<1xf16>
  %e0 = weir.constant dense<[20000.0]> : tensor<1xf16> -> tensor<1xf16>
  check.expect_close %y0, %e0 : tensor<1xf16>
  return
}
