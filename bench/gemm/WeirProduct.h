// A matrix product as users have it: a job that is compiled to an artifact and run by the runtime on one thread.
// Includes nothing of the compiler or of the runtime.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace weir::bench {

struct WeirProductForm {
  int64_t m, n, k;
  std::string type;       ///< of A and B: f32, bf16 or f64; C is f32 or f64
  std::string machine;    ///< to compile for; empty: this one
  bool constantB = false; ///< B is a variable, which a derive job packs if the target wants it so; else an argument
  bool dynamic = true;    ///< all sizes are `?` but those of a constant B
  bool transposedA = false, transposedB = false; ///< stored as [K, M] and [N, K]
};

class WeirProduct {
public:
  /// Operands are contiguous and stay the caller's. Ends the program with a message where something fails.
  WeirProduct(const WeirProductForm &form, void *a, void *b);
  ~WeirProduct();

  void run();
  /// What C holds after a run, as f32 or f64.
  void readResult(void *c, size_t bytes);
  /// Milliseconds of a run that packs B first, over those of one that doesn't.
  double packingTime();

  double compileTime; ///< milliseconds of this process, kernels and all
  size_t artifactBytes;
  bool isPacked; ///< some job of the artifact derives B's packed form

private:
  struct Objects;
  std::unique_ptr<Objects> objects;
};

} // namespace weir::bench
