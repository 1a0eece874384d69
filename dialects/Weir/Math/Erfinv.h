// The inverse error function as a scalar function, which the math dialect lacks.
#pragma once

#include "dialects/Interfaces/Elementwise.h"

namespace weir {

/// Of f32 or f64: the number whose erf is x, to a few units in the last place also where x is next to 1.
Scalar erfinv(Scalar x);

} // namespace weir
