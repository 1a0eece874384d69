// Printed by tools/dev/fit_polynomials.py, which says how it fits; do not edit. Bounds are of the polynomials alone,
// without the rounding of their evaluation.
#pragma once

namespace weir::expand_math {

// clang-format off

/// exp(r) for |r| <= ln(2)/2, lowest first; relative. Error below 2^-28.26.
inline constexpr double kExpF32[] = {
    0x1p+0, 0x1p+0, 0x1.fffffcp-2, 0x1.555492p-3, 0x1.5558aap-5, 0x1.12396ep-7, 0x1.6a524ep-10};

/// exp(r) for |r| <= ln(2)/2, lowest first; relative. Error below 2^-57.91.
inline constexpr double kExpF64[] = {
    0x1p+0, 0x1p+0, 0x1.000000000000ap-1, 0x1.555555555550cp-3, 0x1.555555555079ep-5, 0x1.111111112471bp-7,
    0x1.6c16c18438ee8p-10, 0x1.a01a013809a02p-13, 0x1.a0199a0d8f257p-16, 0x1.71df0ced55bd3p-19,
    0x1.28ad5e72686fp-22, 0x1.ad9f1e7f9bdecp-26};

/// 2^r for |r| <= 1/2, lowest first; relative. Error below 2^-34.32.
inline constexpr double kExp2Short[] = {
    0x1p+0, 0x1.62e42ff0e1a13p-1, 0x1.ebfbe0778b686p-3, 0x1.c6b08ac04e665p-5, 0x1.3b29f399110fap-7,
    0x1.5d8a86162aafp-10, 0x1.445c879f5b5fp-13, 0x1.fde5e1aa1300dp-17};

/// 2^r for |r| <= 1/2, lowest first; relative. Error below 2^-57.77.
inline constexpr double kExp2Full[] = {
    0x1p+0, 0x1.62e42fefa39efp-1, 0x1.ebfbdff82c59cp-3, 0x1.c6b08d704a0d4p-5, 0x1.3b2ab6fba11f4p-7,
    0x1.5d87fe78b3b94p-10, 0x1.4309130c017a4p-13, 0x1.ffcbfbf8cadbp-17, 0x1.62bfcddd5e2d8p-20,
    0x1.b5260d988172ap-24, 0x1.e611a27a1bf9ep-28, 0x1.e80ef0a6f16bfp-32};

/// (log(1 + f) - f) / f^2 for |f| <= 1/3, lowest first; relative to log(1 + f). Error below 2^-27.68.
inline constexpr double kLogF32[] = {
    -0x1p-1, 0x1.555506p-2, -0x1.fffefcp-3, 0x1.99d044p-3, -0x1.559c44p-3, 0x1.1ed662p-3, -0x1.f332fep-4,
    0x1.1e678cp-3, -0x1.07c86ep-3};

// Below, m is in [sqrt(1/2), sqrt(2)], s = (m - 1) / (m + 1) and z = s^2.

/// (log(m) / s - 2) / z, lowest first; relative to log(m). Error below 2^-59.5.
inline constexpr double kLogF64[] = {
    0x1.5555555555592p-1, 0x1.999999997ff4ep-2, 0x1.24924941dd2f1p-2, 0x1.c71c52181b846p-3, 0x1.74663c1f1c14p-3,
    0x1.39a1fd805372bp-3, 0x1.2f02eee59daecp-3};

/// log2(m) / s, lowest first; relative. Error below 2^-45.09.
inline constexpr double kLog2Short[] = {
    0x1.71547652b8251p+1, 0x1.ec709dc53c7abp-1, 0x1.2776c293286e1p-1, 0x1.a61a2edbce0b3p-2, 0x1.4795532f815d5p-2,
    0x1.21b1173dd0759p-2};

/// (log2(m) / s - 2/ln(2) - 2/(3 ln(2)) z) / z^2, lowest first; relative to log2(m). Error below 2^-73.46.
inline constexpr double kLog2Tail[] = {
    0x1.2776c50ef9bfcp-1, 0x1.a61762a7aeddbp-2, 0x1.484b13d6ad2d1p-2, 0x1.0c9a853aceab2p-2, 0x1.c68ee975c05c7p-3,
    0x1.8a09b450dc057p-3, 0x1.58fd15a434ce5p-3, 0x1.61ee7019a0f98p-3};

/// 2/ln(2) as a sum of two.
inline constexpr double kTwoOverLn2[] = {
    0x1.71547652b82fep+1, 0x1.777d0ffda0d24p-55};

/// 2/(3 ln(2)) as a sum of two.
inline constexpr double kTwoThirdsOverLn2[] = {
    0x1.ec709dc3a03fdp-1, 0x1.d27f05548af0cp-55};

/// 1/ln(2), as f32 and as f64.
inline constexpr double kLog2E[] = {
    0x1.715476p+0, 0x1.71547652b82fep+0};

/// ln(2) as a sum of two; multiples of the first up to 2^9 are exact.
inline constexpr double kLn2F32[] = {
    0x1.62e4p-1, 0x1.7f7d1cp-20};

/// ln(2) as a sum of two; multiples of the first up to 2^11 are exact.
inline constexpr double kLn2F64[] = {
    0x1.62e42fefa38p-1, 0x1.ef35793c7673p-45};

// clang-format on

} // namespace weir::expand_math
