// RUN: %op_runs
// bits moved; by too many or a negative number, all move out

func.func @shifts_i64() {
  %x0 = weir.constant dense<[[54, 58, 32, -72, -42], [15, -27, -14, -44, -43], [-4, 64, -27, 49, 96]]>
      : tensor<3x5xi64> -> tensor<3x5xi64>
  %x1 = weir.constant dense<[[8, 59, 18, 6, 52], [0, 63, 13, 39, 15], [55, 45, 62, 50, 47]]> : tensor<3x5xi64>
      -> tensor<3x5xi64>
  %y0 = weir.bitwise_left_shift %x0, %x1 : (tensor<3x5xi64>, tensor<3x5xi64>) -> tensor<3x5xi64>
  %e0 = weir.constant dense<[[13824, -3458764513820540928, 8388608, -4608, -189151184349560832], [15,
      -9223372036854775808, -114688, -24189255811072, -1409024], [-144115188075855872, 2251799813685248,
      4611686018427387904, 55169095435288576, 13510798882111488]]> : tensor<3x5xi64> -> tensor<3x5xi64>
  check.expect_eq %y0, %e0 : tensor<3x5xi64>
  return
}

func.func @beyond_i64() {
  %x0 = weir.constant dense<[5, -3, 7, 1, 9]> : tensor<5xi64> -> tensor<5xi64>
  %x1 = weir.constant dense<[64, 63, 100, 0, -1]> : tensor<5xi64> -> tensor<5xi64>
  %y0 = weir.bitwise_left_shift %x0, %x1 : (tensor<5xi64>, tensor<5xi64>) -> tensor<5xi64>
  %e0 = weir.constant dense<[0, -9223372036854775808, 0, 1, 0]> : tensor<5xi64> -> tensor<5xi64>
  check.expect_eq %y0, %e0 : tensor<5xi64>
  return
}

func.func @shifts_i32() {
  %x0 = weir.constant dense<[[88, 28, -58, -56, 31], [-26, 51, 24, -93, 85], [94, -40, -44, -21, 62]]>
      : tensor<3x5xi32> -> tensor<3x5xi32>
  %x1 = weir.constant dense<[[0, 5, 22, 13, 14], [29, 25, 3, 7, 8], [21, 13, 21, 7, 14]]> : tensor<3x5xi32>
      -> tensor<3x5xi32>
  %y0 = weir.bitwise_left_shift %x0, %x1 : (tensor<3x5xi32>, tensor<3x5xi32>) -> tensor<3x5xi32>
  %e0 = weir.constant dense<[[88, 896, -243269632, -458752, 507904], [-1073741824, 1711276032, 192, -11904, 21760],
      [197132288, -327680, -92274688, -2688, 1015808]]> : tensor<3x5xi32> -> tensor<3x5xi32>
  check.expect_eq %y0, %e0 : tensor<3x5xi32>
  return
}

func.func @beyond_i32() {
  %x0 = weir.constant dense<[5, -3, 7, 1, 9]> : tensor<5xi32> -> tensor<5xi32>
  %x1 = weir.constant dense<[32, 31, 100, 0, -1]> : tensor<5xi32> -> tensor<5xi32>
  %y0 = weir.bitwise_left_shift %x0, %x1 : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi32>
  %e0 = weir.constant dense<[0, -2147483648, 0, 1, 0]> : tensor<5xi32> -> tensor<5xi32>
  check.expect_eq %y0, %e0 : tensor<5xi32>
  return
}

func.func @shifts_i8() {
  %x0 = weir.constant dense<[[-27, -63, -60, -20, 35], [49, 54, -63, 15, -82], [-74, -8, 39, -54, -66]]>
      : tensor<3x5xi8> -> tensor<3x5xi8>
  %x1 = weir.constant dense<[[6, 4, 6, 0, 7], [6, 6, 0, 5, 4], [1, 7, 6, 6, 5]]> : tensor<3x5xi8> -> tensor<3x5xi8>
  %y0 = weir.bitwise_left_shift %x0, %x1 : (tensor<3x5xi8>, tensor<3x5xi8>) -> tensor<3x5xi8>
  %e0 = weir.constant dense<[[64, 16, 0, -20, -128], [64, -128, -63, -32, -32], [108, 0, -64, -128, -64]]>
      : tensor<3x5xi8> -> tensor<3x5xi8>
  check.expect_eq %y0, %e0 : tensor<3x5xi8>
  return
}

