// RUN: %op_runs
// input to the power of exponent, of any dtypes, in f64.

func.func @typical_f32() {
  %input = weir.constant dense<[4.46, 2.46, 2.66, 2.77, 0.85, 3.89, 4.05]> : tensor<7xf32> -> tensor<7xf32>
  %exponent = weir.constant dense<[-0.85, -2.88, 2.34, 1.8, 1.72, 1.47, -2.55]> : tensor<7xf32> -> tensor<7xf32>
  %y = weir.float_power %input, %exponent : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xf64>
  %e = weir.constant dense<
      [0.2805855823761806, 0.07483535572799736, 9.867861061558244, 6.258403467111766, 0.7561371415095526,
      7.365902196378913, 0.028248127684291222]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_close %y, %e : tensor<7xf64>
  return
}

func.func @odd_f32() {
  %input = weir.constant dense<
      [2.44, 0.92, 3.98, 3.97, 2.92, 0.64, 3.35, 3.71, 0.56, 4.89, 0.56, 0.97, 4.31, 3.11, 2.35, 3.45, 3.26, 0.35,
      2.77]> : tensor<19xf32> -> tensor<19xf32>
  %exponent = weir.constant dense<
      [-1.51, -2.63, -0.83, -2.49, 1.11, 2.33, -2.56, -2.54, -2.7, 1.51, -2.41, 1.45, 1.13, -0.34, 2.18, -2.25, -2.07,
      -0.43, -1.71]> : tensor<19xf32> -> tensor<19xf32>
  %y = weir.float_power %input, %exponent : (tensor<19xf32>, tensor<19xf32>) -> tensor<19xf64>
  %e = weir.constant dense<
      [0.26004071443250776, 1.245196804518346, 0.3177584134868605, 0.03228580539196428, 3.28529962690362,
      0.3535080692565722, 0.045277804054736796, 0.035792355470597746, 4.785114498910998, 10.986423924736712,
      4.044518926643721, 0.9567952985340237, 5.211458764091433, 0.6799257217532699, 6.440623704490321,
      0.06164630101395836, 0.08662427339104659, 1.5705463121673462, 0.17512961104817606]>
      : tensor<19xf64> -> tensor<19xf64>
  check.expect_close %y, %e : tensor<19xf64>
  return
}

