// Expects what an op's parts computed to be what it computes whole.
#pragma once

#include "dialects/Interfaces/HostTensor.h"

#include <gtest/gtest.h>

#include <cmath>

namespace weir {

/// Sums may be taken in another order.
inline void expectSame(const HostTensor &actual, const HostTensor &expected) {
  ASSERT_EQ(toString(actual.meta), toString(expected.meta));
  EXPECT_EQ(actual.integers, expected.integers);
  for (size_t i = 0; i < expected.floats.size(); ++i)
    if (actual.floats[i] != expected.floats[i]) // an infinity is near to nothing
      EXPECT_NEAR(actual.floats[i], expected.floats[i], 1e-14 * (1 + std::fabs(expected.floats[i]))) << "element " << i;
}

} // namespace weir
