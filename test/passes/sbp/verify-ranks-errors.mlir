// RUN: weir-opt %s --split-input-file --weir-verify-ranks --verify-diagnostics

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32>
    attributes {comm.ranks = #comm.ranks<"f" mesh [2] devices [0, 1] places [0]>} {
  // expected-error-re @below {{'comm.all_reduce' op expects the ranks of a job to meet in the same collectives, in one order: the other one's attributes are {combiner = #sbp.partial<max>, groups = dense<{{.*}}> : tensor<1x2xi64>}}
  %0 = comm.all_reduce %x : tensor<4xf32> by #sbp.partial<sum> among dense<[[0, 1]]> : tensor<1x2xi64>
  return %0 : tensor<4xf32>
}
func.func @f.1(%x: tensor<4xf32>) -> tensor<4xf32>
    attributes {comm.ranks = #comm.ranks<"f" mesh [2] devices [0, 1] places [1]>} {
  // expected-note @below {{the other program is here}}
  %0 = comm.all_reduce %x : tensor<4xf32> by #sbp.partial<max> among dense<[[0, 1]]> : tensor<1x2xi64>
  return %0 : tensor<4xf32>
}

// -----

// expected-error @below {{'func.func' op expects the ranks of a job to meet in the same collectives, in one order: got 1 of them and 0}}
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32>
    attributes {comm.ranks = #comm.ranks<"f" mesh [2] devices [0, 1] places [0]>} {
  %0 = comm.all_reduce %x : tensor<4xf32> by #sbp.partial<sum> among dense<[[0, 1]]> : tensor<1x2xi64>
  return %0 : tensor<4xf32>
}
// expected-note @below {{the other program is here}}
func.func @f.1(%x: tensor<4xf32>) -> tensor<4xf32>
    attributes {comm.ranks = #comm.ranks<"f" mesh [2] devices [0, 1] places [1]>} {
  return %x : tensor<4xf32>
}

// -----

// expected-error @below {{'func.func' op expects each place of the mesh to run a program, got none at place 1}}
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32>
    attributes {comm.ranks = #comm.ranks<"f" mesh [2] devices [0, 1] places [0]>} {
  return %x : tensor<4xf32>
}

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32>
    attributes {comm.ranks = #comm.ranks<"f" mesh [2] devices [0, 1] places [0, 1]>} {
  return %x : tensor<4xf32>
}
// expected-error @below {{'func.func' op expects each place of the mesh to run one program, got place 1}}
func.func @f.1(%x: tensor<4xf32>) -> tensor<4xf32>
    attributes {comm.ranks = #comm.ranks<"f" mesh [2] devices [0, 1] places [1]>} {
  return %x : tensor<4xf32>
}

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32>
    attributes {comm.ranks = #comm.ranks<"f" mesh [2] devices [0, 1] places [0]>} {
  return %x : tensor<4xf32>
}
// expected-error @below {{'func.func' op expects the programs of a job to be on one mesh, got #comm.ranks<"f" mesh[2] devices[2, 3] places[1]> and #comm.ranks<"f" mesh[2] devices[0, 1] places[0]>}}
func.func @f.1(%x: tensor<4xf32>) -> tensor<4xf32>
    attributes {comm.ranks = #comm.ranks<"f" mesh [2] devices [2, 3] places [1]>} {
  return %x : tensor<4xf32>
}

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32>
    attributes {comm.ranks = #comm.ranks<"f" mesh [2] devices [0, 1] places [0, 1]>} {
  // expected-error @below {{'comm.all_reduce' op expects ranks of the job's mesh, got 7}}
  %0 = comm.all_reduce %x : tensor<4xf32> by #sbp.partial<sum> among dense<[[0, 7]]> : tensor<1x2xi64>
  return %0 : tensor<4xf32>
}

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32>
    attributes {comm.ranks = #comm.ranks<"f" mesh [2] devices [0, 1] places [0]>} {
  // expected-error @below {{in one order: the other one here is 'comm.all_gather'}}
  %0 = comm.all_reduce %x : tensor<4xf32> by #sbp.partial<sum> among dense<[[0, 1]]> : tensor<1x2xi64>
  return %0 : tensor<4xf32>
}
func.func @f.1(%x: tensor<4xf32>) -> tensor<8xf32>
    attributes {comm.ranks = #comm.ranks<"f" mesh [2] devices [0, 1] places [1]>} {
  // expected-note @below {{the other program is here}}
  %0 = comm.all_gather %x : tensor<4xf32> -> tensor<8xf32> from #sbp.split<0> among dense<[[0, 1]]> : tensor<1x2xi64>
  return %0 : tensor<8xf32>
}

// -----

// Ranks 0 and 3 go along rows first, 1 and 2 along columns: each waits for somebody who waits.
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32>
    attributes {comm.ranks = #comm.ranks<"f" mesh [2, 2] devices [0, 1, 2, 3] places [0, 3]>} {
  // expected-error @below {{in one order: rank 1, which it waits for, is in another group here}}
  %0 = comm.all_reduce %x : tensor<4xf32> by #sbp.partial<sum> among dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
  %1 = comm.all_reduce %0 : tensor<4xf32> by #sbp.partial<sum> among dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>
  return %1 : tensor<4xf32>
}
func.func @f.1(%x: tensor<4xf32>) -> tensor<4xf32>
    attributes {comm.ranks = #comm.ranks<"f" mesh [2, 2] devices [0, 1, 2, 3] places [1, 2]>} {
  // expected-note @below {{the other program is here}}
  %0 = comm.all_reduce %x : tensor<4xf32> by #sbp.partial<sum> among dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>
  %1 = comm.all_reduce %0 : tensor<4xf32> by #sbp.partial<sum> among dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
  return %1 : tensor<4xf32>
}

// -----

// Groups that have nobody in common need not do the same.
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32>
    attributes {comm.ranks = #comm.ranks<"f" mesh [2, 2] devices [0, 1, 2, 3] places [0, 1]>} {
  %0 = comm.all_reduce %x : tensor<4xf32> by #sbp.partial<sum> among dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
  return %0 : tensor<4xf32>
}
func.func @f.1(%x: tensor<4xf32>) -> tensor<4xf32>
    attributes {comm.ranks = #comm.ranks<"f" mesh [2, 2] devices [0, 1, 2, 3] places [2, 3]>} {
  return %x : tensor<4xf32>
}
