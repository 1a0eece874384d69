// RUN: %known_size_runs
// Values at positions of several dimensions, whose sizes are known, negative ones from the end; added to the elements,
// if accumulate.

func.func @elements_f32() {
  %input = weir.constant dense<
      [[2.08, -2.29, 2.34, 1.83], [2.73, -2.19, 0.85, 1.0], [-1.18, -1.17, 0.95, -1.07]]>
      : tensor<3x4xf32> -> tensor<3x4xf32>
  %values = weir.constant dense<[-2.24, -0.06, -0.05]> : tensor<3xf32> -> tensor<3xf32>
  %index0 = weir.constant dense<[0, 2, -2]> : tensor<3xi64> -> tensor<3xi64>
  %index1 = weir.constant dense<[1, -1, 0]> : tensor<3xi64> -> tensor<3xi64>
  %y = weir.index_put %input, %values, %index0, %index1 : (tensor<3x4xf32>, tensor<3xf32>, tensor<3xi64>, tensor<3xi64>)
      -> tensor<3x4xf32>
  %e = weir.constant dense<
      [[2.08, -2.24, 2.34, 1.83], [-0.05, -2.19, 0.85, 1.0], [-1.18, -1.17, 0.95, -0.06]]>
      : tensor<3x4xf32> -> tensor<3x4xf32>
  check.expect_eq %y, %e : tensor<3x4xf32>
  return
}

