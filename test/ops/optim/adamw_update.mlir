// RUN: %op_runs
// One step of AdamW. 1 - beta^t cancels in f32, which costs the update up to 1e-4 of itself, so the new parameter has a
// tolerance at the scale of lr; the moments have none of that.

func.func @first_step_f32() {
  %p = weir.constant dense<[1.0, -2.0, 0.5]> : tensor<3xf32> -> tensor<3xf32>
  %g = weir.constant dense<[0.1, -0.2, 3.0]> : tensor<3xf32> -> tensor<3xf32>
  %m = weir.constant dense<0.0> : tensor<3xf32> -> tensor<3xf32>
  %v = weir.constant dense<0.0> : tensor<3xf32> -> tensor<3xf32>
  %lr = weir.constant dense<0.01> : tensor<f32> -> tensor<f32>
  %beta1 = weir.constant dense<0.9> : tensor<f32> -> tensor<f32>
  %beta2 = weir.constant dense<0.999> : tensor<f32> -> tensor<f32>
  %eps = weir.constant dense<1.0e-08> : tensor<f32> -> tensor<f32>
  %decay = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %step = weir.constant dense<1.0> : tensor<f32> -> tensor<f32>
  %new_p, %new_m, %new_v = weir.adamw_update %p, %g, %m, %v, %lr, %beta1, %beta2, %eps, %decay, %step
      : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>,
         tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
      -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>)
  %expected_p = weir.constant dense<[0.989, -1.988, 0.4895]> : tensor<3xf32> -> tensor<3xf32>
  %expected_m = weir.constant dense<[0.010000003, -0.020000005, 0.30000007]> : tensor<3xf32> -> tensor<3xf32>
  %expected_v = weir.constant dense<[9.9998715e-06, 3.9999486e-05, 0.008999884]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %new_p, %expected_p {atol = 1.0e-6 : f64, rtol = 1.0e-6 : f64} : tensor<3xf32>
  check.expect_close %new_m, %expected_m : tensor<3xf32>
  check.expect_close %new_v, %expected_v : tensor<3xf32>
  return
}

func.func @later_step_f32() {
  %p = weir.constant dense<[1.0, -2.0, 0.5]> : tensor<3xf32> -> tensor<3xf32>
  %g = weir.constant dense<[0.1, -0.2, 3.0]> : tensor<3xf32> -> tensor<3xf32>
  %m = weir.constant dense<[0.01, 0.02, -0.5]> : tensor<3xf32> -> tensor<3xf32>
  %v = weir.constant dense<[0.001, 0.25, 2.0]> : tensor<3xf32> -> tensor<3xf32>
  %lr = weir.constant dense<0.01> : tensor<f32> -> tensor<f32>
  %beta1 = weir.constant dense<0.9> : tensor<f32> -> tensor<f32>
  %beta2 = weir.constant dense<0.999> : tensor<f32> -> tensor<f32>
  %eps = weir.constant dense<1.0e-08> : tensor<f32> -> tensor<f32>
  %decay = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %step = weir.constant dense<100.0> : tensor<f32> -> tensor<f32>
  %new_p, %new_m, %new_v = weir.adamw_update %p, %g, %m, %v, %lr, %beta1, %beta2, %eps, %decay, %step
      : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>,
         tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
      -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>)
  %expected_p = weir.constant dense<[0.99715436, -1.9979876, 0.4998267]> : tensor<3xf32> -> tensor<3xf32>
  %expected_m = weir.constant dense<[0.019000001, -0.002000006, -0.14999992]> : tensor<3xf32> -> tensor<3xf32>
  %expected_v = weir.constant dense<[0.0010089999, 0.24979, 2.007]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %new_p, %expected_p {atol = 1.0e-6 : f64, rtol = 1.0e-6 : f64} : tensor<3xf32>
  check.expect_close %new_m, %expected_m : tensor<3xf32>
  check.expect_close %new_v, %expected_v : tensor<3xf32>
  return
}

