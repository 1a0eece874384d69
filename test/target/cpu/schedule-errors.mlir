// RUN: weir-opt %s --weir-write-schedules --split-input-file --verify-diagnostics

// What a kernel can't follow is an error that says what it could.

module attributes {kernel.target = #kernel.target<"cpu", {cpu = "znver5", vector_bytes = 64 : i64}>} {
  // expected-error @below {{expects 'kernel.schedule' to have a form that the kernel has, one of: product, nests; got convolution}}
  func.func private @k(%a: tensor<96x200xf32>, %b: tensor<200x80xf32>) -> tensor<96x80xf32>
      attributes {kernel.kernel, kernel.schedule = {form = "convolution"}} {
    %0 = weir.matmul %a, %b : (tensor<96x200xf32>, tensor<200x80xf32>) -> tensor<96x80xf32>
    return %0 : tensor<96x80xf32>
  }
}

// -----

module attributes {kernel.target = #kernel.target<"cpu", {cpu = "znver5", vector_bytes = 64 : i64}>} {
  // expected-error @below {{one of: product, nests; got none}}
  func.func private @k(%a: tensor<96x200xf32>, %b: tensor<200x80xf32>) -> tensor<96x80xf32>
      attributes {kernel.kernel, kernel.schedule = {rows = 4 : i64}} {
    %0 = weir.matmul %a, %b : (tensor<96x200xf32>, tensor<200x80xf32>) -> tensor<96x80xf32>
    return %0 : tensor<96x80xf32>
  }
}

// -----

module attributes {kernel.target = #kernel.target<"cpu", {cpu = "znver5", vector_bytes = 64 : i64}>} {
  // expected-error @below {{expects 'kernel.schedule' to have numbers of the form 'product': block_columns, block_rows, pack_a_from, block_rows_in_place, depth, prefetch_bytes, read_b_to, rows, vectors; got row}}
  func.func private @k(%a: tensor<96x200xf32>, %b: tensor<200x80xf32>) -> tensor<96x80xf32>
      attributes {kernel.kernel, kernel.schedule = {form = "product", row = 4 : i64}} {
    %0 = weir.matmul %a, %b : (tensor<96x200xf32>, tensor<200x80xf32>) -> tensor<96x80xf32>
    return %0 : tensor<96x80xf32>
  }
}

// -----

module attributes {kernel.target = #kernel.target<"cpu", {cpu = "znver5", vector_bytes = 64 : i64}>} {
  // expected-error @below {{expects 'kernel.schedule' to have depth from 16 to 256, a multiple of 16, got 100 : i64}}
  func.func private @k(%a: tensor<96x200xf32>, %b: tensor<200x80xf32>) -> tensor<96x80xf32>
      attributes {kernel.kernel, kernel.schedule = {form = "product", depth = 100 : i64}} {
    %0 = weir.matmul %a, %b : (tensor<96x200xf32>, tensor<200x80xf32>) -> tensor<96x80xf32>
    return %0 : tensor<96x80xf32>
  }
}

// -----

module attributes {kernel.target = #kernel.target<"cpu", {cpu = "znver5", vector_bytes = 64 : i64}>} {
  // expected-error @below {{expects 'kernel.schedule' to have rows from 1 to 8, got "many"}}
  func.func private @k(%a: tensor<96x200xf32>, %b: tensor<200x80xf32>) -> tensor<96x80xf32>
      attributes {kernel.kernel, kernel.schedule = {form = "product", rows = "many"}} {
    %0 = weir.matmul %a, %b : (tensor<96x200xf32>, tensor<200x80xf32>) -> tensor<96x80xf32>
    return %0 : tensor<96x80xf32>
  }
}

// -----

module attributes {kernel.target = #kernel.target<"cpu", {cpu = "znver5", vector_bytes = 64 : i64}>} {
  // expected-error @below {{expects 'kernel.schedule' to have rows and vectors that fit 32 registers, got 8 and 8, which take 74}}
  func.func private @k(%a: tensor<96x200xf32>, %b: tensor<200x80xf32>) -> tensor<96x80xf32>
      attributes {kernel.kernel, kernel.schedule = {form = "product", rows = 8 : i64, vectors = 8 : i64}} {
    %0 = weir.matmul %a, %b : (tensor<96x200xf32>, tensor<200x80xf32>) -> tensor<96x80xf32>
    return %0 : tensor<96x80xf32>
  }
}

// -----

module attributes {kernel.target = #kernel.target<"cpu", {cpu = "znver5", vector_bytes = 64 : i64}>} {
  // expected-error @below {{expects 'kernel.schedule' to have a power of two as lanes, got 6}}
  func.func private @k(%x: tensor<96xf32>) -> tensor<96xf32>
      attributes {kernel.kernel, kernel.schedule = {form = "nests", lanes = 6 : i64}} {
    %0 = weir.exp %x : (tensor<96xf32>) -> tensor<96xf32>
    return %0 : tensor<96xf32>
  }
}

// -----

module attributes {kernel.target = #kernel.target<"cpu", {cpu = "znver5", vector_bytes = 64 : i64}>} {
  // expected-error @below {{expects 'kernel.schedule' to be a dictionary on a function with 'kernel.kernel', got "fast"}}
  func.func private @k(%x: tensor<96xf32>) -> tensor<96xf32>
      attributes {kernel.kernel, kernel.schedule = "fast"} {
    %0 = weir.exp %x : (tensor<96xf32>) -> tensor<96xf32>
    return %0 : tensor<96xf32>
  }
}
