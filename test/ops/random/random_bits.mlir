// RUN: %op_runs
// bits(i) = philox4x32-10(key = seed, counter = (lo, hi of i div 4, ordinal, step))[i mod 4].

// Salmon et al. give 6627e8d5 e169c58d bc57ac4c 9b00dbd8 for zero counter and key.
func.func @published_vector() {
  %step = weir.constant dense<0> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<0> : tensor<i64> -> tensor<i64>
  %ordinal = weir.constant dense<0> : tensor<i64> -> tensor<i64>
  %bits = weir.random_bits %seed, %step, %ordinal : tensor<i64> -> tensor<4xi32>
  %expected = weir.constant dense<[1713891541, -513161843, -1135104948, -1694442536]> : tensor<4xi32> -> tensor<4xi32>
  check.expect_eq %bits, %expected : tensor<4xi32>
  return
}

func.func @typical() {
  %step = weir.constant dense<7> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<42> : tensor<i64> -> tensor<i64>
  %ordinal = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %bits = weir.random_bits %seed, %step, %ordinal : tensor<i64> -> tensor<2x3xi32>
  %expected = weir.constant dense<
      [[-241448220, 227117433, 532898853], [184697310, -1833362294, 764187823]]> : tensor<2x3xi32> -> tensor<2x3xi32>
  check.expect_eq %bits, %expected : tensor<2x3xi32>
  return
}

func.func @size_one() {
  %step = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %ordinal = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %bits = weir.random_bits %seed, %step, %ordinal : tensor<i64> -> tensor<1x1xi32>
  %expected = weir.constant dense<[[200931286]]> : tensor<1x1xi32> -> tensor<1x1xi32>
  check.expect_eq %bits, %expected : tensor<1x1xi32>
  return
}

// The same element as that of size_one.
func.func @scalar() {
  %step = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %ordinal = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %bits = weir.random_bits %seed, %step, %ordinal : tensor<i64> -> tensor<i32>
  %expected = weir.constant dense<200931286> : tensor<i32> -> tensor<i32>
  check.expect_eq %bits, %expected : tensor<i32>
  return
}

func.func @odd() {
  %step = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<42> : tensor<i64> -> tensor<i64>
  %ordinal = weir.constant dense<0> : tensor<i64> -> tensor<i64>
  %bits = weir.random_bits %seed, %step, %ordinal : tensor<i64> -> tensor<3x7xi32>
  %expected = weir.constant dense<
      [[541301508, -1744314334, 1410988607, -923117011, 528846114, 1519611893, 639563533], [-1830985537,
      545174484, -1750129264, 1535773343, 155051516, -612474875, -1416904191], [1467417820, -1320466855,
      1877683717, 1453113774, -1997270024, 369225077, 899526459]]> : tensor<3x7xi32> -> tensor<3x7xi32>
  check.expect_eq %bits, %expected : tensor<3x7xi32>
  return
}

func.func @empty() {
  %step = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %ordinal = weir.constant dense<2> : tensor<i64> -> tensor<i64>
  %bits = weir.random_bits %seed, %step, %ordinal : tensor<i64> -> tensor<0x2xi32>
  %expected = weir.constant dense<> : tensor<0x2xi32> -> tensor<0x2xi32>
  check.expect_eq %bits, %expected : tensor<0x2xi32>
  return
}

// All 64 bits of the seed count.
func.func @wide_seed() {
  %step = weir.constant dense<6> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<81985529216486895> : tensor<i64> -> tensor<i64>
  %ordinal = weir.constant dense<5> : tensor<i64> -> tensor<i64>
  %bits = weir.random_bits %seed, %step, %ordinal : tensor<i64> -> tensor<5xi32>
  %expected = weir.constant dense<
      [1985779974, 176358919, -1129125391, 338958498, 1380776135]> : tensor<5xi32> -> tensor<5xi32>
  check.expect_eq %bits, %expected : tensor<5xi32>
  return
}

func.func @negative_seed() {
  %step = weir.constant dense<0> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<-1> : tensor<i64> -> tensor<i64>
  %ordinal = weir.constant dense<0> : tensor<i64> -> tensor<i64>
  %bits = weir.random_bits %seed, %step, %ordinal : tensor<i64> -> tensor<4xi32>
  %expected = weir.constant dense<[1923381001, 356992825, -1623085025, 578394714]> : tensor<4xi32> -> tensor<4xi32>
  check.expect_eq %bits, %expected : tensor<4xi32>
  return
}

// The low 32 bits of step count.
func.func @wide_step() {
  %step = weir.constant dense<4294967301> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<9> : tensor<i64> -> tensor<i64>
  %ordinal = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %bits = weir.random_bits %seed, %step, %ordinal : tensor<i64> -> tensor<4xi32>
  %expected = weir.constant dense<[-534086980, 870424930, 1607156198, 1391050165]> : tensor<4xi32> -> tensor<4xi32>
  check.expect_eq %bits, %expected : tensor<4xi32>
  return
}

// The same as wide_step.
func.func @step_5() {
  %step = weir.constant dense<5> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<9> : tensor<i64> -> tensor<i64>
  %ordinal = weir.constant dense<1> : tensor<i64> -> tensor<i64>
  %bits = weir.random_bits %seed, %step, %ordinal : tensor<i64> -> tensor<4xi32>
  %expected = weir.constant dense<[-534086980, 870424930, 1607156198, 1391050165]> : tensor<4xi32> -> tensor<4xi32>
  check.expect_eq %bits, %expected : tensor<4xi32>
  return
}

// The shape of the draw doesn't change element i.
func.func @dynamic() {
  %two = arith.constant 2 : index
  %step = weir.constant dense<7> : tensor<i64> -> tensor<i64>
  %seed = weir.constant dense<42> : tensor<i64> -> tensor<i64>
  %ordinal = weir.constant dense<3> : tensor<i64> -> tensor<i64>
  %bits = weir.random_bits %seed, %step, %ordinal sizes(%two) : tensor<i64> -> tensor<?x3xi32>
  %expected = weir.constant dense<
      [[-241448220, 227117433, 532898853], [184697310, -1833362294, 764187823]]> : tensor<2x3xi32> -> tensor<2x3xi32>
  check.expect_eq %bits, %expected : tensor<?x3xi32>, tensor<2x3xi32>
  return
}
