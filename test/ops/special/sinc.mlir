// RUN: %op_runs
// sin(pi x) / (pi x)

func.func @odd() {
  %x0 = weir.constant dense<[2.22, 0.92, -1.24, 1.67, -1.26, 2.37, -2.5, -2.29, 1.5, -0.3, -2.12, 0.08, -1.22, 0.3,
      1.46, 2.14, -2.65, 0.55, 2.9]> : tensor<19xf32> -> tensor<19xf32>
  %y0 = weir.sinc %x0 : (tensor<19xf32>) -> tensor<19xf32>
  %e0 = weir.constant dense<[0.09139567, 0.08604395, -0.17572428, -0.16406152, -0.18415707, 0.12326175, 0.12732396,
      0.1098315, -0.21220659, 0.85839367, 0.055272445, 0.98950565, -0.16631015, 0.85839367, -0.2163013, 0.0633317,
      0.10702495, 0.5716199, 0.0339183]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<19xf32>
  return
}

func.func @square_f32() {
  %x0 = weir.constant dense<[[-0.24, 1.62, -2.42, 2.24, 0.49], [2.33, 1.72, 2.22, -2.66, 1.29], [-1.82, -1.41, -1.05,
      0.55, 0.77]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %y0 = weir.sinc %x0 : (tensor<3x5xf32>) -> tensor<3x5xf32>
  %e0 = weir.constant dense<[[0.9079088, -0.18268953, 0.12740067, 0.09727594, 0.64929146], [0.11758913, -0.14259416,
      0.09139567, 0.10486355, -0.1949722], [-0.09371369, -0.21678792, -0.047423422, 0.5716199, 0.2733794]]>
      : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x5xf32>
  return
}

func.func @odd_f64() {
  %x0 = weir.constant dense<[[2.59, -2.92, -1.84], [-0.83, 1.91, 0.3]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y0 = weir.sinc %x0 : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %e0 = weir.constant dense<[[0.11801968100032456, 0.02710974304058387, -0.08334073759344565], [0.19522037965100772,
      -0.0464950927799147, 0.8583936913341398]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x3xf64>
  return
}

func.func @special_f32() {
  %x0 = weir.constant dense<[0x7FC00000, 0.0, -0.0, 0.5]> : tensor<4xf32> -> tensor<4xf32>
  %y0 = weir.sinc %x0 : (tensor<4xf32>) -> tensor<4xf32>
  %e0 = weir.constant dense<[0x7FC00000, 1.0, 1.0, 0.63661975]> : tensor<4xf32> -> tensor<4xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<4xf32>
  return
}

func.func @special_f64() {
  %x0 = weir.constant dense<[0x7FF8000000000000, 0.0, -0.0, 0.5]> : tensor<4xf64> -> tensor<4xf64>
  %y0 = weir.sinc %x0 : (tensor<4xf64>) -> tensor<4xf64>
  %e0 = weir.constant dense<[0x7FF8000000000000, 1.0, 1.0, 0.6366197723675814]> : tensor<4xf64> -> tensor<4xf64>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<4xf64>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[0.07]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y0 = weir.sinc %x0 : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %e0 = weir.constant dense<[[0.9919593]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<1x1xf32>
  return
}

func.func @empty() {
  %x0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y0 = weir.sinc %x0 : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %e0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<0x3xf32>
  return
}

func.func @scalar() {
  %x0 = weir.constant dense<1.56> : tensor<f64> -> tensor<f64>
  %y0 = weir.sinc %x0 : (tensor<f64>) -> tensor<f64>
  %e0 = weir.constant dense<-0.20043060447387023> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<f64>
  return
}
