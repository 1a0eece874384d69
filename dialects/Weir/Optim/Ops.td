// Optimizer updates.
#ifndef WEIR_OPTIM_OPS_TD
#define WEIR_OPTIM_OPS_TD

include "dialects/Weir/IR/Base.td"

def Weir_AdamWUpdateOp : Weir_InferredOp<"adamw_update", [DeclareOpInterfaceMethods<ElementwiseInterface>]> {
  let summary = "one step of AdamW: new parameter and new moments";
  let description = [{
    With g the gradient and t = step, all in f32 or wider:
    ```
    m' = beta1 * m + (1 - beta1) * g
    v' = beta2 * v + (1 - beta2) * g * g
    p' = p - lr * (weight_decay * p + (m' / (1 - beta1^t)) / (sqrt(v' / (1 - beta2^t)) + eps))
    ```
    `step` counts from 1. Hyper-parameters are scalar tensors. Loshchilov and Hutter, "Decoupled Weight Decay
    Regularization", 2019.
  }];
  let arguments = (ins Weir_FloatTensor:$parameter, Weir_FloatTensor:$gradient, Weir_FloatTensor:$m,
                       Weir_FloatTensor:$v, Weir_FloatTensor:$lr, Weir_FloatTensor:$beta1, Weir_FloatTensor:$beta2,
                       Weir_FloatTensor:$eps, Weir_FloatTensor:$weight_decay, Weir_FloatTensor:$step);
  let results = (outs Weir_FloatTensor:$new_parameter, Weir_FloatTensor:$new_m, Weir_FloatTensor:$new_v);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
  let factors = "*,*,*,*,,,,,,->*,*,*";
  let sameDType = !range(10);
  let notDifferentiable = "an optimizer's step is not trained through";
  let precision = "Deny";
  let flops = 20;
}

#endif
