// The stage `schedule`.
#ifndef WEIR_PASSES_SCHEDULE_TD
#define WEIR_PASSES_SCHEDULE_TD

include "mlir/Pass/PassBase.td"

def JoinEpiloguesPass : Pass<"vm-join-epilogues", "::mlir::ModuleOp"> {
  let summary = "Puts epilogues behind the jobs that repeat.";
  let description = [{
    The calls of an epilogue are marked as those of the last iteration. What the epilogue reads of variables that its
    job assigns is what the last iteration assigns to them.

    ```mlir
    func.func @train(%x: tensor<4xf32> {weir.sliced}) attributes {weir.job, weir.repeat = 8 : i32} {
      %s = weir.read @sum : tensor<4xf32>
      %t = kernel.call @add(%s, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      weir.assign @sum, %t : tensor<4xf32>
      return
    }
    func.func @train.epilogue() attributes {weir.job, weir.epilogue_of = @train} {
      %w = weir.read @w : tensor<4xf32>
      %s = weir.read @sum : tensor<4xf32>
      %v = kernel.call @sgd(%w, %s) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      weir.assign @w, %v : tensor<4xf32>
      return
    }
    ```
    becomes
    ```mlir
    func.func @train(%x: tensor<4xf32> {weir.sliced}) attributes {weir.job, weir.repeat = 8 : i32} {
      %s = weir.read @sum : tensor<4xf32>
      %t = kernel.call @add(%s, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      weir.assign @sum, %t : tensor<4xf32>
      %w = weir.read @w {weir.last} : tensor<4xf32>
      %v = kernel.call @sgd(%w, %t) {weir.last} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      weir.assign @w, %v {weir.last} : tensor<4xf32>
      return
    }
    ```
  }];
}

def FromKernelCallsPass : Pass<"vm-from-kernel-calls", "::mlir::ModuleOp"> {
  let summary = "Turns jobs of kernel calls on tensors into programs of instructions on buffers.";
  let description = [{
    Each tensor gets a storage. A returned value is written into its result, an assigned one into its variable if every
    reader of the old value can run before; where that can't be, it is copied at the end. Everything else goes to the
    arena. Reshapes become views. Calls on which nothing depends vanish, and kernels that nobody calls.

    In a job that repeats, a carried variable becomes a carried buffer of the arena, which the first iteration fills.
    So does one that each iteration assigns, where a later one may fail: it is copied in first and out last.

    ```mlir
    func.func @step(%x: tensor<4xf32>) -> tensor<4xf32> attributes {weir.job} {
      %w = weir.read @w : tensor<4xf32>
      %y = kernel.call @scale(%x, %w) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      weir.assign @w, %y : tensor<4xf32>
      %z = kernel.call @exp(%y) : (tensor<4xf32>) -> tensor<4xf32>
      return %z : tensor<4xf32>
    }
    ```
    becomes
    ```mlir
    vm.program @step kind(job) {
      %0 = vm.input 0 "arg0" : <4xf32>
      %1 = vm.result 0 "result0" : <4xf32>
      %2 = vm.variable @w : <4xf32>
      %3 = vm.arena : <4xf32>
      vm.call @scale const(%0, %2) mut(%3) : (!vm.buffer<4xf32>, !vm.buffer<4xf32>) -> !vm.buffer<4xf32>
      vm.copy %3 to %2 : <4xf32> to <4xf32>
      vm.call @exp const(%3) mut(%1) : (!vm.buffer<4xf32>) -> !vm.buffer<4xf32>
    }
    ```
    With `in_place = array<i64: 1>` on the first call, @scale writes into @w and there is neither arena nor copy.
  }];
  let dependentDialects = ["::weir::vm::VmDialect", "::mlir::arith::ArithDialect"];
}

def OrderPass : Pass<"vm-order", "::weir::vm::ProgramOp"> {
  let summary = "Orders the instructions of a program so that its arena becomes small.";
  let description = [{
    Searches among the orders that keep every dependency between instructions, plans the memory of the best, and moves
    instructions only if that is smaller than with the order at hand. A `?` counts as 128.

    ```mlir
    vm.call @big const(%x) mut(%b0) : …
    vm.call @big const(%x) mut(%b1) : …
    vm.call @sum const(%b0) mut(%s0) : …
    vm.call @sum const(%b1) mut(%s1) : …
    ```
    becomes
    ```mlir
    vm.call @big const(%x) mut(%b0) : …
    vm.call @sum const(%b0) mut(%s0) : …
    vm.call @big const(%x) mut(%b1) : …
    vm.call @sum const(%b1) mut(%s1) : …
    ```

    Where ranks meet, the order stays, as what others wait for is sent as early as the job makes it; but what is made of
    variables and constants alone comes right before what needs it.
  }];
}

