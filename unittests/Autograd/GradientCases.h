// Small programs, every size `?`, through which gradients are checked; one at least for each differentiable op.
#pragma once

#include "lib/Support/Shape.h"

#include <string>
#include <vector>

namespace weir {

/// An argument and what it is filled with. Floats are distinct and lie in [least, most], or in its mirror image too.
struct GradientArgument {
  std::string name;
  Sizes shape;
  DType dtype = DType::F64;
  double least = 0.25, most = 2.0; ///< integers: whole numbers from least up to most
  bool bothSigns = true;
};

struct GradientCase {
  std::string name;
  std::vector<GradientArgument> arguments;
  std::string body;   ///< ops that compute %y
  std::string result; ///< %y's type
};

/// "tensor<?x?xf64>"
std::string typeOf(const GradientArgument &argument);

std::vector<GradientCase> gradientCases();

} // namespace weir