func.func @beyond_i8() {
  %x0 = weir.constant dense<[5, -3, 7, 1, 9]> : tensor<5xi8> -> tensor<5xi8>
  %x1 = weir.constant dense<[8, 7, 100, 0, -1]> : tensor<5xi8> -> tensor<5xi8>
  %y0 = weir.bitwise_left_shift %x0, %x1 : (tensor<5xi8>, tensor<5xi8>) -> tensor<5xi8>
  %e0 = weir.constant dense<[0, -128, 0, 1, 0]> : tensor<5xi8> -> tensor<5xi8>
  check.expect_eq %y0, %e0 : tensor<5xi8>
  return
}

func.func @shifts_ui8() {
  %x0 = weir.constant dense<[[17, 74, 46, 69, 59], [83, 51, 29, 66, 67], [29, 51, 66, 33, 17]]> : tensor<3x5xui8>
      -> tensor<3x5xui8>
  %x1 = weir.constant dense<[[2, 6, 1, 3, 3], [6, 2, 7, 3, 3], [6, 3, 5, 2, 5]]> : tensor<3x5xui8> -> tensor<3x5xui8>
  %y0 = weir.bitwise_left_shift %x0, %x1 : (tensor<3x5xui8>, tensor<3x5xui8>) -> tensor<3x5xui8>
  %e0 = weir.constant dense<[[68, 128, 92, 40, 216], [192, 204, 128, 16, 24], [64, 152, 64, 132, 32]]>
      : tensor<3x5xui8> -> tensor<3x5xui8>
  check.expect_eq %y0, %e0 : tensor<3x5xui8>
  return
}

func.func @beyond_ui8() {
  %x0 = weir.constant dense<[5, 200, 7, 1, 9]> : tensor<5xui8> -> tensor<5xui8>
  %x1 = weir.constant dense<[8, 7, 100, 0, 200]> : tensor<5xui8> -> tensor<5xui8>
  %y0 = weir.bitwise_left_shift %x0, %x1 : (tensor<5xui8>, tensor<5xui8>) -> tensor<5xui8>
  %e0 = weir.constant dense<[0, 0, 0, 1, 0]> : tensor<5xui8> -> tensor<5xui8>
  check.expect_eq %y0, %e0 : tensor<5xui8>
  return
}

func.func @empty() {
  %x0 = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  %x1 = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  %y0 = weir.bitwise_left_shift %x0, %x1 : (tensor<0xi64>, tensor<0xi64>) -> tensor<0xi64>
  %e0 = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  check.expect_eq %y0, %e0 : tensor<0xi64>
  return
}

func.func @scalar() {
  %x0 = weir.constant dense<5> : tensor<i64> -> tensor<i64>
  %x1 = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %y0 = weir.bitwise_left_shift %x0, %x1 : (tensor<i64>, tensor<i64>) -> tensor<i64>
  %e0 = weir.constant dense<20> : tensor<i64> -> tensor<i64>
  check.expect_eq %y0, %e0 : tensor<i64>
  return
}

func.func @size_one() {
  %x0 = weir.constant dense<[[5]]> : tensor<1x1xi32> -> tensor<1x1xi32>
  %x1 = weir.constant dense<[[1]]> : tensor<1x1xi32> -> tensor<1x1xi32>
  %y0 = weir.bitwise_left_shift %x0, %x1 : (tensor<1x1xi32>, tensor<1x1xi32>) -> tensor<1x1xi32>
  %e0 = weir.constant dense<[[10]]> : tensor<1x1xi32> -> tensor<1x1xi32>
  check.expect_eq %y0, %e0 : tensor<1x1xi32>
  return
}
