/* What ops make of their operands: shapes and dtypes of results, from plain structs. Nothing here needs MLIR, builds IR
 * or keeps state, so any thread may ask at any time. */
#ifndef WEIR_COMPILER_INFERENCE_H
#define WEIR_COMPILER_INFERENCE_H

#include "include/weir/Runtime/Runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

#define WEIR_UNKNOWN_SIZE (-1) /* a size that is known only when the program runs; written `?` */

typedef struct weir_meta {
  weir_dtype dtype;
  int32_t rank;
  int64_t shape[WEIR_MAX_RANK]; /* each at least 0, or WEIR_UNKNOWN_SIZE */
} weir_meta;

typedef enum weir_attribute_kind {
  WEIR_ATTRIBUTE_FLAG = 0,     /* `integer`, 0 or 1 */
  WEIR_ATTRIBUTE_INTEGER = 1,  /* `integer` */
  WEIR_ATTRIBUTE_NUMBER = 2,   /* `number` */
  WEIR_ATTRIBUTE_TEXT = 3,     /* `text` */
  WEIR_ATTRIBUTE_INTEGERS = 4, /* `integers`, as many as `integer` says */
  WEIR_ATTRIBUTE_DTYPE = 5,    /* `integer`, a weir_dtype */
} weir_attribute_kind;

typedef struct weir_attribute {
  const char *name; /* as in the op's page: docs/reference/ops.md */
  weir_attribute_kind kind;
  int64_t integer;
  double number;
  const char *text;
  const int64_t *integers;
} weir_attribute;

/* Shapes and dtypes of the results of the op with this name, such as "matmul". Attributes are those of its IR, but for
 * enums, elements and lists of floats, which decide no result. An op with optional operands has "present", an op whose
 * result sizes don't follow from its operands has "shape" (integers) and "dtype" of its result; flags may be left out.
 * `count` holds how many results there is room for, and afterwards how many there are; where that is more, nothing is
 * written to `results`, and the status says so. Fails where the op's inference refuses its operands or attributes; the
 * message begins with the op's name. */
WEIR_API weir_status *weir_infer(const char *op, const weir_meta *operands, size_t num_operands,
                                 const weir_attribute *attributes, size_t num_attributes, weir_meta *results,
                                 size_t *count);

#ifdef __cplusplus
}
#endif

#endif
