// RUN: weir-opt %s --weir-channels-last | FileCheck %s
// A convolution alone whose windows are one pixel is a product of matrices, of many pixels.

module attributes {kernel.target = #kernel.target<"cpu", {cpu = "x86-64-v3", features = ""}>} {
  // CHECK-LABEL: func @pixels
  // CHECK-DAG: %[[KERNEL:.*]] = weir.reshape %arg1 : tensor<8x4x1x1xf32> -> tensor<8x4xf32>
  // CHECK-DAG: %[[EACH:.*]] = weir.broadcast %[[KERNEL]] {dims = array<i64: 1, 2>} : tensor<8x4xf32> -> tensor<2x8x4xf32>
  // CHECK-DAG: %[[IMAGES:.*]] = weir.reshape %arg0 : tensor<2x4x16x16xf32> -> tensor<2x4x256xf32>
  // CHECK: weir.matmul %[[EACH]], %[[IMAGES]]
  func.func @pixels(%x: tensor<2x4x16x16xf32>, %w: tensor<8x4x1x1xf32>) -> tensor<2x8x16x16xf32> attributes {weir.job} {
    %y = weir.conv %x, %w {strides = array<i64: 1, 1>, padding_low = array<i64: 0, 0>, padding_high = array<i64: 0, 0>,
                           dilations = array<i64: 1, 1>}
        : (tensor<2x4x16x16xf32>, tensor<8x4x1x1xf32>) -> tensor<2x8x16x16xf32>
    return %y : tensor<2x8x16x16xf32>
  }

  // CHECK-LABEL: func @in_steps
  // CHECK: weir.slice %arg0 {starts = array<i64: 0, 0, 0, 0>, steps = array<i64: 1, 1, 2, 2>}
  // CHECK: weir.matmul
  func.func @in_steps(%x: tensor<2x4x32x32xf32>, %w: tensor<8x4x1x1xf32>) -> tensor<2x8x16x16xf32> attributes {weir.job} {
    %y = weir.conv %x, %w {strides = array<i64: 2, 2>, padding_low = array<i64: 0, 0>, padding_high = array<i64: 0, 0>,
                           dilations = array<i64: 1, 1>}
        : (tensor<2x4x32x32xf32>, tensor<8x4x1x1xf32>) -> tensor<2x8x16x16xf32>
    return %y : tensor<2x8x16x16xf32>
  }

  // CHECK-LABEL: func @few_pixels
  // CHECK: weir.conv
  func.func @few_pixels(%x: tensor<2x4x7x7xf32>, %w: tensor<8x4x1x1xf32>) -> tensor<2x8x7x7xf32> attributes {weir.job} {
    %y = weir.conv %x, %w {strides = array<i64: 1, 1>, padding_low = array<i64: 0, 0>, padding_high = array<i64: 0, 0>,
                           dilations = array<i64: 1, 1>}
        : (tensor<2x4x7x7xf32>, tensor<8x4x1x1xf32>) -> tensor<2x8x7x7xf32>
    return %y : tensor<2x8x7x7xf32>
  }

  // An image whose channels are last in memory stays as it is.

  // CHECK-LABEL: func @channels_last
  // CHECK: weir.conv {{.*}} {channels_last, {{.*}}} : (tensor<2x16x16x4xf32>, tensor<8x4x1x1xf32>) -> tensor<2x16x16x8xf32>
  // CHECK-NOT: weir.matmul
  func.func @channels_last(%x: tensor<2x16x16x4xf32>, %w: tensor<8x4x1x1xf32>) -> tensor<2x8x16x16xf32> attributes {weir.job} {
    %image = weir.transpose %x {permutation = array<i64: 0, 3, 1, 2>} : (tensor<2x16x16x4xf32>) -> tensor<2x4x16x16xf32>
    %y = weir.conv %image, %w {strides = array<i64: 1, 1>, padding_low = array<i64: 0, 0>, padding_high = array<i64: 0, 0>,
                               dilations = array<i64: 1, 1>}
        : (tensor<2x4x16x16xf32>, tensor<8x4x1x1xf32>) -> tensor<2x8x16x16xf32>
    return %y : tensor<2x8x16x16xf32>
  }

  // So are its gradients, of which that of the kernel is summed over images.

  // CHECK-LABEL: func @gradients
  // CHECK-NOT: weir.transpose
  // CHECK: weir.matmul {{.*}} {transpose_a} : (tensor<2x8x4xf32>, tensor<2x8x256xf32>) -> tensor<2x4x256xf32>
  // CHECK: %[[EACH:.*]] = weir.matmul {{.*}} {transpose_b} : (tensor<2x8x256xf32>, tensor<2x4x256xf32>) -> tensor<2x8x4xf32>
  // CHECK: weir.reduce_sum %[[EACH]] {dims = array<i64: 0>}
  func.func @gradients(%x: tensor<2x4x16x16xf32>, %w: tensor<8x4x1x1xf32>, %dy: tensor<2x8x16x16xf32>)
      -> (tensor<2x4x16x16xf32>, tensor<8x4x1x1xf32>) attributes {weir.job} {
    %dx = weir.conv_transpose %dy, %w {strides = array<i64: 1, 1>, padding_low = array<i64: 0, 0>, padding_high = array<i64: 0, 0>,
                                       dilations = array<i64: 1, 1>}
        : (tensor<2x8x16x16xf32>, tensor<8x4x1x1xf32>) -> tensor<2x4x16x16xf32>
    %dw = weir.conv_kernel_gradient %x, %dy {strides = array<i64: 1, 1>, padding_low = array<i64: 0, 0>, padding_high = array<i64: 0, 0>,
                                             dilations = array<i64: 1, 1>}
        : (tensor<2x4x16x16xf32>, tensor<2x8x16x16xf32>) -> tensor<8x4x1x1xf32>
    return %dx, %dw : tensor<2x4x16x16xf32>, tensor<8x4x1x1xf32>
  }

  // Not where the kernels of all images would take far more memory than these do.

  // CHECK-LABEL: func @large_kernels
  // CHECK: weir.conv_kernel_gradient {{.*}} {channels_last
  func.func @large_kernels(%x: tensor<2x600x16x16xf32>, %dy: tensor<2x700x16x16xf32>) -> tensor<700x600x1x1xf32> attributes {weir.job} {
    %dw = weir.conv_kernel_gradient %x, %dy {strides = array<i64: 1, 1>, padding_low = array<i64: 0, 0>, padding_high = array<i64: 0, 0>,
                                             dilations = array<i64: 1, 1>}
        : (tensor<2x600x16x16xf32>, tensor<2x700x16x16xf32>) -> tensor<700x600x1x1xf32>
    return %dw : tensor<700x600x1x1xf32>
  }
}
