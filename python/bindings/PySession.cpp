// The classes Artifact, Session and Job: loading, the variable table, runs.
#include "python/bindings/PySession.h"
#include "python/bindings/Errors.h"

#include <pybind11/stl.h>

#include <memory>

namespace py = pybind11;

namespace weir::python {

namespace {

template <typename T, void (*destroy)(T *)> struct Freed {
  void operator()(T *object) const { destroy(object); }
};
using ArtifactHandle = std::unique_ptr<weir_artifact, Freed<weir_artifact, weir_artifact_free>>;
using SessionHandle = std::unique_ptr<weir_session, Freed<weir_session, weir_session_free>>;

struct PyArtifact {
  ArtifactHandle artifact;
};
struct PySession {
  SessionHandle session;
  const TensorDevice *device;
};

PyArtifact fromBytes(const py::bytes &bytes, const std::string &device) {
  auto view = static_cast<std::string_view>(bytes);
  weir_artifact *artifact = nullptr;
  check(weir_artifact_load_memory(deviceOf(device).handle, view.data(), view.size(), &artifact));
  return {ArtifactHandle(artifact)};
}

PyArtifact fromFile(const std::string &path, const std::string &device) {
  weir_artifact *artifact = nullptr;
  check(weir_artifact_load(deviceOf(device).handle, path.c_str(), &artifact));
  return {ArtifactHandle(artifact)};
}

/// The jobs that a caller may run; derive jobs are the runtime's.
std::vector<std::string> jobsOf(const PyArtifact &artifact) {
  std::vector<std::string> names;
  for (int32_t job = 0; job < weir_artifact_num_jobs(artifact.artifact.get()); ++job)
    if (!weir_artifact_job_derives(artifact.artifact.get(), job))
      names.emplace_back(weir_artifact_job_name(artifact.artifact.get(), job));
  return names;
}

int32_t findJob(const PyArtifact &artifact, const std::string &job) {
  int32_t index = weir_artifact_find_job(artifact.artifact.get(), job.c_str());
  if (index < 0)
    throw py::value_error("expects a job of the artifact, got " + job);
  return index;
}

std::vector<int32_t> inputsRead(const PyArtifact &artifact, const std::string &job) {
  int32_t index = findJob(artifact, job);
  std::vector<int32_t> read;
  for (int32_t input = 0; input < weir_artifact_num_inputs(artifact.artifact.get(), index); ++input)
    if (weir_artifact_input_is_read(artifact.artifact.get(), index, input))
      read.push_back(input);
  return read;
}

using PortTuple = std::tuple<std::string, int, py::tuple>;

/// (name, dtype, shape) of what a job takes or gives; a size of -1 may be any.
template <int32_t (*count)(const weir_artifact *, int32_t), weir_port (*port)(const weir_artifact *, int32_t, int32_t)>
std::vector<PortTuple> portsOf(const PyArtifact &artifact, const std::string &job) {
  const weir_artifact *handle = artifact.artifact.get();
  int32_t index = findJob(artifact, job);
  std::vector<PortTuple> ports;
  for (int32_t i = 0; i < count(handle, index); ++i) {
    weir_port found = port(handle, index, i);
    ports.emplace_back(found.name, static_cast<int>(found.dtype),
                       tupleOf({found.shape, static_cast<size_t>(found.rank)}));
  }
  return ports;
}

PySession makeSession(const std::string &device) {
  const TensorDevice &target = deviceOf(device);
  weir_session *session = nullptr;
  check(weir_session_create(target.handle, &session));
  return {SessionHandle(session), &target};
}

PyJob makeJob(const PySession &session, const PyArtifact &artifact, const std::string &name) {
  weir_job *job = nullptr;
  check(weir_job_create(session.session.get(), artifact.artifact.get(), name.c_str(), &job));
  int32_t index = weir_artifact_find_job(artifact.artifact.get(), name.c_str());
  return {std::unique_ptr<weir_job, FreeJob>(job), session.device,
          weir_artifact_num_results(artifact.artifact.get(), index)};
}

thread_local const TensorStorage *given = nullptr;

} // namespace

GivenMemory::GivenMemory(const TensorStorage *storage) { given = storage; }
GivenMemory::~GivenMemory() { given = nullptr; }

/// The number of the input that is given, once, or -1.
static int32_t takeGiver(std::span<const TensorStorage *const> inputs) {
  const TensorStorage *storage = given;
  auto found = std::ranges::find(inputs, storage);
  if (!storage || found == inputs.end())
    return -1;
  given = nullptr;
  bool isReadElsewhere = std::ranges::any_of(inputs, [&](const TensorStorage *const &input) {
    return &input != &*found && input && input->sharesMemory(*storage);
  });
  return isReadElsewhere ? -1 : static_cast<int32_t>(found - inputs.begin());
}

void launch(const PyJob &job, std::span<const TensorStorage *const> inputs, bool cannotFail,
            ListOf<TensorStorage> &results) {
  ShortList<weir_tensor *> operands, made;
  for (const TensorStorage *input : inputs) {
    if (!input)
      throw py::type_error("expects tensors with data, got None");
    operands->push_back(input->get());
  }
  made->resize(static_cast<size_t>(job.numResults));
  auto count = static_cast<int32_t>(operands->size());
  int32_t isDone = 0, giver = cannotFail ? takeGiver(inputs) : -1;
  if (giver < 0)
    check(weir_launch_at_once(job.job.get(), operands->data(), count, made->data(), job.numResults, &isDone));
  if (!isDone) {
    ShortList<std::shared_ptr<weir_tensor>> held; // another thread may move a storage apart
    for (const TensorStorage *input : inputs)
      held->push_back(input->share());
    checkWithoutGil(
        [&] { return weir_launch_onto(job.job.get(), operands->data(), count, made->data(), job.numResults, giver); });
  }
  for (weir_tensor *result : *made)
    results.emplace_back(*job.device, result).shared().isSure = isDone && cannotFail;
}

py::list boxed(ListOf<TensorStorage> &storages) {
  py::list made;
  for (TensorStorage &each : storages)
    made.append(Boxed<TensorStorage>::make(std::move(each)));
  return made;
}

namespace {

py::dict memoryOf(const PyJob &job) {
  weir_job_memory memory = {};
  check(weir_job_get_memory(job.job.get(), &memory));
  py::dict dict;
  dict["arena_bytes"] = memory.arena_bytes;
  dict["live_bound"] = memory.live_bound;
  dict["scratch_bytes"] = memory.scratch_bytes;
  return dict;
}

} // namespace

void defineSession(py::module_ &module) {
  auto onCpu = py::arg("device") = "cpu";
  py::class_<PyArtifact>(module, "Artifact", py::module_local())
      .def_static("from_bytes", fromBytes, py::arg("bytes"), onCpu)
      .def_static("from_file", fromFile, py::arg("path"), onCpu)
      .def("jobs", jobsOf)
      .def("inputs_read", inputsRead, "Numbers of the inputs whose elements a job reads.")
      .def("inputs", portsOf<weir_artifact_num_inputs, weir_artifact_input>)
      .def("results", portsOf<weir_artifact_num_results, weir_artifact_result>);
  py::class_<PySession>(module, "Session", py::module_local())
      .def(py::init(&makeSession), onCpu)
      .def("bind",
           [](const PySession &session, const std::string &name, const TensorStorage &storage) {
             storage.shared().isLent = true; // to the session
             std::shared_ptr<weir_tensor> held = storage.share();
             checkWithoutGil([&] { return weir_session_bind(session.session.get(), name.c_str(), held.get()); });
           })
      .def("touch",
           [](const PySession &session, const std::string &name) {
             checkWithoutGil([&] { return weir_session_touch(session.session.get(), name.c_str()); });
           })
      .def("remove",
           [](const PySession &session, const std::string &name) {
             checkWithoutGil([&] { return weir_session_remove(session.session.get(), name.c_str()); });
           })
      .def("get", [](const PySession &session, const std::string &name) {
        weir_tensor *value = nullptr;
        check(weir_session_get(session.session.get(), name.c_str(), &value));
        return TensorStorage::lent(*session.device, value);
      });
  py::class_<PyJob>(module, "Job", py::module_local())
      .def(py::init(&makeJob))
      .def("launch",
           [](const PyJob &job, const std::vector<const TensorStorage *> &inputs) {
             ListOf<TensorStorage> results;
             launch(job, inputs, /*cannotFail=*/false, results);
             return boxed(results);
           })
      .def("memory", memoryOf);
}

} // namespace weir::python
