// RUN: %op_runs
// the k-th smallest elements and where they stand

func.func @rows_f32() {
  %x0 = weir.constant dense<[[-0.04, -1.84, 0.23, -2.32, -2.3], [-2.45, -1.49, -2.02, -1.45, 1.17], [1.03, -2.85,
      2.15, 1.92, 2.67]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %y0, %y1 = weir.kthvalue %x0 {k = 2 : i64, dim = 1 : i64} : (tensor<3x5xf32>) -> (tensor<3xf32>, tensor<3xi64>)
  %e0 = weir.constant dense<[-2.3, -2.02, 1.03]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq %y0, %e0 : tensor<3xf32>
  %e1 = weir.constant dense<[4, 2, 0]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %y1, %e1 : tensor<3xi64>
  return
}

func.func @columns_f64() {
  %x0 = weir.constant dense<[[-1.69, 1.38, 0.34], [1.24, 2.42, -2.51], [2.05, 2.15, 0.87], [-0.59, 0.25, -2.16]]>
      : tensor<4x3xf64> -> tensor<4x3xf64>
  %y0, %y1 = weir.kthvalue %x0 {k = 4 : i64, dim = 0 : i64, keepdim} : (tensor<4x3xf64>) -> (tensor<1x3xf64>,
      tensor<1x3xi64>)
  %e0 = weir.constant dense<[[2.05, 2.42, 0.87]]> : tensor<1x3xf64> -> tensor<1x3xf64>
  check.expect_eq %y0, %e0 : tensor<1x3xf64>
  %e1 = weir.constant dense<[[2, 1, 2]]> : tensor<1x3xi64> -> tensor<1x3xi64>
  check.expect_eq %y1, %e1 : tensor<1x3xi64>
  return
}

func.func @odd() {
  %x0 = weir.constant dense<[1.47, 0.31, 0.45, 1.26, -2.39, -2.72, -2.29, -2.52, 1.81, -2.21, -0.74, 0.94, -1.45,
      2.47, 2.48, -0.66, 0.52, 1.71, 2.89]> : tensor<19xf32> -> tensor<19xf32>
  %y0, %y1 = weir.kthvalue %x0 {k = 7 : i64, dim = 0 : i64} : (tensor<19xf32>) -> (tensor<f32>, tensor<i64>)
  %e0 = weir.constant dense<-0.74> : tensor<f32> -> tensor<f32>
  check.expect_eq %y0, %e0 : tensor<f32>
  %e1 = weir.constant dense<10> : tensor<i64> -> tensor<i64>
  check.expect_eq %y1, %e1 : tensor<i64>
  return
}

func.func @i64() {
  %x0 = weir.constant dense<[[-3, 3, 6, -1], [-4, -9, -8, 2], [-5, 2, -6, 3]]> : tensor<3x4xi64> -> tensor<3x4xi64>
  %y0, %y1 = weir.kthvalue %x0 {k = 1 : i64, dim = 1 : i64} : (tensor<3x4xi64>) -> (tensor<3xi64>, tensor<3xi64>)
  %e0 = weir.constant dense<[-3, -9, -6]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %y0, %e0 : tensor<3xi64>
  %e1 = weir.constant dense<[0, 1, 2]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %y1, %e1 : tensor<3xi64>
  return
}

func.func @f16() {
  %x0 = weir.constant dense<[[-0.91, 2.17, 0.56, -0.72, -1.54], [-2.82, 1.27, -1.1, 2.12, -1.07]]>
      : tensor<2x5xf16> -> tensor<2x5xf16>
  %y0, %y1 = weir.kthvalue %x0 {k = 3 : i64, dim = 1 : i64} : (tensor<2x5xf16>) -> (tensor<2xf16>, tensor<2xi64>)
  %e0 = weir.constant dense<[-0.72, -1.07]> : tensor<2xf16> -> tensor<2xf16>
  check.expect_eq %y0, %e0 : tensor<2xf16>
  %e1 = weir.constant dense<[3, 4]> : tensor<2xi64> -> tensor<2xi64>
  check.expect_eq %y1, %e1 : tensor<2xi64>
  return
}

func.func @bf16() {
  %x0 = weir.constant dense<[[-1.16, 1.7, -0.72, 2.92, 0.39], [2.62, -2.27, -2.72, -2.92, 2.27]]>
      : tensor<2x5xbf16> -> tensor<2x5xbf16>
  %y0, %y1 = weir.kthvalue %x0 {k = 5 : i64, dim = 1 : i64} : (tensor<2x5xbf16>) -> (tensor<2xbf16>, tensor<2xi64>)
  %e0 = weir.constant dense<[2.92, 2.62]> : tensor<2xbf16> -> tensor<2xbf16>
  check.expect_eq %y0, %e0 : tensor<2xbf16>
  %e1 = weir.constant dense<[3, 0]> : tensor<2xi64> -> tensor<2xi64>
  check.expect_eq %y1, %e1 : tensor<2xi64>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[-0.14]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y0, %y1 = weir.kthvalue %x0 {k = 1 : i64, dim = 1 : i64} : (tensor<1x1xf32>) -> (tensor<1xf32>, tensor<1xi64>)
  %e0 = weir.constant dense<[-0.14]> : tensor<1xf32> -> tensor<1xf32>
  check.expect_eq %y0, %e0 : tensor<1xf32>
  %e1 = weir.constant dense<[0]> : tensor<1xi64> -> tensor<1xi64>
  check.expect_eq %y1, %e1 : tensor<1xi64>
  return
}

func.func @no_lines() {
  %x0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y0, %y1 = weir.kthvalue %x0 {k = 2 : i64, dim = 1 : i64} : (tensor<0x3xf32>) -> (tensor<0xf32>, tensor<0xi64>)
  %e0 = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_eq %y0, %e0 : tensor<0xf32>
  %e1 = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  check.expect_eq %y1, %e1 : tensor<0xi64>
  return
}

func.func @special() {
  %x0 = weir.constant dense<[0x7FC00000, 1.0, 0x7F800000, 0xFF800000]> : tensor<4xf32> -> tensor<4xf32>
  %y0, %y1 = weir.kthvalue %x0 {k = 4 : i64, dim = 0 : i64} : (tensor<4xf32>) -> (tensor<f32>, tensor<i64>)
  %e0 = weir.constant dense<0x7FC00000> : tensor<f32> -> tensor<f32>
  check.expect_eq %y0, %e0 : tensor<f32>
  %e1 = weir.constant dense<0> : tensor<i64> -> tensor<i64>
  check.expect_eq %y1, %e1 : tensor<i64>
  return
}
