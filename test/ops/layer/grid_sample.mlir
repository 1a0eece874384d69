// RUN: %known_size_runs
// elements of images at places of a grid

func.func @bilinear_zeros() {
  %x0 = weir.constant dense<[[[[0.97, -0.69, 2.56, -1.1], [2.11, -0.64, 0.92, -0.87], [1.85, -1.65, -2.04, -2.69]],
      [[-0.71, 1.4, -0.22, 2.06], [0.52, 0.2, -0.01, -2.76], [0.54, -1.85, -2.5, -2.39]]]]> : tensor<1x2x3x4xf64>
      -> tensor<1x2x3x4xf64>
  %x1 = weir.constant dense<[[[[-1.07, 0.39], [-0.68, -0.66], [-0.28, 1.46]], [[-0.78, -0.64], [-0.8, -0.59], [-0.65,
      1.06]]]]> : tensor<1x2x3x2xf64> -> tensor<1x2x3x2xf64>
  %y0 = weir.grid_sample %x0, %x1 {mode = "bilinear", padding_mode = "zeros"} : (tensor<1x2x3x4xf64>,
      tensor<1x2x3x2xf64>) -> tensor<1x2x2x3xf64>
  %e0 = weir.constant dense<[[[[0.7048439999999998, 0.7474740000000001, 0.0], [0.954664, 0.9909899999999998,
      0.47150000000000025]], [[0.19141199999999994, -0.4057020000000001, 0.0], [-0.6211519999999998,
      -0.5116949999999999, 0.02542000000000008]]]]> : tensor<1x2x2x3xf64> -> tensor<1x2x2x3xf64>
  check.expect_close %y0, %e0 {atol = 1.0e-14 : f64, rtol = 1.0e-14 : f64} : tensor<1x2x2x3xf64>
  return
}

func.func @bilinear_zeros_aligned() {
  %x0 = weir.constant dense<[[[[2.88, -0.64, 2.21, -2.36], [-0.11, 1.93, -2.46, 2.99], [-0.6, -0.0, 2.67, 2.52]],
      [[-1.75, -0.26, 1.41, -0.24], [2.64, -1.8, 2.85, 0.73], [0.68, 1.1, -1.41, -0.34]]]]> : tensor<1x2x3x4xf32>
      -> tensor<1x2x3x4xf32>
  %x1 = weir.constant dense<[[[[-0.9, 0.98], [-0.54, -1.14], [1.25, -0.5]], [[1.44, -0.17], [0.48, 0.91], [0.05,
      1.42]]]]> : tensor<1x2x3x2xf32> -> tensor<1x2x3x2xf32>
  %y0 = weir.grid_sample %x0, %x1 {mode = "bilinear", padding_mode = "zeros", align_corners} : (tensor<1x2x3x4xf32>,
      tensor<1x2x3x2xf32>) -> tensor<1x2x2x3xf32>
  %e0 = weir.constant dense<[[[[-0.49588, 0.38803214, 0.19687504], [0.7073698, 2.2861803, 0.8904451]], [[0.76762,
      -0.62083405, 0.153125], [0.19213396, -0.8543621, -0.199085]]]]> : tensor<1x2x2x3xf32> -> tensor<1x2x2x3xf32>
  check.expect_close %y0, %e0 {atol = 5.0e-06 : f64, rtol = 5.0e-06 : f64} : tensor<1x2x2x3xf32>
  return
}

