// Optimizer updates.
#ifndef WEIR_OPTIM_OPS_TD
#define WEIR_OPTIM_OPS_TD

include "dialects/Weir/IR/Base.td"

// A step of one parameter: elementwise over parameter, gradient and state; hyper-parameters are scalar tensors.
class Weir_UpdateOp<string mnemonic> : Weir_InferredOp<mnemonic, [DeclareOpInterfaceMethods<ElementwiseInterface>]> {
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
  let notDifferentiable = "an optimizer's step is not trained through";
  let precision = "Deny";
}

def Weir_SGDUpdateOp : Weir_UpdateOp<"sgd_update"> {
  let summary = "one step of gradient descent: the new parameter";
  let description = [{
    With g the gradient, in f32 or wider:
    ```
    p' = p - lr * (g + weight_decay * p)
    ```
    Hyper-parameters are scalar tensors.
  }];
  let arguments = (ins Weir_FloatTensor:$parameter, Weir_FloatTensor:$gradient, Weir_FloatTensor:$lr,
                       Weir_FloatTensor:$weight_decay);
  let results = (outs Weir_FloatTensor:$new_parameter);
  let factors = "*,*,,->*";
  let sameDType = !range(4);
  let flops = 4;
}

def Weir_MomentumUpdateOp : Weir_UpdateOp<"momentum_update"> {
  let summary = "one step of gradient descent with momentum: new parameter and new momentum";
  let description = [{
    With g the gradient, all in f32 or wider:
    ```
    d = g + weight_decay * p
    b' = momentum * b + (1 - dampening) * d, and d in the first step
    p' = p - lr * b'; with `nesterov`, p - lr * (d + momentum * b')
    ```
    `step` counts from 1. Hyper-parameters are scalar tensors. Sutskever et al., "On the importance of initialization
    and momentum in deep learning", 2013.
  }];
  let arguments = (ins Weir_FloatTensor:$parameter, Weir_FloatTensor:$gradient, Weir_FloatTensor:$b,
                       Weir_FloatTensor:$lr, Weir_FloatTensor:$momentum, Weir_FloatTensor:$dampening,
                       Weir_FloatTensor:$weight_decay, Weir_FloatTensor:$step, UnitAttr:$nesterov);
  let results = (outs Weir_FloatTensor:$new_parameter, Weir_FloatTensor:$new_b);
  let factors = "*,*,*,,,,,->*,*";
  let sameDType = !range(8);
  let flops = 9;
}

class Weir_MomentsUpdateOp<string mnemonic> : Weir_UpdateOp<mnemonic> {
  let arguments = (ins Weir_FloatTensor:$parameter, Weir_FloatTensor:$gradient, Weir_FloatTensor:$m,
                       Weir_FloatTensor:$v, Weir_FloatTensor:$lr, Weir_FloatTensor:$beta1, Weir_FloatTensor:$beta2,
                       Weir_FloatTensor:$eps, Weir_FloatTensor:$weight_decay, Weir_FloatTensor:$step);
  let results = (outs Weir_FloatTensor:$new_parameter, Weir_FloatTensor:$new_m, Weir_FloatTensor:$new_v);
  let factors = "*,*,*,*,,,,,,->*,*,*";
  // v is a mean of squares.
  let domain = [AtLeast<3, "0">, AtLeast<4, "0">, UpTo<5, "0", "1">, UpTo<6, "0", "1">, Above<7, "0">, AtLeast<9, "1">];
  let sameDType = !range(10);
  let flops = 20;
}

def Weir_AdamUpdateOp : Weir_MomentsUpdateOp<"adam_update"> {
  let summary = "one step of Adam: new parameter and new moments";
  let description = [{
    With g the gradient and t = step, all in f32 or wider:
    ```
    d = g + weight_decay * p
    m' = beta1 * m + (1 - beta1) * d
    v' = beta2 * v + (1 - beta2) * d * d
    p' = p - lr * (m' / (1 - beta1^t)) / (sqrt(v' / (1 - beta2^t)) + eps)
    ```
    `step` counts from 1; infinity leaves the moments as they are. Hyper-parameters are scalar tensors. Kingma and Ba,
    "Adam: A Method for Stochastic Optimization", 2015.
  }];
}

def Weir_AdamWUpdateOp : Weir_MomentsUpdateOp<"adamw_update"> {
  let summary = "one step of AdamW: new parameter and new moments";
  let description = [{
    With g the gradient and t = step, all in f32 or wider:
    ```
    m' = beta1 * m + (1 - beta1) * g
    v' = beta2 * v + (1 - beta2) * g * g
    p' = p - lr * (weight_decay * p + (m' / (1 - beta1^t)) / (sqrt(v' / (1 - beta2^t)) + eps))
    ```
    `step` counts from 1; infinity leaves the moments as they are. Hyper-parameters are scalar tensors. Loshchilov and
    Hutter, "Decoupled Weight Decay Regularization", 2019.
  }];
}

#endif
