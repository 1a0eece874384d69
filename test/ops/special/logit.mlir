// RUN: %op_runs
// log(input / (1 - input))

func.func @odd() {
  %x0 = weir.constant dense<[0.56, 0.74, 0.71, 0.28, 0.94, 0.7, 0.43, 0.42, 0.75, 0.21, 0.63, 0.7, 0.51, 0.84, 0.47,
      0.47, 0.31, 0.88, 0.33]> : tensor<19xf32> -> tensor<19xf32>
  %y0 = weir.logit %x0 : (tensor<19xf32>) -> tensor<19xf32>
  %e0 = weir.constant dense<[0.24116206, 1.0459687, 0.89538395, -0.9444616, 2.7515352, 0.8472978, -0.2818511,
      -0.32277346, 1.0986123, -1.3249254, 0.5322168, 0.8472978, 0.040005296, 1.6582279, -0.120144315, -0.120144315,
      -0.8001193, 1.9924301, -0.708185]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y0, %e0 {atol = 0.0 : f64, rtol = 3.0e-06 : f64} : tensor<19xf32>
  return
}

func.func @square_f32() {
  %x0 = weir.constant dense<[[0.68, 0.42, 0.89, 0.9, 0.08], [0.95, 0.59, 0.12, 0.5, 0.09], [0.54, 0.22, 0.38, 0.32,
      0.59]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %y0 = weir.logit %x0 : (tensor<3x5xf32>) -> tensor<3x5xf32>
  %e0 = weir.constant dense<[[0.75377184, -0.32277346, 2.090741, 2.1972244, -2.442347], [2.9444387, 0.36396527,
      -1.9924302, 0.0, -2.3136349], [0.16034274, -1.2656664, -0.48954824, -0.75377184, 0.36396527]]>
      : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_close %y0, %e0 {atol = 0.0 : f64, rtol = 3.0e-06 : f64} : tensor<3x5xf32>
  return
}

func.func @odd_f64() {
  %x0 = weir.constant dense<[[0.79, 0.89, 0.35], [0.56, 0.06, 0.38]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y0 = weir.logit %x0 : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %e0 = weir.constant dense<[[1.3249254147435987, 2.0907410969337694, -0.6190392084062235], [0.2411620568168883,
      -2.751535313041949, -0.4895482253187058]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_close %y0, %e0 {atol = 0.0 : f64, rtol = 3.0e-06 : f64} : tensor<2x3xf64>
  return
}

func.func @special_f32() {
  %x0 = weir.constant dense<[0x7FC00000, 0.0, 1.0, -1.0, 2.0, 0.5, 0.50097656]> : tensor<7xf32> -> tensor<7xf32>
  %y0 = weir.logit %x0 : (tensor<7xf32>) -> tensor<7xf32>
  %e0 = weir.constant dense<[0x7FC00000, 0xFF800000, 0x7F800000, 0x7FC00000, 0x7FC00000, 0.0, 0.003906255]>
      : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y0, %e0 {atol = 0.0 : f64, rtol = 3.0e-06 : f64} : tensor<7xf32>
  return
}

func.func @special_f64() {
  %x0 = weir.constant dense<[0x7FF8000000000000, 0.0, 1.0, -1.0, 2.0, 0.5, 0.5009765625]> : tensor<7xf64>
      -> tensor<7xf64>
  %y0 = weir.logit %x0 : (tensor<7xf64>) -> tensor<7xf64>
  %e0 = weir.constant dense<[0x7FF8000000000000, 0xFFF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000,
      0x7FF8000000000000, 0.0, 0.0039062549670651]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_close %y0, %e0 {atol = 0.0 : f64, rtol = 3.0e-06 : f64} : tensor<7xf64>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[0.91]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y0 = weir.logit %x0 : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %e0 = weir.constant dense<[[2.3136353]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_close %y0, %e0 {atol = 0.0 : f64, rtol = 3.0e-06 : f64} : tensor<1x1xf32>
  return
}

func.func @empty() {
  %x0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y0 = weir.logit %x0 : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %e0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_close %y0, %e0 {atol = 0.0 : f64, rtol = 3.0e-06 : f64} : tensor<0x3xf32>
  return
}

func.func @scalar() {
  %x0 = weir.constant dense<0.16> : tensor<f64> -> tensor<f64>
  %y0 = weir.logit %x0 : (tensor<f64>) -> tensor<f64>
  %e0 = weir.constant dense<-1.6582280766035324> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 0.0 : f64, rtol = 3.0e-06 : f64} : tensor<f64>
  return
}