func.func @bilinear_border() {
  %x0 = weir.constant dense<[[[[1.86, 2.35, 0.19, -2.22], [-1.96, -2.12, 0.21, 2.7], [0.32, -0.42, -2.32, -0.75]],
      [[-1.89, -0.26, -0.25, 2.61], [-0.62, 2.3, -2.75, -0.92], [1.33, -0.32, -2.53, -0.86]]]]>
      : tensor<1x2x3x4xf64> -> tensor<1x2x3x4xf64>
  %x1 = weir.constant dense<[[[[0.17, 1.46], [-0.84, -1.31], [0.82, 0.37]], [[-0.48, -0.35], [-0.55, 0.52], [1.17,
      -0.64]]]]> : tensor<1x2x3x2xf64> -> tensor<1x2x3x2xf64>
  %y0 = weir.grid_sample %x0, %x1 {mode = "bilinear", padding_mode = "border"} : (tensor<1x2x3x4xf64>,
      tensor<1x2x3x2xf64>) -> tensor<1x2x2x3xf64>
  %e0 = weir.constant dense<[[[[-2.0159999999999996, 1.86, 0.7852499999999994], [0.14337499999999959,
      -0.4265599999999994, -2.0232]], [[-2.1763999999999997, -1.89, -0.8867], [-0.07566499999999976,
      0.6431600000000001, 2.4688]]]]> : tensor<1x2x2x3xf64> -> tensor<1x2x2x3xf64>
  check.expect_close %y0, %e0 {atol = 1.0e-14 : f64, rtol = 1.0e-14 : f64} : tensor<1x2x2x3xf64>
  return
}

func.func @bilinear_border_aligned() {
  %x0 = weir.constant dense<[[[[2.46, -0.49, -0.05, -1.46], [-2.48, -1.79, -1.49, -0.37], [-0.04, 2.07, -0.84,
      1.59]], [[-1.48, -0.13, -2.54, 2.35], [-0.88, 0.84, 0.37, -0.07], [-1.57, 1.94, -0.17, -2.21]]]]>
      : tensor<1x2x3x4xf32> -> tensor<1x2x3x4xf32>
  %x1 = weir.constant dense<[[[[-1.28, 0.01], [0.21, -0.72], [-0.85, 1.06]], [[0.59, -1.14], [0.99, -1.42], [1.1,
      1.08]]]]> : tensor<1x2x3x2xf32> -> tensor<1x2x3x2xf32>
  %y0 = weir.grid_sample %x0, %x1 {mode = "bilinear", padding_mode = "border", align_corners} : (tensor<1x2x3x4xf32>,
      tensor<1x2x3x2xf32>) -> tensor<1x2x2x3xf32>
  %e0 = weir.constant dense<[[[[-2.4556, -0.527348, 0.4347499], [-0.59284997, -1.43885, 1.59]], [[-0.8869, -1.379842,
      -0.78025013], [-0.6573502, 2.27665, -2.21]]]]> : tensor<1x2x2x3xf32> -> tensor<1x2x2x3xf32>
  check.expect_close %y0, %e0 {atol = 5.0e-06 : f64, rtol = 5.0e-06 : f64} : tensor<1x2x2x3xf32>
  return
}

func.func @bilinear_reflection() {
  %x0 = weir.constant dense<[[[[-2.26, 2.95, 2.4, -1.93], [0.92, -0.21, -2.13, -1.76], [-1.76, 1.03, 0.43, 2.82]],
      [[-1.16, -0.12, -0.77, -0.71], [0.5, 1.71, 1.1, -2.31], [-1.34, 0.76, 1.57, 2.21]]]]> : tensor<1x2x3x4xf64>
      -> tensor<1x2x3x4xf64>
  %x1 = weir.constant dense<[[[[-0.44, -0.13], [-1.45, 0.06], [-0.63, 0.08]], [[0.32, -1.05], [-1.36, 0.68], [0.71,
      1.56]]]]> : tensor<1x2x3x2xf64> -> tensor<1x2x3x2xf64>
  %y0 = weir.grid_sample %x0, %x1 {mode = "bilinear", padding_mode = "reflection"} : (tensor<1x2x3x4xf64>,
      tensor<1x2x3x2xf64>) -> tensor<1x2x2x3xf64>
  %e0 = weir.constant dense<[[[[0.3658060000000002, 0.36792, 0.4400959999999999], [1.7937999999999994,
      -1.1461999999999994, 1.1265440000000004]], [[0.905947, 0.8504399999999998, 0.5952319999999999],
      [-0.7615999999999999, -0.8779999999999998, 0.7321600000000007]]]]> : tensor<1x2x2x3xf64> -> tensor<1x2x2x3xf64>
  check.expect_close %y0, %e0 {atol = 1.0e-14 : f64, rtol = 1.0e-14 : f64} : tensor<1x2x2x3xf64>
  return
}

