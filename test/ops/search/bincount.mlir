// RUN: %known_size_runs
// counts of small integers, or sums of weights; a kernel has the ones and zeros of a known number inside

func.func @counts() {
  %x0 = weir.constant dense<[4, 0, 1, 1, 3, 4, 4, 3, 1]> : tensor<9xi64> -> tensor<9xi64>
  %y0 = weir.bincount %x0 {minlength = 6 : i64, present = array<i64>} : (tensor<9xi64>) -> tensor<6xi64>
  %e0 = weir.constant dense<[1, 3, 0, 2, 3, 0]> : tensor<6xi64> -> tensor<6xi64>
  check.expect_eq %y0, %e0 : tensor<6xi64>
  return
}

func.func @counts_weights_f32() {
  %x0 = weir.constant dense<[4, 0, 1, 1, 3, 4, 4, 3, 1]> : tensor<9xi64> -> tensor<9xi64>
  %x1 = weir.constant dense<[-1.65, -0.19, -2.94, -1.05, -0.12, -2.45, 0.48, -0.34, -2.68]> : tensor<9xf32>
      -> tensor<9xf32>
  %y0 = weir.bincount %x0, %x1 {minlength = 6 : i64, present = array<i64: 0>} : (tensor<9xi64>, tensor<9xf32>)
      -> tensor<6xf32>
  %e0 = weir.constant dense<[-0.19, -6.67, 0.0, -0.46, -3.6200001, 0.0]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<6xf32>
  return
}

func.func @counts_weights_f64() {
  %x0 = weir.constant dense<[4, 0, 1, 1, 3, 4, 4, 3, 1]> : tensor<9xi64> -> tensor<9xi64>
  %x1 = weir.constant dense<[-2.12, -0.07, 2.38, -2.66, 0.37, -1.29, -0.67, 2.53, 0.78]> : tensor<9xf64>
      -> tensor<9xf64>
  %y0 = weir.bincount %x0, %x1 {minlength = 6 : i64, present = array<i64: 0>} : (tensor<9xi64>, tensor<9xf64>)
      -> tensor<6xf64>
  %e0 = weir.constant dense<[-0.07, 0.4999999999999998, 0.0, 2.9, -4.08, 0.0]> : tensor<6xf64> -> tensor<6xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<6xf64>
  return
}

func.func @odd() {
  %x0 = weir.constant dense<[3, 1, 1, 4, 3, 1, 6, 0, 6, 0, 2, 2, 3, 2, 3, 2, 1, 3, 6, 1, 1, 6, 1, 1, 0, 2, 6, 5, 6,
      0, 4, 6, 3, 1, 4, 0, 2]> : tensor<37xi64> -> tensor<37xi64>
  %y0 = weir.bincount %x0 {minlength = 7 : i64, present = array<i64>} : (tensor<37xi64>) -> tensor<7xi64>
  %e0 = weir.constant dense<[5, 9, 6, 6, 3, 1, 7]> : tensor<7xi64> -> tensor<7xi64>
  check.expect_eq %y0, %e0 : tensor<7xi64>
  return
}

func.func @odd_weights_f32() {
  %x0 = weir.constant dense<[3, 1, 1, 4, 3, 1, 6, 0, 6, 0, 2, 2, 3, 2, 3, 2, 1, 3, 6, 1, 1, 6, 1, 1, 0, 2, 6, 5, 6,
      0, 4, 6, 3, 1, 4, 0, 2]> : tensor<37xi64> -> tensor<37xi64>
  %x1 = weir.constant dense<[2.34, 0.34, 2.14, 1.17, 1.07, 1.03, 1.66, 1.88, 1.1, -1.08, -1.42, -1.82, 2.14, -0.09,
      -3.0, 0.59, 2.18, 2.51, 2.63, 2.21, -1.94, 0.09, 1.25, 0.86, -0.85, -2.78, 2.36, 1.67, 2.2, -0.69, -1.51, 2.07,
      0.93, 1.0, -2.79, -2.36, 1.62]> : tensor<37xf32> -> tensor<37xf32>
  %y0 = weir.bincount %x0, %x1 {minlength = 7 : i64, present = array<i64: 0>} : (tensor<37xi64>, tensor<37xf32>)
      -> tensor<7xf32>
  %e0 = weir.constant dense<[-3.1, 9.07, -3.9, 5.9900002, -3.13, 1.67, 12.11]> : tensor<7xf32> -> tensor<7xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<7xf32>
  return
}

