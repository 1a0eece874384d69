// Inputs of jobs from files of NumPy, and results as such files or as text. What weir-run and weir-opt --run-reference
// share. Knows no MLIR.
#pragma once

#include "dialects/Interfaces/HostTensor.h"
#include "lib/Support/Status.h"

#include <optional>
#include <span>
#include <string>

namespace weir {

/// What a job takes or gives; sizes may be `?`.
struct NamedMeta {
  std::string name;
  TensorMeta meta;
};

/// The tensors that files give for `inputs`; none where they say nothing of one. An entry of an .npz file is the input
/// of its name, or by its position where it has the name `arr_N`; .npy files are the inputs that are still missing, in
/// order. A bf16 input is read from f32, as NumPy has no bf16. Fails where a file fits no input.
Result<std::vector<std::optional<HostTensor>>> readInputs(std::span<const std::string> files,
                                                          std::span<const NamedMeta> inputs);

/// Fails where files are named and yet give no tensor for an input: to draw that one, too, there has to be a seed.
std::optional<Failure> checkComplete(std::span<const std::string> files, std::span<const NamedMeta> inputs,
                                     std::span<const std::optional<HostTensor>> tensors);

struct NamedTensor {
  std::string name;
  HostTensor tensor;
};

/// Writes `folder`/`name`.npy for each tensor, making the folder if there is none. A failure leaves none of them.
std::optional<Failure> writeNpyFiles(const std::string &folder, std::span<const NamedTensor> tensors);

/// "tensor<2xf32>: 1 2", with " ..." where there are more than `shown` elements.
std::string describe(const HostTensor &tensor, int64_t shown);

} // namespace weir
