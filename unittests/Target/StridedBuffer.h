// An operand of a launch with any strides, and its elements as numbers.
#pragma once

#include "lib/Support/DType.h"
#include "lib/Target/Native/KernelRunner.h"

#include <vector>

namespace weir {

/// Row-major, but a row's elements are `step` apart, rows begin `gap` elements behind the end of the one before, and
/// the first element lies `offset` elements behind an address that is a multiple of 64.
struct StridedLayout {
  int64_t step = 1, gap = 0, offset = 0;
};

/// A matrix or stack of matrices in memory with gaps that must stay as they are.
class StridedBuffer {
public:
  StridedBuffer(DType dtype, std::vector<int64_t> sizes, StridedLayout layout = {});

  /// Numbers in [-1, 1), as the dtype rounds them.
  void fill(unsigned seed);
  int64_t count() const;
  /// In row-major order.
  std::vector<double> values() const;
  bool gapsIntact() const;
  LaunchOperand operand();

  DType dtype;
  std::vector<int64_t> sizes, strides;

private:
  double get(int64_t number) const;
  void set(int64_t number, double value);
  int64_t byteOf(int64_t number) const;

  std::vector<uint8_t> bytes;
  int64_t first; ///< byte of the first element
};

} // namespace weir
