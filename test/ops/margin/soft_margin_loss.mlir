// RUN: %op_runs
// log(1 + exp(-target * input))

func.func @mean_f32() {
  %x0 = weir.constant dense<[[-2.51, 0.09, -0.62], [-0.56, -1.39, -1.38]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x1 = weir.constant dense<[[1.0, 1.0, -1.0], [1.0, -1.0, -1.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y0 = weir.soft_margin_loss %x0, %x1 {reduction = "mean"} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  %e0 = weir.constant dense<0.8543992> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @mean_f64() {
  %x0 = weir.constant dense<[[2.72, -0.96, 2.29, -0.69, 0.96], [1.83, -0.62, -0.32, 0.79, -2.34], [0.19, -2.43,
      -1.65, 0.74, 2.83]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x1 = weir.constant dense<[[-1.0, 1.0, 1.0, -1.0, 1.0], [1.0, -1.0, -1.0, -1.0, -1.0], [-1.0, -1.0, -1.0, -1.0,
      -1.0]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %y0 = weir.soft_margin_loss %x0, %x1 {reduction = "mean"} : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<f64>
  %e0 = weir.constant dense<0.8231033787665953> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<f64>
  return
}

func.func @sum_f32() {
  %x0 = weir.constant dense<[[2.16, -2.37, -0.29], [1.69, -1.23, 0.64]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x1 = weir.constant dense<[[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y0 = weir.soft_margin_loss %x0, %x1 {reduction = "sum"} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  %e0 = weir.constant dense<5.4963865> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @sum_f64() {
  %x0 = weir.constant dense<[[2.17, -1.09, -0.72, 1.81, 0.36], [-2.7, -1.69, 0.67, -1.8, -1.51], [0.74, -0.03, -1.39,
      0.36, 0.8]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x1 = weir.constant dense<[[1.0, 1.0, 1.0, -1.0, 1.0], [1.0, 1.0, -1.0, -1.0, 1.0], [-1.0, -1.0, 1.0, -1.0,
      1.0]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %y0 = weir.soft_margin_loss %x0, %x1 {reduction = "sum"} : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<f64>
  %e0 = weir.constant dense<17.346688168511783> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<f64>
  return
}

func.func @none_f32() {
  %x0 = weir.constant dense<[[1.73, -2.55, -0.26], [0.03, 2.38, 2.02]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %x1 = weir.constant dense<[[-1.0, 1.0, 1.0], [1.0, -1.0, -1.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %y0 = weir.soft_margin_loss %x0, %x1 {reduction = "none"} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %e0 = weir.constant dense<[[1.8932104, 2.625183, 0.8315735], [0.6782597, 2.4685152, 2.1445649]]>
      : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x3xf32>
  return
}

func.func @none_f64() {
  %x0 = weir.constant dense<[[-0.57, -0.81, 1.61, -2.43, 1.9], [1.03, -0.39, 1.26, -0.61, -2.14], [-0.5, -2.69,
      -2.48, -0.37, 1.95]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %x1 = weir.constant dense<[[1.0, -1.0, -1.0, -1.0, -1.0], [-1.0, -1.0, -1.0, -1.0, 1.0], [1.0, 1.0, 1.0, 1.0,
      -1.0]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  %y0 = weir.soft_margin_loss %x0, %x1 {reduction = "none"} : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xf64>
  %e0 = weir.constant dense<[[1.0182215112208326, 0.3680110926729271, 1.7922278974706776, 0.08437500133718023,
      2.0393867582829603], [1.335281510219936, 0.5170403966954269, 1.509710719193125, 0.4339559416167789,
      2.2512325998949305], [0.9740769841801067, 2.75567625433466, 2.5604209981977566, 0.895162949730635,
      2.083021075072867]]> : tensor<3x5xf64> -> tensor<3x5xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<3x5xf64>
  return
}

func.func @odd() {
  %x0 = weir.constant dense<[[0.32, -2.02, 1.89, -2.75, 2.59, 0.91, 0.34, -0.52, 1.95, -2.96, -2.9, 0.12, -1.22,
      -0.59, 0.22, -2.74, 2.9, 1.07, -2.41], [1.43, 0.2, 1.12, 1.43, 2.95, -2.29, 2.98, -0.14, -1.79, -0.76, -0.81,
      2.37, 0.15, -2.6, 1.29, -0.01, 1.89, -2.72, 2.19], [2.36, -2.95, -0.14, -2.27, 0.18, -2.46, 2.32, -1.9, 1.01,
      0.92, -1.08, -1.71, 2.49, -2.76, -1.48, -1.04, 0.51, -0.78, -2.33], [0.42, 1.34, 1.23, -0.06, -1.16, -2.94,
      0.2, 0.77, -0.35, 2.76, -1.79, 1.88, 1.31, 2.4, 2.55, -1.58, 2.53, -0.58, 1.07], [2.72, 0.57, 0.5, -2.57, 0.58,
      -1.55, -0.67, -0.73, 2.84, 0.83, 1.35, -1.96, -1.17, 2.26, -2.28, 2.72, -0.44, -0.66, 0.09], [-0.34, -0.18,
      -0.46, 1.21, -1.34, -2.0, -0.39, -2.47, -0.32, -0.03, 1.71, -2.35, -0.62, 1.68, -0.97, 2.02, 1.31, -2.75,
      -0.69], [1.6, 0.16, 1.04, 2.94, 1.05, 0.28, 2.08, -0.42, -2.94, -1.37, 0.57, 2.69, 0.64, -1.3, 2.96, -0.6,
      -1.63, 0.32, -0.94]]> : tensor<7x19xf32> -> tensor<7x19xf32>
  %x1 = weir.constant dense<[[1.0, -1.0, -1.0, -1.0, 1.0, -1.0, -1.0, 1.0, 1.0, -1.0, 1.0, 1.0, -1.0, 1.0, 1.0, 1.0,
      -1.0, -1.0, 1.0], [-1.0, 1.0, -1.0, 1.0, -1.0, -1.0, -1.0, 1.0, 1.0, -1.0, -1.0, 1.0, 1.0, 1.0, -1.0, 1.0, 1.0,
      1.0, -1.0], [1.0, -1.0, -1.0, 1.0, -1.0, 1.0, -1.0, 1.0, 1.0, -1.0, 1.0, 1.0, -1.0, 1.0, 1.0, -1.0, -1.0, 1.0,
      1.0], [-1.0, 1.0, -1.0, -1.0, -1.0, -1.0, 1.0, 1.0, -1.0, -1.0, 1.0, -1.0, -1.0, -1.0, 1.0, 1.0, 1.0, 1.0,
      1.0], [-1.0, 1.0, 1.0, -1.0, 1.0, -1.0, -1.0, -1.0, 1.0, -1.0, 1.0, 1.0, -1.0, 1.0, 1.0, -1.0, 1.0, 1.0, -1.0],
      [1.0, 1.0, -1.0, 1.0, 1.0, -1.0, 1.0, -1.0, -1.0, -1.0, 1.0, 1.0, -1.0, -1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [-1.0,
      -1.0, 1.0, 1.0, 1.0, 1.0, 1.0, -1.0, 1.0, 1.0, -1.0, -1.0, -1.0, -1.0, 1.0, 1.0, 1.0, -1.0, -1.0]]>
      : tensor<7x19xf32> -> tensor<7x19xf32>
  %y0 = weir.soft_margin_loss %x0, %x1 {reduction = "mean"} : (tensor<7x19xf32>, tensor<7x19xf32>) -> tensor<f32>
  %e0 = weir.constant dense<1.0856513> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @narrow_bf16() {
  %x0 = weir.constant dense<[[-0.06, 2.17, 0.91], [1.11, -1.39, -1.55]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %x1 = weir.constant dense<[[1.0, -1.0, -1.0], [-1.0, -1.0, -1.0]]> : tensor<2x3xbf16> -> tensor<2x3xbf16>
  %y0 = weir.soft_margin_loss %x0, %x1 {reduction = "mean"} : (tensor<2x3xbf16>, tensor<2x3xbf16>) -> tensor<bf16>
  %e0 = weir.constant dense<1.01> : tensor<bf16> -> tensor<bf16>
  check.expect_close %y0, %e0 : tensor<bf16>
  return
}

func.func @narrow_f16() {
  %x0 = weir.constant dense<[[-0.38, 1.59, -2.0], [0.93, -2.74, 2.79]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %x1 = weir.constant dense<[[-1.0, 1.0, -1.0], [-1.0, 1.0, -1.0]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %y0 = weir.soft_margin_loss %x0, %x1 {reduction = "none"} : (tensor<2x3xf16>, tensor<2x3xf16>) -> tensor<2x3xf16>
  %e0 = weir.constant dense<[[0.521, 0.1857, 0.127], [1.263, 2.803, 2.85]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  check.expect_close %y0, %e0 : tensor<2x3xf16>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[-0.48]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %x1 = weir.constant dense<[[-1.0]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  %y0 = weir.soft_margin_loss %x0, %x1 {reduction = "sum"} : (tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<f64>
  %e0 = weir.constant dense<0.4816748743957433> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<f64>
  return
}

func.func @extreme() {
  %x0 = weir.constant dense<[1000.0, -1000.0, 50.0]> : tensor<3xf32> -> tensor<3xf32>
  %x1 = weir.constant dense<[1.0, 1.0, -1.0]> : tensor<3xf32> -> tensor<3xf32>
  %y0 = weir.soft_margin_loss %x0, %x1 {reduction = "none"} : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %e0 = weir.constant dense<[0.0, 1000.0, 50.0]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3xf32>
  return
}

func.func @scalar() {
  %x0 = weir.constant dense<2.32> : tensor<f32> -> tensor<f32>
  %x1 = weir.constant dense<-1.0> : tensor<f32> -> tensor<f32>
  %y0 = weir.soft_margin_loss %x0, %x1 {reduction = "mean"} : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %e0 = weir.constant dense<2.4137394> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}

func.func @empty_sum() {
  %x0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %x1 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y0 = weir.soft_margin_loss %x0, %x1 {reduction = "sum"} : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<f32>
  %e0 = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f32>
  return
}
