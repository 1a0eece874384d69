// See OneDnn.h.
#include "bench/gemm/OneDnn.h"

#include <dnnl.hpp>

namespace weir::bench {

std::function<void()> makeOneDnnProduct(int64_t m, int64_t n, int64_t k, bool bf16, bool packed, void *a, void *b,
                                        float *c) {
  using dnnl::memory;
  static dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  static dnnl::stream stream(engine);
  memory::data_type type = bf16 ? memory::data_type::bf16 : memory::data_type::f32;
  memory::desc aDesc({m, k}, type, memory::format_tag::ab), bDesc({k, n}, type, memory::format_tag::ab);
  memory::desc anyB({k, n}, type, memory::format_tag::any);
  memory::desc cDesc({m, n}, memory::data_type::f32, memory::format_tag::ab);
  dnnl::matmul::primitive_desc plan(dnnl::matmul::desc(aDesc, packed ? anyB : bDesc, cDesc), engine);
  memory aMemory(aDesc, engine, a), bMemory(bDesc, engine, b), cMemory(cDesc, engine, c);
  if (packed) {
    memory reordered(plan.weights_desc(), engine);
    dnnl::reorder(bMemory, reordered).execute(stream, bMemory, reordered);
    stream.wait();
    bMemory = reordered;
  }
  dnnl::matmul product(plan);
  return [=] {
    product.execute(stream, {{DNNL_ARG_SRC, aMemory}, {DNNL_ARG_WEIGHTS, bMemory}, {DNNL_ARG_DST, cMemory}});
    stream.wait();
  };
}

} // namespace weir::bench
