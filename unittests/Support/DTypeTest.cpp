// Element types: names, sizes, classes.
#include "lib/Support/DType.h"

#include <gtest/gtest.h>

namespace weir {
namespace {

TEST(DType, NamesParseBack) {
  for (int i = 0; i < kNumDTypes; ++i) {
    auto dtype = static_cast<DType>(i);
    EXPECT_EQ(parseDType(name(dtype)), dtype) << name(dtype);
  }
  EXPECT_EQ(parseDType("F32"), std::nullopt);
  EXPECT_EQ(parseDType("f3"), std::nullopt);
  EXPECT_EQ(parseDType(""), std::nullopt);
}

TEST(DType, NumbersAreThoseOfTheArtifactFormat) {
  const char *names[kNumDTypes] = {"f64", "f32", "f16", "bf16", "i64", "i32", "i8", "u8", "bool"};
  for (int i = 0; i < kNumDTypes; ++i)
    EXPECT_EQ(name(static_cast<DType>(i)), names[i]);
}

TEST(DType, SizesInStorage) {
  EXPECT_EQ(byteSize(DType::F64), 8);
  EXPECT_EQ(byteSize(DType::I64), 8);
  EXPECT_EQ(byteSize(DType::F32), 4);
  EXPECT_EQ(byteSize(DType::I32), 4);
  EXPECT_EQ(byteSize(DType::F16), 2);
  EXPECT_EQ(byteSize(DType::BF16), 2);
  EXPECT_EQ(byteSize(DType::I8), 1);
  EXPECT_EQ(byteSize(DType::U8), 1);
  EXPECT_EQ(byteSize(DType::Bool), 1);
}

TEST(DType, ABoolIsNeitherFloatNorInteger) {
  for (DType dtype : {DType::F64, DType::F32, DType::F16, DType::BF16})
    EXPECT_TRUE(isFloat(dtype) && !isInteger(dtype)) << name(dtype);
  for (DType dtype : {DType::I64, DType::I32, DType::I8, DType::U8})
    EXPECT_TRUE(!isFloat(dtype) && isInteger(dtype)) << name(dtype);
  EXPECT_FALSE(isFloat(DType::Bool) || isInteger(DType::Bool));
}

} // namespace
} // namespace weir