func.func @bilinear_reflection_aligned() {
  %x0 = weir.constant dense<[[[[0.02, -2.6, -2.54, 2.82], [1.41, -2.01, -0.46, -1.83], [1.66, 1.39, 2.56, 0.94]],
      [[-0.57, 2.47, -0.7, 1.42], [-1.68, -1.34, 0.63, -1.24], [2.16, 0.1, 2.57, 0.61]]]]> : tensor<1x2x3x4xf32>
      -> tensor<1x2x3x4xf32>
  %x1 = weir.constant dense<[[[[0.24, 0.02], [-0.98, -0.48], [1.27, 0.57]], [[0.86, -0.27], [-0.95, 0.94], [-0.26,
      0.89]]]]> : tensor<1x2x3x2xf32> -> tensor<1x2x3x2xf32>
  %y0 = weir.grid_sample %x0, %x1 {mode = "bilinear", padding_mode = "reflection", align_corners}
      : (tensor<1x2x3x4xf32>, tensor<1x2x3x2xf32>) -> tensor<1x2x2x3xf32>
  %e0 = weir.constant dense<[[[[-0.61553603, 0.6517201, 0.3614624], [-0.668391, 1.610575, 1.149298]], [[0.39159998,
      -1.09812, 0.5926264], [-0.355333, 1.7859, 0.20725]]]]> : tensor<1x2x2x3xf32> -> tensor<1x2x2x3xf32>
  check.expect_close %y0, %e0 {atol = 5.0e-06 : f64, rtol = 5.0e-06 : f64} : tensor<1x2x2x3xf32>
  return
}

func.func @nearest_zeros() {
  %x0 = weir.constant dense<[[[[-2.6, -0.89, 0.9, 2.58], [-1.79, 2.89, 1.05, -1.8], [-2.91, 2.57, 1.05, 1.34]],
      [[-0.52, -2.47, -0.13, 0.86], [-1.34, 2.76, 1.64, -2.89], [-1.23, 2.4, 1.48, 1.81]]]]>
      : tensor<1x2x3x4xf64> -> tensor<1x2x3x4xf64>
  %x1 = weir.constant dense<[[[[-1.0, 1.22], [0.51, -0.31], [0.59, -0.82]], [[1.27, -1.35], [-0.74, 0.7], [-0.26,
      1.23]]]]> : tensor<1x2x3x2xf64> -> tensor<1x2x3x2xf64>
  %y0 = weir.grid_sample %x0, %x1 {mode = "nearest", padding_mode = "zeros"} : (tensor<1x2x3x4xf64>,
      tensor<1x2x3x2xf64>) -> tensor<1x2x2x3xf64>
  %e0 = weir.constant dense<[[[[0.0, -1.8, 2.58], [0.0, -2.91, 0.0]], [[0.0, -2.89, 0.86], [0.0, -1.23, 0.0]]]]>
      : tensor<1x2x2x3xf64> -> tensor<1x2x2x3xf64>
  check.expect_close %y0, %e0 {atol = 1.0e-14 : f64, rtol = 1.0e-14 : f64} : tensor<1x2x2x3xf64>
  return
}

