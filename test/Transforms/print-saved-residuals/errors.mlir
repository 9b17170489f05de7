// RUN: not remat-opt %s --remat-print-saved-residuals='function=nosuch' -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not remat-opt %s --remat-print-saved-residuals -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not remat-opt %s --remat-print-saved-residuals='function=f output=%t.dir/nosuch/file' -o /dev/null 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: not remat-opt %s --remat-print-saved-residuals='function=opaque' -o /dev/null 2>&1 | FileCheck %s --check-prefix=RULE

// UNKNOWN: error: {{.*}}nosuch
// NONE: error: {{.*}}function
// FILE: error: {{.*}}nosuch/file
func.func @f(%x: f32) -> f32 {
  %s = math.sin %x : f32
  return %s : f32
}

// RULE: net.py:1:1: error: {{.*}}@elsewhere
func.func private @elsewhere(f32) -> f32
func.func @opaque(%x: f32) -> f32 {
  %s = func.call @elsewhere(%x) : (f32) -> f32 loc("net.py":1:1)
  return %s : f32
}
