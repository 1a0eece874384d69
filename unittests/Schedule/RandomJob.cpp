// Builds the text of a random job line by line.
#include "unittests/Schedule/RandomJob.h"

#include <map>
#include <sstream>
#include <vector>

namespace weir {

namespace {

struct Tensor {
  std::string name;
  int size = 0; ///< a multiple of 4
};

std::string vectorType(int size) { return "tensor<" + std::to_string(size) + "xf32>"; }

class JobWriter {
public:
  explicit JobWriter(std::mt19937 &random) : random(random) {}

  std::string write(int numCalls) {
    int numInputs = 1 + draw(3), numVariables = draw(6);
    for (int i = 0; i < numInputs; ++i)
      tensors.push_back({"%x" + std::to_string(i), drawSize()});
    std::string arguments;
    for (const Tensor &input : tensors)
      arguments += (arguments.empty() ? "" : ", ") + input.name + ": " + vectorType(input.size) +
                   (draw(4) == 0 ? " {weir.donated}" : "");
    for (int i = 0; i < numVariables; ++i)
      addVariable(i);
    for (int i = 0; i < numCalls; ++i)
      addCall();
    addAssigns();
    std::string values, types;
    for (int i = draw(5); i > 0; --i) {
      Tensor result = reshaped(drawTensor());
      values += (values.empty() ? " " : ", ") + result.name;
      types += (types.empty() ? "" : ", ") + vectorType(result.size);
    }
    body << "  return" << values << (types.empty() ? "" : " : " + types) << "\n}\n";
    return declarations.str() + "func.func @job(" + arguments + ") -> (" + types + ") attributes {weir.job} {\n" +
           body.str();
  }

private:
  int draw(int below) { return static_cast<int>(random() % static_cast<unsigned>(below)); }
  int drawSize() { return 4 << 2 * draw(4) << draw(2); }
  Tensor drawTensor() {
    int reach = draw(3) == 0 ? static_cast<int>(tensors.size()) : std::min<int>(4, static_cast<int>(tensors.size()));
    return tensors[tensors.size() - 1 - static_cast<size_t>(draw(reach))];
  }
  std::string fresh() { return "%v" + std::to_string(next++); }

  void addVariable(int index) {
    Tensor old{fresh(), drawSize()};
    std::string name = "@w" + std::to_string(index);
    declarations << "weir.variable " << name << " : " << vectorType(old.size) << "\n";
    body << "  " << old.name << " = weir.read " << name << " : " << vectorType(old.size) << "\n";
    tensors.push_back(old);
    variables.push_back({name, old.size});
  }

  /// There and back again through another shape, as a view of a view.
  Tensor reshaped(Tensor tensor) {
    if (draw(4) != 0)
      return tensor;
    std::string square = fresh(), flat = fresh();
    std::string squareType = "tensor<4x" + std::to_string(tensor.size / 4) + "xf32>";
    body << "  " << square << " = weir.reshape " << tensor.name << " : " << vectorType(tensor.size) << " -> "
         << squareType << "\n";
    body << "  " << flat << " = weir.reshape " << square << " : " << squareType << " -> " << vectorType(tensor.size)
         << "\n";
    return {flat, tensor.size};
  }

  void addConstant() {
    Tensor constant{fresh(), drawSize()};
    bool isSplat = draw(2) == 0;
    std::string elements = std::to_string(draw(9)) + ".5";
    if (!isSplat) {
      for (int i = 1; i < constant.size; ++i)
        elements += ", " + std::to_string(i) + ".0";
      elements = "[" + elements + "]";
    }
    body << "  " << constant.name << " = weir.constant dense<" << elements << "> : " << vectorType(constant.size)
         << " -> " << vectorType(constant.size) << "\n";
    tensors.push_back(constant);
  }

  void addCall() {
    if (draw(12) == 0)
      addConstant();
    std::vector<Tensor> inputs, outputs;
    for (int i = draw(10) == 0 ? 0 : 1 + draw(3); i > 0; --i)
      inputs.push_back(reshaped(drawTensor()));
    std::string inPlace;
    bool offers = !inputs.empty() && draw(2) == 0;
    for (int i = 1 + (draw(4) == 0); i > 0; --i) {
      int position = offers && draw(4) != 0 ? draw(static_cast<int>(inputs.size())) : -1;
      outputs.push_back({fresh(), position < 0 ? drawSize() : inputs[static_cast<size_t>(position)].size});
      inPlace += (inPlace.empty() ? "" : ", ") + std::to_string(position);
    }
    std::string names, results, types = signature(inputs, outputs);
    for (const Tensor &input : inputs)
      names += (names.empty() ? "" : ", ") + input.name;
    for (const Tensor &output : outputs) {
      results += (results.empty() ? "" : ", ") + output.name;
      tensors.push_back(output);
    }
    body << "  " << results << " = kernel.call @" << kernel(types, inputs, outputs) << "(" << names << ")"
         << (offers ? " {in_place = array<i64: " + inPlace + ">}" : "") << " : " << types << "\n";
  }

  static std::string typeList(const std::vector<Tensor> &tensors) {
    std::string list;
    for (const Tensor &tensor : tensors)
      list += (list.empty() ? "" : ", ") + vectorType(tensor.size);
    return "(" + list + ")";
  }
  static std::string signature(const std::vector<Tensor> &inputs, const std::vector<Tensor> &outputs) {
    return typeList(inputs) + " -> " + typeList(outputs);
  }

  /// Two kernels for each signature.
  std::string kernel(const std::string &types, const std::vector<Tensor> &inputs, const std::vector<Tensor> &outputs) {
    std::string &name = kernels[types + std::to_string(draw(2))];
    if (!name.empty())
      return name;
    name = "k" + std::to_string(kernels.size());
    declarations << "func.func private @" << name << "(";
    for (size_t i = 0; i < inputs.size(); ++i)
      declarations << (i > 0 ? ", " : "") << "%a" << i << ": " << vectorType(inputs[i].size);
    declarations << ") -> " << typeList(outputs) << " attributes {kernel.kernel} {\n";
    std::string values, list;
    for (size_t i = 0; i < outputs.size(); ++i) {
      std::string type = vectorType(outputs[i].size);
      declarations << "  %" << i << " = weir.constant dense<0.0> : " << type << " -> " << type << "\n";
      values += (i > 0 ? ", %" : "%") + std::to_string(i);
      list += (i > 0 ? ", " : "") + type;
    }
    declarations << "  return " << values << " : " << list << "\n}\n";
    return name;
  }

  /// Most variables get a value of their size: new, another variable's old one, an input, a constant.
  void addAssigns() {
    for (const Tensor &variable : variables) {
      std::vector<Tensor> fitting;
      for (const Tensor &tensor : tensors)
        if (tensor.size == variable.size)
          fitting.push_back(tensor);
      if (draw(5) == 0)
        continue;
      Tensor value = reshaped(fitting[random() % fitting.size()]);
      body << "  weir.assign " << variable.name << ", " << value.name << " : " << vectorType(value.size) << "\n";
    }
  }

  std::mt19937 &random;
  std::ostringstream declarations, body;
  std::vector<Tensor> tensors;
  std::vector<Tensor> variables;              ///< by symbol
  std::map<std::string, std::string> kernels; ///< by signature and variant
  int next = 0;
};

} // namespace

std::string randomJob(std::mt19937 &random, int numCalls) { return JobWriter(random).write(numCalls); }

} // namespace weir