func.func @nearest_zeros_aligned() {
  %x0 = weir.constant dense<[[[[1.96, 1.08, -0.84, -0.36], [-1.01, -1.13, -2.93, -1.45], [1.18, 0.25, -1.02, -1.04]],
      [[-1.92, -2.54, -2.07, 0.73], [2.58, 1.12, -0.93, 0.38], [-2.2, -2.51, -2.62, 0.4]]]]>
      : tensor<1x2x3x4xf32> -> tensor<1x2x3x4xf32>
  %x1 = weir.constant dense<[[[[0.28, -1.1], [1.42, -1.15], [0.03, 0.48]], [[-1.5, -0.73], [0.1, 0.57], [0.58,
      0.52]]]]> : tensor<1x2x3x2xf32> -> tensor<1x2x3x2xf32>
  %y0 = weir.grid_sample %x0, %x1 {mode = "nearest", padding_mode = "zeros", align_corners} : (tensor<1x2x3x4xf32>,
      tensor<1x2x3x2xf32>) -> tensor<1x2x2x3xf32>
  %e0 = weir.constant dense<[[[[-0.84, 0.0, -2.93], [0.0, -1.02, -1.02]], [[-2.07, 0.0, -0.93], [0.0, -2.62,
      -2.62]]]]> : tensor<1x2x2x3xf32> -> tensor<1x2x2x3xf32>
  check.expect_close %y0, %e0 {atol = 5.0e-06 : f64, rtol = 5.0e-06 : f64} : tensor<1x2x2x3xf32>
  return
}

func.func @nearest_border() {
  %x0 = weir.constant dense<[[[[-2.56, -2.66, 2.16, -2.11], [-0.82, 2.04, -2.73, 2.15], [0.92, -0.68, -1.56, 0.13]],
      [[1.95, -1.79, -1.52, -0.0], [1.86, -0.5, -0.53, 2.78], [0.21, 1.72, 1.04, 0.29]]]]> : tensor<1x2x3x4xf64>
      -> tensor<1x2x3x4xf64>
  %x1 = weir.constant dense<[[[[-0.21, 0.49], [1.06, -1.14], [-0.74, -0.93]], [[0.99, -0.56], [-0.16, 0.04], [1.46,
      -1.59]]]]> : tensor<1x2x3x2xf64> -> tensor<1x2x3x2xf64>
  %y0 = weir.grid_sample %x0, %x1 {mode = "nearest", padding_mode = "border"} : (tensor<1x2x3x4xf64>,
      tensor<1x2x3x2xf64>) -> tensor<1x2x2x3xf64>
  %e0 = weir.constant dense<[[[[-0.68, -2.11, -2.56], [-2.11, 2.04, -2.11]], [[1.72, 0.0, 1.95], [0.0, -0.5,
      0.0]]]]> : tensor<1x2x2x3xf64> -> tensor<1x2x2x3xf64>
  check.expect_close %y0, %e0 {atol = 1.0e-14 : f64, rtol = 1.0e-14 : f64} : tensor<1x2x2x3xf64>
  return
}

func.func @nearest_border_aligned() {
  %x0 = weir.constant dense<[[[[-1.89, 2.21, -0.26, -0.8], [2.66, -2.36, -2.91, 2.44], [1.92, 0.23, -1.41, 1.67]],
      [[-2.05, -0.44, -1.97, -0.56], [-2.97, -0.24, -0.28, 2.89], [-0.73, 0.19, -2.09, -1.31]]]]>
      : tensor<1x2x3x4xf32> -> tensor<1x2x3x4xf32>
  %x1 = weir.constant dense<[[[[-0.87, 1.51], [-1.19, 0.46], [1.06, 1.42]], [[0.66, -1.02], [1.34, 0.05], [0.09,
      1.26]]]]> : tensor<1x2x3x2xf32> -> tensor<1x2x3x2xf32>
  %y0 = weir.grid_sample %x0, %x1 {mode = "nearest", padding_mode = "border", align_corners} : (tensor<1x2x3x4xf32>,
      tensor<1x2x3x2xf32>) -> tensor<1x2x2x3xf32>
  %e0 = weir.constant dense<[[[[1.92, 2.66, 1.67], [-0.26, 2.44, -1.41]], [[-0.73, -2.97, -1.31], [-1.97, 2.89,
      -2.09]]]]> : tensor<1x2x2x3xf32> -> tensor<1x2x2x3xf32>
  check.expect_close %y0, %e0 {atol = 5.0e-06 : f64, rtol = 5.0e-06 : f64} : tensor<1x2x2x3xf32>
  return
}

