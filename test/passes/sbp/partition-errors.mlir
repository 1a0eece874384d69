// RUN: weir-opt %s --weir-partition --verify-diagnostics

// expected-error @below {{'sbp.mesh' op not supported yet: mesh of 4 devices}}
sbp.mesh @grid shape [2, 2] devices [0, 1, 2, 3]