func.func @f64() {
  %input = weir.constant dense<
      [[7.71, 0.94, 8.21, 2.55, 1.13], [3.08, 7.5, 7.73, 4.24, 0.72], [0.13, 0.85, 8.03, 6.98, 1.54]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  %exponent = weir.constant dense<
      [[-1.25, -2.83, -5.71, -2.4, 4.89], [0.67, -7.8, -1.51, 1.87, 7.49], [-5.16, -6.89, 4.3, 6.99, -8.73]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  %y = weir.float_power %input, %exponent : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xf64>
  %e = weir.constant dense<
      [[0.07783627206976712, 1.1913741544177656, 6.013129719400111e-06, 0.10575564709998812, 1.8178313488112696],
      [2.1248534387126736, 1.49459025257133e-07, 0.04558783462817323, 14.899584303764671, 0.08539263171271226],
      [37329.51110295717, 3.064104705904112, 7767.4209968103505, 791679.5087674785, 0.02306450333695536]]>
      : tensor<3x5xf64> -> tensor<3x5xf64>
  check.expect_close %y, %e : tensor<3x5xf64>
  return
}

func.func @integers() {
  %input = weir.constant dense<[2, 8, 3, 4, 6]> : tensor<5xi64> -> tensor<5xi64>
  %exponent = weir.constant dense<[0, -3, 0, -2, 2]> : tensor<5xi64> -> tensor<5xi64>
  %y = weir.float_power %input, %exponent : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xf64>
  %e = weir.constant dense<[1.0, 0.001953125, 1.0, 0.0625, 36.0]> : tensor<5xf64> -> tensor<5xf64>
  check.expect_close %y, %e : tensor<5xf64>
  return
}

func.func @i32_f16() {
  %input = weir.constant dense<[[3, 5, 2], [9, 8, 4]]> : tensor<2x3xi32> -> tensor<2x3xi32>
  %exponent = weir.constant dense<[[0.06, 2.16, 2.85], [-2.21, -2.03, -2.26]]> : tensor<2x3xf16> -> tensor<2x3xf16>
  %y = weir.float_power %input, %exponent : (tensor<2x3xi32>, tensor<2x3xf16>) -> tensor<2x3xf64>
  %e = weir.constant dense<
      [[1.0681349125380855, 32.35075520612563, 7.208051780096652], [0.007766573413825192, 0.014701522453777705,
      0.04359990343644376]]> : tensor<2x3xf64> -> tensor<2x3xf64>
  check.expect_close %y, %e : tensor<2x3xf64>
  return
}

func.func @bf16() {
  %input = weir.constant dense<[0.91, 0.54, 1.77, 1.7]> : tensor<4xbf16> -> tensor<4xbf16>
  %exponent = weir.constant dense<[-2.39, 1.77, -2.88, -2.78]> : tensor<4xbf16> -> tensor<4xbf16>
  %y = weir.float_power %input, %exponent : (tensor<4xbf16>, tensor<4xbf16>) -> tensor<4xf64>
  %e = weir.constant dense<
      [1.2523866177809087, 0.33425564756139464, 0.19259913101540904, 0.22742887613243645]>
      : tensor<4xf64> -> tensor<4xf64>
  check.expect_close %y, %e : tensor<4xf64>
  return
}

func.func @bools() {
  %input = weir.constant dense<[true, true, false, false]> : tensor<4xi1> -> tensor<4xi1>
  %exponent = weir.constant dense<[0, 3, 0, 2]> : tensor<4xi64> -> tensor<4xi64>
  %y = weir.float_power %input, %exponent : (tensor<4xi1>, tensor<4xi64>) -> tensor<4xf64>
  %e = weir.constant dense<[1.0, 1.0, 1.0, 0.0]> : tensor<4xf64> -> tensor<4xf64>
  check.expect_close %y, %e : tensor<4xf64>
  return
}

// The results have no numbers of f32.
func.func @beyond_f32() {
  %input = weir.constant dense<[1.0e+30, 2.0e-30, -1.0e+20]> : tensor<3xf32> -> tensor<3xf32>
  %exponent = weir.constant dense<[3.0, 5.0, 3.0]> : tensor<3xf32> -> tensor<3xf32>
  %y = weir.float_power %input, %exponent : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf64>
  %e = weir.constant dense<
      [1.0000000451423994e+90, 3.20000005073723e-149, -1.0000000601226333e+60]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_close %y, %e : tensor<3xf64>
  return
}

func.func @special() {
  %input = weir.constant dense<
      [0x7FC00000, 0x7FC00000, 1.0, 0x7F800000, 0x7F800000, 0xFF800000, 0.0, 0.0, -0.0, -2.0, -2.0]>
      : tensor<11xf32> -> tensor<11xf32>
  %exponent = weir.constant dense<
      [1.0, 0.0, 0x7FC00000, 2.0, -1.0, 3.0, 0.0, -1.0, 3.0, 3.0, 0.25]> : tensor<11xf32> -> tensor<11xf32>
  %y = weir.float_power %input, %exponent : (tensor<11xf32>, tensor<11xf32>) -> tensor<11xf64>
  %e = weir.constant dense<
      [0x7FF8000000000000, 1.0, 1.0, 0x7FF0000000000000, 0.0, 0xFFF0000000000000, 1.0, 0x7FF0000000000000, -0.0, -8.0,
      0x7FF8000000000000]> : tensor<11xf64> -> tensor<11xf64>
  check.expect_close %y, %e : tensor<11xf64>
  return
}

func.func @roots() {
  %input = weir.constant dense<[4.0, 2.25, 0.0, 2.0, -1.0]> : tensor<5xf64> -> tensor<5xf64>
  %exponent = weir.constant dense<[0.5, 0.5, 0.5, 0.5, 0.5]> : tensor<5xf64> -> tensor<5xf64>
  %y = weir.float_power %input, %exponent : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xf64>
  %e = weir.constant dense<[2.0, 1.5, 0.0, 1.4142135623730951, 0x7FF8000000000000]> : tensor<5xf64> -> tensor<5xf64>
  check.expect_close %y, %e : tensor<5xf64>
  return
}

func.func @size_one() {
  %input = weir.constant dense<[[2.94]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %exponent = weir.constant dense<[[2.72]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %y = weir.float_power %input, %exponent : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf64>
  %e = weir.constant dense<[[18.78904796564295]]> : tensor<1x1xf64> -> tensor<1x1xf64>
  check.expect_close %y, %e : tensor<1x1xf64>
  return
}

func.func @empty() {
  %input = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %exponent = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  %y = weir.float_power %input, %exponent : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<0x3xf64>
  %e = weir.constant dense<> : tensor<0x3xf64> -> tensor<0x3xf64>
  check.expect_close %y, %e : tensor<0x3xf64>
  return
}

func.func @rank_0() {
  %input = weir.constant dense<0.2> : tensor<f64> -> tensor<f64>
  %exponent = weir.constant dense<-1.67> : tensor<f64> -> tensor<f64>
  %y = weir.float_power %input, %exponent : (tensor<f64>, tensor<f64>) -> tensor<f64>
  %e = weir.constant dense<14.698733208296627> : tensor<f64> -> tensor<f64>
  check.expect_close %y, %e : tensor<f64>
  return
}
