// The structs of the DLPack protocol, version 0: what libraries hand each other in a capsule named "dltensor".
#pragma once

#include <cstdint>

extern "C" {

struct DLDevice {
  int32_t device_type; ///< 1 is the CPU
  int32_t device_id;
};

struct DLDataType {
  uint8_t code; ///< 0 signed, 1 unsigned, 2 float, 4 bfloat, 6 bool
  uint8_t bits;
  uint16_t lanes;
};

struct DLTensor {
  void *data;
  DLDevice device;
  int32_t ndim;
  DLDataType dtype;
  int64_t *shape;
  int64_t *strides; ///< in elements; null means row-major
  uint64_t byte_offset;
};

struct DLManagedTensor {
  DLTensor dl_tensor;
  void *manager_ctx;
  void (*deleter)(DLManagedTensor *self);
};
}
