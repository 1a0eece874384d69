// Printed by tools/dev/fit_polynomials.py, which says how it fits; do not edit. Bounds are of the polynomials alone,
// without the rounding of their evaluation.
#pragma once

#include <cstdint>

namespace weir::expand_math {

// clang-format off

/// exp(r) for |r| <= ln(2)/2, lowest first; relative. Error below 2^-28.26.
inline constexpr double kExpF32[] = {
    0x1p+0, 0x1p+0, 0x1.fffffcp-2, 0x1.555492p-3, 0x1.5558aap-5, 0x1.12396ep-7, 0x1.6a524ep-10};

/// (expm1(r) - r) / r^2 for |r| <= ln(2)/2, lowest first; relative to expm1(r). Error below 2^-31.11.
inline constexpr double kExpm1F32[] = {
    0x1p-1, 0x1.555554p-3, 0x1.5554f8p-5, 0x1.1112dcp-7, 0x1.6d3a3ep-10, 0x1.9e6946p-13};

/// exp(r) for |r| <= ln(2)/2, lowest first; relative. Error below 2^-57.91.
inline constexpr double kExpF64[] = {
    0x1p+0, 0x1p+0, 0x1.000000000000ap-1, 0x1.555555555550cp-3, 0x1.555555555079ep-5, 0x1.111111112471bp-7,
    0x1.6c16c18438ee8p-10, 0x1.a01a013809a02p-13, 0x1.a0199a0d8f257p-16, 0x1.71df0ced55bd3p-19,
    0x1.28ad5e72686fp-22, 0x1.ad9f1e7f9bdecp-26};

/// (expm1(r) - r) / r^2 for |r| <= ln(2)/2, lowest first; relative to expm1(r). Error below 2^-61.62.
inline constexpr double kExpm1F64[] = {
    0x1p-1, 0x1.5555555555559p-3, 0x1.5555555555559p-5, 0x1.111111110f70bp-7, 0x1.6c16c16c1685bp-10,
    0x1.a01a01af9bc4dp-13, 0x1.a01a019e2de26p-16, 0x1.71ddf93a9877cp-19, 0x1.27e4f9220ef7fp-22,
    0x1.af5d02b8032d9p-26, 0x1.1f382395a52b6p-29};

/// 2^r for |r| <= 1/2, lowest first; relative. Error below 2^-28.32.
inline constexpr double kExp2F32[] = {
    0x1p+0, 0x1.62e43p-1, 0x1.ebfbdcp-3, 0x1.c6af7cp-5, 0x1.3b2dep-7, 0x1.5f083p-10, 0x1.416b68p-13};

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

/// (log2(1 + f) - f / ln(2)) / f^2 for |f| <= 1/3, lowest first; relative. Error below 2^-27.66.
inline constexpr double kLog2F32[] = {
    -0x1.715476p-1, 0x1.ec703p-2, -0x1.7153ep-2, 0x1.279d6cp-2, -0x1.ecd0d6p-3, 0x1.9de668p-3, -0x1.684fd8p-3,
    0x1.9cda52p-3, -0x1.7bd9f8p-3};

/// 1/ln(2) as a sum of two.
inline constexpr double kLog2EF32[] = {
    0x1.715476p+0, 0x1.4ae0cp-26};

/// (log10(1 + f) - f / ln(10)) / f^2 for |f| <= 1/3, lowest first; relative. Error below 2^-27.73.
inline constexpr double kLog10F32[] = {
    -0x1.bcb7b2p-3, 0x1.287a2ep-3, -0x1.bcb66cp-4, 0x1.63f6e4p-4, -0x1.28c148p-4, 0x1.f22598p-5, -0x1.b0e836p-5,
    0x1.f228dcp-5, -0x1.cc94c4p-5};

/// 1/ln(10) as a sum of two.
inline constexpr double kLog10EF32[] = {
    0x1.bcb7b2p-2, -0x1.5b235ep-27};

/// log10(2) as a sum of two; multiples of the first up to 2^9 are exact.
inline constexpr double kLog10Of2F32[] = {
    0x1.344p-2, 0x1.3509f8p-18};

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

// Below, z = x^2.

/// (tanh(x) - x) / (x z) for |x| <= 0.55, lowest first; relative to tanh(x). Error below 2^-29.71.
inline constexpr double kTanhF32[] = {
    -0x1.55554ap-2, 0x1.110ceep-3, -0x1.b91e7ep-5, 0x1.58e518p-6, -0x1.9921ap-8};

/// erf(x) / x - 1 for |x| <= 0.9, lowest first; relative to erf(x). Error below 2^-30.06.
inline constexpr double kErfF32[] = {
    0x1.06eba8p-3, -0x1.81274p-2, 0x1.ce2d6p-4, -0x1.b80064p-6, 0x1.543f6p-8, -0x1.a58732p-11, 0x1.4d3a18p-14};

/// log(erfc(x)) / x for 0.9 <= x <= 3.93, lowest first; absolute in erfc(x). Error below 2^-32.0.
inline constexpr double kLogErfcF32[] = {
    -0x1.20e84ap+0, -0x1.45750cp-1, -0x1.aee4fp-4, 0x1.72673ep-6, -0x1.7abd2p-9, 0x1.26020cp-15, 0x1.961022p-15,
    -0x1.5ad3a2p-18};

/// (tanh(x) - x) / (x z) for |x| <= 0.55, lowest first; relative to tanh(x). Error below 2^-60.52.
inline constexpr double kTanhF64[] = {
    -0x1.555555555554fp-2, 0x1.1111111110779p-3, -0x1.ba1ba1b97aa8ep-5, 0x1.664f4858af367p-6, -0x1.226e2ef8ec272p-7,
    0x1.d6d296e141135p-9, -0x1.7d8f930d470ecp-10, 0x1.34817dbf0eb16p-11, -0x1.e9586d34f243ep-13,
    0x1.5d2ea396b4dddp-14, -0x1.465e6eb1b823cp-16};

/// erf(x) / x - 1 for |x| <= 0.9, lowest first; relative to erf(x). Error below 2^-56.33.
inline constexpr double kErfF64[] = {
    0x1.06eba8214db69p-3, -0x1.812746b037a26p-2, 0x1.ce2f21a045a34p-4, -0x1.b82ce3135c8dep-6, 0x1.565bcd2d6691bp-8,
    -0x1.c02db941e1a0ep-11, 0x1.f9a3b39db5721p-14, -0x1.f4db96136ed61p-17, 0x1.ba45910f89417p-20,
    -0x1.6186a8d3ff6c5p-23, 0x1.01b5c427ab8e6p-26, -0x1.231861269435dp-30};

/// log(erfc(x)) / x for 0.9 <= x <= 5.93, lowest first; absolute in erfc(x). Error below 2^-61.27.
inline constexpr double kLogErfcF64[] = {
    -0x1.20dd7593b7983p+0, -0x1.45f2f9747c94fp-1, -0x1.a4f73da30d2e1p-4, 0x1.3987a71cb15b5p-6,
    0x1.8dd9c34bc0a1dp-13, -0x1.b34191593a29bp-10, 0x1.1aacd0482b41p-11, 0x1.07cce975e0f8bp-15,
    -0x1.e72d21212834ap-14, 0x1.19cf69695d117p-14, -0x1.a5e63f0bb237cp-16, 0x1.d7684f47148d4p-18,
    -0x1.97efce9730903p-20, 0x1.1226f0302f347p-22, -0x1.19243e6c3cfdbp-25, 0x1.a6ef49fe84067p-29,
    -0x1.b03b9dd69b637p-33, 0x1.f737cefd0305ap-38, -0x1.2175e589b32a8p-44, -0x1.c0ed0a0c0daadp-49};

/// log(erfc(x)) / x for 0 <= x <= 3.93, lowest first; absolute in erfc(x). Error below 2^-30.14.
inline constexpr double kLogWholeErfcF32[] = {
    -0x1.20dd76p+0, -0x1.45f2dep-1, -0x1.a4fd3ep-4, 0x1.39c09p-6, 0x1.91b9dp-13, -0x1.c595d2p-10, 0x1.6bebb6p-11,
    -0x1.388c38p-13, 0x1.24274p-16, -0x1.c54a6cp-21};

// Below, |r| <= pi/4 and z = r^2.

/// (sin(r) - r) / (r z), a little beyond, lowest first; relative to sin(r). Error below 2^-27.84.
inline constexpr double kSinF32[] = {
    -0x1.555544p-3, 0x1.1106c6p-7, -0x1.991c26p-13};

/// (cos(r) - 1 + z/2) / z^2, a little beyond, lowest first; relative to cos(r). Error below 2^-32.75.
inline constexpr double kCosF32[] = {
    0x1.55554ap-5, -0x1.6c0c14p-10, 0x1.99de6ap-16};

/// sin(r) / r - 1, lowest first, from the power 1 on; relative to sin(r). Error below 2^-37.49.
inline constexpr double kSinShort[] = {
    -0x1.5555554c6fffbp-3, 0x1.111108690ca04p-7, -0x1.a00f7e14ff64p-13, 0x1.6cd1b0a188e69p-19};

/// (sin(r) - r) / (r z), lowest first; relative to sin(r). Error below 2^-57.89.
inline constexpr double kSinFull[] = {
    -0x1.5555555555548p-3, 0x1.111111110f73p-7, -0x1.a01a019be9215p-13, 0x1.71de35552b207p-19,
    -0x1.ae5e4b83ae3bcp-26, 0x1.5d8b55809d8dep-33};

/// cos(r), lowest first. Error below 2^-33.87.
inline constexpr double kCosShort[] = {
    0x1p+0, -0x1.ffffffcb7805dp-2, 0x1.55553c74b9767p-5, -0x1.6c07efe05a08dp-10, 0x1.991642cdc45e8p-16};

/// (cos(r) - 1 + z/2) / z^2, lowest first; relative to cos(r). Error below 2^-63.93.
inline constexpr double kCosFull[] = {
    0x1.555555555554bp-5, -0x1.6c16c16c15013p-10, 0x1.a01a019c8ed04p-16, -0x1.27e4f7f140bf7p-22,
    0x1.1ee9db8dde103p-29, -0x1.8fa65e5b41dbcp-37};

/// (asin(x) - x) / x^3 in x^2 for |x| <= 1/2, lowest first; relative to asin(x). Error below 2^-31.69.
inline constexpr double kAsinF32[] = {
    0x1.55554cp-3, 0x1.3338acp-4, 0x1.6ca754p-5, 0x1.04d2e2p-5, 0x1.d52488p-7, 0x1.34c39ep-5};

/// (atan(x) - x) / x^3 in x^2 for |x| <= 1/2, lowest first; relative to atan(x). Error below 2^-31.73.
inline constexpr double kAtanF32[] = {
    -0x1.555552p-2, 0x1.999742p-3, -0x1.244ff6p-3, 0x1.c06dccp-4, -0x1.47f982p-4, 0x1.3f98aap-5};

/// pi/2 as a sum of three.
inline constexpr double kHalfPiF32[] = {
    0x1.921fb6p+0, -0x1.777a5cp-25, -0x1.ee59dap-50};

/// (asin(x) - x) / x^3 in x^2 for |x| <= 1/2, lowest first; relative to asin(x). Error below 2^-59.85.
inline constexpr double kAsinF64[] = {
    0x1.5555555555577p-3, 0x1.333333332e10ap-4, 0x1.6db6db72154fcp-5, 0x1.f1c71a9392233p-6, 0x1.6e8bdf0d69cdbp-6,
    0x1.1c49ecd398859p-6, 0x1.ca1fe9c95f8dap-7, 0x1.75825f53cb329p-7, 0x1.614f5f65e7c36p-7, 0x1.e4ca1935935cap-9,
    0x1.63fbc474db71bp-6, -0x1.588a0a95413e7p-6, 0x1.0b745ebb6afb4p-5};

/// (atan(x) - x) / x^3 in x^2 for |x| <= 1/2, lowest first; relative to atan(x). Error below 2^-62.01.
inline constexpr double kAtanF64[] = {
    -0x1.5555555555552p-2, 0x1.99999999990d3p-3, -0x1.2492492453489p-3, 0x1.c71c71aae232p-4, -0x1.745d138d8f0b7p-4,
    0x1.3b13608d2cdaap-4, -0x1.110c6f52b1b0cp-4, 0x1.e182b7b15ca68p-5, -0x1.ac71f35277324p-5, 0x1.77f939e10f3bcp-5,
    -0x1.3015c4327da29p-5, 0x1.8392f36cf0866p-6, -0x1.12205c31b4f5ep-7};

/// pi/2 as a sum of three.
inline constexpr double kHalfPiF64[] = {
    0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54, -0x1.f1976b7ed8fbcp-110};

/// The bits of 2/pi, the highest first, behind 26 zeros.
inline constexpr uint64_t kTwoOverPiShort[] = {
    0x00000028be60db93, 0x91054a7f09d5f47d, 0x4d377036d8a5664f, 0x10e4107f9458eaf7};

/// The bits of 2/pi, the highest first, behind 55 zeros.
inline constexpr uint64_t kTwoOverPiFull[] = {
    0x0000000000000145, 0xf306dc9c882a53f8, 0x4eafa3ea69bb81b6, 0xc52b3278872083fc, 0xa2c757bd778ac36e,
    0x48dc74849ba5c00c, 0x925dd413a32439fc, 0x3bd63962534e7dd1, 0x046bea5d768909d3, 0x38e04d68befc8273,
    0x23ac7306a673e939, 0x08bf177bf250763f, 0xf12fffbc0b301fde, 0x5e2316b414da3eda, 0x6cfd9e4f96136e9e,
    0x8c7ecd3cbfd45aea, 0x4f758fd7cbe2f67a, 0x0e73ef14a525d4d7, 0xf6bf623f1aba10ac};

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
