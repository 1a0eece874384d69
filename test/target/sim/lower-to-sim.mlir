// RUN: weir-opt %s --weir-lower-to-sim | FileCheck %s
// RUN: weir-opt %s --weir-lower-to-sim=check=false | FileCheck %s --check-prefix=UNCHECKED

gpu.module @device {
  llvm.mlir.global external @shared() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<0 x i8>
  llvm.func @__nv_unused(f32) -> f32

  llvm.func @twice(%x: f32) -> f32 {
    %0 = llvm.fadd %x, %x : f32
    llvm.return %0 : f32
  }

  llvm.func @phase0(%fault: !llvm.ptr<1>, %x: !llvm.ptr<1> {llvm.noalias}, %n: i64)
      attributes {gpu.kernel, nvvm.kernel, nvvm.reqntid = array<i32: 64>} {
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %in = llvm.icmp "ult" %tid, %tid : i32
    %p = llvm.getelementptr %x[%n] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    %v = llvm.load %p {alignment = 4 : i64} : !llvm.ptr<1> -> f32
    %w = llvm.call @twice(%v) : (f32) -> f32
    %s = llvm.mlir.addressof @shared : !llvm.ptr<3>
    llvm.store %w, %s : f32, !llvm.ptr<3>
    nvvm.barrier0
    llvm.return
  }
}

// Nothing of the device is left: module, globals, declarations, address spaces.
// CHECK-NOT: gpu.
// CHECK-NOT: @shared
// CHECK-NOT: @__nv_unused
// CHECK-NOT: llvm.ptr<

// Functions get the thread, and calls pass it on.
// CHECK: llvm.func internal @twice(%{{.*}}: !llvm.ptr, %[[X:.*]]: f32) -> f32 attributes {convergent, no_unwind}

// Entries read their parameters; one that nobody uses is not read.
// CHECK: llvm.func @phase0(%[[THREAD:.*]]: !llvm.ptr, %[[WORDS:.*]]: !llvm.ptr) attributes {convergent, no_unwind}
// CHECK-NEXT: %[[AT1:.*]] = llvm.getelementptr %[[WORDS]][1] : (!llvm.ptr) -> !llvm.ptr, i64
// CHECK-NEXT: %[[PX:.*]] = llvm.load %[[AT1]] invariant : !llvm.ptr -> !llvm.ptr
// CHECK-NEXT: %[[AT2:.*]] = llvm.getelementptr %[[WORDS]][2]
// CHECK-NEXT: %[[N:.*]] = llvm.load %[[AT2]] invariant : !llvm.ptr -> i64

// The thread's number is a field of the thread.
// CHECK: %[[TIDAT:.*]] = llvm.getelementptr %[[THREAD]][16]
// CHECK: %[[TID:.*]] = llvm.load %[[TIDAT]] invariant : !llvm.ptr -> i32
// CHECK: llvm.icmp "ult" %[[TID]], %[[TID]]

// A check in front of the load: thread, site 0, address, bytes, alignment.
// CHECK: %[[P:.*]] = llvm.getelementptr %[[PX]][%[[N]]]
// CHECK-DAG: %[[BYTES:.*]] = llvm.mlir.constant(4 : i32)
// CHECK-DAG: %[[TABLEAT:.*]] = llvm.getelementptr %[[THREAD]][0]
// CHECK-DAG: %[[TABLE:.*]] = llvm.load %[[TABLEAT]] invariant
// CHECK-DAG: %[[CHECKAT:.*]] = llvm.getelementptr %[[TABLE]][0]
// CHECK-DAG: %[[CHECK:.*]] = llvm.load %[[CHECKAT]] invariant
// CHECK-DAG: %[[SITE:.*]] = llvm.mlir.constant(0 : i32)
// CHECK: llvm.call %[[CHECK]](%[[THREAD]], %[[SITE]], %[[P]], %{{.*}}, %{{.*}}) {convergent, no_unwind}
// CHECK-NEXT: %[[V:.*]] = llvm.load %[[P]] {alignment = 4 : i64} : !llvm.ptr -> f32
// CHECK: %[[W:.*]] = llvm.call @twice(%[[THREAD]], %[[V]]) {convergent} : (!llvm.ptr, f32) -> f32

// Shared memory is a field of the thread; the store is the second function of the table, at site 1.
// CHECK: %[[SHAREDAT:.*]] = llvm.getelementptr %[[THREAD]][8]
// CHECK: %[[SHARED:.*]] = llvm.load %[[SHAREDAT]] invariant : !llvm.ptr -> !llvm.ptr
// CHECK: %[[S:.*]] = llvm.getelementptr %[[SHARED]][0]
// CHECK: llvm.getelementptr %{{.*}}[8]
// CHECK: llvm.mlir.constant(1 : i32)
// CHECK: llvm.call %{{.*}}(%[[THREAD]], %{{.*}}, %[[S]], %{{.*}}, %{{.*}}) {convergent, no_unwind}
// CHECK-NEXT: llvm.store %[[W]], %[[S]] : f32, !llvm.ptr

// The barrier is the fourth one: its number and the count of threads.
// CHECK: llvm.getelementptr %{{.*}}[24]
// CHECK: llvm.mlir.constant(2 : i32)
// CHECK: llvm.call %{{.*}}(%[[THREAD]], %{{.*}}, %{{.*}}, %{{.*}}) {convergent, no_unwind} : !llvm.ptr, (!llvm.ptr, i32, i32, i32) -> ()
// CHECK-NEXT: llvm.return

// UNCHECKED-LABEL: @phase0
// UNCHECKED-COUNT-1: llvm.call %{{.*}}(!llvm.ptr, i32, i32, i32) -> ()
// UNCHECKED-NOT: llvm.call %
