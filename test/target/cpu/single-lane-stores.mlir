// A tail of one element is stored alone: LLVM's backend would store a vector's truncated element in its wide type.
// RUN: weir-compile %s --machine=x86-64-v4 --emit=ll | FileCheck %s
// RUN: weir-compile %s --machine=x86-64-v4 --emit=asm | FileCheck %s --check-prefix=ASM

// CHECK: define {{.*}}@run(
// CHECK: store <16 x i16>
// CHECK-NOT: call void @llvm.masked.store
// CHECK: store i16 %
// CHECK-NOT: call void @llvm.masked.store

// ASM: run:
// ASM-NOT: vmovd {{.*}}, {{.*}}(%
// ASM: {{vpextrw|movw}} {{.*}}(%
// ASM-NOT: vmovd {{.*}}, {{.*}}(%
func.func @f(%x: tensor<17xbf16>) -> tensor<17xbf16> attributes {weir.job} {
  %y = weir.sqrt %x : (tensor<17xbf16>) -> tensor<17xbf16>
  return %y : tensor<17xbf16>
}
