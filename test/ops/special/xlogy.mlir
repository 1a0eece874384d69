// RUN: %op_runs
// input * log(other), 0 where input is 0

func.func @odd() {
  %x0 = weir.constant dense<[2.34, 1.84, 3.03, 0.84, 3.67, 0.95, 3.1, 0.36, 1.95, 0.23, 1.32, 1.32, 2.91, 1.87, 0.32,
      3.98, 3.57, 3.67, 1.06]> : tensor<19xf32> -> tensor<19xf32>
  %x1 = weir.constant dense<[1.64, 0.99, 0.59, 0.23, 2.06, 0.58, 0.79, 3.46, 1.99, 0.82, 2.71, 1.14, 2.16, 1.2, 2.11,
      2.55, 2.19, 1.64, 3.18]> : tensor<19xf32> -> tensor<19xf32>
  %y0 = weir.xlogy %x0, %x1 : (tensor<19xf32>, tensor<19xf32>) -> tensor<19xf32>
  %e0 = weir.constant dense<[1.1575892, -0.0184926, -1.5987273, -1.2345277, 2.6523309, -0.51749086, -0.7307391,
      0.4468567, 1.3418626, -0.045643717, 1.3159723, 0.1729573, 2.2410152, 0.3409414, 0.23894012, 3.7256515,
      2.7985287, 1.8155352, 1.226294]> : tensor<19xf32> -> tensor<19xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<19xf32>
  return
}

func.func @square_f32() {
  %x0 = weir.constant dense<[[3.51, 0.8, 0.63, 0.54, 3.92], [3.77, 1.0, 3.88, 0.91, 2.08], [2.04, 3.67, 0.26, 1.33,
      2.44]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %x1 = weir.constant dense<[[0.36, 1.02, 1.91, 3.54, 3.07], [3.33, 3.07, 2.86, 3.41, 2.76], [2.97, 1.28, 0.75, 3.05,
      0.75]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  %y0 = weir.xlogy %x0, %x1 : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
  %e0 = weir.constant dense<[[-3.5859957, 0.015842088, 0.40767503, 0.68262845, 4.396976], [4.5352054, 1.1216775,
      4.077188, 1.1163082, 2.1116798], [2.2206664, 0.9059764, -0.07479734, 1.4831383, -0.7019443]]>
      : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x5xf32>
  return
}

func.func @odd_f64() {
  %x0 = weir.constant dense<[[3.69, 2.43, 1.38], [3.75, 0.71, 2.11]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %x1 = weir.constant dense<[[0.46, 3.87, 2.34], [3.23, 1.2, 3.23]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  %y0 = weir.xlogy %x0, %x1 : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %e0 = weir.constant dense<[[-2.8653912332512963, 3.288408452111308, 1.1732082825300618], [4.396808014629619,
      0.12944830532370774, 2.473937309564932]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<2x3xf64>
  return
}

// Computed in f32 and rounded once.
func.func @narrow_bf16() {
  %x0 = weir.constant dense<[[2.84, 2.61, 3.81, 1.79], [1.72, 2.8, 3.36, 1.41]]> : tensor<2x4xbf16>
      -> tensor<2x4xbf16>
  %x1 = weir.constant dense<[[2.7, 0.92, 2.25, 3.1], [0.35, 2.94, 0.16, 3.84]]> : tensor<2x4xbf16> -> tensor<2x4xbf16>
  %y0 = weir.xlogy %x0, %x1 : (tensor<2x4xbf16>, tensor<2x4xbf16>) -> tensor<2x4xbf16>
  %e0 = weir.constant dense<[[2.83, -0.212, 3.1, 2.02], [-1.805, 3.02, -6.16, 1.89]]> : tensor<2x4xbf16>
      -> tensor<2x4xbf16>
  check.expect_eq %y0, %e0 : tensor<2x4xbf16>
  return
}

func.func @narrow_f16() {
  %x0 = weir.constant dense<[1.93, 1.7, 2.91, 2.14, 2.95]> : tensor<5xf16> -> tensor<5xf16>
  %x1 = weir.constant dense<[0.43, 2.29, 2.28, 3.74, 0.25]> : tensor<5xf16> -> tensor<5xf16>
  %y0 = weir.xlogy %x0, %x1 : (tensor<5xf16>, tensor<5xf16>) -> tensor<5xf16>
  %e0 = weir.constant dense<[-1.629, 1.408, 2.398, 2.824, -4.09]> : tensor<5xf16> -> tensor<5xf16>
  check.expect_eq %y0, %e0 : tensor<5xf16>
  return
}

func.func @special_f32() {
  %x0 = weir.constant dense<[0.0, 0.0, 0.0, 1.0, 2.0, 0x7FC00000, 0.0]> : tensor<7xf32> -> tensor<7xf32>
  %x1 = weir.constant dense<[0.0, 0x7F800000, 0x7FC00000, 0.0, -1.0, 1.0, -3.0]> : tensor<7xf32> -> tensor<7xf32>
  %y0 = weir.xlogy %x0, %x1 : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xf32>
  %e0 = weir.constant dense<[0.0, 0.0, 0x7FC00000, 0xFF800000, 0x7FC00000, 0x7FC00000, 0.0]> : tensor<7xf32>
      -> tensor<7xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<7xf32>
  return
}

func.func @special_f64() {
  %x0 = weir.constant dense<[0.0, 0.0, 0.0, 1.0, 2.0, 0x7FF8000000000000, 0.0]> : tensor<7xf64> -> tensor<7xf64>
  %x1 = weir.constant dense<[0.0, 0x7FF0000000000000, 0x7FF8000000000000, 0.0, -1.0, 1.0, -3.0]> : tensor<7xf64>
      -> tensor<7xf64>
  %y0 = weir.xlogy %x0, %x1 : (tensor<7xf64>, tensor<7xf64>) -> tensor<7xf64>
  %e0 = weir.constant dense<[0.0, 0.0, 0x7FF8000000000000, 0xFFF0000000000000, 0x7FF8000000000000,
      0x7FF8000000000000, 0.0]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<7xf64>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[1.87]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %x1 = weir.constant dense<[[2.56]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y0 = weir.xlogy %x0, %x1 : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  %e0 = weir.constant dense<[[1.7578136]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<1x1xf32>
  return
}

func.func @empty() {
  %x0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %x1 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y0 = weir.xlogy %x0, %x1 : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<0x3xf32>
  %e0 = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<0x3xf32>
  return
}

func.func @scalar() {
  %x0 = weir.constant dense<2.25> : tensor<f64> -> tensor<f64>
  %x1 = weir.constant dense<0.39> : tensor<f64> -> tensor<f64>
  %y0 = weir.xlogy %x0, %x1 : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %e0 = weir.constant dense<-2.1186192146815013> : tensor<f64> -> tensor<f64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<f64>
  return
}
