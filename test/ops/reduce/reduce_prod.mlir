// RUN: %op_runs
// Products over some dimensions.

func.func @rows_f32() {
  %x = weir.constant dense<[[1.5, -2.0, 3.0], [-4.0, -5.0, -6.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %r = weir.reduce_prod %x {dims = array<i64: 1>} : (tensor<2x3xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[-9.0, -120.0]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_eq %r, %expected : tensor<2xf32>
  return
}

func.func @rows_i32() {
  %x = weir.constant dense<[[1, -2, 3], [-4, -5, -6]]> : tensor<2x3xi32> -> tensor<2x3xi32>
  %r = weir.reduce_prod %x {dims = array<i64: 1>} : (tensor<2x3xi32>) -> tensor<2xi32>
  %expected = weir.constant dense<[-6, -120]> : tensor<2xi32> -> tensor<2xi32>
  check.expect_eq %r, %expected : tensor<2xi32>
  return
}

func.func @columns() {
  %x = weir.constant dense<[[1.5, -2.0, 3.0], [-4.0, -5.0, -6.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %r = weir.reduce_prod %x {dims = array<i64: 0>} : (tensor<2x3xf32>) -> tensor<3xf32>
  %expected = weir.constant dense<[-6.0, 10.0, -18.0]> : tensor<3xf32> -> tensor<3xf32>
  check.expect_eq %r, %expected : tensor<3xf32>
  return
}

func.func @all() {
  %x = weir.constant dense<[[1, -2, 3], [-4, -5, -6]]> : tensor<2x3xi64> -> tensor<2x3xi64>
  %r = weir.reduce_prod %x {dims = array<i64: 0, 1>} : (tensor<2x3xi64>) -> tensor<i64>
  %expected = weir.constant dense<720> : tensor<i64> -> tensor<i64>
  check.expect_eq %r, %expected : tensor<i64>
  return
}

// No dimension: x itself.
func.func @none() {
  %x = weir.constant dense<[[1.5, -2.0, 3.0], [-4.0, -5.0, -6.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  %r = weir.reduce_prod %x {dims = array<i64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %expected = weir.constant dense<[[1.5, -2.0, 3.0], [-4.0, -5.0, -6.0]]> : tensor<2x3xf32> -> tensor<2x3xf32>
  check.expect_eq %r, %expected : tensor<2x3xf32>
  return
}

func.func @middle() {
  %x = weir.constant dense<
      [[[-2.0, 3.0, 3.0, 1.0, 2.0], [2.0, -2.0, 1.0, -1.0, 2.0], [3.0, 1.0, -2.0, 3.0, 3.0], [-1.0, 1.0, 3.0,
      1.0, -1.0], [2.0, -3.0, -1.0, -2.0, -2.0], [1.0, -3.0, -3.0, -2.0, -3.0], [-2.0, -3.0, 3.0, 2.0, 1.0]],
      [[1.0, -2.0, -1.0, -3.0, -3.0], [1.0, -2.0, -1.0, -1.0, 2.0], [-3.0, 3.0, 2.0, 2.0, 2.0], [1.0, 2.0, 3.0,
      2.0, 1.0], [1.0, -3.0, 1.0, 3.0, -3.0], [-2.0, 2.0, 3.0, -2.0, -2.0], [-1.0, -2.0, -3.0, 1.0, 1.0]], [[3.0,
      2.0, -3.0, 1.0, 3.0], [1.0, 2.0, -3.0, 1.0, -2.0], [3.0, 2.0, 1.0, -2.0, -2.0], [3.0, -3.0, 2.0, -1.0,
      -2.0], [-1.0, -3.0, -3.0, -2.0, 3.0], [2.0, 2.0, 3.0, -3.0, 3.0], [3.0, 1.0, -2.0, -3.0, 1.0]]]>
      : tensor<3x7x5xf32> -> tensor<3x7x5xf32>
  %r = weir.reduce_prod %x {dims = array<i64: 1>} : (tensor<3x7x5xf32>) -> tensor<3x5xf32>
  %expected = weir.constant dense<
      [[-48.0, 162.0, -162.0, -24.0, -72.0], [-6.0, 288.0, -54.0, -72.0, -72.0], [-162.0, 144.0, 324.0, -36.0,
      -216.0]]> : tensor<3x5xf32> -> tensor<3x5xf32>
  check.expect_eq %r, %expected : tensor<3x5xf32>
  return
}

func.func @outer_and_inner() {
  %x = weir.constant dense<
      [[[-2.0, 3.0, 3.0, 1.0, 2.0], [2.0, -2.0, 1.0, -1.0, 2.0], [3.0, 1.0, -2.0, 3.0, 3.0], [-1.0, 1.0, 3.0,
      1.0, -1.0], [2.0, -3.0, -1.0, -2.0, -2.0], [1.0, -3.0, -3.0, -2.0, -3.0], [-2.0, -3.0, 3.0, 2.0, 1.0]],
      [[1.0, -2.0, -1.0, -3.0, -3.0], [1.0, -2.0, -1.0, -1.0, 2.0], [-3.0, 3.0, 2.0, 2.0, 2.0], [1.0, 2.0, 3.0,
      2.0, 1.0], [1.0, -3.0, 1.0, 3.0, -3.0], [-2.0, 2.0, 3.0, -2.0, -2.0], [-1.0, -2.0, -3.0, 1.0, 1.0]], [[3.0,
      2.0, -3.0, 1.0, 3.0], [1.0, 2.0, -3.0, 1.0, -2.0], [3.0, 2.0, 1.0, -2.0, -2.0], [3.0, -3.0, 2.0, -1.0,
      -2.0], [-1.0, -3.0, -3.0, -2.0, 3.0], [2.0, 2.0, 3.0, -3.0, 3.0], [3.0, 1.0, -2.0, -3.0, 1.0]]]>
      : tensor<3x7x5xf64> -> tensor<3x7x5xf64>
  %r = weir.reduce_prod %x {dims = array<i64: 0, 2>} : (tensor<3x7x5xf64>) -> tensor<7xf64>
  %expected = weir.constant dense<
      [34992.0, -384.0, 93312.0, -1296.0, 34992.0, 279936.0, -3888.0]> : tensor<7xf64> -> tensor<7xf64>
  check.expect_eq %r, %expected : tensor<7xf64>
  return
}

func.func @rounded() {
  %x = weir.constant dense<
      [[1.4889125, 0.95998925, 1.9420263, 1.19876, 1.4421513, 1.4528393, 0.7758341, 0.5927981, 1.1172752,
      1.6460451, 1.7228327, 1.5949838, 0.66980743, 1.8700323, 1.7030549, 1.816537, 1.2849562, 1.8734531,
      0.56997836], [0.5454332, 0.5303234, 0.879153, 0.87285465, 0.781255, 1.3505837, 0.5584788, 1.3855819,
      0.7490167, 1.5168105, 0.53161305, 0.9658553, 1.907512, 1.3075945, 1.7173811, 1.4870391, 1.4161261,
      0.786879, 1.3615922], [0.5595296, 1.7024966, 1.9401064, 1.7810136, 0.57606447, 1.0079901, 0.9770048,
      0.6690755, 1.4399177, 1.6961873, 0.9705822, 1.7942139, 1.6956904, 0.6937069, 1.6502887, 1.8239311,
      0.7959238, 1.3604617, 1.458125], [1.4140013, 0.6443685, 1.4917872, 1.4479321, 1.7358283, 1.7052691,
      0.99075234, 1.583071, 1.8009101, 1.8394216, 0.7422685, 0.54005355, 1.4762112, 0.8220144, 1.3455646,
      1.9172068, 1.0689794, 0.87916183, 1.1847651], [1.4858658, 0.65164846, 1.0708772, 0.7005818, 1.4936694,
      1.7458287, 1.0652807, 1.057586, 1.3092825, 0.82258666, 0.8711144, 0.99477845, 1.1861385, 0.62229717,
      1.6290982, 1.3685819, 0.9495408, 0.61631984, 1.6447715]]> : tensor<5x19xf32> -> tensor<5x19xf32>
  %r = weir.reduce_prod %x {dims = array<i64: 1>} : (tensor<5x19xf32>) -> tensor<5xf32>
  %expected = weir.constant dense<
      [86.15684, 1.0217834, 29.707277, 42.290947, 3.1551538]> : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %r, %expected : tensor<5xf32>
  return
}

func.func @rounded_f64() {
  %x = weir.constant dense<
      [[0.696618482436981, 0.6998099635245174, 0.6960263687109149, 0.6218934666739857, 1.8595885481003855],
      [0.9038664495100857, 0.9596158688102903, 1.7491914650031015, 1.429885189567702, 0.7807150798110782],
      [1.1522201185648833, 1.82588369708322, 1.0630610255291955, 1.5663223297948006, 0.6452115632547021],
      [1.5909871651078158, 1.6647102860978698, 1.7386501725531989, 1.5113014856528169, 1.0560991922393788],
      [0.5963180002491555, 1.2781643510904424, 1.636189859573303, 0.7862573052345158, 0.8993558399194154],
      [1.3041800635690581, 1.6224973443468789, 1.8448800961387692, 0.6886122763012538, 0.7764053192997449],
      [1.6993054570822141, 1.466782434535212, 1.5814591877149662, 1.9951567475469705, 1.9087699380363217],
      [1.7645376002623792, 1.665673713579773, 1.0925288228096552, 1.4618436659147227, 0.7766684636698684],
      [1.6392416979212088, 1.636535996777583, 1.5819428204520785, 1.1671985366401685, 1.0672704931862316],
      [1.129656398554912, 0.5500088526668698, 1.7664801746172394, 1.313554816332157, 1.081277958502597],
      [1.3220431523990583, 1.5824603277794933, 1.0721913040975937, 1.7459610101179879, 1.8791950194580807],
      [1.0811484459659666, 0.7067242315248967, 1.6405599439852734, 1.989423288122909, 0.721982223143097],
      [1.5690135140921972, 1.7379851004500604, 1.8808579174945417, 0.6850721214163615, 0.6377148697274142],
      [1.9818073727698002, 0.6751347276523825, 0.7652113387053441, 1.3624294007435285, 1.169409554434452],
      [1.6255882869917495, 0.7858358722371701, 1.8716416423398792, 0.8257922694615837, 1.6536664852799596],
      [0.6014052879110909, 1.2101038816357481, 0.5488374899677895, 0.9707160595956544, 0.9683460112625435],
      [1.5796226587078634, 1.1825262247286, 0.5851615435893751, 1.9930424891434955, 1.833048960062499],
      [1.8744859024601046, 0.8698632951104581, 1.091165382087452, 0.84076925137003, 0.6873595732664985],
      [0.5495358869986036, 1.2550046719796104, 0.6847004840995845, 0.7644565570521907, 1.7907135206864313]]>
      : tensor<19x5xf64> -> tensor<19x5xf64>
  %r = weir.reduce_prod %x {dims = array<i64: 0>} : (tensor<19x5xf64>) -> tensor<5xf64>
  %expected = weir.constant dense<
      [35.240095219976496, 14.996566214176218, 37.28730202757022, 16.96606036653182, 4.320078613753148]>
      : tensor<5xf64> -> tensor<5xf64>
  check.expect_close %r, %expected : tensor<5xf64>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[-2.5]]> : tensor<1x1xf32> -> tensor<1x1xf32>
  %r = weir.reduce_prod %x {dims = array<i64: 0, 1>} : (tensor<1x1xf32>) -> tensor<f32>
  %expected = weir.constant dense<-2.5> : tensor<f32> -> tensor<f32>
  check.expect_eq %r, %expected : tensor<f32>
  return
}

// The product of nothing is 1.
func.func @empty_f32() {
  %x = weir.constant dense<> : tensor<2x0xf32> -> tensor<2x0xf32>
  %r = weir.reduce_prod %x {dims = array<i64: 1>} : (tensor<2x0xf32>) -> tensor<2xf32>
  %expected = weir.constant dense<[1.0, 1.0]> : tensor<2xf32> -> tensor<2xf32>
  check.expect_eq %r, %expected : tensor<2xf32>
  return
}

func.func @empty_i64() {
  %x = weir.constant dense<> : tensor<2x0xi64> -> tensor<2x0xi64>
  %r = weir.reduce_prod %x {dims = array<i64: 1>} : (tensor<2x0xi64>) -> tensor<2xi64>
  %expected = weir.constant dense<[1, 1]> : tensor<2xi64> -> tensor<2xi64>
  check.expect_eq %r, %expected : tensor<2xi64>
  return
}

func.func @empty_result() {
  %x = weir.constant dense<> : tensor<0x3xi64> -> tensor<0x3xi64>
  %r = weir.reduce_prod %x {dims = array<i64: 1>} : (tensor<0x3xi64>) -> tensor<0xi64>
  %expected = weir.constant dense<> : tensor<0xi64> -> tensor<0xi64>
  check.expect_eq %r, %expected : tensor<0xi64>
  return
}

func.func @special_f32() {
  %x = weir.constant dense<
      [[1.0, 0x7FC00000, 2.0], [0.0, 0x7F800000, 1.0], [0x7F800000, 0xFF800000, 3.0], [-0.0, 2.0, 1.0], [-0.0,
      -1.0, 0.5], [0x7F800000, -2.0, -1.0]]> : tensor<6x3xf32> -> tensor<6x3xf32>
  %r = weir.reduce_prod %x {dims = array<i64: 1>} : (tensor<6x3xf32>) -> tensor<6xf32>
  %expected = weir.constant dense<
      [0x7FC00000, 0x7FC00000, 0xFF800000, -0.0, 0.0, 0x7F800000]> : tensor<6xf32> -> tensor<6xf32>
  check.expect_eq %r, %expected : tensor<6xf32>
  return
}

func.func @special_f64() {
  %x = weir.constant dense<
      [[1.0, 0x7FF8000000000000, 2.0], [0.0, 0x7FF0000000000000, 1.0], [0x7FF0000000000000, 0xFFF0000000000000,
      3.0], [-0.0, 2.0, 1.0], [-0.0, -1.0, 0.5], [0x7FF0000000000000, -2.0, -1.0]]> : tensor<6x3xf64> -> tensor<6x3xf64>
  %r = weir.reduce_prod %x {dims = array<i64: 1>} : (tensor<6x3xf64>) -> tensor<6xf64>
  %expected = weir.constant dense<
      [0x7FF8000000000000, 0x7FF8000000000000, 0xFFF0000000000000, -0.0, 0.0, 0x7FF0000000000000]>
      : tensor<6xf64> -> tensor<6xf64>
  check.expect_eq %r, %expected : tensor<6xf64>
  return
}

func.func @special_bf16() {
  %x = weir.constant dense<
      [[1.0, 0x7FC0, 2.0], [0.0, 0x7F80, 1.0], [0x7F80, 0xFF80, 3.0], [-0.0, 2.0, 1.0], [-0.0, -1.0, 0.5],
      [0x7F80, -2.0, -1.0]]> : tensor<6x3xbf16> -> tensor<6x3xbf16>
  %r = weir.reduce_prod %x {dims = array<i64: 1>} : (tensor<6x3xbf16>) -> tensor<6xbf16>
  %expected = weir.constant dense<[0x7FC0, 0x7FC0, 0xFF80, -0.0, 0.0, 0x7F80]> : tensor<6xbf16> -> tensor<6xbf16>
  check.expect_eq %r, %expected : tensor<6xbf16>
  return
}

func.func @special_f16() {
  %x = weir.constant dense<
      [[1.0, 0x7E00, 2.0], [0.0, 0x7C00, 1.0], [0x7C00, 0xFC00, 3.0], [-0.0, 2.0, 1.0], [-0.0, -1.0, 0.5],
      [0x7C00, -2.0, -1.0]]> : tensor<6x3xf16> -> tensor<6x3xf16>
  %r = weir.reduce_prod %x {dims = array<i64: 1>} : (tensor<6x3xf16>) -> tensor<6xf16>
  %expected = weir.constant dense<[0x7E00, 0x7E00, 0xFC00, -0.0, 0.0, 0x7C00]> : tensor<6xf16> -> tensor<6xf16>
  check.expect_eq %r, %expected : tensor<6xf16>
  return
}

// Beyond the largest float lies infinity, below the smallest 0.
func.func @overflow_f32() {
  %x = weir.constant dense<[1.0e+20, 1.0e+20]> : tensor<2xf32> -> tensor<2xf32>
  %r = weir.reduce_prod %x {dims = array<i64: 0>} : (tensor<2xf32>) -> tensor<f32>
  %expected = weir.constant dense<0x7F800000> : tensor<f32> -> tensor<f32>
  check.expect_eq %r, %expected : tensor<f32>
  return
}

func.func @underflow_f32() {
  %x = weir.constant dense<[1.0e-30, 1.0e-30]> : tensor<2xf32> -> tensor<2xf32>
  %r = weir.reduce_prod %x {dims = array<i64: 0>} : (tensor<2xf32>) -> tensor<f32>
  %expected = weir.constant dense<0.0> : tensor<f32> -> tensor<f32>
  check.expect_eq %r, %expected : tensor<f32>
  return
}

// An intermediate product that f16 lacks.
func.func @wide_accumulator() {
  %x = weir.constant dense<[512.0, 512.0, 0.0002441]> : tensor<3xf16> -> tensor<3xf16>
  %r = weir.reduce_prod %x {dims = array<i64: 0>} : (tensor<3xf16>) -> tensor<f16>
  %expected = weir.constant dense<64.0> : tensor<f16> -> tensor<f16>
  check.expect_eq %r, %expected : tensor<f16>
  return
}

func.func @given_accumulator() {
  %x = weir.constant dense<[1.2676506e+30, 1.2676506e+30, 7.523164e-37]> : tensor<3xf32> -> tensor<3xf32>
  %r = weir.reduce_prod %x {dims = array<i64: 0>, accumulator = f64} : (tensor<3xf32>) -> tensor<f32>
  %expected = weir.constant dense<1.2089258e+24> : tensor<f32> -> tensor<f32>
  check.expect_eq %r, %expected : tensor<f32>
  return
}

// Integers wrap.
func.func @wraps_i64() {
  %x = weir.constant dense<
      [[607231, 484243, 942019, 183705, 164793, 669865, 854289, 265865, 260807, 526937, 778179], [282953, 824029,
      516161, 705055, 628533, 480713, 536209, 994873, 395605, 944949, 790815], [182379, 873437, 383039, 179373,
      252905, 136309, 339455, 113193, 544051, 979597, 964199]]> : tensor<3x11xi64> -> tensor<3x11xi64>
  %r = weir.reduce_prod %x {dims = array<i64: 1>} : (tensor<3x11xi64>) -> tensor<3xi64>
  %expected = weir.constant dense<
      [1004415792019400523, -1921869236650025551, 3895317068909664511]> : tensor<3xi64> -> tensor<3xi64>
  check.expect_eq %r, %expected : tensor<3xi64>
  return
}

func.func @wraps_i32() {
  %x = weir.constant dense<
      [[95, 25, 23, 69, 97, 83, 21, 73, 51, 45, 51], [55, 91, 79, 5, 77, 33, 35, 61, 99, 7, 51], [25, 91, 47, 85,
      89, 11, 77, 79, 83, 99, 77]]> : tensor<3x11xi32> -> tensor<3x11xi32>
  %r = weir.reduce_prod %x {dims = array<i64: 1>} : (tensor<3x11xi32>) -> tensor<3xi32>
  %expected = weir.constant dense<[71335487, -67045461, -1879484467]> : tensor<3xi32> -> tensor<3xi32>
  check.expect_eq %r, %expected : tensor<3xi32>
  return
}

func.func @wraps_i8() {
  %x = weir.constant dense<
      [[83, 71, 31, 85, 71, 69, 97, 73, 35, 31, 33], [17, 9, 75, 79, 17, 41, 93, 83, 61, 97, 33], [85, 93, 59,
      17, 31, 51, 29, 11, 17, 97, 39]]> : tensor<3x11xi8> -> tensor<3x11xi8>
  %r = weir.reduce_prod %x {dims = array<i64: 1>} : (tensor<3x11xi8>) -> tensor<3xi8>
  %expected = weir.constant dense<[-71, 71, 103]> : tensor<3xi8> -> tensor<3xi8>
  check.expect_eq %r, %expected : tensor<3xi8>
  return
}

func.func @wraps_ui8() {
  %x = weir.constant dense<
      [[57, 45, 81, 11, 29, 59, 81, 47, 71, 81, 65], [83, 95, 23, 43, 23, 43, 1, 69, 25, 83, 73], [35, 45, 67,
      43, 21, 5, 55, 53, 77, 13, 7]]> : tensor<3x11xui8> -> tensor<3x11xui8>
  %r = weir.reduce_prod %x {dims = array<i64: 1>} : (tensor<3x11xui8>) -> tensor<3xui8>
  %expected = weir.constant dense<[145, 75, 3]> : tensor<3xui8> -> tensor<3xui8>
  check.expect_eq %r, %expected : tensor<3xui8>
  return
}
