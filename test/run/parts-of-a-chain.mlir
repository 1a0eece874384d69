// RUN: rm -rf %t.1 %t.4 && mkdir -p %t.1 %t.4
// RUN: weir-compile %s --to=launch -o %t.launch && FileCheck %s --check-prefix=FORM < %t.launch
// RUN: weir-compile %t.launch -o %t.weir
// RUN: weir-run %t.weir --device=cpu --seed=1 --workers=1 --output=%t.1
// RUN: weir-run %t.weir --device=cpu --seed=1 --workers=4 --output=%t.4
// RUN: cmp %t.1/job.result0.npy %t.4/job.result0.npy
// RUN: cmp %t.1/job.result1.npy %t.4/job.result1.npy

// Parts of the one matrix are summed apart, as many as sizes say and not as there are workers.

// FORM: kernel.kernel, kernel.schedule = {form = "row_chain"
func.func @job(%q: tensor<1x500x32xbf16>, %k: tensor<1x500x32xbf16>, %v: tensor<1x500x32xbf16>,
               %dy: tensor<1x500x32xbf16>) -> (tensor<1x500x32xbf16>, tensor<1x500x32xbf16>) attributes {weir.job} {
  %y = weir.attention %q, %k, %v {dropout_p = 0.0 : f64, is_causal, ordinal = 0 : i64, present = array<i64>}
      : (tensor<1x500x32xbf16>, tensor<1x500x32xbf16>, tensor<1x500x32xbf16>) -> tensor<1x500x32xbf16>
  %shares = weir.mul %y, %dy : (tensor<1x500x32xbf16>, tensor<1x500x32xbf16>) -> tensor<1x500x32xbf16>
  %loss = weir.reduce_sum %shares {dims = array<i64: 0, 1, 2>} : (tensor<1x500x32xbf16>) -> tensor<bf16>
  %d:2 = weir.gradient %loss wrt %k, %v : (tensor<bf16>, tensor<1x500x32xbf16>, tensor<1x500x32xbf16>)
      -> (tensor<1x500x32xbf16>, tensor<1x500x32xbf16>)
  return %d#0, %d#1 : tensor<1x500x32xbf16>, tensor<1x500x32xbf16>
}
