// See OneDnn.h.
#include "bench/gemm/OneDnn.h"

#include <dnnl.hpp>

namespace weir::bench {

std::function<void()> makeOneDnnProduct(const OneDnnProduct &product, void *a, void *b, float *c) {
  using dnnl::memory;
  auto [m, n, k, bf16, packed, transposedA, transposedB] = product;
  auto order = [](bool transposed) { return transposed ? memory::format_tag::ba : memory::format_tag::ab; };
  static dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  static dnnl::stream stream(engine);
  memory::data_type type = bf16 ? memory::data_type::bf16 : memory::data_type::f32;
  memory::desc aDesc({m, k}, type, order(transposedA)), bDesc({k, n}, type, order(transposedB));
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
  dnnl::matmul primitive(plan);
  return [=] {
    primitive.execute(stream, {{DNNL_ARG_SRC, aMemory}, {DNNL_ARG_WEIGHTS, bMemory}, {DNNL_ARG_DST, cMemory}});
    stream.wait();
  };
}

} // namespace weir::bench
