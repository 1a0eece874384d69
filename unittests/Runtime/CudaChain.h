// What tests of the device cuda on a fake driver share: its log, and a job that is done by two launches.
#pragma once

#include "unittests/Runtime/FakeDriver.h"
#include "unittests/Runtime/RuntimeTest.h"

namespace weir {

using Lines = std::vector<std::string>;

/// out = (x + x) + (x + x), by way of two arena buffers.
inline Artifact chain() {
  Artifact artifact = testArtifact();
  JobBuilder b(artifact, "main");
  Id x = b.input("x", DType::F32, {kDynamic});
  Id twice = b.arenaOf(DType::F32, b.sizesOf(x));
  b.call("double_f32", {x, twice});
  b.call("add_f32", {twice, twice, b.result("y", DType::F32, {kDynamic}, b.sizesOf(x))});
  b.finish();
  return artifact;
}

} // namespace weir