func.func @odd_weights_f64() {
  %x0 = weir.constant dense<[3, 1, 1, 4, 3, 1, 6, 0, 6, 0, 2, 2, 3, 2, 3, 2, 1, 3, 6, 1, 1, 6, 1, 1, 0, 2, 6, 5, 6,
      0, 4, 6, 3, 1, 4, 0, 2]> : tensor<37xi64> -> tensor<37xi64>
  %x1 = weir.constant dense<[2.3, -0.88, 2.23, -1.92, 0.48, -0.9, 0.2, -1.82, -0.7, -0.23, 0.48, -1.77, 0.63, -1.73,
      2.86, -1.55, -2.34, -1.37, 0.41, -0.32, 0.96, -2.34, -0.52, 0.34, 2.85, 2.32, 0.43, -1.2, -2.31, 0.79, 0.38,
      -0.15, 1.32, -0.21, 1.68, -1.27, -1.04]> : tensor<37xf64> -> tensor<37xf64>
  %y0 = weir.bincount %x0, %x1 {minlength = 7 : i64, present = array<i64: 0>} : (tensor<37xi64>, tensor<37xf64>)
      -> tensor<7xf64>
  %e0 = weir.constant dense<[0.31999999999999984, -1.6399999999999995, -3.2900000000000005, 6.22, 0.1399999999999999,
      -1.2, -4.46]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<7xf64>
  return
}

func.func @one() {
  %x0 = weir.constant dense<[0]> : tensor<1xi64> -> tensor<1xi64>
  %y0 = weir.bincount %x0 {minlength = 1 : i64, present = array<i64>} : (tensor<1xi64>) -> tensor<1xi64>
  %e0 = weir.constant dense<[1]> : tensor<1xi64> -> tensor<1xi64>
  check.expect_eq %y0, %e0 : tensor<1xi64>
  return
}

func.func @one_weights_f32() {
  %x0 = weir.constant dense<[0]> : tensor<1xi64> -> tensor<1xi64>
  %x1 = weir.constant dense<[2.47]> : tensor<1xf32> -> tensor<1xf32>
  %y0 = weir.bincount %x0, %x1 {minlength = 1 : i64, present = array<i64: 0>} : (tensor<1xi64>, tensor<1xf32>)
      -> tensor<1xf32>
  %e0 = weir.constant dense<[2.47]> : tensor<1xf32> -> tensor<1xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<1xf32>
  return
}

func.func @one_weights_f64() {
  %x0 = weir.constant dense<[0]> : tensor<1xi64> -> tensor<1xi64>
  %x1 = weir.constant dense<[0.47]> : tensor<1xf64> -> tensor<1xf64>
  %y0 = weir.bincount %x0, %x1 {minlength = 1 : i64, present = array<i64: 0>} : (tensor<1xi64>, tensor<1xf64>)
      -> tensor<1xf64>
  %e0 = weir.constant dense<[0.47]> : tensor<1xf64> -> tensor<1xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<1xf64>
  return
}

func.func @empty() {
  %x0 = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  %y0 = weir.bincount %x0 {minlength = 3 : i64, present = array<i64>} : (tensor<0xi64>) -> tensor<3xi64>
  %e0 = weir.constant dense<[0, 0, 0]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %y0, %e0 : tensor<3xi64>
  return
}

func.func @empty_weights_f32() {
  %x0 = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  %x1 = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y0 = weir.bincount %x0, %x1 {minlength = 3 : i64, present = array<i64: 0>} : (tensor<0xi64>, tensor<0xf32>)
      -> tensor<3xf32>
  %e0 = weir.constant dense<[0.0, 0.0, 0.0]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %y0, %e0 {atol = 1.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3xf32>
  return
}

func.func @empty_weights_f64() {
  %x0 = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  %x1 = weir.constant dense<> : tensor<0xf64> -> tensor<0xf64>
  %y0 = weir.bincount %x0, %x1 {minlength = 3 : i64, present = array<i64: 0>} : (tensor<0xi64>, tensor<0xf64>)
      -> tensor<3xf64>
  %e0 = weir.constant dense<[0.0, 0.0, 0.0]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_close %y0, %e0 {atol = 2.0e-15 : f64, rtol = 1.0e-14 : f64} : tensor<3xf64>
  return
}
