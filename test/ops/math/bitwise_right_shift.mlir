// RUN: %op_runs
// bits moved; by too many or a negative number, all move out

func.func @shifts_i64() {
  %x0 = weir.constant dense<[[19, 96, -21, -57, -73], [1, 0, -82, -98, -22], [-93, 90, 58, -83, 55]]>
      : tensor<3x5xi64> -> tensor<3x5xi64>
  %x1 = weir.constant dense<[[48, 46, 55, 45, 32], [46, 51, 37, 28, 36], [22, 25, 32, 47, 12]]> : tensor<3x5xi64>
      -> tensor<3x5xi64>
  %y0 = weir.bitwise_right_shift %x0, %x1 : (tensor<3x5xi64>, tensor<3x5xi64>) -> tensor<3x5xi64>
  %e0 = weir.constant dense<[[0, 0, -1, -1, -1], [0, 0, -1, -1, -1], [-1, 0, 0, -1, 0]]> : tensor<3x5xi64>
      -> tensor<3x5xi64>
  check.expect_eq %y0, %e0 : tensor<3x5xi64>
  return
}

func.func @beyond_i64() {
  %x0 = weir.constant dense<[5, -3, 7, 1, 9]> : tensor<5xi64> -> tensor<5xi64>
  %x1 = weir.constant dense<[64, 63, 100, 0, -1]> : tensor<5xi64> -> tensor<5xi64>
  %y0 = weir.bitwise_right_shift %x0, %x1 : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi64>
  %e0 = weir.constant dense<[0, -1, 0, 1, 0]> : tensor<5xi64> -> tensor<5xi64>
  check.expect_eq %y0, %e0 : tensor<5xi64>
  return
}

func.func @shifts_i32() {
  %x0 = weir.constant dense<[[-14, -39, -70, -39, -40], [97, -23, -33, -21, -55], [82, 87, -22, -73, -97]]>
      : tensor<3x5xi32> -> tensor<3x5xi32>
  %x1 = weir.constant dense<[[30, 26, 27, 18, 20], [24, 13, 26, 6, 14], [3, 24, 3, 16, 11]]> : tensor<3x5xi32>
      -> tensor<3x5xi32>
  %y0 = weir.bitwise_right_shift %x0, %x1 : (tensor<3x5xi32>, tensor<3x5xi32>) -> tensor<3x5xi32>
  %e0 = weir.constant dense<[[-1, -1, -1, -1, -1], [0, -1, -1, -1, -1], [10, 0, -3, -1, -1]]> : tensor<3x5xi32>
      -> tensor<3x5xi32>
  check.expect_eq %y0, %e0 : tensor<3x5xi32>
  return
}

func.func @beyond_i32() {
  %x0 = weir.constant dense<[5, -3, 7, 1, 9]> : tensor<5xi32> -> tensor<5xi32>
  %x1 = weir.constant dense<[32, 31, 100, 0, -1]> : tensor<5xi32> -> tensor<5xi32>
  %y0 = weir.bitwise_right_shift %x0, %x1 : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi32>
  %e0 = weir.constant dense<[0, -1, 0, 1, 0]> : tensor<5xi32> -> tensor<5xi32>
  check.expect_eq %y0, %e0 : tensor<5xi32>
  return
}

func.func @shifts_i8() {
  %x0 = weir.constant dense<[[98, -19, -72, 84, 10], [7, 26, 98, -95, 44], [-10, -71, 81, 10, 82]]>
      : tensor<3x5xi8> -> tensor<3x5xi8>
  %x1 = weir.constant dense<[[1, 5, 0, 7, 7], [7, 2, 5, 1, 6], [0, 5, 5, 2, 3]]> : tensor<3x5xi8> -> tensor<3x5xi8>
  %y0 = weir.bitwise_right_shift %x0, %x1 : (tensor<3x5xi8>, tensor<3x5xi8>) -> tensor<3x5xi8>
  %e0 = weir.constant dense<[[49, -1, -72, 0, 0], [0, 6, 3, -48, 0], [-10, -3, 2, 2, 10]]> : tensor<3x5xi8>
      -> tensor<3x5xi8>
  check.expect_eq %y0, %e0 : tensor<3x5xi8>
  return
}

func.func @beyond_i8() {
  %x0 = weir.constant dense<[5, -3, 7, 1, 9]> : tensor<5xi8> -> tensor<5xi8>
  %x1 = weir.constant dense<[8, 7, 100, 0, -1]> : tensor<5xi8> -> tensor<5xi8>
  %y0 = weir.bitwise_right_shift %x0, %x1 : (tensor<5xi8>, tensor<5xi8>) -> tensor<5xi8>
  %e0 = weir.constant dense<[0, -1, 0, 1, 0]> : tensor<5xi8> -> tensor<5xi8>
  check.expect_eq %y0, %e0 : tensor<5xi8>
  return
}

func.func @shifts_ui8() {
  %x0 = weir.constant dense<[[47, 1, 5, 71, 68], [25, 44, 78, 67, 48], [86, 53, 0, 45, 24]]> : tensor<3x5xui8>
      -> tensor<3x5xui8>
  %x1 = weir.constant dense<[[5, 0, 7, 4, 6], [3, 0, 3, 3, 3], [1, 1, 0, 3, 1]]> : tensor<3x5xui8> -> tensor<3x5xui8>
  %y0 = weir.bitwise_right_shift %x0, %x1 : (tensor<3x5xui8>, tensor<3x5xui8>) -> tensor<3x5xui8>
  %e0 = weir.constant dense<[[1, 1, 0, 4, 1], [3, 44, 9, 8, 6], [43, 26, 0, 5, 12]]> : tensor<3x5xui8>
      -> tensor<3x5xui8>
  check.expect_eq %y0, %e0 : tensor<3x5xui8>
  return
}

func.func @beyond_ui8() {
  %x0 = weir.constant dense<[5, 200, 7, 1, 9]> : tensor<5xui8> -> tensor<5xui8>
  %x1 = weir.constant dense<[8, 7, 100, 0, 200]> : tensor<5xui8> -> tensor<5xui8>
  %y0 = weir.bitwise_right_shift %x0, %x1 : (tensor<5xui8>, tensor<5xui8>) -> tensor<5xui8>
  %e0 = weir.constant dense<[0, 1, 0, 1, 0]> : tensor<5xui8> -> tensor<5xui8>
  check.expect_eq %y0, %e0 : tensor<5xui8>
  return
}

func.func @empty() {
  %x0 = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  %x1 = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  %y0 = weir.bitwise_right_shift %x0, %x1 : (tensor<0xi64>, tensor<0xi64>) -> tensor<0xi64>
  %e0 = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  check.expect_eq %y0, %e0 : tensor<0xi64>
  return
}

func.func @scalar() {
  %x0 = weir.constant dense<5> : tensor<i64> -> tensor<i64>
  %x1 = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %y0 = weir.bitwise_right_shift %x0, %x1 : (tensor<i64>, tensor<i64>) -> tensor<i64>
  %e0 = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  check.expect_eq %y0, %e0 : tensor<i64>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[5]]> : tensor<1x1xi32> -> tensor<1x1xi32>
  %x1 = weir.constant dense<[[1]]> : tensor<1x1xi32> -> tensor<1x1xi32>
  %y0 = weir.bitwise_right_shift %x0, %x1 : (tensor<1x1xi32>, tensor<1x1xi32>) -> tensor<1x1xi32>
  %e0 = weir.constant dense<[[2]]> : tensor<1x1xi32> -> tensor<1x1xi32>
  check.expect_eq %y0, %e0 : tensor<1x1xi32>
  return
}