func.func @first_step_f64() {
  %p = weir.constant dense<[1.0, -2.0, 0.5]> : tensor<3xf64> -> tensor<3xf64>
  %g = weir.constant dense<[0.1, -0.2, 3.0]> : tensor<3xf64> -> tensor<3xf64>
  %m = weir.constant dense<0.0> : tensor<3xf64> -> tensor<3xf64>
  %v = weir.constant dense<0.0> : tensor<3xf64> -> tensor<3xf64>
  %lr = weir.constant dense<0.01> : tensor<f64> -> tensor<f64>
  %beta1 = weir.constant dense<0.9> : tensor<f64> -> tensor<f64>
  %beta2 = weir.constant dense<0.999> : tensor<f64> -> tensor<f64>
  %eps = weir.constant dense<1.0e-08> : tensor<f64> -> tensor<f64>
  %decay = weir.constant dense<0.1> : tensor<f64> -> tensor<f64>
  %step = weir.constant dense<1.0> : tensor<f64> -> tensor<f64>
  %new_p, %new_m, %new_v = weir.adamw_update %p, %g, %m, %v, %lr, %beta1, %beta2, %eps, %decay, %step
      : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>,
         tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>)
      -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>)
  %expected_p = weir.constant dense<
      [0.9890000009999999, -1.9880000005, 0.4895000000333333]> : tensor<3xf64> -> tensor<3xf64>
  %expected_m = weir.constant dense<
      [0.009999999999999998, -0.019999999999999997, 0.29999999999999993]> : tensor<3xf64> -> tensor<3xf64>
  %expected_v = weir.constant dense<
      [1.0000000000000011e-05, 4.0000000000000044e-05, 0.009000000000000008]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_close %new_p, %expected_p {atol = 1.0e-13 : f64, rtol = 1.0e-13 : f64} : tensor<3xf64>
  check.expect_close %new_m, %expected_m : tensor<3xf64>
  check.expect_close %new_v, %expected_v : tensor<3xf64>
  return
}

func.func @later_step_f64() {
  %p = weir.constant dense<[1.0, -2.0, 0.5]> : tensor<3xf64> -> tensor<3xf64>
  %g = weir.constant dense<[0.1, -0.2, 3.0]> : tensor<3xf64> -> tensor<3xf64>
  %m = weir.constant dense<[0.01, 0.02, -0.5]> : tensor<3xf64> -> tensor<3xf64>
  %v = weir.constant dense<[0.001, 0.25, 2.0]> : tensor<3xf64> -> tensor<3xf64>
  %lr = weir.constant dense<0.01> : tensor<f64> -> tensor<f64>
  %beta1 = weir.constant dense<0.9> : tensor<f64> -> tensor<f64>
  %beta2 = weir.constant dense<0.999> : tensor<f64> -> tensor<f64>
  %eps = weir.constant dense<1.0e-08> : tensor<f64> -> tensor<f64>
  %decay = weir.constant dense<0.1> : tensor<f64> -> tensor<f64>
  %step = weir.constant dense<100.0> : tensor<f64> -> tensor<f64>
  %new_p, %new_m, %new_v = weir.adamw_update %p, %g, %m, %v, %lr, %beta1, %beta2, %eps, %decay, %step
      : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>,
         tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>)
      -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>)
  %expected_p = weir.constant dense<
      [0.9971543221646509, -1.9979876521771505, 0.499826712306043]> : tensor<3xf64> -> tensor<3xf64>
  %expected_m = weir.constant dense<
      [0.019, -0.001999999999999995, -0.15000000000000008]> : tensor<3xf64> -> tensor<3xf64>
  %expected_v = weir.constant dense<[0.0010090000000000001, 0.24979, 2.007]> : tensor<3xf64> -> tensor<3xf64>
  check.expect_close %new_p, %expected_p {atol = 1.0e-13 : f64, rtol = 1.0e-13 : f64} : tensor<3xf64>
  check.expect_close %new_m, %expected_m : tensor<3xf64>
  check.expect_close %new_v, %expected_v : tensor<3xf64>
  return
}

