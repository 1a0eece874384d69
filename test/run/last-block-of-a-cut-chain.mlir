// RUN: rm -rf %t.1 %t.2 && mkdir -p %t.1 %t.2
// RUN: weir-compile %s --to=launch | sed 's/rows = [0-9]*/rows = 144/' > %t.launch
// RUN: weir-compile %t.launch -o %t.weir
// RUN: weir-run %t.weir --device=cpu --seed=1 --workers=1 --output=%t.1
// RUN: weir-run %t.weir --device=cpu --seed=1 --workers=4 --output=%t.2
// RUN: cmp %t.1/job.result0.npy %t.2/job.result0.npy

// The last rows, 136 where others are 144, are no whole tiles, and see 1,024 positions of 1,152, which are one block of
// K where all are two: both have room in the worker's scratch.
func.func @job(%q: tensor<4x1000x64xbf16>, %k: tensor<4x1152x64xbf16>, %v: tensor<4x1152x64xbf16>)
    -> tensor<4x1000x64xbf16> attributes {weir.job} {
  %y = weir.attention %q, %k, %v {is_causal, dropout_p = 0.0 : f64, ordinal = 0 : i64, present = array<i64>}
      : (tensor<4x1000x64xbf16>, tensor<4x1152x64xbf16>, tensor<4x1152x64xbf16>) -> tensor<4x1000x64xbf16>
  return %y : tensor<4x1000x64xbf16>
}