func.func @nearest_reflection() {
  %x0 = weir.constant dense<[[[[-2.9, 1.32, 1.57, 1.02], [-1.84, 2.48, -1.56, -1.06], [2.01, 2.52, -1.42, -0.13]],
      [[2.1, 0.23, -1.63, -0.77], [0.79, 1.34, -1.15, -1.86], [1.68, -1.18, -1.52, -1.27]]]]>
      : tensor<1x2x3x4xf64> -> tensor<1x2x3x4xf64>
  %x1 = weir.constant dense<[[[[-0.86, -1.17], [-0.37, -1.0], [0.47, -1.27]], [[-0.46, 1.43], [-0.13, 1.25], [-0.87,
      0.91]]]]> : tensor<1x2x3x2xf64> -> tensor<1x2x3x2xf64>
  %y0 = weir.grid_sample %x0, %x1 {mode = "nearest", padding_mode = "reflection"} : (tensor<1x2x3x4xf64>,
      tensor<1x2x3x2xf64>) -> tensor<1x2x2x3xf64>
  %e0 = weir.constant dense<[[[[-2.9, 1.32, 1.57], [2.52, 2.52, 2.01]], [[2.1, 0.23, -1.63], [-1.18, -1.18,
      1.68]]]]> : tensor<1x2x2x3xf64> -> tensor<1x2x2x3xf64>
  check.expect_close %y0, %e0 {atol = 1.0e-14 : f64, rtol = 1.0e-14 : f64} : tensor<1x2x2x3xf64>
  return
}

func.func @nearest_reflection_aligned() {
  %x0 = weir.constant dense<[[[[-2.48, 2.71, 2.77, 1.15], [-1.78, 1.55, 1.83, 0.93], [1.66, -1.48, 1.68, -1.65]],
      [[0.04, -0.63, -1.72, -1.45], [2.31, -2.63, -0.05, -0.11], [-2.33, -2.5, -0.38, -0.85]]]]>
      : tensor<1x2x3x4xf32> -> tensor<1x2x3x4xf32>
  %x1 = weir.constant dense<[[[[-0.77, -0.78], [-0.87, 0.44], [1.53, -0.62]], [[-0.32, 0.63], [-0.62, -1.19], [0.48,
      -0.46]]]]> : tensor<1x2x3x2xf32> -> tensor<1x2x3x2xf32>
  %y0 = weir.grid_sample %x0, %x1 {mode = "nearest", padding_mode = "reflection", align_corners}
      : (tensor<1x2x3x4xf32>, tensor<1x2x3x2xf32>) -> tensor<1x2x2x3xf32>
  %e0 = weir.constant dense<[[[[-2.48, -1.78, 2.77], [-1.48, 2.71, 1.83]], [[0.04, 2.31, -1.72], [-2.5, -0.63,
      -0.05]]]]> : tensor<1x2x2x3xf32> -> tensor<1x2x2x3xf32>
  check.expect_close %y0, %e0 {atol = 5.0e-06 : f64, rtol = 5.0e-06 : f64} : tensor<1x2x2x3xf32>
  return
}

func.func @bicubic_zeros() {
  %x0 = weir.constant dense<[[[[-2.98, -1.03, 2.28, -2.68], [2.35, 0.69, 2.0, 0.37], [1.26, 2.32, -1.97, -2.34]],
      [[0.43, -0.13, 0.12, -0.84], [2.88, 0.62, 0.66, -2.83], [-1.34, -1.31, 2.96, -2.17]]]]>
      : tensor<1x2x3x4xf64> -> tensor<1x2x3x4xf64>
  %x1 = weir.constant dense<[[[[0.02, 0.74], [0.39, 0.84], [-0.44, -1.08]], [[-0.87, 0.16], [0.06, -0.3], [1.34,
      -0.32]]]]> : tensor<1x2x3x2xf64> -> tensor<1x2x3x2xf64>
  %y0 = weir.grid_sample %x0, %x1 {mode = "bicubic", padding_mode = "zeros"} : (tensor<1x2x3x4xf64>,
      tensor<1x2x3x2xf64>) -> tensor<1x2x2x3xf64>
  %e0 = weir.constant dense<[[[[0.014171862091278575, -2.47464176445888, -1.0866570514897984], [2.2705000443596797,
      1.9940409032406259, 0.09652898445695962]], [[1.4441910763375847, 1.786672695631359, -0.07677268891895811],
      [1.9086638264524811, 0.4270210281268762, 0.1833174684748794]]]]> : tensor<1x2x2x3xf64> -> tensor<1x2x2x3xf64>
  check.expect_close %y0, %e0 {atol = 1.0e-14 : f64, rtol = 1.0e-14 : f64} : tensor<1x2x2x3xf64>
  return
}

