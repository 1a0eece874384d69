// What tests of runs share: a device with a session, tensors from vectors and back, all through the C interface.
#pragma once

#include "include/weir/Runtime/Runtime.h"
#include "lib/Artifact/ArtifactFile.h"
#include "unittests/Runtime/JobBuilder.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace weir {

template <auto free> struct Free {
  template <typename T> void operator()(T *object) const { free(object); }
};
using StatusHandle = std::unique_ptr<weir_status, Free<weir_status_free>>;
using DeviceHandle = std::unique_ptr<weir_device, Free<weir_device_free>>;
using TensorHandle = std::unique_ptr<weir_tensor, Free<weir_tensor_free>>;
using ArtifactHandle = std::unique_ptr<weir_artifact, Free<weir_artifact_free>>;
using SessionHandle = std::unique_ptr<weir_session, Free<weir_session_free>>;
using JobHandle = std::unique_ptr<weir_job, Free<weir_job_free>>;

/// Passes if the status is ok; says what went wrong otherwise.
::testing::AssertionResult isOk(weir_status *status);
#define EXPECT_OK(...) EXPECT_TRUE(weir::isOk(__VA_ARGS__))
#define ASSERT_OK(...) ASSERT_TRUE(weir::isOk(__VA_ARGS__))

/// The message, after the code was checked; frees the status.
std::string messageOf(weir_status *status, weir_code expected);

template <typename T> constexpr weir_dtype dtypeOf = WEIR_F32;
template <> inline constexpr weir_dtype dtypeOf<int64_t> = WEIR_I64;
template <> inline constexpr weir_dtype dtypeOf<uint8_t> = WEIR_BOOL;

struct Harness {
  explicit Harness(weir_device_options options = {}, const char *name = "cpu") {
    weir_device *created = nullptr;
    EXPECT_OK(weir_device_create(name, &options, &created));
    device.reset(created);
    weir_session *opened = nullptr;
    EXPECT_OK(weir_session_create(created, &opened));
    session.reset(opened);
  }

  ArtifactHandle load(const Artifact &artifact);
  JobHandle job(const ArtifactHandle &artifact, const char *name);

  template <typename T> TensorHandle tensor(const std::vector<T> &values, Sizes shape) {
    weir_tensor *created = nullptr;
    EXPECT_OK(weir_tensor_create(device.get(), dtypeOf<T>, int32_t(shape.size()), shape.data(), &created));
    EXPECT_OK(weir_tensor_write(created, values.data(), values.size() * sizeof(T)));
    return TensorHandle(created);
  }
  template <typename T> TensorHandle tensor(const std::vector<T> &values) {
    return tensor(values, {int64_t(values.size())});
  }

  /// The status is the caller's.
  weir_status *tryRun(const JobHandle &job, const std::vector<TensorHandle> &inputs, std::vector<TensorHandle> &results,
                      size_t numResults);
  std::vector<TensorHandle> run(const JobHandle &job, const std::vector<TensorHandle> &inputs, size_t numResults);
  /// The same without waiting.
  std::vector<TensorHandle> launch(const JobHandle &job, const std::vector<const TensorHandle *> &inputs,
                                   size_t numResults);

  TensorHandle variable(const char *name) {
    weir_tensor *value = nullptr;
    EXPECT_OK(weir_session_get(session.get(), name, &value));
    return TensorHandle(value);
  }

  DeviceHandle device;
  SessionHandle session;
};

/// The elements in row-major order.
template <typename T> std::vector<T> valuesOf(const TensorHandle &tensor) {
  EXPECT_EQ(weir_tensor_dtype(tensor.get()), dtypeOf<T>);
  std::vector<T> values(size_t(weir_tensor_num_elements(tensor.get())));
  EXPECT_OK(weir_tensor_read(tensor.get(), values.data(), values.size() * sizeof(T)));
  return values;
}

/// Calls a function with each number, on a thread of its own.
inline void onThreads(const std::vector<float> &numbers, const std::function<void(float)> &work) {
  std::vector<std::thread> threads;
  for (float number : numbers)
    threads.emplace_back(work, number);
  for (std::thread &thread : threads)
    thread.join();
}

template <typename... Handles> std::vector<TensorHandle> list(Handles... handles) {
  std::vector<TensorHandle> result;
  (result.push_back(std::move(handles)), ...);
  return result;
}

/// Of the run before.
inline weir_job_memory memoryOf(const JobHandle &job) {
  weir_job_memory memory = {};
  EXPECT_OK(weir_job_get_memory(job.get(), &memory));
  return memory;
}

/// 0, 1, 2, …
std::vector<float> iota(int64_t count);

} // namespace weir
