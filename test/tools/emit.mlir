// RUN: rm -rf %t && mkdir %t
// RUN: weir-compile %s --emit=weir -o %t/a.weir
// RUN: weir-compile %s --emit=so -o %t/a.so
// RUN: %loading_python %S/Inputs/call_kernel.py %t/a.so %t/a.weir %weir_build/lib/libweir_runtime.so | FileCheck %s --check-prefix=CALL
// RUN: %llvm_tools/llvm-readelf --dyn-syms --segments %t/a.so | FileCheck %s --check-prefix=ELF
// RUN: weir-compile %s --target=cpu,naive,cuda --emit=so -o %t/all.so
// RUN: %llvm_tools/llvm-readelf --dyn-syms %t/all.so | FileCheck %s --check-prefix=ALL
// RUN: weir-compile %s --emit=ll | FileCheck %s --check-prefix=LLVM
// RUN: weir-compile %s --emit=asm --machine=x86-64-v3 | FileCheck %s --check-prefix=ASM
// RUN: weir-compile %s --emit=asm --target=cuda | FileCheck %s --check-prefix=PTX
// RUN: weir-compile %s --emit=asm --target=sim | FileCheck %s --check-prefix=SIM
// RUN: weir-compile %s --to=launch | weir-compile --from=launch --emit=asm --machine=x86-64-v3 | FileCheck %s --check-prefix=ASM
// RUN: weir-compile %s --dump-kernels=%t/kernels -o %t/b.weir && ls %t/kernels | FileCheck %s --check-prefix=FILES
// RUN: not weir-compile %s --emit=asm --to=group 2>&1 | FileCheck %s --check-prefix=EITHER
// RUN: not weir-compile %s --emit=abacus 2>&1 | FileCheck %s --check-prefix=WHAT

// CALL: doubled True
// CALL-NEXT: same artifact True
// CALL-NEXT: jobs 1

// Nothing is both written to and run, and nothing is needed from elsewhere.
// ELF-NOT: RWE
// ELF-NOT: UND {{[a-z_]}}
// ELF-DAG: FUNC GLOBAL DEFAULT {{.*}} add_prepare
// ELF-DAG: FUNC GLOBAL DEFAULT {{.*}} add_run
// ELF-DAG: OBJECT GLOBAL DEFAULT {{.*}} weir_artifact_bytes{{$}}
// ELF-DAG: OBJECT GLOBAL DEFAULT {{.*}} weir_artifact_size
// Code for a GPU is in the artifact alone.
// ALL-DAG: cpu_add_run
// ALL-DAG: naive_add_run
// ALL-DAG: cuda_add_prepare
// ALL-NOT: cuda_add_run

// LLVM: ; add, optimized
// LLVM: define {{.*}}@prepare(
// LLVM: define {{.*}}@run(
// LLVM: fadd {{.*}}<{{[0-9]+}} x float>
// ASM: # add, assembly
// ASM: vaddps
// PTX: // add, assembly-sm_80
// PTX: .visible .entry
// PTX: // add, assembly-sm_90a
// SIM: # add, assembly
// FILES: add.04.llvm.mlir
// FILES-NEXT: add.05.optimized.ll
// FILES-NEXT: add.06.assembly.s
// EITHER: weir-compile: expects either --to or --emit
// WHAT: weir-compile: for the --emit option: Cannot find option named 'abacus'!
func.func @double(%x: tensor<64xf32>) -> tensor<64xf32> attributes {weir.job} {
  %y = weir.add %x, %x : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xf32>
  return %y : tensor<64xf32>
}