func.func @bicubic_zeros_aligned() {
  %x0 = weir.constant dense<[[[[-1.73, 0.61, 0.49, 1.71], [0.36, -2.95, -0.1, -1.89], [-1.59, 1.62, 2.78, 2.23]],
      [[-1.59, -0.44, 2.16, 2.05], [-2.65, -1.33, 0.55, -1.83], [-2.88, -1.67, 0.25, 1.29]]]]>
      : tensor<1x2x3x4xf32> -> tensor<1x2x3x4xf32>
  %x1 = weir.constant dense<[[[[0.76, 0.21], [0.32, 0.07], [0.94, 0.48]], [[0.58, 1.29], [-1.22, -1.48], [0.1,
      -0.17]]]]> : tensor<1x2x3x2xf32> -> tensor<1x2x3x2xf32>
  %y0 = weir.grid_sample %x0, %x1 {mode = "bicubic", padding_mode = "zeros", align_corners} : (tensor<1x2x3x4xf32>,
      tensor<1x2x3x2xf32>) -> tensor<1x2x2x3xf32>
  %e0 = weir.constant dense<[[[[-0.75577325, 0.02557615, 0.04942733], [2.4629462, -0.9596917, -1.1307425]],
      [[-0.9909556, 0.4659072, -0.56053174], [0.79144454, -0.56607485, 0.5156361]]]]> : tensor<1x2x2x3xf32>
      -> tensor<1x2x2x3xf32>
  check.expect_close %y0, %e0 {atol = 5.0e-06 : f64, rtol = 5.0e-06 : f64} : tensor<1x2x2x3xf32>
  return
}

func.func @bicubic_border() {
  %x0 = weir.constant dense<[[[[2.45, -1.15, 1.06, 1.17], [-1.57, -2.95, -0.49, -1.79], [-1.86, -0.24, -1.93, 0.36]],
      [[0.7, -0.18, 0.39, -1.81], [0.45, 2.12, 2.09, -2.34], [-1.05, 1.3, 0.55, -0.68]]]]> : tensor<1x2x3x4xf64>
      -> tensor<1x2x3x4xf64>
  %x1 = weir.constant dense<[[[[1.07, 1.26], [0.2, -0.8], [1.48, -0.06]], [[-0.49, -1.19], [1.42, 0.61], [-1.37,
      -1.02]]]]> : tensor<1x2x3x2xf64> -> tensor<1x2x3x2xf64>
  %y0 = weir.grid_sample %x0, %x1 {mode = "bicubic", padding_mode = "border"} : (tensor<1x2x3x4xf64>,
      tensor<1x2x3x2xf64>) -> tensor<1x2x2x3xf64>
  %e0 = weir.constant dense<[[[[0.5216250865857589, 0.9889038200000041, -1.693474932499999], [0.43238287652186164,
      0.19727122937499966, 2.8029871550000003]], [[-0.7415006319152029, 0.2883890400000001, -2.3939870400000003],
      [0.1536713874410985, -0.7969382240625, 0.7219519375000001]]]]> : tensor<1x2x2x3xf64> -> tensor<1x2x2x3xf64>
  check.expect_close %y0, %e0 {atol = 1.0e-14 : f64, rtol = 1.0e-14 : f64} : tensor<1x2x2x3xf64>
  return
}

