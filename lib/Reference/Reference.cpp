// Registration of the evals of all families.
#include "lib/Reference/Reference.h"

#include "dialects/Sbp/Sbp.h"
#include "dialects/Weir/IR/Dialect.h"
#include "lib/Reference/Models.h"
#include "lib/Reference/Numbers.h"

using namespace mlir;

namespace weir {

Tensors inOwnTypes(Tensors results, bool widened) {
  for (HostTensor &result : results) {
    DType dtype = result.meta.dtype;
    for (int64_t &integer : result.integers)
      integer = wrappedTo(dtype, integer);
    if (!widened)
      for (double &number : result.floats)
        number = roundedTo(dtype, number);
  }
  return results;
}

void registerReferenceModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, WeirDialect *) {
    attachMathEvals(*context);
    attachContractEvals(*context);
    attachReduceEvals(*context);
    attachShapeEvals(*context);
    attachIndexEvals(*context);
    attachRandomEvals(*context);
    attachOptimEvals(*context);
    attachConvolutionEvals(*context);
    attachPoolingEvals(*context);
    attachLayoutEvals(*context);
    attachSequenceEvals(*context);
  });
  registry.addExtension(+[](MLIRContext *context, sbp::SbpDialect *) { attachSbpEvals(*context); });
}

} // namespace weir
