// Activations, all made of simpler ops. `relu`, `sigmoid`, `silu` and `tanh` are scalar functions and stand in Math.
#ifndef WEIR_ACTIVATION_OPS_TD
#define WEIR_ACTIVATION_OPS_TD

include "dialects/Weir/IR/Base.td"

class Weir_ActivationOp<string mnemonic> : Weir_ElementwiseCompositeOp<mnemonic> {
  let operands = (ins Weir_FloatTensor:$input);
  let results = (outs Weir_FloatTensor:$y);
  let python = mnemonic # "(input)";
  let pythonHomes = ["nn.functional"];
}

def Weir_LeakyReluOp : Weir_ActivationOp<"leaky_relu"> {
  let summary = "input where it is positive, else negative_slope * input";
  let attributes = (ins Weir_NumberAttr:$negative_slope);
  let samples = ["(f[...]) {negative_slope = 0.25}"];
  let decomposition = "select(input > 0.0, input, input * getNegativeSlope())";
  let python = "leaky_relu(input, negative_slope=0.01)";
}

def Weir_EluOp : Weir_ActivationOp<"elu"> {
  let summary = "input where it is positive, else alpha * (exp(input) - 1)";
  let attributes = (ins Weir_NumberAttr:$alpha);
  let samples = ["(f[...]) {alpha = 0.5}"];
  let decomposition = "select(input <= 0.0, expm1(::weir::belowZero(input)) * getAlpha(), input)";
  let python = "elu(input, alpha=1.0)";
}

def Weir_CeluOp : Weir_ActivationOp<"celu"> {
  let summary = "input where it is positive, else alpha * (exp(input / alpha) - 1)";
  let attributes = (ins Weir_NumberAttr:$alpha);
  let samples = ["(f[...]) {alpha = 0.5}"];
  let decomposition = "select(input <= 0.0, expm1(::weir::belowZero(input) / getAlpha()) * getAlpha(), input)";
  let python = "celu(input, alpha=1.0)";
}

def Weir_SeluOp : Weir_ActivationOp<"selu"> {
  let summary = "elu times a factor, which together keep mean 0 and variance 1";
  let description = [{Klambauer et al., "Self-Normalizing Neural Networks", 2017.}];
  let decomposition = [{
      select(input <= 0.0, expm1(::weir::belowZero(input)) * 1.6732632423543772, input) * 1.0507009873554805}];
}

def Weir_GeluOp : Weir_ActivationOp<"gelu"> {
  let summary = "input times the normal distribution's function at input";
  let description = [{
    By tanh instead of erf if `approximate` is "tanh". Hendrycks and Gimpel, "Gaussian Error Linear Units", 2016.
  }];
  let attributes = (ins Weir_OneOf<["none", "tanh"]>:$approximate);
  // (tanh(u) + 1) / 2 is sigmoid(2 u), which keeps its digits where tanh(u) is near -1.
  let decomposition = [{getApproximate() == "tanh"
      ? input * sigmoid((input + input * input * input * 0.044715) * 1.5957691216057308)
      : input * ((erf(input * 0.7071067811865476) + 1) * 0.5)}];
  let python = "gelu(input, approximate='none')";
}

def Weir_SoftplusOp : Weir_ActivationOp<"softplus"> {
  let summary = "log(1 + exp(beta * input)) / beta; input itself where beta * input is above the threshold";
  let attributes = (ins Weir_NumberAttr:$beta, Weir_NumberAttr:$threshold);
  let samples = ["(f[...]) {beta = 2, threshold = 3}"];
  let decomposition = [{select(input * getBeta() > getThreshold(), input,
      (maximum(input * getBeta(), 0) + log1p(exp(-abs(input * getBeta())))) / getBeta())}];
  let python = "softplus(input, beta=1.0, threshold=20.0)";
}

def Weir_LogsigmoidOp : Weir_ActivationOp<"logsigmoid"> {
  let summary = "log(sigmoid(input))";
  let decomposition = "minimum(input, 0) - log1p(exp(-abs(input)))";
}

def Weir_MishOp : Weir_ActivationOp<"mish"> {
  let summary = "input * tanh(softplus(input))";
  let decomposition = "::weir::mish(input)";
}

// Integers stay integers.
class Weir_BoundedOp<string mnemonic> : Weir_ActivationOp<mnemonic> {
  let operands = (ins Weir_Tensor:$input);
  let results = (outs Weir_Tensor:$y);
  let inference = "::weir::inferOfNumbers(operands[0])";
}

