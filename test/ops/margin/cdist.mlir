// RUN: %op_runs
// the p-norms of the differences of each two rows

func.func @rows_f32() {
  %x0 = weir.constant dense<[[-1.19, -2.73, 2.33, -2.11, -0.38], [1.53, 1.68, 2.73, 0.56, -2.11], [-2.52, 0.86, 0.21,
      -1.5, -2.01]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %x1 = weir.constant dense<[[-0.9, -1.27, -0.87, -0.89, 1.52], [-0.23, 2.09, 0.01, -1.26, 2.55], [0.91, 2.06, -1.6,
      2.84, 0.81], [-0.75, -1.49, -2.41, -2.8, -1.82]]> : tensor<4x5xf32> -> tensor<4x5xf32>
  %y0 = weir.cdist %x0, %x1 {p = 2.0 : f64} : (tensor<3x5xf32>, tensor<4x5xf32>) -> tensor<3x4xf32>
  %e0 = weir.constant dense<[[4.189761, 6.232479, 8.289608, 5.171895], [6.545747, 5.9742866, 5.74478, 7.282898],
      [4.600076, 5.2581553, 6.5779176, 4.152818]]> : tensor<3x4xf32> -> tensor<3x4xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x4xf32>
  return
}

func.func @batches_f64() {
  %x0 = weir.constant dense<[[[-1.14, 0.18, -0.61, -2.73], [-2.13, -2.89, -2.76, -1.22], [0.83, -2.08, 2.3, 2.92]],
      [[0.69, -2.71, -1.91, 0.07], [2.61, 2.89, 1.42, 2.34], [-2.42, 0.04, -0.13, -1.7]]]> : tensor<2x3x4xf64>
      -> tensor<2x3x4xf64>
  %x1 = weir.constant dense<[[[0.38, 0.38, 2.83, -2.6], [-1.2, -1.97, -1.66, -1.09]], [[-0.79, 2.74, -1.03, -0.1],
      [-2.0, -1.68, -1.7, 0.41]]]> : tensor<2x2x4xf64> -> tensor<2x2x4xf64>
  %y0 = weir.cdist %x0, %x1 {p = 2.0 : f64} : (tensor<2x3x4xf64>, tensor<2x2x4xf64>) -> tensor<2x3x2xf64>
  %e0 = weir.constant dense<[[[3.768408151992032, 2.901413448648779], [7.08134874158871, 1.7141178489240463],
      [6.083206391369604, 5.991218573879608]], [[5.718059111271936, 2.9080405774335407], [4.8516595098996795,
      7.456292644471514], [3.649232796081938, 3.1704573802528873]]]> : tensor<2x3x2xf64> -> tensor<2x3x2xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<2x3x2xf64>
  return
}

func.func @sums() {
  %x0 = weir.constant dense<[[-1.2, -1.33, 0.14, -2.9, 2.18], [-2.69, -0.53, 2.93, -1.99, -2.73], [-0.08, 0.78,
      -0.71, -1.68, 1.15]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %x1 = weir.constant dense<[[0.54, -0.92, 0.69, 2.04, 0.09], [-0.67, 0.69, 0.03, -2.41, 2.42], [-2.25, 1.46, -0.4,
      1.7, 0.14], [1.92, -0.18, -1.52, 1.62, 1.97]]> : tensor<4x5xf32> -> tensor<4x5xf32>
  %y0 = weir.cdist %x0, %x1 {p = 1.0 : f64} : (tensor<3x5xf32>, tensor<4x5xf32>) -> tensor<3x4xf32>
  %e0 = weir.constant dense<[[9.7300005, 3.39, 11.02, 10.66], [12.71, 11.71, 12.320001, 17.72], [8.5, 3.4200003,
      7.55, 7.89]]> : tensor<3x4xf32> -> tensor<3x4xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x4xf32>
  return
}

func.func @odd() {
  %x0 = weir.constant dense<[[0.02, 2.57, 1.25, 2.6, -1.83, 2.66, 1.61, 2.66, -0.9, 0.34, 2.37, 1.03, -1.27, -1.27,
      2.68, 1.03, -2.68, -1.45, 0.34], [-1.86, -0.2, 1.01, -2.49, -1.48, 2.28, -2.75, -2.33, 1.92, 1.06, -0.17, 2.15,
      -1.75, -2.97, 1.87, 0.83, -0.98, 0.48, -2.51], [-1.12, 0.41, 2.07, -1.1, -2.63, -2.47, -1.16, 0.76, 1.23, 1.17,
      2.25, 1.09, 1.02, 0.56, 1.0, 1.38, 2.86, -1.92, 0.86], [-2.25, -1.76, 2.56, -0.57, 0.4, -1.73, 0.06, -2.85,
      0.49, 2.73, 1.12, 0.99, 0.33, -1.08, 1.64, -0.67, -0.98, 0.28, 2.85], [1.4, 1.05, -2.23, 1.85, -0.46, 0.77,
      0.37, 1.71, -2.81, -2.41, -1.31, -1.79, 1.09, -2.3, -2.45, 0.18, -2.6, 1.76, -1.02], [-1.19, 0.58, 2.86, -1.3,
      -1.64, -0.79, 1.68, 2.6, -2.07, -2.82, -1.17, -1.08, 1.48, 1.08, 1.48, -0.64, -0.43, 2.65, -2.71], [-2.87,
      -2.9, 1.9, 0.11, 1.17, 0.92, 1.88, 0.18, -1.03, -2.33, -0.53, -1.83, 2.56, 1.58, -1.29, 0.07, -0.18, 0.63,
      2.68]]> : tensor<7x19xf32> -> tensor<7x19xf32>
  %x1 = weir.constant dense<[[-1.35, 0.69, 0.03, 2.73, -1.69, 0.89, -2.46, 0.26, 2.76, 1.32, -2.81, 2.9, 0.24, 0.48,
      2.67, 0.51, -1.68, -0.42, 1.5], [-0.62, -1.99, -0.67, -2.38, -2.4, -2.27, 0.06, -1.07, -1.92, 1.43, 0.67, 1.92,
      -2.04, 0.72, -1.42, -0.03, -0.32, 0.5, 0.42], [2.51, 0.75, -0.89, 1.77, -2.03, 1.65, 0.46, -1.44, 1.51, -2.32,
      -2.79, -1.37, 0.03, 0.78, -1.11, 0.47, 2.88, 2.99, 1.33], [-1.19, -0.14, 1.85, 2.32, 2.71, -0.67, -0.97, -0.98,
      1.71, 2.74, 0.38, -0.34, 1.0, -0.47, 0.42, -1.87, -2.4, -0.57, -1.39], [-2.09, 2.79, 1.18, -0.67, 2.95, -2.36,
      -0.91, 2.3, 2.81, 1.76, -1.88, 0.4, -2.57, -2.62, 2.18, -2.99, -2.42, -2.37, 1.27]]> : tensor<5x19xf32>
      -> tensor<5x19xf32>
  %y0 = weir.cdist %x0, %x1 {p = 2.0 : f64} : (tensor<7x19xf32>, tensor<5x19xf32>) -> tensor<7x5xf32>
  %e0 = weir.constant dense<[[9.27895, 11.331854, 12.3053, 10.120197, 11.21021], [8.9621315, 9.409283, 12.107275,
      9.617229, 11.204816], [9.578617, 8.164416, 11.377152, 10.080744, 11.544747], [9.235253, 7.8296423, 12.254779,
      7.203652, 10.036175], [11.879398, 10.797328, 9.321309, 10.929749, 13.342009], [11.919472, 10.277286, 10.696864,
      11.082955, 12.955142], [11.621218, 10.19776, 10.197068, 10.110005, 13.414649]]> : tensor<7x5xf32>
      -> tensor<7x5xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<7x5xf32>
  return
}

func.func @cubes() {
  %x0 = weir.constant dense<[[0.77, -1.7, -0.54, 2.71, -1.74], [-2.59, 0.88, -2.35, 0.34, -1.47], [-2.8, 0.95, 1.51,
      -1.11, -2.05]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x1 = weir.constant dense<[[2.86, -1.53, -1.52, -0.8, -1.56], [-1.52, 2.55, -2.51, 2.01, 0.21]]>
      : tensor<2x5xf64> -> tensor<2x5xf64>
  %y0 = weir.cdist %x0, %x1 {p = 3.0 : f64} : (tensor<3x5xf64>, tensor<2x5xf64>) -> tensor<3x2xf64>
  %e0 = weir.constant dense<[[3.76394375044637, 4.70534870175906], [5.624491013039554, 2.4817712480913814],
      [6.078054755919477, 4.835621338716545]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<3x2xf64>
  return
}

func.func @largest() {
  %x0 = weir.constant dense<[[-2.79, -2.09, 0.93, 0.36, -1.55], [-1.25, 2.56, 1.42, 0.97, 2.54], [-1.61, -1.02, 2.03,
      -0.36, -0.32]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x1 = weir.constant dense<[[1.86, 3.0, 2.33, 1.63, -0.32], [1.24, -1.65, -1.48, -1.77, 1.09]]>
      : tensor<2x5xf64> -> tensor<2x5xf64>
  %y0 = weir.cdist %x0, %x1 {p = 0x7FF0000000000000 : f64} : (tensor<3x5xf64>, tensor<2x5xf64>) -> tensor<3x2xf64>
  %e0 = weir.constant dense<[[5.09, 4.03], [3.1100000000000003, 4.21], [4.02, 3.51]]> : tensor<3x2xf64>
      -> tensor<3x2xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<3x2xf64>
  return
}

func.func @differing() {
  %x0 = weir.constant dense<[[2.69, 1.53, -1.4, 0.96, -0.9], [1.94, -0.09, -1.5, -1.26, -2.49], [-0.83, -0.96, -0.25,
      0.95, 2.57]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x1 = weir.constant dense<[[1.9, 0.44, -0.83, -1.98, 0.55], [-2.62, -2.68, 0.85, -2.01, 2.09]]>
      : tensor<2x5xf64> -> tensor<2x5xf64>
  %y0 = weir.cdist %x0, %x1 {p = 0.0 : f64} : (tensor<3x5xf64>, tensor<2x5xf64>) -> tensor<3x2xf64>
  %e0 = weir.constant dense<[[5.0, 5.0], [5.0, 5.0], [5.0, 5.0]]> : tensor<3x2xf64> -> tensor<3x2xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<3x2xf64>
  return
}

func.func @narrow_bf16() {
  %x0 = weir.constant dense<[[1.02, 0.15, 2.62, -2.2], [-1.14, 0.05, 2.8, -2.53]]> : tensor<2x4xbf16>
      -> tensor<2x4xbf16>
  %x1 = weir.constant dense<[[0.61, 2.52, -2.12, 1.22], [1.14, -0.84, 0.21, 2.61], [-0.19, -0.26, 0.39, -2.81]]>
      : tensor<3x4xbf16> -> tensor<3x4xbf16>
  %y0 = weir.cdist %x0, %x1 {p = 2.0 : f64} : (tensor<2x4xbf16>, tensor<3x4xbf16>) -> tensor<2x3xbf16>
  %e0 = weir.constant dense<[[6.3, 5.47, 2.64], [6.88, 6.25, 2.62]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  check.expect_close %y0, %e0 : tensor<2x3xbf16>
  return
}

func.func @narrow_f16() {
  %x0 = weir.constant dense<[[1.86, -2.69, 2.87, 2.82], [1.91, 2.37, 0.69, -1.17]]> : tensor<2x4xf16>
      -> tensor<2x4xf16>
  %x1 = weir.constant dense<[[0.62, 1.07, -2.15, 1.65], [-1.18, 0.08, -1.4, -1.31], [2.26, 1.62, -2.62, 1.63]]>
      : tensor<3x4xf16> -> tensor<3x4xf16>
  %y0 = weir.cdist %x0, %x1 {p = 2.0 : f64} : (tensor<2x4xf16>, tensor<3x4xf16>) -> tensor<2x3xf16>
  %e0 = weir.constant dense<[[6.5, 7.227, 7.09], [4.402, 4.38, 4.414]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  check.expect_close %y0, %e0 : tensor<2x3xf16>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[2.55]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %x1 = weir.constant dense<[[1.22]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y0 = weir.cdist %x0, %x1 {p = 2.0 : f64} : (tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<1x1xf64>
  %e0 = weir.constant dense<[[1.3299999999999998]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<1x1xf64>
  return
}

func.func @no_rows() {
  %x0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %x1 = weir.constant dense<[[1.15, -1.42, 1.19], [-0.73, 2.54, 1.23]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y0 = weir.cdist %x0, %x1 {p = 2.0 : f64} : (tensor<0x3xf32>, tensor<2x3xf32>) -> tensor<0x2xf32>
  %e0 = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<0x2xf32>
  return
}

func.func @equal_rows() {
  %x0 = weir.constant dense<[[-1.06, 2.3, 1.64], [-1.79, -1.71, -2.92]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %x1 = weir.constant dense<[[-1.06, 2.3, 1.64], [-1.79, -1.71, -2.92]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y0 = weir.cdist %x0, %x1 {p = 2.0 : f64} : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x2xf64>
  %e0 = weir.constant dense<[[0.0, 6.1160935244647785], [6.1160935244647785, 0.0]]> : tensor<2x2xf64>
      -> tensor<2x2xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<2x2xf64>
  return
}
