// RUN: %op_runs
// cross products of vectors of three numbers

func.func @rows_f32() {
  %x0 = weir.constant dense<[[2.51, 0.54, -2.07], [-1.24, -1.91, 1.53], [-1.48, 0.35, -0.4], [-0.79, 2.2, 0.07]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %x1 = weir.constant dense<[[-1.14, -1.98, -1.21], [-1.86, 0.98, 1.46], [0.58, 1.27, 1.49], [0.44, -1.87, 0.84]]>
      : tensor<4x3xf32> -> tensor<4x3xf32>
  %y0 = weir.cross %x0, %x1 {dim = 1 : i64} : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  %e0 = weir.constant dense<[[-4.752, 5.3969, -4.3542], [-4.288, -1.0353999, -4.7678], [1.0295, 1.9732001,
      -2.0825999], [1.9789, 0.6944, 0.50930005]]> : tensor<4x3xf32> -> tensor<4x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<4x3xf32>
  return
}

func.func @columns_f64() {
  %x0 = weir.constant dense<[[-2.86, -0.14, -2.04, 1.18, 1.01], [-1.01, 0.51, 1.27, 0.07, -1.47], [-2.32, 2.23,
      -2.47, -1.81, 1.68]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x1 = weir.constant dense<[[-2.7, -2.14, -0.77, -2.09, -2.76], [1.65, -1.96, 2.48, -2.7, -1.36], [0.43, -2.4,
      -0.13, -0.08, 0.6]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %y0 = weir.cross %x0, %x1 {dim = 0 : i64} : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xf64>
  %e0 = weir.constant dense<[[3.3936999999999995, 3.1468, 5.960500000000001, -4.892600000000001, 1.4028], [7.4938,
      -5.108200000000001, 1.6367000000000003, 3.8772999999999995, -5.242799999999999], [-7.446, 1.3658000000000001,
      -4.0813, -3.0397, -5.4308]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<3x5xf64>
  return
}

func.func @odd() {
  %x0 = weir.constant dense<[[[2.56, -0.55, 2.45, -1.69, 0.92], [-0.43, 1.66, 0.12, 2.12, -2.07], [-1.42, 0.27, 0.81,
      -0.73, 1.82]], [[-0.73, 2.6, 2.59, -2.74, 0.85], [2.16, -2.7, 1.43, 0.5, 0.1], [-1.36, 1.41, -1.68, -1.9,
      -0.9]], [[2.95, -0.56, -2.14, -0.6, 1.59], [0.75, 1.31, 1.96, -1.25, -0.92], [2.14, -0.71, 0.07, 2.0, 0.78]],
      [[2.48, -2.91, 0.72, 0.06, -0.54], [-1.22, -0.74, 1.91, -0.14, -1.68], [1.16, 1.92, -0.56, -2.22, 1.47]],
      [[1.15, 1.16, -2.91, -2.28, 2.8], [0.33, -1.44, -2.7, -0.15, -1.06], [-2.07, 0.83, -1.92, 2.68, -1.61]],
      [[2.33, -0.87, -1.25, 1.55, 0.03], [-2.16, 2.04, 0.3, 0.41, -0.73], [1.95, 0.69, -2.56, 2.31, 0.4]], [[-1.36,
      -2.75, -2.75, -2.27, -1.46], [0.17, -1.65, 1.73, 0.16, -0.43], [-0.42, -1.56, 0.23, -1.6, -1.06]]]>
      : tensor<7x3x5xf32> -> tensor<7x3x5xf32>
  %x1 = weir.constant dense<[[[0.06, 0.81, -1.03, 1.33, -0.85], [2.49, -2.11, 0.47, -0.87, -0.27], [-2.31, -0.97,
      -1.87, 1.06, 1.65]], [[1.72, 2.47, -0.7, 0.84, 2.74], [-0.0, 0.12, 0.93, -2.82, 2.1], [-0.5, 1.53, -2.2, -0.05,
      0.41]], [[1.64, 0.58, 0.73, 2.55, -1.38], [-0.31, 2.29, -0.26, 0.55, 0.03], [2.84, 1.07, 1.64, -2.81, -0.63]],
      [[1.48, -1.99, 1.68, 2.53, 1.57], [1.34, -1.35, -2.27, 2.63, -0.47], [2.41, 1.0, 2.59, -2.85, 1.8]], [[1.43,
      0.38, -2.02, -1.78, 2.58], [-0.66, 1.52, 2.86, -1.63, -2.6], [-2.79, -0.41, 1.95, 1.8, 0.54]], [[-2.98, -1.52,
      -2.11, -2.06, -2.2], [-2.79, 0.02, -0.95, -0.88, -1.35], [1.75, -1.26, -2.06, -1.31, -1.51]], [[-0.92, -0.72,
      -1.64, 0.77, -2.07], [2.45, 2.3, -0.04, 1.38, -1.72], [-1.25, 2.45, -0.16, 1.44, 1.87]]]>
      : tensor<7x3x5xf32> -> tensor<7x3x5xf32>
  %y0 = weir.cross %x0, %x1 {dim = 1 : i64} : (tensor<7x3x5xf32>, tensor<7x3x5xf32>) -> tensor<7x3x5xf32>
  %e0 = weir.constant dense<[[[4.5291, -1.0405, -0.6051, 1.6120998, -2.9241], [5.8283997, -0.31480002, 3.7472,
      0.8204999, -3.065], [6.4002, -0.1841, 1.2751, -1.3492999, -2.0079]], [[-1.08, -4.3002, -1.5836, -5.383,
      1.9309999], [-2.7042, -0.49529982, 6.874, -1.7329999, -2.8144999], [-3.7152002, 6.981, 3.4097, 7.3068,
      1.5109999]], [[2.7934, 3.0276, 3.2326, 2.4125, 0.5562], [-4.8683996, 0.18740006, 3.5607002, 3.4139998,
      -0.074699946], [-2.1445, -2.0421999, -0.8744001, 2.8574998, -1.2219]], [[-4.4946003, 1.852, 3.6756997,
      6.2376003, -2.3330998], [-4.26, -0.91079986, -2.8056, -5.4456, 3.2799], [5.1288004, 2.4559002, -4.8431997,
      0.512, 2.8914]], [[-2.2869, -0.6711999, 0.22619945, 4.0984, -4.7584], [0.24840009, 0.79099995, 9.5529,
      -0.6664002, -5.6658], [-1.2309, 2.3104, -13.7766, 3.4494, -4.5452]], [[1.6604999, -2.5842, -3.05, 1.4957,
      1.6423], [-9.8885, -2.145, 2.8265996, -2.7280998, -0.83470005], [-12.9375, 3.0834, 1.8205, -0.5194,
      -1.6465001]], [[0.8165, -0.45450023, -0.2676, 2.4384, -2.6273], [-1.3136001, 7.8607, -0.8172, 2.0368001,
      4.9244], [-3.1756, -7.513, 2.9472, -3.2558, 1.6211001]]]> : tensor<7x3x5xf32> -> tensor<7x3x5xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<7x3x5xf32>
  return
}

func.func @vector() {
  %x0 = weir.constant dense<[1.21, -0.28, -0.72]> : tensor<3xf64> -> tensor<3xf64>
  %x1 = weir.constant dense<[-2.64, 2.19, 1.16]> : tensor<3xf64> -> tensor<3xf64>
  %y0 = weir.cross %x0, %x1 {dim = 0 : i64} : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  %e0 = weir.constant dense<[1.252, 0.4972000000000001, 1.9106999999999996]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<3xf64>
  return
}

func.func @i64() {
  %x0 = weir.constant dense<[[7, -8, 3], [6, 7, -4]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  %x1 = weir.constant dense<[[7, 6, -8], [-7, 5, -9]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  %y0 = weir.cross %x0, %x1 {dim = 1 : i64} : (tensor<2x3xi64>, tensor<2x3xi64>) -> tensor<2x3xi64>
  %e0 = weir.constant dense<[[46, 77, 98], [-43, 82, 79]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  check.expect_eq %y0, %e0 : tensor<2x3xi64>
  return
}

func.func @bf16() {
  %x0 = weir.constant dense<[[2.16, 2.34, -0.04], [2.48, -2.45, -2.1]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %x1 = weir.constant dense<[[2.83, 2.64, 1.17], [-0.99, 1.28, -3.0]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %y0 = weir.cross %x0, %x1 {dim = 1 : i64} : (tensor<2x3xbf16>, tensor<2x3xbf16>) -> tensor<2x3xbf16>
  %e0 = weir.constant dense<[[2.86, -2.64, -0.934], [10.06, 9.5, 0.758]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  check.expect_close %y0, %e0 : tensor<2x3xbf16>
  return
}

func.func @f16() {
  %x0 = weir.constant dense<[[-0.87, 2.11], [-1.63, -2.23], [-0.05, 1.04]]> : tensor<3x2xf16> -> tensor<3x2xf16>
  %x1 = weir.constant dense<[[-1.14, 1.91], [2.44, -1.7], [-0.69, 2.01]]> : tensor<3x2xf16> -> tensor<3x2xf16>
  %y0 = weir.cross %x0, %x1 {dim = 0 : i64} : (tensor<3x2xf16>, tensor<3x2xf16>) -> tensor<3x2xf16>
  %e0 = weir.constant dense<[[1.246, -2.715], [-0.5435, -2.252], [-3.98, 0.6743]]> : tensor<3x2xf16>
      -> tensor<3x2xf16>
  check.expect_close %y0, %e0 : tensor<3x2xf16>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[0.02, 1.48, -1.12]]> : tensor<1x3xf32> -> tensor<1x3xf32>
  %x1 = weir.constant dense<[[1.91, 2.01, 1.65]]> : tensor<1x3xf32> -> tensor<1x3xf32>
  %y0 = weir.cross %x0, %x1 {dim = 1 : i64} : (tensor<1x3xf32>, tensor<1x3xf32>) -> tensor<1x3xf32>
  %e0 = weir.constant dense<[[4.6932, -2.1722, -2.7865999]]> : tensor<1x3xf32> -> tensor<1x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<1x3xf32>
  return
}

func.func @empty() {
  %x0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %x1 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y0 = weir.cross %x0, %x1 {dim = 1 : i64} : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<0x3xf32>
  %e0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<0x3xf32>
  return
}

func.func @special() {
  %x0 = weir.constant dense<[[0x7F800000, 1.0, 0.0], [0x7FC00000, 0.0, 1.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x1 = weir.constant dense<[[1.0, 2.0, 3.0], [0.0, 1.0, 0.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y0 = weir.cross %x0, %x1 {dim = 1 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %e0 = weir.constant dense<[[3.0, 0xFF800000, 0x7F800000], [-1.0, 0x7FC00000, 0x7FC00000]]> : tensor<2x3xf32>
      -> tensor<2x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x3xf32>
  return
}
