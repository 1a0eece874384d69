// See WeirProduct.h.
#include "bench/gemm/WeirProduct.h"

#include "include/weir/Runtime/Runtime.h"
#include "lib/Compiler/Compile.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

namespace weir::bench {
namespace {

[[noreturn]] void fail(const char *what) {
  std::fprintf(stderr, "weir-bench-gemm: %s\n", what);
  std::exit(1);
}

void check(weir_status *status) {
  if (status)
    fail(weir_status_message(status));
}

/// The job `product`. A size is dynamic unless a constant B or a static form has it.
std::string textOf(const WeirProductForm &form) {
  auto size = [&](int64_t value, bool known) { return (known || !form.dynamic ? std::to_string(value) : "?") + "x"; };
  auto type = [](const std::string &rows, const std::string &columns, bool transposed, const std::string &element) {
    return "tensor<" + (transposed ? columns + rows : rows + columns) + element + ">";
  };
  std::string m = size(form.m, false), n = size(form.n, form.constantB), k = size(form.k, form.constantB);
  std::string sum = form.type == "f64" ? "f64" : "f32", a = type(m, k, form.transposedA, form.type);
  std::string b = type(k, n, form.transposedB, form.type), c = type(m, n, false, sum);
  std::string arguments = "%a: " + a, variable, read;
  if (form.constantB) {
    variable = "weir.variable @b : " + b + "\n";
    read = "  %b = weir.read @b : " + b + "\n";
  } else {
    arguments += ", %b: " + b;
  }
  std::string flags = form.transposedA ? "transpose_a, " : "";
  flags += std::string(form.transposedB ? "transpose_b, " : "") + "out = " + sum;
  return variable + "func.func @product(" + arguments + ") -> " + c + " attributes {weir.job} {\n" + read +
         "  %c = weir.matmul %a, %b {" + flags + "} : (" + a + ", " + b + ") -> " + c + "\n  return %c : " + c +
         "\n}\n";
}

weir_tensor *borrow(weir_device *device, void *data, const std::string &type, int64_t rows, int64_t columns,
                    bool transposed) {
  weir_dtype dtype = type == "f64" ? WEIR_F64 : type == "bf16" ? WEIR_BF16 : WEIR_F32;
  int64_t shape[] = {transposed ? columns : rows, transposed ? rows : columns};
  weir_tensor *tensor = nullptr;
  check(weir_tensor_borrow(device, data, dtype, 2, shape, nullptr, nullptr, nullptr, &tensor));
  return tensor;
}

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

} // namespace

struct WeirProduct::Objects {
  weir_device *device = nullptr;
  weir_artifact *artifact = nullptr;
  weir_session *session = nullptr;
  weir_job *job = nullptr;
  std::vector<weir_tensor *> inputs;
  weir_tensor *result = nullptr;

  ~Objects() {
    weir_tensor_free(result);
    for (weir_tensor *input : inputs)
      weir_tensor_free(input);
    weir_job_free(job);
    weir_session_free(session);
    weir_artifact_free(artifact);
    weir_device_free(device);
  }
};

WeirProduct::WeirProduct(const WeirProductForm &form, void *a, void *b) : objects(std::make_unique<Objects>()) {
  std::clock_t start = std::clock();
  Result<std::vector<uint8_t>> bytes = compileModule(textOf(form), {.machine = form.machine, .name = "product"});
  compileTime = 1e3 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  if (!bytes)
    fail(bytes.message().c_str());
  artifactBytes = bytes->size();
  Objects &o = *objects;
  weir_device_options options{};
  options.threads = 1;
  check(weir_device_create("cpu", &options, &o.device));
  check(weir_artifact_load_memory(o.device, bytes->data(), bytes->size(), &o.artifact));
  isPacked = weir_artifact_num_jobs(o.artifact) > 1;
  check(weir_session_create(o.device, &o.session));
  check(weir_job_create(o.session, o.artifact, "product", &o.job));
  o.inputs.push_back(borrow(o.device, a, form.type, form.m, form.k, form.transposedA));
  weir_tensor *second = borrow(o.device, b, form.type, form.k, form.n, form.transposedB);
  if (form.constantB) {
    check(weir_session_set(o.session, "b", second));
    weir_tensor_free(second);
  } else {
    o.inputs.push_back(second);
  }
}

WeirProduct::~WeirProduct() = default;

void WeirProduct::run() {
  Objects &o = *objects;
  weir_tensor_free(o.result);
  o.result = nullptr;
  check(weir_run(o.job, o.inputs.data(), static_cast<int32_t>(o.inputs.size()), &o.result, 1));
}

void WeirProduct::readResult(void *c, size_t bytes) { check(weir_tensor_read(objects->result, c, bytes)); }

double WeirProduct::packingTime() {
  double withPacking = 1e9, without = 1e9;
  for (int round = 0; round < 5; ++round) {
    check(weir_session_touch(objects->session, "b"));
    double start = seconds();
    run();
    double packed = seconds();
    run();
    withPacking = std::min(withPacking, packed - start);
    without = std::min(without, seconds() - packed);
  }
  return 1e3 * (withPacking - without);
}

} // namespace weir::bench