func.func @bicubic_border_aligned() {
  %x0 = weir.constant dense<[[[[2.55, -2.55, 1.05, 0.42], [0.0, 1.15, -0.98, 0.76], [2.26, 0.44, 0.15, 0.67]],
      [[-1.88, -1.0, 1.3, 0.41], [-2.29, 2.21, -0.53, -1.52], [-2.1, 2.55, 1.38, -1.14]]]]> : tensor<1x2x3x4xf32>
      -> tensor<1x2x3x4xf32>
  %x1 = weir.constant dense<[[[[-0.98, 1.12], [-1.13, 0.07], [0.54, 1.4]], [[0.6, -1.26], [0.06, 1.32], [-0.74,
      -1.32]]]]> : tensor<1x2x3x2xf32> -> tensor<1x2x3x2xf32>
  %y0 = weir.grid_sample %x0, %x1 {mode = "bicubic", padding_mode = "border", align_corners} : (tensor<1x2x3x4xf32>,
      tensor<1x2x3x2xf32>) -> tensor<1x2x2x3xf32>
  %e0 = weir.constant dense<[[[[2.3706706, -0.10934286, 0.37440112], [1.3790159, 0.10858341, 0.3545335]],
      [[-1.9781202, -2.740832, 0.697679], [1.4607577, 2.6244318, -1.8532015]]]]> : tensor<1x2x2x3xf32>
      -> tensor<1x2x2x3xf32>
  check.expect_close %y0, %e0 {atol = 5.0e-06 : f64, rtol = 5.0e-06 : f64} : tensor<1x2x2x3xf32>
  return
}

func.func @bicubic_reflection() {
  %x0 = weir.constant dense<[[[[-2.65, 2.01, 2.6, -0.23], [-1.16, -0.61, -1.93, -0.38], [-0.17, 0.2, -2.37, 2.85]],
      [[0.76, 0.44, 1.96, -2.71], [0.52, -0.78, 0.85, 2.63], [-2.58, -1.96, -0.89, 0.2]]]]> : tensor<1x2x3x4xf64>
      -> tensor<1x2x3x4xf64>
  %x1 = weir.constant dense<[[[[1.05, 0.75], [0.16, -0.98], [0.01, -0.19]], [[-1.24, 1.33], [1.09, 0.36], [-0.81,
      0.25]]]]> : tensor<1x2x3x2xf64> -> tensor<1x2x3x2xf64>
  %y0 = weir.grid_sample %x0, %x1 {mode = "bicubic", padding_mode = "reflection"} : (tensor<1x2x3x4xf64>,
      tensor<1x2x3x2xf64>) -> tensor<1x2x2x3xf64>
  %e0 = weir.constant dense<[[[[4.108750781250001, 3.737572836285499, -0.2162905177161995], [-0.17173518961249953,
      2.0080155553600023, -0.6422166757812497]], [[0.18667578125000014, 2.463456958886502, 0.4105185475801003],
      [-2.6007861858000005, 2.0826924661760007, -0.566766382812499]]]]> : tensor<1x2x2x3xf64> -> tensor<1x2x2x3xf64>
  check.expect_close %y0, %e0 {atol = 1.0e-14 : f64, rtol = 1.0e-14 : f64} : tensor<1x2x2x3xf64>
  return
}

func.func @bicubic_reflection_aligned() {
  %x0 = weir.constant dense<[[[[-1.06, 0.89, -2.78, 0.62], [0.36, 2.55, 0.43, 1.7], [-1.67, 0.32, -1.06, 2.91]],
      [[2.75, -1.53, 0.74, -2.57], [0.29, 2.91, -2.16, 1.38], [0.09, 2.96, -0.55, 1.96]]]]> : tensor<1x2x3x4xf32>
      -> tensor<1x2x3x4xf32>
  %x1 = weir.constant dense<[[[[0.31, 0.96], [1.13, 0.47], [-0.48, 0.31]], [[0.93, 1.03], [0.42, -0.14], [-1.33,
      -1.23]]]]> : tensor<1x2x3x2xf32> -> tensor<1x2x3x2xf32>
  %y0 = weir.grid_sample %x0, %x1 {mode = "bicubic", padding_mode = "reflection", align_corners}
      : (tensor<1x2x3x4xf32>, tensor<1x2x3x2xf32>) -> tensor<1x2x2x3xf32>
  %e0 = weir.constant dense<[[[[-1.1085595, 2.2467096, 1.6653166], [2.8055038, 0.11047705, 0.26899782]],
      [[-0.52242917, 1.7009777, 3.1778352], [1.8766127, -1.8903445, 0.93775815]]]]> : tensor<1x2x2x3xf32>
      -> tensor<1x2x2x3xf32>
  check.expect_close %y0, %e0 {atol = 5.0e-06 : f64, rtol = 5.0e-06 : f64} : tensor<1x2x2x3xf32>
  return
}

