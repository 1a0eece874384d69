// RUN: weir-reduce %s --test='grep -q weir.sqrt $1' | FileCheck %s --check-prefix=SQRT --match-full-lines
// RUN: weir-reduce %s --test='weir-opt $1 --weir-verify-normal-form 2>&1 | grep -q "at most one weir.assign"' -o %t.mlir
// RUN: FileCheck %s --check-prefix=TWICE --match-full-lines < %t.mlir
// RUN: weir-reduce %s --test='grep -q weir.reduce_max $1' | FileCheck %s --check-prefix=MAX --match-full-lines
// RUN: not weir-reduce %s --test='grep -q weir.tan $1' 2>&1 | FileCheck %s --check-prefix=NEVER
// RUN: not weir-reduce %s --test=true -o %t/none/a.mlir 2>&1 | FileCheck %s --check-prefix=WRITE
// RUN: not weir-reduce %t.none --test=true 2>&1 | FileCheck %s --check-prefix=READ
// RUN: not weir-reduce %s --test='sleep 100' --timeout=1 2>&1 | FileCheck %s --check-prefix=SLOW
// RUN: weir-reduce --help | FileCheck %s --check-prefix=HELP --implicit-check-not=inline --implicit-check-not=amdgpu

// What is left is what the command looks for: its operand is an argument, nothing else is returned or read.
// SQRT: module {
// SQRT-NEXT:   func.func @f(%arg0: tensor<4xf32>) -> tensor<4xf32> attributes {weir.job} {
// SQRT-NEXT:     %0 = weir.sqrt %arg0 : (tensor<4xf32>) -> tensor<4xf32>
// SQRT-NEXT:     return %0 : tensor<4xf32>
// SQRT-NEXT:   }
// SQRT-NEXT: }

// TWICE: module {
// TWICE-NEXT:   weir.variable @w : tensor<4xf32>
// TWICE-NEXT:   func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) attributes {weir.job} {
// TWICE-NEXT:     weir.assign @w, %arg0 : tensor<4xf32>
// TWICE-NEXT:     weir.assign @w, %arg1 : tensor<4xf32>
// TWICE-NEXT:     return
// TWICE-NEXT:   }
// TWICE-NEXT: }

// What is returned may change its type.
// MAX: module {
// MAX-NEXT:   func.func @other(%arg0: tensor<2xf32>) -> tensor<f32> attributes {weir.job} {
// MAX-NEXT:     %0 = weir.reduce_max %arg0 {dims = array<i64: 0>} : (tensor<2xf32>) -> tensor<f32>
// MAX-NEXT:     return %0 : tensor<f32>
// MAX-NEXT:   }
// MAX-NEXT: }

// NEVER: weir-reduce: expects 'grep -q weir.tan $1' to end with 0 for {{.*}}reduce.mlir
// SLOW: weir-reduce: expects 'sleep 100' to end with 0 for
// WRITE: weir-reduce: expects to write {{.*}}a.mlir: No such file or directory
// READ: weir-reduce: expects to read {{.*}}: No such file or directory
// HELP: weir-reduce options:
// HELP: --test=<command>

weir.variable @w : tensor<4xf32>
weir.variable @v : tensor<2xf32>

func.func @other(%x: tensor<2xf32>) -> tensor<2xf32> attributes {weir.job} {
  %y = weir.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  %v = weir.read @v : tensor<2xf32>
  %max = weir.reduce_max %v {dims = array<i64: 0>} : (tensor<2xf32>) -> tensor<f32>
  %wide = weir.broadcast %max {dims = array<i64>} : tensor<f32> -> tensor<2xf32>
  %z = weir.add %y, %wide : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %z : tensor<2xf32>
}

func.func @f(%x: tensor<4xf32>, %z: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) attributes {weir.job} {
  %a = weir.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  %b = weir.add %a, %z : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %c = weir.sqrt %b : (tensor<4xf32>) -> tensor<4xf32>
  %d = weir.mul %c, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %e = weir.neg %d : (tensor<4xf32>) -> tensor<4xf32>
  weir.assign @w, %e : tensor<4xf32>
  weir.assign @w, %z : tensor<4xf32>
  return %e, %a : tensor<4xf32>, tensor<4xf32>
}
