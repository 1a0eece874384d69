// RUN: not weir-compile %s --verify-numerics=seven 2>&1 | FileCheck %s --check-prefix=SEED
// RUN: not weir-compile %s --verify-numerics --from=nowhere 2>&1 | FileCheck %s --check-prefix=FROM
// RUN: not weir-compile %s --verify-numerics --test-plant=oak 2>&1 | FileCheck %s --check-prefix=PLANT
// RUN: weir-compile %s --to=group -o %t && weir-compile %t --from=group --verify-numerics | FileCheck %s --check-prefix=RESUMED

// SEED: expects --verify-numerics to have a number as its seed, got seven
// FROM: expects a stage to start behind, one of: graph, {{.*}}; got nowhere
// PLANT: expects --test-plant to name a plant, one of: graph, {{.*}}; got oak
// RESUMED-NOT: group
// RESUMED: weir -> weir launch {{[1-9][0-9]*$}}
// RESUMED: kernel relu {{[1-9][0-9]*$}}
func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> attributes {weir.job} {
  %0 = weir.relu %x : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
