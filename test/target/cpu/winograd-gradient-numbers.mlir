// RUN: weir-run %s --device=cpu,naive
// RUN: weir-run %s --device=cpu --machine=x86-64-v3
// RUN: env WEIR_DRAWN_SCHEDULES=1 weir-run %s --device=cpu
// RUN: env WEIR_DRAWN_SCHEDULES=2 weir-run %s --device=cpu
// RUN: env WEIR_DRAWN_SCHEDULES=3 weir-run %s --device=cpu

// The gradient of a kernel by Winograd's tiles, of small integers: exactly the products of pixels that each element of
// the windows is; and so it is under other schedules.

func.func @channels_that_fill_vectors() {
  %xn = weir.iota -> tensor<8448xi64>
  %xk = weir.constant dense<37> : tensor<i64> -> tensor<8448xi64>
  %xp = weir.mul %xn, %xk : (tensor<8448xi64>, tensor<8448xi64>) -> tensor<8448xi64>
  %xm = weir.constant dense<11> : tensor<i64> -> tensor<8448xi64>
  %xr = weir.remainder %xp, %xm : (tensor<8448xi64>, tensor<8448xi64>) -> tensor<8448xi64>
  %xf = weir.cast %xr {to = f32} : (tensor<8448xi64>) -> tensor<8448xf32>
  %x = weir.reshape %xf : tensor<8448xf32> -> tensor<2x12x11x32xf32>
  %dyn = weir.iota -> tensor<2880xi64>
  %dyk = weir.constant dense<53> : tensor<i64> -> tensor<2880xi64>
  %dyp = weir.mul %dyn, %dyk : (tensor<2880xi64>, tensor<2880xi64>) -> tensor<2880xi64>
  %dym = weir.constant dense<7> : tensor<i64> -> tensor<2880xi64>
  %dyr = weir.remainder %dyp, %dym : (tensor<2880xi64>, tensor<2880xi64>) -> tensor<2880xi64>
  %dyf = weir.cast %dyr {to = f32} : (tensor<2880xi64>) -> tensor<2880xf32>
  %dy = weir.reshape %dyf : tensor<2880xf32> -> tensor<2x10x9x16xf32>
  %y = weir.conv_kernel_gradient %x, %dy {channels_last, dilations = array<i64: 1, 1>, padding_high = array<i64: 0, 0>,
      padding_low = array<i64: 0, 0>, strides = array<i64: 1, 1>} : (tensor<2x12x11x32xf32>, tensor<2x10x9x16xf32>) -> tensor<16x32x3x3xf32>
  %b = weir.reshape %dy : tensor<2x10x9x16xf32> -> tensor<180x16xf32>
  %x00 = weir.slice %x {starts = array<i64: 0, 0, 0, 0>, steps = array<i64: 1, 1, 1, 1>} : tensor<2x12x11x32xf32> -> tensor<2x10x9x32xf32>
  %a00 = weir.reshape %x00 : tensor<2x10x9x32xf32> -> tensor<180x32xf32>
  %e00 = weir.matmul %b, %a00 {transpose_a} : (tensor<180x16xf32>, tensor<180x32xf32>) -> tensor<16x32xf32>
  %y00 = weir.slice %y {starts = array<i64: 0, 0, 0, 0>, steps = array<i64: 1, 1, 1, 1>} : tensor<16x32x3x3xf32> -> tensor<16x32x1x1xf32>
  %g00 = weir.reshape %y00 : tensor<16x32x1x1xf32> -> tensor<16x32xf32>
  check.expect_eq %g00, %e00 : tensor<16x32xf32>
  %x12 = weir.slice %x {starts = array<i64: 0, 1, 2, 0>, steps = array<i64: 1, 1, 1, 1>} : tensor<2x12x11x32xf32> -> tensor<2x10x9x32xf32>
  %a12 = weir.reshape %x12 : tensor<2x10x9x32xf32> -> tensor<180x32xf32>
  %e12 = weir.matmul %b, %a12 {transpose_a} : (tensor<180x16xf32>, tensor<180x32xf32>) -> tensor<16x32xf32>
  %y12 = weir.slice %y {starts = array<i64: 0, 0, 1, 2>, steps = array<i64: 1, 1, 1, 1>} : tensor<16x32x3x3xf32> -> tensor<16x32x1x1xf32>
  %g12 = weir.reshape %y12 : tensor<16x32x1x1xf32> -> tensor<16x32xf32>
  check.expect_eq %g12, %e12 : tensor<16x32xf32>
  %x21 = weir.slice %x {starts = array<i64: 0, 2, 1, 0>, steps = array<i64: 1, 1, 1, 1>} : tensor<2x12x11x32xf32> -> tensor<2x10x9x32xf32>
  %a21 = weir.reshape %x21 : tensor<2x10x9x32xf32> -> tensor<180x32xf32>
  %e21 = weir.matmul %b, %a21 {transpose_a} : (tensor<180x16xf32>, tensor<180x32xf32>) -> tensor<16x32xf32>
  %y21 = weir.slice %y {starts = array<i64: 0, 0, 2, 1>, steps = array<i64: 1, 1, 1, 1>} : tensor<16x32x3x3xf32> -> tensor<16x32x1x1xf32>
  %g21 = weir.reshape %y21 : tensor<16x32x1x1xf32> -> tensor<16x32xf32>
  check.expect_eq %g21, %e21 : tensor<16x32xf32>
  return
}