def StreamsPass : Pass<"vm-streams", "::mlir::ModuleOp"> {
  let summary = "Distributes independent instructions over streams where that pays.";
  let description = [{
    Simulates programs with the costs that the target tells: of arithmetic, of bytes, of waiting for another stream. A
    kernel that all threads compute together gains nothing from a neighbour; those that one computes run side by side.
    Where a program becomes at least a tenth shorter, its instructions get their streams and stand in the order in which
    they begin; of a program that repeats, its iterations. Programs whose sizes aren't known keep one stream, and so do
    all programs of targets whose costs nobody has measured.

    ```mlir
    vm.call @left const(%x) mut(%a) : …
    vm.call @right const(%x) mut(%b) : …
    vm.call @add const(%a, %b) mut(%y) : …
    ```
    becomes
    ```mlir
    vm.call @left const(%x) mut(%a) : …
    vm.call @right const(%x) mut(%b) {stream = 1 : i64} : …
    vm.call @add const(%a, %b) mut(%y) : …
    ```
  }];
}

def PutAsidePass : Pass<"vm-put-aside", "::mlir::ModuleOp"> {
  let summary = "Where ranks meet, what no product waits for gets streams of its own.";
  let description = [{
    Of meetings those that no product waits for, as gathers of new weights, and what follows such meetings, as sums of
    gradients: what computes does not wait with them, and what it waits for does not stand in line behind them. A
    meeting goes the same way in the programs of all ranks, whose parts may be of other sizes. Programs of targets whose
    costs nobody has measured stay as they are.

    ```mlir
    vm.collective %g into %sum … {stream = 2 : i64}
    vm.call @update const(%w, %sum) mut(%t) : …
    vm.call @matmul const(%x, %v) mut(%y) : …
    ```
    becomes
    ```mlir
    vm.collective %g into %sum … {stream = 3 : i64}
    vm.call @update const(%w, %sum) mut(%t) {stream = 1 : i64} : …
    vm.call @matmul const(%x, %v) mut(%y) : …
    ```
  }];
}

def PlanMemoryPass : Pass<"vm-plan-memory", "::weir::vm::ProgramOp"> {
  let summary = "Gives arena buffers of static sizes their offsets.";
  let description = [{
    Buffers that are not in use at the same time share bytes, and a call's result may take the bytes of an operand that
    dies there if the call allows it. On several streams an instruction counts as running until the next one of its
    stream, so that bytes are not handed on between instructions that could run side by side. Buffers that are never
    used vanish. A program with a `?` in its arena stays as it is: the runtime plans it once it knows the sizes.

    ```mlir
    vm.program @f kind(job) {
      %t = vm.arena : <4xf32>
      …
    ```
    becomes
    ```mlir
    vm.program @f kind(job) attributes {live_bound = 64 : i64, peak_bytes = 64 : i64} {
      %t = vm.arena at 0 bytes 16 : <4xf32>
      …
    ```
  }];
}

def VerifyPass : Pass<"vm-verify", "::mlir::ModuleOp"> {
  let summary = "Checks that a module is what the stage `schedule` leaves: variables, kernels and planned programs.";
  let description = [{
    No job is left as a function. A program has offsets if its arena is static; bytes in use at the same time are
    disjoint, except where a call allows its result to take an operand's.
  }];
}

def ReportMemoryPass : Pass<"vm-report-memory", "::weir::vm::ProgramOp"> {
  let summary = "Prints a program's peak bytes, its live bound, and the least bound of random legal orders.";
  let description = [{
    One remark per program: `@train: peak 1024, live bound 1024, least live bound of 1000 random orders 1024`. Random
    orders keep the dependencies of the instructions; bytes that the plan shares forbid none. A `?` counts as 128.
    With limits set, a program whose peak is above one of them is an error.
  }];
  let options = [
    Option<"orders", "orders", "int", "1000", "number of random orders">,
    Option<"seed", "seed", "int", "0", "seed of the random orders">,
    Option<"liveLimit", "live-limit", "double", "0", "most that the peak may be of the live bound; 0: no limit">,
    Option<"randomLimit", "random-limit", "double", "0",
           "most that the peak may be of the least live bound of random orders; 0: no limit">];
}

#endif