func.func @grid_f64() {
  %input = weir.constant dense<
      [[1.05, -1.22, -1.43, 0.66], [0.31, -0.07, 2.34, 0.92], [0.69, -1.4, 2.01, -0.5]]>
      : tensor<3x4xf64> -> tensor<3x4xf64>
  %values = weir.constant dense<[[0.25, 1.61, 1.39], [-2.91, 1.63, -0.31]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %index0 = weir.constant dense<[[0, 1, -1], [0, 1, 2]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  %index1 = weir.constant dense<[[0, 1, 2], [-1, -2, 0]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  %y = weir.index_put %input, %values, %index0, %index1 : (tensor<3x4xf64>, tensor<2x3xf64>, tensor<2x3xi64>,
      tensor<2x3xi64>) -> tensor<3x4xf64>
  %e = weir.constant dense<
      [[0.25, -1.22, -1.43, -2.91], [0.31, 1.61, 1.63, 0.92], [-0.31, -1.4, 1.39, -0.5]]>
      : tensor<3x4xf64> -> tensor<3x4xf64>
  check.expect_eq %y, %e : tensor<3x4xf64>
  return
}

func.func @lines_f32() {
  %input = weir.constant dense<
      [[[-1.68, 2.78], [1.88, -0.3], [1.51, 1.22]], [[-2.46, -0.89], [-2.6, 1.74], [2.79, -1.67]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  %values = weir.constant dense<[[1.03, 1.54], [-1.21, 1.8]]> : tensor<2x2xf32> -> tensor<2x2xf32>
  %index0 = weir.constant dense<[0, -1]> : tensor<2xi64> -> tensor<2xi64>
  %index1 = weir.constant dense<[2, 1]> : tensor<2xi64> -> tensor<2xi64>
  %y = weir.index_put %input, %values, %index0, %index1 : (tensor<2x3x2xf32>, tensor<2x2xf32>, tensor<2xi64>,
      tensor<2xi64>) -> tensor<2x3x2xf32>
  %e = weir.constant dense<
      [[[-1.68, 2.78], [1.88, -0.3], [1.03, 1.54]], [[-2.46, -0.89], [-1.21, 1.8], [2.79, -1.67]]]>
      : tensor<2x3x2xf32> -> tensor<2x3x2xf32>
  check.expect_eq %y, %e : tensor<2x3x2xf32>
  return
}

func.func @three_f64() {
  %input = weir.constant dense<
      [[[-0.85, -1.49], [-0.8, 3.0], [0.54, -2.7]], [[0.76, -1.82], [0.05, 1.21], [-0.4, -1.03]]]>
      : tensor<2x3x2xf64> -> tensor<2x3x2xf64>
  %values = weir.constant dense<[-0.87, 0.34]> : tensor<2xf64> -> tensor<2xf64>
  %index0 = weir.constant dense<[0, -1]> : tensor<2xi64> -> tensor<2xi64>
  %index1 = weir.constant dense<[2, 1]> : tensor<2xi64> -> tensor<2xi64>
  %index2 = weir.constant dense<[-1, 0]> : tensor<2xi64> -> tensor<2xi64>
  %y = weir.index_put %input, %values, %index0, %index1, %index2 : (tensor<2x3x2xf64>, tensor<2xf64>, tensor<2xi64>,
      tensor<2xi64>, tensor<2xi64>) -> tensor<2x3x2xf64>
  %e = weir.constant dense<
      [[[-0.85, -1.49], [-0.8, 3.0], [0.54, -0.87]], [[0.76, -1.82], [0.34, 1.21], [-0.4, -1.03]]]>
      : tensor<2x3x2xf64> -> tensor<2x3x2xf64>
  check.expect_eq %y, %e : tensor<2x3x2xf64>
  return
}

func.func @added_odd() {
  %input = weir.constant dense<
      [[1.96, 2.62, 0.81, 2.32, 1.42], [2.63, 2.44, 2.63, 2.93, 1.47], [1.18, 1.22, 1.67, 2.39, 1.02], [2.44, 2.29,
      1.93, 0.92, 2.25], [2.38, 0.81, 1.94, 1.11, 1.65], [0.98, 1.18, 1.64, 0.7, 2.26], [1.78, 1.04, 2.74, 1.95, 0.8]]>
      : tensor<7x5xf32> -> tensor<7x5xf32>
  %values = weir.constant dense<[1.8, 2.61, 1.62]> : tensor<3xf32> -> tensor<3xf32>
  %index0 = weir.constant dense<[6, -7, 3]> : tensor<3xi64> -> tensor<3xi64>
  %index1 = weir.constant dense<[-1, 0, 4]> : tensor<3xi64> -> tensor<3xi64>
  %y = weir.index_put %input, %values, %index0, %index1 {accumulate} : (tensor<7x5xf32>, tensor<3xf32>, tensor<3xi64>,
      tensor<3xi64>) -> tensor<7x5xf32>
  %e = weir.constant dense<
      [[4.5699997, 2.62, 0.81, 2.32, 1.42], [2.63, 2.44, 2.63, 2.93, 1.47], [1.18, 1.22, 1.67, 2.39, 1.02], [2.44, 2.29,
      1.93, 0.92, 3.87], [2.38, 0.81, 1.94, 1.11, 1.65], [0.98, 1.18, 1.64, 0.7, 2.26], [1.78, 1.04, 2.74, 1.95, 2.6]]>
      : tensor<7x5xf32> -> tensor<7x5xf32>
  check.expect_close %y, %e : tensor<7x5xf32>
  return
}

func.func @added_elements_f64() {
  %input = weir.constant dense<
      [[2.5, 0.83, 1.69, 1.39], [2.91, 1.09, 2.68, 1.88], [2.93, 0.66, 3.0, 1.36]]> : tensor<3x4xf64> -> tensor<3x4xf64>
  %values = weir.constant dense<[0.58, 1.91, 1.32, 0.78]> : tensor<4xf64> -> tensor<4xf64>
  %index0 = weir.constant dense<[0, 2, -3, 0]> : tensor<4xi64> -> tensor<4xi64>
  %index1 = weir.constant dense<[1, -1, 1, -3]> : tensor<4xi64> -> tensor<4xi64>
  %y = weir.index_put %input, %values, %index0, %index1 {accumulate} : (tensor<3x4xf64>, tensor<4xf64>, tensor<4xi64>,
      tensor<4xi64>) -> tensor<3x4xf64>
  %e = weir.constant dense<
      [[2.5, 3.51, 1.69, 1.39], [2.91, 1.09, 2.68, 1.88], [2.93, 0.66, 3.0, 3.27]]> : tensor<3x4xf64> -> tensor<3x4xf64>
  check.expect_close %y, %e : tensor<3x4xf64>
  return
}

func.func @i64() {
  %input = weir.constant dense<[[-4, 5, 4], [-1, -1, 3]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  %values = weir.constant dense<[16, 18]> : tensor<2xi64> -> tensor<2xi64>
  %index0 = weir.constant dense<[0, 1]> : tensor<2xi64> -> tensor<2xi64>
  %index1 = weir.constant dense<[-1, 0]> : tensor<2xi64> -> tensor<2xi64>
  %y = weir.index_put %input, %values, %index0, %index1 : (tensor<2x3xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)
      -> tensor<2x3xi64>
  %e = weir.constant dense<[[-4, 5, 16], [18, -1, 3]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  check.expect_eq %y, %e : tensor<2x3xi64>
  return
}

func.func @added_lines_i64() {
  %input = weir.constant dense<[[[3, 5], [1, -4]], [[2, 5], [5, -3]]]> : tensor<2x2x2xi64> -> tensor<2x2x2xi64>
  %values = weir.constant dense<[[2, -1], [-2, 0], [-2, -2]]> : tensor<3x2xi64> -> tensor<3x2xi64>
  %index0 = weir.constant dense<[0, 1, -2]> : tensor<3xi64> -> tensor<3xi64>
  %index1 = weir.constant dense<[1, 0, -1]> : tensor<3xi64> -> tensor<3xi64>
  %y = weir.index_put %input, %values, %index0, %index1 {accumulate} : (tensor<2x2x2xi64>, tensor<3x2xi64>,
      tensor<3xi64>, tensor<3xi64>) -> tensor<2x2x2xi64>
  %e = weir.constant dense<[[[3, 5], [1, -7]], [[0, 5], [5, -3]]]> : tensor<2x2x2xi64> -> tensor<2x2x2xi64>
  check.expect_eq %y, %e : tensor<2x2x2xi64>
  return
}

// The indices are scalars.
func.func @one_place() {
  %input = weir.constant dense<[[2.17, 2.75], [-0.2, 2.33], [-2.45, -1.52]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  %values = weir.constant dense<2.01> : tensor<f32> -> tensor<f32>
  %index0 = weir.constant dense<-2> : tensor<i64> -> tensor<i64>
  %index1 = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %y = weir.index_put %input, %values, %index0, %index1 : (tensor<3x2xf32>, tensor<f32>, tensor<i64>, tensor<i64>)
      -> tensor<3x2xf32>
  %e = weir.constant dense<[[2.17, 2.75], [-0.2, 2.01], [-2.45, -1.52]]> : tensor<3x2xf32> -> tensor<3x2xf32>
  check.expect_eq %y, %e : tensor<3x2xf32>
  return
}

func.func @nowhere() {
  %input = weir.constant dense<[[-0.12, 1.91, 2.37], [-0.83, -2.22, 2.83]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %values = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %index0 = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  %index1 = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  %y = weir.index_put %input, %values, %index0, %index1 : (tensor<2x3xf32>, tensor<0xf32>, tensor<0xi64>, tensor<0xi64>)
      -> tensor<2x3xf32>
  %e = weir.constant dense<[[-0.12, 1.91, 2.37], [-0.83, -2.22, 2.83]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_eq %y, %e : tensor<2x3xf32>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[1.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %values = weir.constant dense<[2.5]> : tensor<1xf32> -> tensor<1xf32>
  %index0 = weir.constant dense<[0]> : tensor<1xi64> -> tensor<1xi64>
  %index1 = weir.constant dense<[-1]> : tensor<1xi64> -> tensor<1xi64>
  %y = weir.index_put %input, %values, %index0, %index1 : (tensor<1x1xf32>, tensor<1xf32>, tensor<1xi64>, tensor<1xi64>)
      -> tensor<1x1xf32>
  %e = weir.constant dense<[[2.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_eq %y, %e : tensor<1x1xf32>
  return
}
