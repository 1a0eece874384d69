// RUN: %op_runs
// lhs to the power of rhs, of integers; a negative power is 0 unless lhs is 1 or -1.

func.func @i64() {
  %lhs = weir.constant dense<[[2, 3, -2], [0, 7, -1]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  %rhs = weir.constant dense<[[10, 0, 3], [0, 5, 21]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  %y = weir.integer_power %lhs, %rhs : (tensor<2x3xi64>, tensor<2x3xi64>) -> tensor<2x3xi64>
  %expected_y = weir.constant dense<[[1024, 1, -8], [1, 16807, -1]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  check.expect_eq %y, %expected_y : tensor<2x3xi64>
  return
}

func.func @i32() {
  %lhs = weir.constant dense<[5, -3, 2]> : tensor<3xi32> -> tensor<3xi32>
  %rhs = weir.constant dense<[3, 3, 30]> : tensor<3xi32> -> tensor<3xi32>
  %y = weir.integer_power %lhs, %rhs : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %expected_y = weir.constant dense<[125, -27, 1073741824]> : tensor<3xi32> -> tensor<3xi32>
  check.expect_eq %y, %expected_y : tensor<3xi32>
  return
}

func.func @negative() {
  %lhs = weir.constant dense<[1, -1, -1, 2, 0]> : tensor<5xi64> -> tensor<5xi64>
  %rhs = weir.constant dense<[-3, -3, -2, -1, -1]> : tensor<5xi64> -> tensor<5xi64>
  %y = weir.integer_power %lhs, %rhs : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi64>
  %expected_y = weir.constant dense<[1, -1, 1, 0, 0]> : tensor<5xi64> -> tensor<5xi64>
  check.expect_eq %y, %expected_y : tensor<5xi64>
  return
}

func.func @large() {
  %lhs = weir.constant dense<[2, -2, 1]> : tensor<3xi64> -> tensor<3xi64>
  %rhs = weir.constant dense<[62, 63, 63]> : tensor<3xi64> -> tensor<3xi64>
  %y = weir.integer_power %lhs, %rhs : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  %expected_y = weir.constant dense<[4611686018427387904, -9223372036854775808, 1]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %y, %expected_y : tensor<3xi64>
  return
}

func.func @beyond_the_width() {
  %lhs = weir.constant dense<[0, 2, -1, 3]> : tensor<4xi64> -> tensor<4xi64>
  %rhs = weir.constant dense<[64, 64, 65, 4611686018427387904]> : tensor<4xi64> -> tensor<4xi64>
  %y = weir.integer_power %lhs, %rhs : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
  %expected_y = weir.constant dense<[0, 0, -1, 1]> : tensor<4xi64> -> tensor<4xi64>
  check.expect_eq %y, %expected_y : tensor<4xi64>
  return
}

func.func @size_one() {
  %lhs = weir.constant dense<[[3]]> : tensor<1x1xi32> -> tensor<1x1xi32>
  %rhs = weir.constant dense<[[4]]> : tensor<1x1xi32> -> tensor<1x1xi32>
  %y = weir.integer_power %lhs, %rhs : (tensor<1x1xi32>, tensor<1x1xi32>) -> tensor<1x1xi32>
  %expected_y = weir.constant dense<[[81]]> : tensor<1x1xi32> -> tensor<1x1xi32>
  check.expect_eq %y, %expected_y : tensor<1x1xi32>
  return
}

func.func @empty() {
  %lhs = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  %rhs = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  %y = weir.integer_power %lhs, %rhs : (tensor<0xi64>, tensor<0xi64>) -> tensor<0xi64>
  %expected_y = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  check.expect_eq %y, %expected_y : tensor<0xi64>
  return
}

func.func @rank_0() {
  %lhs = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %rhs = weir.constant dense<5> : tensor<i64> -> tensor<i64>
  %y = weir.integer_power %lhs, %rhs : (tensor<i64>, tensor<i64>) -> tensor<i64>
  %expected_y = weir.constant dense<32> : tensor<i64> -> tensor<i64>
  check.expect_eq %y, %expected_y : tensor<i64>
  return
}