// Computed in f32 or wider, rounded once.
func.func @bf16() {
  %p = weir.constant dense<[1.0, -2.0, 0.5]> : tensor<3xbf16> -> tensor<3xbf16>
  %g = weir.constant dense<[0.1, -0.2, 3.0]> : tensor<3xbf16> -> tensor<3xbf16>
  %m = weir.constant dense<[0.01, 0.02, -0.5]> : tensor<3xbf16> -> tensor<3xbf16>
  %v = weir.constant dense<[0.001, 0.25, 2.0]> : tensor<3xbf16> -> tensor<3xbf16>
  %lr = weir.constant dense<0.01> : tensor<bf16> -> tensor<bf16>
  %beta1 = weir.constant dense<0.875> : tensor<bf16> -> tensor<bf16>
  %beta2 = weir.constant dense<0.938> : tensor<bf16> -> tensor<bf16>
  %eps = weir.constant dense<1.0e-08> : tensor<bf16> -> tensor<bf16>
  %decay = weir.constant dense<0.1> : tensor<bf16> -> tensor<bf16>
  %step = weir.constant dense<10.0> : tensor<bf16> -> tensor<bf16>
  %new_p, %new_m, %new_v = weir.adamw_update %p, %g, %m, %v, %lr, %beta1, %beta2, %eps, %decay, %step
      : (tensor<3xbf16>, tensor<3xbf16>, tensor<3xbf16>, tensor<3xbf16>,
         tensor<bf16>, tensor<bf16>, tensor<bf16>, tensor<bf16>, tensor<bf16>, tensor<bf16>)
      -> (tensor<3xbf16>, tensor<3xbf16>, tensor<3xbf16>)
  %expected_p = weir.constant dense<[0.992, -2.0, 0.5]> : tensor<3xbf16> -> tensor<3xbf16>
  %expected_m = weir.constant dense<[0.0212, -0.0075, -0.0625]> : tensor<3xbf16> -> tensor<3xbf16>
  %expected_v = weir.constant dense<[0.001564, 0.237, 2.44]> : tensor<3xbf16> -> tensor<3xbf16>
  check.expect_close %new_p, %expected_p : tensor<3xbf16>
  check.expect_close %new_m, %expected_m : tensor<3xbf16>
  check.expect_close %new_v, %expected_v : tensor<3xbf16>
  return
}

func.func @f16() {
  %p = weir.constant dense<[1.0, -2.0, 0.5]> : tensor<3xf16> -> tensor<3xf16>
  %g = weir.constant dense<[0.1, -0.2, 3.0]> : tensor<3xf16> -> tensor<3xf16>
  %m = weir.constant dense<[0.01, 0.02, -0.5]> : tensor<3xf16> -> tensor<3xf16>
  %v = weir.constant dense<[0.001, 0.25, 2.0]> : tensor<3xf16> -> tensor<3xf16>
  %lr = weir.constant dense<0.01> : tensor<f16> -> tensor<f16>
  %beta1 = weir.constant dense<0.875> : tensor<f16> -> tensor<f16>
  %beta2 = weir.constant dense<0.938> : tensor<f16> -> tensor<f16>
  %eps = weir.constant dense<1.0e-04> : tensor<f16> -> tensor<f16>
  %decay = weir.constant dense<0.1> : tensor<f16> -> tensor<f16>
  %step = weir.constant dense<10.0> : tensor<f16> -> tensor<f16>
  %new_p, %new_m, %new_v = weir.adamw_update %p, %g, %m, %v, %lr, %beta1, %beta2, %eps, %decay, %step
      : (tensor<3xf16>, tensor<3xf16>, tensor<3xf16>, tensor<3xf16>,
         tensor<f16>, tensor<f16>, tensor<f16>, tensor<f16>, tensor<f16>, tensor<f16>)
      -> (tensor<3xf16>, tensor<3xf16>, tensor<3xf16>)
  %expected_p = weir.constant dense<[0.994, -1.998, 0.4998]> : tensor<3xf16> -> tensor<3xf16>
  %expected_m = weir.constant dense<[0.02126, -0.007492, -0.0625]> : tensor<3xf16> -> tensor<3xf16>
  %expected_v = weir.constant dense<[0.001558, 0.2369, 2.434]> : tensor<3xf16> -> tensor<3xf16>
  check.expect_close %new_p, %expected_p : tensor<3xf16>
  check.expect_close %new_m, %expected_m : tensor<3xf16>
  check.expect_close %new_v, %expected_v : tensor<3xf16>
  return
}

