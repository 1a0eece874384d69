// Printed by tools/dev/fit_polynomials.py, which says how it fits; do not edit. Bounds are of the polynomials alone,
// without the rounding of their evaluation.
#pragma once

#include <cstdint>

namespace weir {

// clang-format off

// Below, w = -log(1 - x^2).

inline constexpr double kErfinvNearF32Middle = 2.5;
/// erfinv(x) / x for w <= 5, of w - kErfinvNearF32Middle, lowest first; relative. Error below 2^-24.57.
inline constexpr double kErfinvNearF32[] = {
    0x1.805c5ep+0, 0x1.f91e8ap-3, -0x1.11c9a8p-8, -0x1.486704p-10, 0x1.ca6434p-13, -0x1.4bbf0ep-18, -0x1.d8f7bp-19,
    0x1.eddb06p-22, 0x1.e494ep-26, -0x1.1b01fp-27};

inline constexpr double kErfinvFarF32Middle = 3.125;
/// erfinv(x) / x for w >= 5, of sqrt(w) - kErfinvFarF32Middle, lowest first; relative. Error below 2^-27.21.
inline constexpr double kErfinvFarF32[] = {
    0x1.7aaa3cp+1, 0x1.00f3b6p+0, 0x1.cdf3cep-8, -0x1.5b6dd2p-8, 0x1.efd26cp-9, -0x1.4a4b1cp-9, 0x1.57025ap-10,
    -0x1.545b08p-12, -0x1.699132p-13, 0x1.10731ep-13};

inline constexpr double kErfinvNearF64Middle = 2.5;
/// erfinv(x) / x for w <= 5, of w - kErfinvNearF64Middle, lowest first; relative. Error below 2^-54.35.
inline constexpr double kErfinvNearF64[] = {
    0x1.805c5cfcedef5p+0, 0x1.f91e8993f0d14p-3, -0x1.11c3c302e061dp-8, -0x1.4863cdfb61b39p-10,
    0x1.c9b437ed6f7f6p-13, -0x1.4f47fe71468e2p-18, -0x1.ca9227e6d1817p-19, 0x1.01037e19c7c25p-21,
    0x1.ccff88cd8bb41p-27, -0x1.752fd212d3761p-27, 0x1.f2cb3d9450025p-31, 0x1.070380637e58ap-33,
    -0x1.1195c5219f1bbp-35, 0x1.00d04e972c65ap-40, 0x1.2dcac2d48f40ap-41, -0x1.57af197ce9351p-44,
    -0x1.b4f3d55790f02p-49, 0x1.15075dae7b86cp-49, -0x1.028af9d318a66p-53, -0x1.0945a978470e8p-55,
    0x1.a890e0039e5eep-59, 0x1.12044a452b3cbp-62};

inline constexpr double kErfinvFarF64Middle = 3.125;
/// erfinv(x) / x for 5 <= w <= 16, of sqrt(w) - kErfinvFarF64Middle, lowest first; relative. Error below 2^-54.47.
inline constexpr double kErfinvFarF64[] = {
    0x1.7aaa3c1430b73p+1, 0x1.00f3b54ba7eefp+0, 0x1.cde3e1149e602p-8, -0x1.5b683332f5cbep-8, 0x1.f1579bbd2724dp-9,
    -0x1.4a493b818dcbfp-9, 0x1.4a7a1fe3b7786p-10, -0x1.58a094791bfcdp-12, -0x1.779d36735e0eep-14,
    0x1.1d6ec6f598aa3p-13, -0x1.edafd2cb8b222p-15, 0x1.252279f27e376p-19, 0x1.7e83fb010cd2p-17,
    -0x1.a4cd9df7c40b6p-18, 0x1.e45bdd93c67efp-21, 0x1.90df1a84fd472p-21, -0x1.29ef2ee2d7c97p-21,
    0x1.26e96aa63e155p-23, 0x1.bd3e5b2c1c565p-25, -0x1.999d8bcd8bceep-25, 0x1.d3c3c38987c17p-29,
    0x1.268c9fc36308bp-28};

inline constexpr double kErfinvFarthestF64Middle = 5.0;
/// erfinv(x) / x for w >= 16, of sqrt(w) - kErfinvFarthestF64Middle, lowest first; relative. Error below 2^-55.7.
inline constexpr double kErfinvFarthestF64[] = {
    0x1.3664ddd1ad7fbp+2, 0x1.02a30d1fba10bp+0, -0x1.22ea5df23843p-13, -0x1.c2f36aa15ebe3p-13, 0x1.3ebf4f10009dp-14,
    -0x1.4a3490308c9e3p-16, 0x1.2fbcf1156c643p-18, -0x1.0a904668fe5c7p-20, 0x1.ebea8f12cc019p-23,
    -0x1.2230f247036a8p-24, 0x1.f1e8c519f5972p-26, -0x1.05c6b9492dd43p-26, 0x1.0ebcd402d65e3p-27,
    -0x1.dfbbd8c605212p-29, 0x1.5ae712936924ep-30, -0x1.d50359fbbe5cdp-32, 0x1.a936c6542167ep-34,
    0x1.6254e6ed7b119p-35, -0x1.cac6c1b1eba6cp-36};

// clang-format on

} // namespace weir
