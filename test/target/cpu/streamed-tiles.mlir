// RUN: rm -rf %t && weir-compile %s --machine=sapphirerapids --dump-kernels=%t -o %t.weir
// RUN: FileCheck %s --input-file=%t/matmul.06.assembly.s --check-prefix=DEEP
// RUN: FileCheck %s --input-file=%t/matmul_0.06.assembly.s --check-prefix=SHALLOW
// Rows of A stay in L1 while panels of B pass. Where both don't fit, B's tiles say that they aren't read again soon.

// DEEP: tileloadd {{.*}}, [[A:%tmm.]]
// DEEP: tileloaddt1 {{.*}}, [[B:%tmm.]]
// DEEP: tdpbf16ps [[B]], [[A]]
func.func @deep(%x: tensor<512x768xbf16>, %w: tensor<768x64xbf16>) -> tensor<512x64xbf16> attributes {weir.job} {
  %0 = weir.matmul %x, %w : (tensor<512x768xbf16>, tensor<768x64xbf16>) -> tensor<512x64xbf16>
  return %0 : tensor<512x64xbf16>
}

// SHALLOW-NOT: tileloaddt1
// SHALLOW: tdpbf16ps
// SHALLOW-NOT: tileloaddt1
func.func @shallow(%x: tensor<512x128xbf16>, %w: tensor<128x64xbf16>) -> tensor<512x64xbf16> attributes {weir.job} {
  %0 = weir.matmul %x, %w : (tensor<512x128xbf16>, tensor<128x64xbf16>) -> tensor<512x64xbf16>
  return %0 : tensor<512x64xbf16>
}