func.func @no_decay() {
  %p = weir.constant dense<[1.0, -2.0]> : tensor<2xf32> -> tensor<2xf32>
  %g = weir.constant dense<[0.5, 0.25]> : tensor<2xf32> -> tensor<2xf32>
  %m = weir.constant dense<[0.1, 0.2]> : tensor<2xf32> -> tensor<2xf32>
  %v = weir.constant dense<[0.3, 0.4]> : tensor<2xf32> -> tensor<2xf32>
  %lr = weir.constant dense<0.01> : tensor<f32> -> tensor<f32>
  %beta1 = weir.constant dense<0.9> : tensor<f32> -> tensor<f32>
  %beta2 = weir.constant dense<0.999> : tensor<f32> -> tensor<f32>
  %eps = weir.constant dense<1.0e-08> : tensor<f32> -> tensor<f32>
  %decay = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  %step = weir.constant dense<3.0> : tensor<f32> -> tensor<f32>
  %new_p, %new_m, %new_v = weir.adamw_update %p, %g, %m, %v, %lr, %beta1, %beta2, %eps, %decay, %step
      : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>,
         tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
      -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  %expected_p = weir.constant dense<[0.9994836, -2.0006552]> : tensor<2xf32> -> tensor<2xf32>
  %expected_m = weir.constant dense<[0.14000002, 0.205]> : tensor<2xf32> -> tensor<2xf32>
  %expected_v = weir.constant dense<[0.29995, 0.39966252]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %new_p, %expected_p {atol = 1.0e-6 : f64, rtol = 1.0e-6 : f64} : tensor<2xf32>
  check.expect_close %new_m, %expected_m : tensor<2xf32>
  check.expect_close %new_v, %expected_v : tensor<2xf32>
  return
}

// 0 to the power of t is 0.
func.func @beta1_zero() {
  %p = weir.constant dense<[1.0, -2.0]> : tensor<2xf32> -> tensor<2xf32>
  %g = weir.constant dense<[0.5, 0.25]> : tensor<2xf32> -> tensor<2xf32>
  %m = weir.constant dense<[0.1, 0.2]> : tensor<2xf32> -> tensor<2xf32>
  %v = weir.constant dense<[0.3, 0.4]> : tensor<2xf32> -> tensor<2xf32>
  %lr = weir.constant dense<0.01> : tensor<f32> -> tensor<f32>
  %beta1 = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  %beta2 = weir.constant dense<0.999> : tensor<f32> -> tensor<f32>
  %eps = weir.constant dense<1.0e-08> : tensor<f32> -> tensor<f32>
  %decay = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %step = weir.constant dense<2.0> : tensor<f32> -> tensor<f32>
  %new_p, %new_m, %new_v = weir.adamw_update %p, %g, %m, %v, %lr, %beta1, %beta2, %eps, %decay, %step
      : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>,
         tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
      -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  %expected_p = weir.constant dense<[0.99859184, -1.9981768]> : tensor<2xf32> -> tensor<2xf32>
  %expected_m = weir.constant dense<[0.5, 0.25]> : tensor<2xf32> -> tensor<2xf32>
  %expected_v = weir.constant dense<[0.29995, 0.39966252]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %new_p, %expected_p {atol = 1.0e-6 : f64, rtol = 1.0e-6 : f64} : tensor<2xf32>
  check.expect_close %new_m, %expected_m : tensor<2xf32>
  check.expect_close %new_v, %expected_v : tensor<2xf32>
  return
}

// 0 / (0 + eps) is 0: the decay alone is left.
func.func @zero_gradient() {
  %p = weir.constant dense<[1.0, -2.0]> : tensor<2xf32> -> tensor<2xf32>
  %g = weir.constant dense<0.0> : tensor<2xf32> -> tensor<2xf32>
  %m = weir.constant dense<0.0> : tensor<2xf32> -> tensor<2xf32>
  %v = weir.constant dense<0.0> : tensor<2xf32> -> tensor<2xf32>
  %lr = weir.constant dense<0.01> : tensor<f32> -> tensor<f32>
  %beta1 = weir.constant dense<0.9> : tensor<f32> -> tensor<f32>
  %beta2 = weir.constant dense<0.999> : tensor<f32> -> tensor<f32>
  %eps = weir.constant dense<1.0e-08> : tensor<f32> -> tensor<f32>
  %decay = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %step = weir.constant dense<1.0> : tensor<f32> -> tensor<f32>
  %new_p, %new_m, %new_v = weir.adamw_update %p, %g, %m, %v, %lr, %beta1, %beta2, %eps, %decay, %step
      : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>,
         tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
      -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  %expected_p = weir.constant dense<[0.999, -1.998]> : tensor<2xf32> -> tensor<2xf32>
  %expected_m = weir.constant dense<0.0> : tensor<2xf32> -> tensor<2xf32>
  %expected_v = weir.constant dense<0.0> : tensor<2xf32> -> tensor<2xf32>
  check.expect_close %new_p, %expected_p {atol = 1.0e-6 : f64, rtol = 1.0e-6 : f64} : tensor<2xf32>
  check.expect_close %new_m, %expected_m : tensor<2xf32>
  check.expect_close %new_v, %expected_v : tensor<2xf32>
  return
}

