// RUN: weir-opt %s --weir-test-mutate-gpu --verify-diagnostics
// RUN: weir-opt %s --weir-test-mutate-gpu=mutation=0 | FileCheck %s --check-prefix=BARRIER
// RUN: weir-opt %s --weir-test-mutate-gpu=mutation=2 | FileCheck %s --check-prefix=CONDITION
// RUN: weir-opt %s --weir-test-mutate-gpu=mutation=3 | FileCheck %s --check-prefix=OTHERWISE
// RUN: weir-opt %s --weir-test-mutate-gpu=mutation=5 | FileCheck %s --check-prefix=SIZE
// RUN: weir-opt %s --weir-test-mutate-gpu=mutation=7 | FileCheck %s --check-prefix=MASK
// RUN: not weir-opt %s --weir-test-mutate-gpu=mutation=8 2>&1 | FileCheck %s --check-prefix=NONE

// expected-remark @below {{without nvvm.barrier0}}
// expected-remark @below {{without nvvm.bar.warp.sync}}
// expected-remark @below {{without the condition of llvm.store}}
// expected-remark @below {{without the condition of llvm.atomicrmw}}
// expected-remark @below {{without nvvm.cp.async.commit.group}}
// expected-remark @below {{without the size of nvvm.cp.async.shared.global}}
// expected-remark @below {{without nvvm.cp.async.wait.group}}
// expected-remark @below {{without the mask of llvm.intr.masked.store}}
module {
gpu.module @device {
  llvm.func @k(%x: !llvm.ptr<1>, %s: !llvm.ptr<3>, %n: i64, %mask: vector<4xi1>, %all: i32, %p: i1) attributes {nvvm.kernel} {
    %zero = llvm.mlir.constant(0 : i64) : i64
    %one = llvm.mlir.constant(1 : i64) : i64
    %value = llvm.mlir.constant(0.0 : f32) : f32
    %int = llvm.mlir.constant(1 : i32) : i32
    %vector = llvm.mlir.constant(dense<0.0> : vector<4xf32>) : vector<4xf32>
    // BARRIER-NOT: nvvm.barrier0
    // BARRIER: nvvm.bar.warp.sync
    nvvm.barrier0
    nvvm.bar.warp.sync %all : i32
    llvm.br ^head(%zero : i64)
  // A loop's condition is none of a store.
  ^head(%i: i64):
    %more = llvm.icmp "ult" %i, %n : i64
    llvm.cond_br %more, ^body, ^behind
  ^body:
    %next = llvm.add %i, %one : i64
    // CONDITION: ^bb2:
    // CONDITION: %[[ALWAYS:.*]] = llvm.mlir.constant(true) : i1
    // CONDITION: llvm.cond_br %[[ALWAYS]], ^bb3, ^bb4
    llvm.cond_br %p, ^store, ^latch
  ^store:
    llvm.store %value, %x : f32, !llvm.ptr<1>
    llvm.br ^latch
  ^latch:
    llvm.br ^head(%next : i64)
  ^behind:
    // Two ways of writing: neither is a condition of what is written.
    llvm.cond_br %p, ^left, ^right
  ^left:
    llvm.store %value, %x : f32, !llvm.ptr<1>
    llvm.br ^join
  ^right:
    llvm.store %vector, %x : vector<4xf32>, !llvm.ptr<1>
    llvm.br ^join
  ^join:
    // OTHERWISE: %[[NEVER:.*]] = llvm.mlir.constant(false) : i1
    // OTHERWISE: llvm.cond_br %[[NEVER]],
    llvm.cond_br %p, ^end, ^add
  ^add:
    %old = llvm.atomicrmw add %x, %int monotonic : !llvm.ptr<1>, i32
    llvm.br ^end
  ^end:
    nvvm.cp.async.commit.group
    // SIZE: nvvm.cp.async.shared.global %{{.*}}, %{{.*}}, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
    nvvm.cp.async.shared.global %s, %x, 16, cache = cg, %all : !llvm.ptr<3>, !llvm.ptr<1>, i32
    nvvm.cp.async.wait.group 0
    // MASK: %[[ALL:.*]] = llvm.mlir.constant(dense<true> : vector<4xi1>)
    // MASK: llvm.intr.masked.store %{{.*}}, %{{.*}}, %[[ALL]]
    llvm.intr.masked.store %vector, %x, %mask {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr<1>
    llvm.return
  }
}
}
// NONE: expects a mutation below 8