func.func @volume() {
  %x0 = weir.constant dense<[[[[[0.87, -0.63], [1.06, 0.12], [-0.61, -1.77]], [[2.08, -1.37], [0.79, -2.39], [2.78,
      -2.08]]]], [[[[0.02, 1.87], [-1.6, 0.87], [-0.55, 2.77]], [[-2.2, -1.85], [0.27, 1.09], [0.46, -1.9]]]]]>
      : tensor<2x1x2x3x2xf64> -> tensor<2x1x2x3x2xf64>
  %x1 = weir.constant dense<[[[[[-0.03, -1.13, 0.45]], [[-0.44, 1.2, -0.26]]], [[[-1.17, -1.27, -0.44]], [[-0.62,
      1.17, 0.73]]]], [[[[-0.34, -0.62, -1.12]], [[-0.98, 0.63, -1.15]]], [[[0.74, -0.27, 0.48]], [[0.3, -1.02,
      0.66]]]]]> : tensor<2x2x2x1x3xf64> -> tensor<2x2x2x1x3xf64>
  %y0 = weir.grid_sample %x0, %x1 {mode = "bilinear", padding_mode = "zeros"} : (tensor<2x1x2x3x2xf64>,
      tensor<2x2x2x1x3xf64>) -> tensor<2x1x2x2x1xf64>
  %e0 = weir.constant dense<[[[[[0.1353666250000001], [0.016143999999999947]], [[0.029550510000000002],
      [0.4615133600000002]]]], [[[[0.0796267199999999], [-0.11061050000000008]], [[-0.05562135999999995],
      [-0.7580159999999999]]]]]> : tensor<2x1x2x2x1xf64> -> tensor<2x1x2x2x1xf64>
  check.expect_close %y0, %e0 {atol = 1.0e-14 : f64, rtol = 1.0e-14 : f64} : tensor<2x1x2x2x1xf64>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[[[2.27]]]]> : tensor<1x1x1x1xf32> -> tensor<1x1x1x1xf32>
  %x1 = weir.constant dense<[[[[0.0, 0.5]]]]> : tensor<1x1x1x2xf32> -> tensor<1x1x1x2xf32>
  %y0 = weir.grid_sample %x0, %x1 {mode = "bilinear", padding_mode = "zeros"} : (tensor<1x1x1x1xf32>,
      tensor<1x1x1x2xf32>) -> tensor<1x1x1x1xf32>
  %e0 = weir.constant dense<[[[[1.7025]]]]> : tensor<1x1x1x1xf32> -> tensor<1x1x1x1xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<1x1x1x1xf32>
  return
}

func.func @narrow_f16() {
  %x0 = weir.constant dense<[[[[-2.34, 2.82], [1.84, 0.63]]]]> : tensor<1x1x2x2xf16> -> tensor<1x1x2x2xf16>
  %x1 = weir.constant dense<[[[[0.0, 0.5]]]]> : tensor<1x1x1x2xf16> -> tensor<1x1x1x2xf16>
  %y0 = weir.grid_sample %x0, %x1 {mode = "bilinear", padding_mode = "border"} : (tensor<1x1x2x2xf16>,
      tensor<1x1x1x2xf16>) -> tensor<1x1x1x1xf16>
  %e0 = weir.constant dense<[[[[1.234]]]]> : tensor<1x1x1x1xf16> -> tensor<1x1x1x1xf16>
  check.expect_close %y0, %e0 : tensor<1x1x1x1xf16>
  return
}