func.func @size_one() {
  %p = weir.constant dense<[[1.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %g = weir.constant dense<[[0.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %m = weir.constant dense<[[0.0]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %v = weir.constant dense<[[0.0]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %lr = weir.constant dense<0.01> : tensor<f32> -> tensor<f32>
  %beta1 = weir.constant dense<0.9> : tensor<f32> -> tensor<f32>
  %beta2 = weir.constant dense<0.999> : tensor<f32> -> tensor<f32>
  %eps = weir.constant dense<1.0e-08> : tensor<f32> -> tensor<f32>
  %decay = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %step = weir.constant dense<1.0> : tensor<f32> -> tensor<f32>
  %new_p, %new_m, %new_v = weir.adamw_update %p, %g, %m, %v, %lr, %beta1, %beta2, %eps, %decay, %step
      : (tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>,
         tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
      -> (tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>)
  %expected_p = weir.constant dense<[[1.4885]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %expected_m = weir.constant dense<[[0.050000012]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %expected_v = weir.constant dense<[[0.00024999678]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  check.expect_close %new_p, %expected_p {atol = 1.0e-6 : f64, rtol = 1.0e-6 : f64} : tensor<1x1xf32>
  check.expect_close %new_m, %expected_m : tensor<1x1xf32>
  check.expect_close %new_v, %expected_v : tensor<1x1xf32>
  return
}

func.func @scalar() {
  %p = weir.constant dense<1.5> : tensor<f64> -> tensor<f64>
  %g = weir.constant dense<0.5> : tensor<f64> -> tensor<f64>
  %m = weir.constant dense<0.25> : tensor<f64> -> tensor<f64>
  %v = weir.constant dense<0.125> : tensor<f64> -> tensor<f64>
  %lr = weir.constant dense<0.01> : tensor<f64> -> tensor<f64>
  %beta1 = weir.constant dense<0.9> : tensor<f64> -> tensor<f64>
  %beta2 = weir.constant dense<0.999> : tensor<f64> -> tensor<f64>
  %eps = weir.constant dense<1.0e-08> : tensor<f64> -> tensor<f64>
  %decay = weir.constant dense<0.1> : tensor<f64> -> tensor<f64>
  %step = weir.constant dense<7.0> : tensor<f64> -> tensor<f64>
  %new_p, %new_m, %new_v = weir.adamw_update %p, %g, %m, %v, %lr, %beta1, %beta2, %eps, %decay, %step
      : (tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>,
         tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>)
      -> (tensor<f64>, tensor<f64>, tensor<f64>)
  %expected_p = weir.constant dense<1.4972550987090625> : tensor<f64> -> tensor<f64>
  %expected_m = weir.constant dense<0.275> : tensor<f64> -> tensor<f64>
  %expected_v = weir.constant dense<0.125125> : tensor<f64> -> tensor<f64>
  check.expect_close %new_p, %expected_p {atol = 1.0e-13 : f64, rtol = 1.0e-13 : f64} : tensor<f64>
  check.expect_close %new_m, %expected_m : tensor<f64>
  check.expect_close %new_v, %expected_v : tensor<f64>
  return
}

func.func @odd() {
  %p = weir.constant dense<
      [[-1.03, 0.08, 0.72, 1.19, -1.01, -0.09, -1.82], [-0.85, 1.92, 1.62, 0.33, 1.15, 1.61, -0.67], [1.92, -0.21,
      -1.36, 0.12, 0.37, 0.77, 0.68]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  %g = weir.constant dense<
      [[-0.92, 0.28, 0.84, 0.34, 0.95, 0.02, 0.62], [-0.72, 0.79, -0.13, 0.75, -0.36, 0.25, 0.69], [0.42, 0.24,
      0.94, -0.82, -0.8, 0.1, 0.91]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  %m = weir.constant dense<
      [[0.37, -0.38, -0.78, -0.1, -0.04, -0.06, 0.24], [-0.45, 0.76, -0.42, -0.79, -0.3, 0.87, -0.68], [-0.44,
      0.85, -0.3, 0.69, -0.91, 0.78, -0.53]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  %v = weir.constant dense<
      [[0.26, 0.77, 0.99, 0.96, 0.78, 0.92, 0.99], [0.6, 0.23, 0.86, 0.46, 0.38, 0.55, 0.13], [0.12, 0.34, 0.64,
      0.77, 0.96, 0.84, 0.95]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  %lr = weir.constant dense<0.01> : tensor<f32> -> tensor<f32>
  %beta1 = weir.constant dense<0.9> : tensor<f32> -> tensor<f32>
  %beta2 = weir.constant dense<0.999> : tensor<f32> -> tensor<f32>
  %eps = weir.constant dense<1.0e-08> : tensor<f32> -> tensor<f32>
  %decay = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %step = weir.constant dense<12.0> : tensor<f32> -> tensor<f32>
  %new_p, %new_m, %new_v = weir.adamw_update %p, %g, %m, %v, %lr, %beta1, %beta2, %eps, %decay, %step
      : (tensor<3x7xf32>, tensor<3x7xf32>, tensor<3x7xf32>, tensor<3x7xf32>,
         tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
      -> (tensor<3x7xf32>, tensor<3x7xf32>, tensor<3x7xf32>)
  %expected_p = weir.constant dense<
      [[-1.0296887, 0.08046501, 0.72022575, 1.1888971, -1.0090917, -0.089827426, -1.8186055], [-0.8482125,
      1.9156599, 1.6190223, 0.33109745, 1.149606, 1.6067306, -0.6670403], [1.9196353, -0.21185085, -1.3583051,
      0.11894481, 0.3710271, 0.76804674, 0.67992294]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  %expected_m = weir.constant dense<
      [[0.24099997, -0.31399998, -0.6179999, -0.05599999, 0.059000023, -0.051999997, 0.278], [-0.477, 0.763,
      -0.39099997, -0.636, -0.30600002, 0.80799997, -0.543], [-0.35399997, 0.78900003, -0.17599998, 0.539,
      -0.89900005, 0.71199995, -0.38599995]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  %expected_v = weir.constant dense<
      [[0.26058638, 0.7693084, 0.98971564, 0.9591556, 0.78012246, 0.91908044, 0.9893944], [0.5999184, 0.2303941,
      0.8591569, 0.4601025, 0.3797496, 0.5495125, 0.13034609], [0.1200564, 0.3397176, 0.6402436, 0.7699024,
      0.95967996, 0.83917, 0.9498781]]> : tensor<3x7xf32> -> tensor<3x7xf32>
  check.expect_close %new_p, %expected_p {atol = 1.0e-6 : f64, rtol = 1.0e-6 : f64} : tensor<3x7xf32>
  check.expect_close %new_m, %expected_m : tensor<3x7xf32>
  check.expect_close %new_v, %expected_v : tensor<3x7xf32>
  return
}

func.func @empty() {
  %p = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %g = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %m = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %v = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %lr = weir.constant dense<0.01> : tensor<f32> -> tensor<f32>
  %beta1 = weir.constant dense<0.9> : tensor<f32> -> tensor<f32>
  %beta2 = weir.constant dense<0.999> : tensor<f32> -> tensor<f32>
  %eps = weir.constant dense<1.0e-08> : tensor<f32> -> tensor<f32>
  %decay = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %step = weir.constant dense<1.0> : tensor<f32> -> tensor<f32>
  %new_p, %new_m, %new_v = weir.adamw_update %p, %g, %m, %v, %lr, %beta1, %beta2, %eps, %decay, %step
      : (tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>,
         tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
      -> (tensor<0xf32>, tensor<0xf32>, tensor<0xf32>)
  %expected_p = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %expected_m = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %expected_v = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  check.expect_close %new_p, %expected_p {atol = 1.0e-6 : f64, rtol = 1.0e-6 : f64} : tensor<0xf32>
  check.expect_close %new_m, %expected_m : tensor<0xf32>
  check.expect_close %new_v, %expected_v : tensor<0xf32>
  return
}

// NaN and infinity stay with their element.
func.func @special() {
  %p = weir.constant dense<[0x7FC00000, 1.0, 1.0]> : tensor<3xf32> -> tensor<3xf32>
  %g = weir.constant dense<[1.0, 0x7FC00000, 1.0]> : tensor<3xf32> -> tensor<3xf32>
  %m = weir.constant dense<[0.0, 0.0, 0x7F800000]> : tensor<3xf32> -> tensor<3xf32>
  %v = weir.constant dense<1.0> : tensor<3xf32> -> tensor<3xf32>
  %lr = weir.constant dense<0.01> : tensor<f32> -> tensor<f32>
  %beta1 = weir.constant dense<0.9> : tensor<f32> -> tensor<f32>
  %beta2 = weir.constant dense<0.999> : tensor<f32> -> tensor<f32>
  %eps = weir.constant dense<1.0e-08> : tensor<f32> -> tensor<f32>
  %decay = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %step = weir.constant dense<1.0> : tensor<f32> -> tensor<f32>
  %new_p, %new_m, %new_v = weir.adamw_update %p, %g, %m, %v, %lr, %beta1, %beta2, %eps, %decay, %step
      : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>,
         tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
      -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>)
  %expected_p = weir.constant dense<[0x7FC00000, 0x7FC00000, 0xFF800000]> : tensor<3xf32> -> tensor<3xf32>
  %expected_m = weir.constant dense<[0.100000024, 0x7FC00000, 0x7F800000]> : tensor<3xf32> -> tensor<3xf32>
  %expected_v = weir.constant dense<[1.0, 0x7FC00000, 1.0]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_close %new_p, %expected_p {atol = 1.0e-6 : f64, rtol = 1.0e-6 : f64} : tensor<3xf32>
  check.expect_close %new_m, %expected_m : tensor<3xf32>
  check.expect_close %new_v, %expected_v : tensor<3xf32>
  return
}

func.func @another_size() {
  %p = weir.constant dense<[1.0, -2.0, 0.5, 0.25, 3.0]> : tensor<5xf32> -> tensor<5xf32>
  %g = weir.constant dense<[0.1, -0.2, 3.0, -0.4, 0.05]> : tensor<5xf32> -> tensor<5xf32>
  %m = weir.constant dense<[0.01, 0.02, -0.5, 0.3, 0.0]> : tensor<5xf32> -> tensor<5xf32>
  %v = weir.constant dense<[0.001, 0.25, 2.0, 0.5, 0.125]> : tensor<5xf32> -> tensor<5xf32>
  %lr = weir.constant dense<0.01> : tensor<f32> -> tensor<f32>
  %beta1 = weir.constant dense<0.9> : tensor<f32> -> tensor<f32>
  %beta2 = weir.constant dense<0.999> : tensor<f32> -> tensor<f32>
  %eps = weir.constant dense<1.0e-08> : tensor<f32> -> tensor<f32>
  %decay = weir.constant dense<0.1> : tensor<f32> -> tensor<f32>
  %step = weir.constant dense<100.0> : tensor<f32> -> tensor<f32>
  %new_p, %new_m, %new_v = weir.adamw_update %p, %g, %m, %v, %lr, %beta1, %beta2, %eps, %decay, %step
      : (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>,
         tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>)
      -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>)
  %expected_p = weir.constant dense<
      [0.99715436, -1.9979876, 0.4998267, 0.248746, 2.9969563]> : tensor<5xf32> -> tensor<5xf32>
  %expected_m = weir.constant dense<
      [0.019000001, -0.002000006, -0.14999992, 0.22999999, 0.0050000013]> : tensor<5xf32> -> tensor<5xf32>
  %expected_v = weir.constant dense<
      [0.0010089999, 0.24979, 2.007, 0.49966002, 0.124877505]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %new_p, %expected_p {atol = 1.0e-6 : f64, rtol = 1.0e-6 : f64} : tensor<5xf32>
  check.expect_close %new_m, %expected_m : tensor<5xf32>
  check.expect_close %new_v, %expected_v : tensor<5xf32>
  return
}