def Weir_HardtanhOp : Weir_BoundedOp<"hardtanh"> {
  let summary = "input, but no less than min_val and no more than max_val";
  let attributes = (ins Weir_NumberAttr:$min_val, Weir_NumberAttr:$max_val);
  let samples = ["(f[...]) {min_val = -1, max_val = 1.25}"];
  let inference = "::weir::inferHardtanh(operands[0], attributes)";
  let decomposition = "::weir::between(input, getMinVal(), getMaxVal())";
  let python = "hardtanh(input, min_val=-1.0, max_val=1.0)";
}

def Weir_Relu6Op : Weir_BoundedOp<"relu6"> {
  let summary = "min(max(input, 0), 6)";
  let decomposition = "::weir::between(input, 0, 6)";
}

def Weir_HardsigmoidOp : Weir_ActivationOp<"hardsigmoid"> {
  let summary = "relu6(input + 3) / 6";
  let decomposition = "::weir::hardSigmoid(input)";
}

def Weir_HardswishOp : Weir_ActivationOp<"hardswish"> {
  let summary = "input * hardsigmoid(input)";
  let decomposition = "::weir::hardSwish(input)";
}

def Weir_SoftsignOp : Weir_ActivationOp<"softsign"> {
  let summary = "input / (1 + |input|)";
  let decomposition = "input / (abs(input) + 1)";
  let pythonPromotion = "float";
}

def Weir_TanhshrinkOp : Weir_ActivationOp<"tanhshrink"> {
  let summary = "input - tanh(input)";
  let decomposition = "input - tanh(input)";
  let pythonPromotion = "float";
}

def Weir_SoftshrinkOp : Weir_ActivationOp<"softshrink"> {
  let summary = "input moved towards 0 by lambd, and 0 where that passes it";
  let attributes = (ins Weir_NumberAttr:$lambd);
  let samples = ["(f[...]) {lambd = 0.5}"];
  let inference = "::weir::inferSoftshrink(operands[0], attributes)";
  let decomposition = "::weir::towardsZero(input, getLambd())";
  let python = "softshrink(input, lambd=0.5)";
}

def Weir_HardshrinkOp : Weir_ActivationOp<"hardshrink"> {
  let summary = "input, but 0 where its magnitude is at most lambd";
  let attributes = (ins Weir_NumberAttr:$lambd);
  let samples = ["(f[...]) {lambd = 0.5}"];
  let decomposition = "select(abs(input) <= getLambd(), 0.0, input)";
  let python = "hardshrink(input, lambd=0.5)";
  let pythonHomes = ["", "nn.functional"];
  let pythonMethods = ["hardshrink"];
}

def Weir_ThresholdOp : Weir_BoundedOp<"threshold"> {
  let summary = "input where it is above the threshold, else value";
  let attributes = (ins Weir_NumberAttr:$threshold, Weir_NumberAttr:$value);
  let samples = ["(f[...]) {threshold = 0.5, value = 7}"];
  let decomposition = "select(input <= getThreshold(), getValue(), input)";
  let python = "threshold(input, threshold, value)";
}

def Weir_PreluOp : Weir_CompositeOp<"prelu"> {
  let summary = "input where it is positive, else input times weight";
  let description = [{
    `weight` has one element, or one for each channel of an input (N, C, *). He et al., "Delving Deep into Rectifiers",
    2015.
  }];
  let operands = (ins Weir_FloatTensor:$input, Weir_FloatTensor:$weight);
  let results = (outs Weir_FloatTensor:$y);
  // A weight of unknown size is for channels: one element for several of them has to be known.
  let samples = ["(f[n, c, ...], f[c])", "(f[n], f[1])"];
  let inference = "::weir::inferPrelu(operands)";
  let decomposition = "input * select(input > 0.0, 1.0, ::weir::slopesFor(input, weight))";
  let python = "prelu(input, weight)";
  let pythonHomes = ["", "nn.functional"];
  let pythonMethods = ["prelu"];
  let unsplittable = "it is decomposed before values are split";
}

def Weir_GluOp : Weir_CompositeOp<"glu"> {
  let summary = "the first half along `dim` times the sigmoid of the second";
  let description = [{Dauphin et al., "Language Modeling with Gated Convolutional Networks", 2017.}];
  let operands = (ins Weir_FloatTensor:$input);
  let attributes = (ins Weir_DimAttr:$dim);
  let results = (outs Weir_FloatTensor:$y);
  let samples = ["(f[2*h, ...]) {dim = 0}", "(f[n, 2*h, ...]) {dim = 1}"];
  let inference = "::weir::inferGlu(operands[0], attributes.get<int64_t>(\"dim\"))";
  let decomposition = "::weir::half(input, getDim(), 0) * sigmoid(::weir::half(input, getDim(), 1))";
  let python = "glu(input, dim=-1)";
  let pythonHomes = ["nn.functional"];
  let unsplittable = "it is decomposed before values are split";
}

