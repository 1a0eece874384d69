// RUN: weir-opt %s --weir-test-mutate-gpu --verify-diagnostics
// RUN: weir-opt %s --weir-test-mutate-gpu=mutation=0 | FileCheck %s --check-prefix=BARRIER
// RUN: weir-opt %s --weir-test-mutate-gpu=mutation=2 | FileCheck %s --check-prefix=CONDITION
// RUN: weir-opt %s --weir-test-mutate-gpu=notes=4096 | FileCheck %s --check-prefix=NOTES
// RUN: weir-opt %s --weir-test-mutate-gpu=mutation=3 | FileCheck %s --check-prefix=OTHERWISE
// RUN: weir-opt %s --weir-test-mutate-gpu=mutation=4 | FileCheck %s --check-prefix=BOUND
// RUN: not weir-opt %s --weir-test-mutate-gpu=mutation=7 2>&1 | FileCheck %s --check-prefix=NONE

// expected-remark @below {{without nvvm.barrier0}}
// expected-remark @below {{without nvvm.bar.warp.sync}}
// expected-remark @below {{without the condition of llvm.store}}
// expected-remark @below {{without the condition of llvm.atomicrmw}}
// expected-remark @below {{without the bound of nvvm.cp.async.shared.global}}
// expected-remark @below {{without nvvm.cp.async.commit.group}}
// expected-remark @below {{without nvvm.cp.async.wait.group}}
module {
gpu.module @device {
  llvm.func @k(%x: !llvm.ptr<1>, %s: !llvm.ptr<3>, %n: i32, %all: i32, %given: i1) attributes {nvvm.kernel} {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %value = llvm.mlir.constant(0.0 : f32) : f32
    %tid = nvvm.read.ptx.sreg.tid.x : i32
    %block = nvvm.read.ptx.sreg.ctaid.x : i32
    %isFirst = llvm.icmp "eq" %tid, %zero : i32
    %isInner = llvm.icmp "ult" %block, %n : i32
    // BARRIER-NOT: nvvm.barrier0
    // BARRIER: nvvm.bar.warp.sync
    nvvm.barrier0
    nvvm.bar.warp.sync %all : i32
    llvm.br ^head(%zero : i32)
  // A loop whose bound is the same for all threads: no condition of a store.
  ^head(%i: i32):
    %more = llvm.icmp "ult" %i, %n : i32
    llvm.cond_br %more, ^body, ^behind
  ^body:
    %next = llvm.add %i, %one : i32
    // CONDITION: ^bb2:
    // CONDITION: %[[ALWAYS:.*]] = llvm.mlir.constant(true) : i1
    // CONDITION: llvm.cond_br %[[ALWAYS]], ^bb3, ^bb4

    // Where the condition keeps a thread from the store, a byte says so.
    // NOTES: %[[SKIPS:.*]] = llvm.xor %[[FIRST:.*]], %{{.*}} : i1
    // NOTES: llvm.cond_br %[[SKIPS]], ^[[NOTE:bb[0-9]+]], ^[[REST:bb[0-9]+]]
    // NOTES: ^[[NOTE]]:
    // NOTES: %[[WHERE:.*]] = llvm.mlir.constant(4098 : i64) : i64
    // NOTES: %[[BYTE:.*]] = llvm.inttoptr %[[WHERE]]
    // NOTES: llvm.store %{{.*}}, %[[BYTE]] : i8
    // NOTES: llvm.br ^[[REST]]
    // NOTES: ^[[REST]]:
    // NOTES: llvm.cond_br %[[FIRST]],
    llvm.cond_br %isFirst, ^store, ^latch
  ^store:
    llvm.store %value, %x : f32, !llvm.ptr<1>
    llvm.br ^latch
  ^latch:
    llvm.br ^head(%next : i32)
  ^behind:
    // Two ways of writing, and a condition that doesn't depend on the thread: none of them is a condition of a store.
    llvm.cond_br %isFirst, ^left, ^right
  ^left:
    llvm.store %value, %x : f32, !llvm.ptr<1>
    llvm.br ^join
  ^right:
    llvm.store %value, %s : f32, !llvm.ptr<3>
    llvm.br ^join
  ^join:
    llvm.cond_br %given, ^stored, ^unstored
  ^stored:
    llvm.store %value, %x : f32, !llvm.ptr<1>
    llvm.br ^unstored
  ^unstored:
    // OTHERWISE: %[[NEVER:.*]] = llvm.mlir.constant(false) : i1
    // OTHERWISE: llvm.cond_br %[[NEVER]],
    llvm.cond_br %isInner, ^copies(%tid : i32), ^add
  ^add:
    %old = llvm.atomicrmw add %x, %one monotonic : !llvm.ptr<1>, i32
    llvm.br ^copies(%tid : i32)
  // A loop that starts at the thread's number. Its first turn is told from the others.
  ^copies(%j: i32):
    // BOUND: ^bb[[HEAD:[0-9]+]](%{{[0-9]+}}: i32, %[[FIRST:[0-9]+]]: i1):
    // BOUND: %[[IN:.*]] = llvm.icmp "ult"
    // BOUND: %[[EITHER:.*]] = llvm.or %[[IN]], %[[FIRST]]
    // BOUND: llvm.cond_br %[[EITHER]],
    // BOUND: %[[FALSE:.*]] = llvm.mlir.constant(false) : i1
    // BOUND: llvm.br ^bb[[HEAD]](%{{.*}}, %[[FALSE]] : i32, i1)

    // NOTES: ^bb{{[0-9]+}}(%{{[0-9]+}}: i32, %[[TURN:[0-9]+]]: i1):
    // NOTES: %[[IN:.*]] = llvm.icmp "ult"
    // NOTES: %[[OUT:.*]] = llvm.xor %[[IN]], %{{.*}} : i1
    // NOTES: %[[ENDS:.*]] = llvm.and %[[OUT]], %[[TURN]]
    // NOTES: llvm.cond_br %[[ENDS]],
    %inside = llvm.icmp "ult" %j, %n : i32
    llvm.cond_br %inside, ^copy, ^end
  ^copy:
    nvvm.cp.async.shared.global %s, %x, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
    %k = llvm.add %j, %n : i32
    llvm.br ^copies(%k : i32)
  ^end:
    nvvm.cp.async.commit.group
    // NOTES: nvvm.cp.async.commit.group
    // NOTES: %[[WAIT:.*]] = llvm.mlir.constant(4102 : i64) : i64
    // NOTES: %[[AT:.*]] = llvm.inttoptr %[[WAIT]]
    // NOTES: llvm.store %{{.*}}, %[[AT]] : i8
    // NOTES: nvvm.cp.async.wait.group 0
    nvvm.cp.async.wait.group 0
    llvm.return
  }
}
}
// NONE: expects a mutation below 7
