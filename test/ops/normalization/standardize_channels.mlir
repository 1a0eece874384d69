// RUN: %op_runs
// (x - mean) / sqrt(variance + eps) of each channel, times weight, plus bias.

func.func @lines_f32() {
  %x = weir.constant dense<[[[4.079999923706055, -5.110000133514404, 0.8399999737739563, -1.1399999856948853],  
      [-0.9100000262260437, -0.4300000071525574, -4.039999961853027, -0.46000000834465027],   [-1.7300000190734863,
      6.650000095367432, 0.44999998807907104, -0.7099999785423279]],   [[-0.5600000023841858, -1.340000033378601,
      -2.109999895095825, -0.7799999713897705],   [0.9599999785423279, -0.47999998927116394, 1.9199999570846558,
      -0.4000000059604645],   [0.05000000074505806, 3.0899999141693115, 1.090000033378601, -1.0099999904632568]]]> :
      tensor<2x3x4xf32> -> tensor<2x3x4xf32>
  %w = weir.constant dense<[-0.18000000715255737, 0.5400000214576721, 1.940000057220459]> : tensor<3xf32> ->
      tensor<3xf32>
  %b = weir.constant dense<[-0.27000001072883606, -0.23999999463558197, 1.0]> : tensor<3xf32> -> tensor<3xf32>
  %y = weir.standardize_channels %x, %w, %b {eps = 0.125 : f64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>) ->
      tensor<2x3x4xf32>
  %expected = weir.constant dense<[[[-0.6251038908958435, 0.048457466065883636, -0.3876350522041321,
      -0.2425151914358139],   [-0.3809818923473358, -0.22360675036907196, -1.4071989059448242, -0.23344269394874573], 
       [-1.0479094982147217, 5.273077964782715, 0.5964524745941162, -0.2785291075706482]],   [[-0.28502506017684937,
      -0.2278566211462021, -0.1714211255311966, -0.26890063285827637],   [0.2321254312992096, -0.23999999463558197,
      0.5468757152557373, -0.2137708067893982],   [0.2947346866130829, 2.58778977394104, 1.0792009830474854,
      -0.5048174262046814]]]> : tensor<2x3x4xf32> -> tensor<2x3x4xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<2x3x4xf32>
  return
}

func.func @other_lines_f32() {
  %x = weir.constant dense<[[[-1.7699999809265137, -0.5799999833106995, 1.7699999809265137, 1.159999966621399,
      0.18000000715255737],   [1.340000033378601, -5.659999847412109, 2.0399999618530273, -1.9199999570846558,
      -3.3399999141693115]],   [[0.550000011920929, 1.399999976158142, -0.8899999856948853, -2.1500000953674316,
      0.05000000074505806],   [-0.10999999940395355, 2.809999942779541, 1.4900000095367432, 0.38999998569488525,
      2.2200000286102295]],   [[-0.4099999964237213, -1.850000023841858, 1.1699999570846558, 1.1699999570846558,
      -0.4300000071525574],   [-1.5700000524520874, 0.46000000834465027, -4.989999771118164, 1.3799999952316284,
      0.9800000190734863]]]> : tensor<3x2x5xf32> -> tensor<3x2x5xf32>
  %w = weir.constant dense<[-1.6399999856948853, 0.05999999865889549]> : tensor<2xf32> -> tensor<2xf32>
  %b = weir.constant dense<[-0.9599999785423279, 0.7599999904632568]> : tensor<2xf32> -> tensor<2xf32>
  %y = weir.standardize_channels %x, %w, %b {eps = 0.125 : f64} : (tensor<3x2x5xf32>, tensor<2xf32>, tensor<2xf32>) ->
      tensor<3x2x5xf32>
  %expected = weir.constant dense<[[[1.2794010639190674, -0.2627790868282318, -3.308260917663574, -2.5177314281463623,
      -1.247700810432434],   [0.7982667684555054, 0.634800136089325, 0.814613401889801, 0.722137987613678,
      0.6889776587486267]],   [[-1.727202296257019, -2.8287594318389893, 0.13896533846855164, 1.7718621492385864,
      -1.079227328300476],   [0.7644057869911194, 0.8325947523117065, 0.8017696142196655, 0.7760819792747498,
      0.8188168406486511]],   [[-0.48309051990509033, 1.3830771446228027, -2.530690908432007, -2.530690908432007,
      -0.4571714997291565],   [0.7303113341331482, 0.7777166366577148, 0.6504462361335754, 0.7992008328437805,
      0.7898598909378052]]]> : tensor<3x2x5xf32> -> tensor<3x2x5xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<3x2x5xf32>
  return
}