// Steps of recurrent layers, behind their products. `gates` are those of one step, one after another along the last
// dimension.
class Weir_RecurrentOp<string mnemonic> : Weir_CompositeOp<mnemonic> {
  let unsplittable = "it is decomposed before values are split";
}

def Weir_LstmUpdateOp : Weir_RecurrentOp<"lstm_update"> {
  let summary = "a step of an LSTM: the hidden state and the cell's by the sums of gates i, f, g, o";
  let description = [{
    ```
    cell'  = sigmoid(f) * cell + sigmoid(i) * tanh(g)
    hidden = sigmoid(o) * tanh(cell')
    ```
    Gers, Schmidhuber and Cummins, "Learning to Forget", 2000.
  }];
  let operands = (ins Weir_FloatTensor:$gates, Weir_FloatTensor:$cell);
  let results = (outs Weir_FloatTensor:$hidden, Weir_FloatTensor:$new_cell);
  let samples = ["(f[n, 4*h], f[n, h])"];
  let inference = "::weir::inferLstm(operands)";
  let decomposition = "::weir::lstmStep(gates, cell)";
}

def Weir_GruUpdateOp : Weir_RecurrentOp<"gru_update"> {
  let summary = "a step of a GRU: the hidden state by what gates r, z, n get of the input and of the state before";
  let description = [{
    ```
    n       = tanh(n of input + sigmoid(r of both) * n of state)
    hidden' = n + sigmoid(z of both) * (hidden - n)
    ```
    Cho et al., "Learning Phrase Representations using RNN Encoder-Decoder", 2014.
  }];
  let operands = (ins Weir_FloatTensor:$of_input, Weir_FloatTensor:$of_state, Weir_FloatTensor:$hidden);
  let results = (outs Weir_FloatTensor:$new_hidden);
  let samples = ["(f[n, 3*h], f[n, 3*h], f[n, h])"];
  let inference = "::weir::inferGru(operands)";
  let decomposition = "::weir::gruStep(of_input, of_state, hidden)";
}

class Weir_SoftmaxLikeOp<string mnemonic, list<Trait> traits = []> : Weir_CompositeOp<mnemonic, traits> {
  let operands = (ins Weir_FloatTensor:$input);
  let attributes = (ins Weir_DimAttr:$dim);
  let results = (outs Weir_FloatTensor:$y);
  let inference = "::weir::inferAlong(operands[0], attributes.get<int64_t>(\"dim\"))";
  let rule = "::weir::ruleAlong({attributes.get<int64_t>(\"dim\")}, /*isReduced=*/false, operands, results)";
  let precision = "Deny";
  let python = mnemonic # "(input, dim=-1, dtype=None)";
  let pythonHomes = ["", "nn.functional"];
  let pythonMethods = [mnemonic];
}

def Weir_SoftmaxOp : Weir_SoftmaxLikeOp<"softmax", [Differentiable]> {
  let summary = "exp(input) / sum(exp(input)) along `dim`";
  let decomposition = "::weir::softmaxFormula(input, getDim())";
  let gradient = "::weir::softmaxGradient(inside.unroundedResult(), dy, getDim())";
}

def Weir_MaskedSoftmaxOp : Weir_SoftmaxLikeOp<"masked_softmax", [Differentiable]> {
  let summary = "softmax along `dim`, but 0 along a line whose elements are all -infinity";
  let description = "The weights of `attention`, whose mask may leave nothing of a line.";
  let decomposition = "::weir::maskedSoftmaxFormula(input, getDim())";
  let gradient = "::weir::softmaxGradient(inside.unroundedResult(), dy, getDim())";
  let python = "";
  let pythonMethods = [];
}

def Weir_SoftminOp : Weir_SoftmaxLikeOp<"softmin"> {
  let summary = "exp(-input) / sum(exp(-input)) along `dim`";
  let decomposition = "::weir::softmax(-input, getDim())";
  let pythonHomes = ["nn.functional"];
  let pythonMethods = [];
}

// The gradient of the decomposition is as good as one by exp(y), which would cost a second exponential.
def Weir_LogSoftmaxOp : Weir_SoftmaxLikeOp<"log_softmax"> {
  let summary = "log(exp(input) / sum(exp(input))) along `dim`";
  let decomposition = "::weir::logSoftmax(input, getDim())";
}

#endif
