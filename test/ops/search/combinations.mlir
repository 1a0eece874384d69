// RUN: %known_size_runs
// Rows of some elements of a vector, in their order.

func.func @pairs() {
  %x = weir.constant dense<[1.5, -2.0, 0.0, 7.0, -0.5]> : tensor<5xf32> -> tensor<5xf32>
  %y = weir.combinations %x {r = 2} : (tensor<5xf32>) -> tensor<10x2xf32>
  %e = weir.constant dense<
      [[1.5, -2.0], [1.5, 0.0], [1.5, 7.0], [1.5, -0.5], [-2.0, 0.0], [-2.0, 7.0], [-2.0, -0.5], [0.0, 7.0], [0.0,
      -0.5], [7.0, -0.5]]> : tensor<10x2xf32> -> tensor<10x2xf32>
  check.expect_eq %y, %e : tensor<10x2xf32>
  return
}

func.func @pairs_again() {
  %x = weir.constant dense<[1.5, -2.0, 0.0]> : tensor<3xf64> -> tensor<3xf64>
  %y = weir.combinations %x {r = 2, with_replacement} : (tensor<3xf64>) -> tensor<6x2xf64>
  %e = weir.constant dense<
      [[1.5, 1.5], [1.5, -2.0], [1.5, 0.0], [-2.0, -2.0], [-2.0, 0.0], [0.0, 0.0]]> : tensor<6x2xf64> ->
      tensor<6x2xf64>
  check.expect_eq %y, %e : tensor<6x2xf64>
  return
}

func.func @triples() {
  %x = weir.constant dense<[3, -1, 4, 1, 5]> : tensor<5xi64> -> tensor<5xi64>
  %y = weir.combinations %x {r = 3} : (tensor<5xi64>) -> tensor<10x3xi64>
  %e = weir.constant dense<
      [[3, -1, 4], [3, -1, 1], [3, -1, 5], [3, 4, 1], [3, 4, 5], [3, 1, 5], [-1, 4, 1], [-1, 4, 5], [-1, 1, 5], [4, 1,
      5]]> : tensor<10x3xi64> -> tensor<10x3xi64>
  check.expect_eq %y, %e : tensor<10x3xi64>
  return
}

func.func @triples_again() {
  %x = weir.constant dense<[3, -1]> : tensor<2xi32> -> tensor<2xi32>
  %y = weir.combinations %x {r = 3, with_replacement} : (tensor<2xi32>) -> tensor<4x3xi32>
  %e = weir.constant dense<[[3, 3, 3], [3, 3, -1], [3, -1, -1], [-1, -1, -1]]> : tensor<4x3xi32> -> tensor<4x3xi32>
  check.expect_eq %y, %e : tensor<4x3xi32>
  return
}

func.func @alone() {
  %x = weir.constant dense<[1.5, -2.0, 0.0]> : tensor<3xf16> -> tensor<3xf16>
  %y = weir.combinations %x {r = 1} : (tensor<3xf16>) -> tensor<3x1xf16>
  %e = weir.constant dense<[[1.5], [-2.0], [0.0]]> : tensor<3x1xf16> -> tensor<3x1xf16>
  check.expect_eq %y, %e : tensor<3x1xf16>
  return
}

func.func @all_of_them() {
  %x = weir.constant dense<[7, 8, 9]> : tensor<3xi8> -> tensor<3xi8>
  %y = weir.combinations %x {r = 3} : (tensor<3xi8>) -> tensor<1x3xi8>
  %e = weir.constant dense<[[7, 8, 9]]> : tensor<1x3xi8> -> tensor<1x3xi8>
  check.expect_eq %y, %e : tensor<1x3xi8>
  return
}

func.func @bools() {
  %x = weir.constant dense<[true, false, true]> : tensor<3xi1> -> tensor<3xi1>
  %y = weir.combinations %x {r = 2} : (tensor<3xi1>) -> tensor<3x2xi1>
  %e = weir.constant dense<[[true, false], [true, true], [false, true]]> : tensor<3x2xi1> -> tensor<3x2xi1>
  check.expect_eq %y, %e : tensor<3x2xi1>
  return
}

func.func @too_few() {
  %x = weir.constant dense<[1.5, -2.0]> : tensor<2xf32> -> tensor<2xf32>
  %y = weir.combinations %x {r = 3} : (tensor<2xf32>) -> tensor<0x3xf32>
  %e = weir.constant dense<> : tensor<0x3xf32> -> tensor<0x3xf32>
  check.expect_eq %y, %e : tensor<0x3xf32>
  return
}

func.func @of_none() {
  %x = weir.constant dense<> : tensor<0xf32> -> tensor<0xf32>
  %y = weir.combinations %x {r = 2, with_replacement} : (tensor<0xf32>) -> tensor<0x2xf32>
  %e = weir.constant dense<> : tensor<0x2xf32> -> tensor<0x2xf32>
  check.expect_eq %y, %e : tensor<0x2xf32>
  return
}

func.func @of_one_again() {
  %x = weir.constant dense<[2.0]> : tensor<1xbf16> -> tensor<1xbf16>
  %y = weir.combinations %x {r = 2, with_replacement} : (tensor<1xbf16>) -> tensor<1x2xbf16>
  %e = weir.constant dense<[[2.0, 2.0]]> : tensor<1x2xbf16> -> tensor<1x2xbf16>
  check.expect_eq %y, %e : tensor<1x2xbf16>
  return
}
