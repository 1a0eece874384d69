// RUN: %op_runs
// Bits that are not in x.

func.func @odd_i64() {
  %x = weir.constant dense<
      [4106610660907107862, -7250709622373610603, -972017116168149205, 4746542001416926938, 996669442560435210,
      -8139233684917792861, 4867501168001816101, -1653812966672055507, -5156514629043760470,
      -2811212301755849706, -7311413788725208183, -2561549632780979739, -8936889378219467234,
      9194339576065385038, -9223372036854775808, 9223372036854775807, 0, 1, 9223372036854775806]>
      : tensor<19xi64> -> tensor<19xi64>
  %r = weir.bitwise_not %x : (tensor<19xi64>) -> tensor<19xi64>
  %expected = weir.constant dense<
      [-4106610660907107863, 7250709622373610602, 972017116168149204, -4746542001416926939, -996669442560435211,
      8139233684917792860, -4867501168001816102, 1653812966672055506, 5156514629043760469, 2811212301755849705,
      7311413788725208182, 2561549632780979738, 8936889378219467233, -9194339576065385039, 9223372036854775807,
      -9223372036854775808, -1, -2, -9223372036854775807]> : tensor<19xi64> -> tensor<19xi64>
  check.expect_eq %r, %expected : tensor<19xi64>
  return
}

func.func @odd_i32() {
  %x = weir.constant dense<
      [-1014906708, -1560302421, 2039002708, -691502417, 238075725, -855103494, 573482431, -173730154,
      1469123130, -691198651, -145581516, 1663559534, 810281064, -1343540180, -2147483648, 2147483647, 0, 1,
      2147483646]> : tensor<19xi32> -> tensor<19xi32>
  %r = weir.bitwise_not %x : (tensor<19xi32>) -> tensor<19xi32>
  %expected = weir.constant dense<
      [1014906707, 1560302420, -2039002709, 691502416, -238075726, 855103493, -573482432, 173730153, -1469123131,
      691198650, 145581515, -1663559535, -810281065, 1343540179, 2147483647, -2147483648, -1, -2, -2147483647]>
      : tensor<19xi32> -> tensor<19xi32>
  check.expect_eq %r, %expected : tensor<19xi32>
  return
}

func.func @odd_i8() {
  %x = weir.constant dense<
      [-18, 57, -66, 31, 48, -5, -63, 127, -36, 8, -81, -65, 110, 60, -128, 127, 0, 1, 126]>
      : tensor<19xi8> -> tensor<19xi8>
  %r = weir.bitwise_not %x : (tensor<19xi8>) -> tensor<19xi8>
  %expected = weir.constant dense<
      [17, -58, 65, -32, -49, 4, 62, -128, 35, -9, 80, 64, -111, -61, 127, -128, -1, -2, -127]>
      : tensor<19xi8> -> tensor<19xi8>
  check.expect_eq %r, %expected : tensor<19xi8>
  return
}

func.func @odd_ui8() {
  %x = weir.constant dense<
      [23, 19, 11, 180, 27, 98, 151, 251, 77, 34, 144, 181, 197, 255, 0, 255, 0, 1, 254]>
      : tensor<19xui8> -> tensor<19xui8>
  %r = weir.bitwise_not %x : (tensor<19xui8>) -> tensor<19xui8>
  %expected = weir.constant dense<
      [232, 236, 244, 75, 228, 157, 104, 4, 178, 221, 111, 74, 58, 0, 255, 0, 255, 254, 1]>
      : tensor<19xui8> -> tensor<19xui8>
  check.expect_eq %r, %expected : tensor<19xui8>
  return
}

// Bools are one bit.
func.func @bools() {
  %x = weir.constant dense<[false, true, true]> : tensor<3xi1> -> tensor<3xi1>
  %r = weir.bitwise_not %x : (tensor<3xi1>) -> tensor<3xi1>
  %expected = weir.constant dense<[true, false, false]> : tensor<3xi1> -> tensor<3xi1>
  check.expect_eq %r, %expected : tensor<3xi1>
  return
}

func.func @odd_bool() {
  %x = weir.constant dense<
      [[true, false, true, false, false, true, true, false, false, false, true, false, false, true, false, false,
      true, false, false], [false, true, true, true, true, true, false, false, false, true, true, true, false,
      false, false, false, true, false, true], [false, true, false, false, true, true, false, true, true, true,
      true, true, false, false, false, true, false, false, false], [false, false, true, false, false, true, true,
      false, true, false, true, false, false, false, false, false, false, false, true], [false, true, true, true,
      true, false, false, false, false, true, false, false, true, false, false, true, true, false, true]]>
      : tensor<5x19xi1> -> tensor<5x19xi1>
  %r = weir.bitwise_not %x : (tensor<5x19xi1>) -> tensor<5x19xi1>
  %expected = weir.constant dense<
      [[false, true, false, true, true, false, false, true, true, true, false, true, true, false, true, true,
      false, true, true], [true, false, false, false, false, false, true, true, true, false, false, false, true,
      true, true, true, false, true, false], [true, false, true, true, false, false, true, false, false, false,
      false, false, true, true, true, false, true, true, true], [true, true, false, true, true, false, false,
      true, false, true, false, true, true, true, true, true, true, true, false], [true, false, false, false,
      false, true, true, true, true, false, true, true, false, true, true, false, false, true, false]]>
      : tensor<5x19xi1> -> tensor<5x19xi1>
  check.expect_eq %r, %expected : tensor<5x19xi1>
  return
}

func.func @rank_0() {
  %x = weir.constant dense<12> : tensor<i64> -> tensor<i64>
  %r = weir.bitwise_not %x : (tensor<i64>) -> tensor<i64>
  %expected = weir.constant dense<-13> : tensor<i64> -> tensor<i64>
  check.expect_eq %r, %expected : tensor<i64>
  return
}

func.func @empty() {
  %x = weir.constant dense<> : tensor<0x3xi32> -> tensor<0x3xi32>
  %r = weir.bitwise_not %x : (tensor<0x3xi32>) -> tensor<0x3xi32>
  %expected = weir.constant dense<> : tensor<0x3xi32> -> tensor<0x3xi32>
  check.expect_eq %r, %expected : tensor<0x3xi32>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[true]]> : tensor<1x1xi1> -> tensor<1x1xi1>
  %r = weir.bitwise_not %x : (tensor<1x1xi1>) -> tensor<1x1xi1>
  %expected = weir.constant dense<[[false]]> : tensor<1x1xi1> -> tensor<1x1xi1>
  check.expect_eq %r, %expected : tensor<1x1xi1>
  return
}