func.func @rows_f64() {
  %x = weir.constant dense<[[-4.07, -1.83, 1.42],  [2.31, -4.32, -1.0],  [0.66, -1.22, 3.18],  [-2.38, 0.71, -2.1]]> :
      tensor<4x3xf64> -> tensor<4x3xf64>
  %w = weir.constant dense<[1.41, -0.02, -0.37]> : tensor<3xf64> -> tensor<3xf64>
  %b = weir.constant dense<[-1.72, 1.68, 0.75]> : tensor<3xf64> -> tensor<3xf64>
  %y = weir.standardize_channels %x, %w, %b {eps = 0.125 : f64} : (tensor<4x3xf64>, tensor<3xf64>, tensor<3xf64>) ->
      tensor<4x3xf64>
  %expected = weir.constant dense<[[-3.5079510680673383, 1.6818019810342162, 0.5650206433929625], 
      [0.056776373891917344, 1.7089955130051173, 0.9933938902724178],  [-0.8651358955803039, 1.6751401117562044,
      0.25347646384426786],  [-2.563689410244275, 1.6540623942044619, 1.1881090024903518]]> : tensor<4x3xf64> ->
      tensor<4x3xf64>
  check.expect_close %y, %expected {atol = 4.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<4x3xf64>
  return
}

func.func @images_f64() {
  %x = weir.constant dense<[[[[1.51, 2.28, 0.7],    [-1.28, -1.6, -1.6]],    [[2.74, -2.92, -1.19],    [-0.64, 0.45,
      1.15]]],    [[[-2.5, -3.46, -0.01],    [2.43, 1.51, 0.43]],    [[-0.63, 0.59, -0.49],    [1.63, -1.59, 0.27]]]]>
      : tensor<2x2x2x3xf64> -> tensor<2x2x2x3xf64>
  %w = weir.constant dense<[-0.11, 0.54]> : tensor<2xf64> -> tensor<2xf64>
  %b = weir.constant dense<[0.22, 2.55]> : tensor<2xf64> -> tensor<2xf64>
  %y = weir.standardize_channels %x, %w, %b {eps = 0.125 : f64} : (tensor<2x2x2x3xf64>, tensor<2xf64>, tensor<2xf64>)
      -> tensor<2x2x2x3xf64>
  %expected = weir.constant dense<[[[[0.12411647235935137, 0.07916650810772312, 0.17140149968898633],   
      [0.2869871220503162, 0.3056676266743695, 0.3056676266743695]],    [[3.5535430147571776, 1.5195041737453152,
      2.14121569228781],    [2.338869643269528, 2.7305838370332967, 2.982143411010029]]],    [[[0.3582065459295194,
      0.41424805980167934, 0.21284886932360458],    [0.0704100215651981, 0.12411647235935137, 0.1871631754655313]],   
      [[2.342463351469196, 2.780895751828643, 2.3927752662645423],    [3.1546414045940736, 1.997467364301106,
      2.66589708943928]]]]> : tensor<2x2x2x3xf64> -> tensor<2x2x2x3xf64>
  check.expect_close %y, %expected {atol = 4.0e-15 : f64, rtol = 4.0e-15 : f64} : tensor<2x2x2x3xf64>
  return
}

// Squares of f16 numbers would overflow: they are of f32.
func.func @large_f16() {
  %x = weir.constant dense<[[[-60000.0, 60000.0]],   [[60000.0, -60000.0]]]> : tensor<2x1x2xf16> -> tensor<2x1x2xf16>
  %w = weir.constant dense<[1.5]> : tensor<1xf16> -> tensor<1xf16>
  %b = weir.constant dense<[1.5]> : tensor<1xf16> -> tensor<1xf16>
  %y = weir.standardize_channels %x, %w, %b {eps = 0.0 : f64} : (tensor<2x1x2xf16>, tensor<1xf16>, tensor<1xf16>) ->
      tensor<2x1x2xf16>
  %expected = weir.constant dense<[[[0.0, 3.0]],   [[3.0, 0.0]]]> : tensor<2x1x2xf16> -> tensor<2x1x2xf16>
  check.expect_close %y, %expected {atol = 1.0e-03 : f64, rtol = 1.0e-03 : f64} : tensor<2x1x2xf16>
  return
}

func.func @size_one() {
  %x = weir.constant dense<[[[-4.079999923706055]]]> : tensor<1x1x1xf32> -> tensor<1x1x1xf32>
  %w = weir.constant dense<[-0.3400000035762787]> : tensor<1xf32> -> tensor<1xf32>
  %b = weir.constant dense<[-0.6100000143051147]> : tensor<1xf32> -> tensor<1xf32>
  %y = weir.standardize_channels %x, %w, %b {eps = 0.125 : f64} : (tensor<1x1x1xf32>, tensor<1xf32>, tensor<1xf32>) ->
      tensor<1x1x1xf32>
  %expected = weir.constant dense<[[[-0.6100000143051147]]]> : tensor<1x1x1xf32> -> tensor<1x1x1xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<1x1x1xf32>
  return
}

func.func @no_images() {
  %x = weir.constant dense<> : tensor<0x2x3xf32> -> tensor<0x2x3xf32>
  %w = weir.constant dense<[0.5299999713897705, -2.2799999713897705]> : tensor<2xf32> -> tensor<2xf32>
  %b = weir.constant dense<[1.1699999570846558, 1.0700000524520874]> : tensor<2xf32> -> tensor<2xf32>
  %y = weir.standardize_channels %x, %w, %b {eps = 0.125 : f64} : (tensor<0x2x3xf32>, tensor<2xf32>, tensor<2xf32>) ->
      tensor<0x2x3xf32>
  %expected = weir.constant dense<> : tensor<0x2x3xf32> -> tensor<0x2x3xf32>
  check.expect_close %y, %expected {atol = 2.0e-06 : f64, rtol = 2.0e-06 : f64} : tensor<0x2x3xf32>
  return
}
