// Variables: initial values, sharing, versions, derived ones.
#include "unittests/Runtime/RuntimeTest.h"

#include <thread>

namespace weir {
namespace {

Bytes bytesOf(const std::vector<float> &values) {
  auto *bytes = reinterpret_cast<const uint8_t *>(values.data());
  return std::vector<uint8_t>(bytes, bytes + values.size() * sizeof(float));
}

/// w starts as 1, 2; train: w -= g.
Artifact trainArtifact() {
  Artifact artifact = testArtifact();
  artifact.constants.push_back({DType::F32, {2}, bytesOf({1, 2})});
  artifact.variables.push_back({"w", DType::F32, {2}, {}, Id(0)});
  JobBuilder b(artifact, "train");
  b.call("subtract_f32", {b.variable("w"), b.input("g", DType::F32, {2})});
  b.finish();
  return artifact;
}

/// Makes `pack` count its runs in the variable `derivations`.
void countRuns(JobBuilder &pack) {
  pack.artifact.variables.push_back({"derivations", DType::I64, {}, {}, {}});
  Id count = pack.variable("derivations"), next = pack.arena(DType::I64, {});
  pack.add(Copy{count, next});
  pack.call("next_i64", {next, count});
}

/// Reads w and `packed`, which the job "pack" derives from w as w + w.
Artifact evalArtifact() {
  Artifact artifact = testArtifact();
  artifact.variables.push_back({"w", DType::F32, {2}, {}, {}});
  artifact.variables.push_back({"packed", DType::F32, {2}, {}, {}});
  JobBuilder pack(artifact, "pack", Job::Kind::Derive);
  pack.call("double_f32", {pack.variable("w"), pack.variable("packed")});
  countRuns(pack);
  pack.finish();
  JobBuilder eval(artifact, "eval");
  eval.call("add_f32", {eval.variable("w"), eval.variable("packed"), eval.result("y", DType::F32, {2})});
  eval.finish();
  return artifact;
}

TEST(Session, InitialValuesAndUpdatesInPlace) {
  Harness h;
  JobHandle train = h.job(h.load(trainArtifact()), "train");
  TensorHandle w = h.variable("w");
  EXPECT_EQ(valuesOf<float>(w), (std::vector<float>{1, 2}));
  h.run(train, list(h.tensor<float>({1, 1})), 0);
  EXPECT_EQ(valuesOf<float>(w), (std::vector<float>{0, 1})) << "get shares the variable's storage";
  EXPECT_EQ(weir_tensor_data(w.get()), weir_tensor_data(h.variable("w").get()));
}

TEST(Session, VersionsCountWrites) {
  Harness h;
  JobHandle train = h.job(h.load(trainArtifact()), "train");
  uint64_t before = 0, after = 0;
  ASSERT_OK(weir_session_version(h.session.get(), "w", &before));
  h.run(train, list(h.tensor<float>({1, 1})), 0);
  ASSERT_OK(weir_session_set(h.session.get(), "w", h.tensor<float>({5, 5}).get()));
  ASSERT_OK(weir_session_touch(h.session.get(), "w"));
  ASSERT_OK(weir_session_version(h.session.get(), "w", &after));
  EXPECT_EQ(after, before + 3);
}

TEST(Session, ArtifactsShareVariablesByName) {
  Harness h;
  JobHandle train = h.job(h.load(trainArtifact()), "train");
  JobHandle eval = h.job(h.load(evalArtifact()), "eval");
  EXPECT_EQ(valuesOf<float>(h.run(eval, {}, 1)[0]), (std::vector<float>{3, 6}));
  h.run(train, list(h.tensor<float>({-9, -8})), 0);
  EXPECT_EQ(valuesOf<float>(h.run(eval, {}, 1)[0]), (std::vector<float>{30, 30}));
}

TEST(Session, DerivesRunOnlyWhenASourceChanged) {
  Harness h;
  JobHandle train = h.job(h.load(trainArtifact()), "train");
  JobHandle eval = h.job(h.load(evalArtifact()), "eval");
  auto derivations = [&] { return valuesOf<int64_t>(h.variable("derivations"))[0]; };
  h.run(eval, {}, 1);
  h.run(eval, {}, 1);
  EXPECT_EQ(derivations(), 1);
  h.run(train, list(h.tensor<float>({1, 1})), 0);
  h.run(train, list(h.tensor<float>({1, 1})), 0);
  EXPECT_EQ(derivations(), 1);
  h.run(eval, {}, 1);
  EXPECT_EQ(derivations(), 2);
  ASSERT_OK(weir_session_touch(h.session.get(), "w"));
  h.run(eval, {}, 1);
  EXPECT_EQ(derivations(), 3);
}

TEST(Session, DerivesOfConstantsRunOnce) {
  Artifact artifact = testArtifact();
  artifact.constants.push_back({DType::F32, {2}, bytesOf({1, 2})});
  artifact.variables.push_back({"packed", DType::F32, {2}, {}, {}});
  JobBuilder pack(artifact, "pack", Job::Kind::Derive);
  pack.call("double_f32", {pack.constantBuffer(0), pack.variable("packed")});
  countRuns(pack);
  pack.finish();
  JobBuilder eval(artifact, "eval");
  eval.call("double_f32", {eval.variable("packed"), eval.result("y", DType::F32, {2})});
  eval.finish();
  Harness h;
  JobHandle job = h.job(h.load(artifact), "eval");
  for (int run = 0; run < 3; ++run)
    EXPECT_EQ(valuesOf<float>(h.run(job, {}, 1)[0]), (std::vector<float>{4, 8}));
  EXPECT_EQ(valuesOf<int64_t>(h.variable("derivations")), (std::vector<int64_t>{1}));
}

TEST(Session, TypesMustAgree) {
  Harness h;
  h.job(h.load(trainArtifact()), "train");
  Artifact other = testArtifact();
  other.variables.push_back({"w", DType::F32, {3}, {}, {}});
  ArtifactHandle loaded = h.load(other);
  EXPECT_EQ(messageOf(weir_session_add(h.session.get(), loaded.get()), WEIR_INVALID_ARGUMENT),
            "expects variable 'w' to be tensor<2xf32>, got tensor<3xf32>");
}

TEST(Session, AliasesAreOneVariable) {
  Artifact artifact = trainArtifact();
  artifact.variables.push_back({"tied", DType::F32, {2}, Id(0), {}});
  Harness h;
  JobHandle train = h.job(h.load(artifact), "train");
  h.run(train, list(h.tensor<float>({1, 1})), 0);
  EXPECT_EQ(valuesOf<float>(h.variable("tied")), (std::vector<float>{0, 1}));
}

TEST(Session, BoundTensorIsTheVariable) {
  Harness h;
  TensorHandle mine = h.tensor<float>({10, 20});
  ASSERT_OK(weir_session_bind(h.session.get(), "w", mine.get()));
  JobHandle train = h.job(h.load(trainArtifact()), "train");
  h.run(train, list(h.tensor<float>({1, 2})), 0);
  EXPECT_EQ(valuesOf<float>(mine), (std::vector<float>{9, 18}));
  EXPECT_EQ(messageOf(weir_session_bind(h.session.get(), "other", mine.get()), WEIR_INVALID_ARGUMENT),
            "expects a storage that no other variable has, for variable 'other'");

  TensorHandle next = h.tensor<float>({100, 100});
  ASSERT_OK(weir_session_bind(h.session.get(), "w", next.get()));
  h.run(train, list(h.tensor<float>({1, 2})), 0);
  EXPECT_EQ(valuesOf<float>(mine), (std::vector<float>{9, 18}));
  EXPECT_EQ(valuesOf<float>(next), (std::vector<float>{99, 98}));
}

TEST(Session, DerivedVariablesGoWithWhoNeedsThem) {
  Harness h;
  ASSERT_OK(weir_session_set(h.session.get(), "w", h.tensor<float>({1, 2}).get()));
  int64_t before = weir_device_bytes_in_use(h.device.get());
  JobHandle eval = h.job(h.load(evalArtifact()), "eval"), second = h.job(h.load(evalArtifact()), "eval");
  EXPECT_GT(weir_device_bytes_in_use(h.device.get()), before);
  eval.reset();
  EXPECT_EQ(valuesOf<float>(h.run(second, {}, 1)[0]), (std::vector<float>{3, 6}));
  second.reset();
  weir_tensor *gone = nullptr;
  EXPECT_EQ(messageOf(weir_session_get(h.session.get(), "packed", &gone), WEIR_NOT_FOUND),
            "expects a variable of the session, got 'packed'");
}

/// The job reads g while it writes w; both are one storage here.
TEST(Session, AVariableAsInputIsReadAsOfTheStart) {
  Artifact artifact = testArtifact();
  artifact.variables.push_back({"w", DType::F32, {2}, {}, {}});
  JobBuilder b(artifact, "main");
  Id g = b.input("g", DType::F32, {2}), w = b.variable("w");
  b.call("subtract_f32", {w, g});
  b.call("subtract_f32", {w, g});
  b.finish();
  Harness h;
  JobHandle job = h.job(h.load(artifact), "main");
  ASSERT_OK(weir_session_set(h.session.get(), "w", h.tensor<float>({1, 2}).get()));
  h.run(job, list(h.variable("w")), 0);
  EXPECT_EQ(valuesOf<float>(h.variable("w")), (std::vector<float>{-1, -2}));
}

TEST(Session, RemovedVariablesAreGone) {
  Artifact artifact = trainArtifact();
  artifact.variables.push_back({"tied", DType::F32, {2}, Id(0), {}});
  Harness h;
  ArtifactHandle loaded = h.load(artifact);
  JobHandle train = h.job(loaded, "train");
  weir_session *session = h.session.get();
  EXPECT_EQ(messageOf(weir_session_remove(session, "tied"), WEIR_INVALID_ARGUMENT),
            "expects the jobs that use variable 'w' to be freed, got one of an artifact with 'train'");
  train.reset();
  TensorHandle held = h.variable("w");
  int64_t inUse = weir_device_bytes_in_use(h.device.get());
  ASSERT_OK(weir_session_remove(session, "tied"));
  uint64_t version = 0;
  for (const char *name : {"w", "tied"}) // names of one variable
    EXPECT_EQ(messageOf(weir_session_version(session, name, &version), WEIR_NOT_FOUND),
              "expects a variable of the session, got '" + std::string(name) + "'");
  EXPECT_EQ(messageOf(weir_session_remove(session, "w"), WEIR_NOT_FOUND), "expects a variable of the session, got 'w'");
  EXPECT_EQ(valuesOf<float>(held), (std::vector<float>{1, 2})) << "whoever holds the tensor keeps its storage";
  held.reset();
  EXPECT_LT(weir_device_bytes_in_use(h.device.get()), inUse);

  // A variable of that name starts anew, and may be of another type.
  h.run(h.job(loaded, "train"), list(h.tensor<float>({1, 1})), 0);
  EXPECT_EQ(valuesOf<float>(h.variable("w")), (std::vector<float>{0, 1}));
  ASSERT_OK(weir_session_remove(session, "w"));
  ASSERT_OK(weir_session_set(session, "w", h.tensor<float>({1, 2, 3}).get()));
}

/// What was a variable is bound to another session, or under another name.
TEST(Session, RemovedStorageCanBeBoundAgain) {
  Harness h;
  TensorHandle mine = h.tensor<float>({1, 2});
  ASSERT_OK(weir_session_bind(h.session.get(), "w", mine.get()));
  ASSERT_OK(weir_session_remove(h.session.get(), "w"));
  ASSERT_OK(weir_session_bind(h.session.get(), "v", mine.get()));
  Harness other;
  EXPECT_EQ(messageOf(weir_session_bind(h.session.get(), "u", other.tensor<float>({1}).get()), WEIR_INVALID_ARGUMENT),
            "expects a tensor on the session's device for variable 'u'");
}

TEST(Session, ArtifactMayBeFreedBeforeItsJobs) {
  Harness h;
  JobHandle train = [&] {
    ArtifactHandle artifact = h.load(trainArtifact());
    return h.job(artifact, "train");
  }();
  h.session.reset();
  h.run(train, list(h.tensor<float>({1, 1})), 0);
}

/// Runs, reads and writes from several threads come one after the other: no update is lost.
TEST(Session, ThreadsShareADevice) {
  constexpr int kThreads = 4, kRuns = 50;
  Harness h({.threads = 2});
  ArtifactHandle artifact = h.load(trainArtifact()), evaluating = h.load(evalArtifact());
  ASSERT_OK(weir_session_add(h.session.get(), artifact.get()));
  std::vector<std::thread> users;
  for (int i = 0; i < kThreads; ++i)
    users.emplace_back([&] {
      JobHandle train = h.job(artifact, "train"), eval = h.job(evaluating, "eval");
      for (int run = 0; run < kRuns; ++run) {
        h.run(train, list(h.tensor<float>({1, 2})), 0);
        h.run(eval, {}, 1);
        EXPECT_OK(weir_session_touch(h.session.get(), "w"));
      }
    });
  for (std::thread &user : users)
    user.join();
  EXPECT_EQ(valuesOf<float>(h.variable("w")), (std::vector<float>{1 - kThreads * kRuns, 2 - 2 * kThreads * kRuns}));
}

TEST(Session, JobsKnowTheirPorts) {
  Harness h;
  JobHandle train = h.job(h.load(trainArtifact()), "train"), eval = h.job(h.load(evalArtifact()), "eval");
  ASSERT_EQ(weir_job_num_inputs(train.get()), 1);
  EXPECT_STREQ(weir_job_input(train.get(), 0).name, "g");
  EXPECT_EQ(weir_job_num_results(train.get()), 0);
  ASSERT_EQ(weir_job_num_results(eval.get()), 1);
  EXPECT_EQ(weir_job_result(eval.get(), 0).rank, 1);
}

TEST(Session, PortsDescribeTheArtifact) {
  Harness h;
  ArtifactHandle artifact = h.load(evalArtifact());
  ASSERT_EQ(weir_artifact_num_jobs(artifact.get()), 2);
  EXPECT_STREQ(weir_artifact_job_name(artifact.get(), 1), "eval");
  EXPECT_EQ(weir_artifact_num_inputs(artifact.get(), 1), 0);
  ASSERT_EQ(weir_artifact_num_results(artifact.get(), 1), 1);
  weir_port port = weir_artifact_result(artifact.get(), 1, 0);
  EXPECT_STREQ(port.name, "y");
  EXPECT_EQ(port.dtype, WEIR_F32);
  ASSERT_EQ(port.rank, 1);
  EXPECT_EQ(port.shape[0], 2);
  ASSERT_EQ(weir_artifact_num_variables(artifact.get()), 3);
  EXPECT_STREQ(weir_artifact_variable(artifact.get(), 1).name, "packed");
}

} // namespace
} // namespace weir
