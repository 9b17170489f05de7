// REQUIRES: jax
// RUN: %case %s chain:sin,sin --function=whole
// RUN: %case %s chain:exp,sin,sin --function=last
// RUN: %case %s chain:sin,sin,exp --function=first
// RUN: remat-opt %s --remat-print-saved-residuals='function=whole' -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHOLE
// RUN: remat-opt %s --remat-print-saved-residuals='function=whole strict' -o /dev/null
// RUN: remat-opt %s --remat-print-saved-residuals='function=last' -o /dev/null 2>&1 | FileCheck %s --check-prefix=LAST
// RUN: remat-opt %s --remat-print-saved-residuals='function=first' -o /dev/null 2>&1 | FileCheck %s --check-prefix=FIRST

// A region whose replay follows its forward pass at once keeps the peak where it was,
// and the report says so: the whole function, its last stage. It is no error.

// WHOLE: {{.*}}net.py:3:1{{.*}}peak unchanged
func.func @whole(%x: f32 loc("x")) -> f32 {
  %y = remat.checkpoint (%a = %x : f32) -> (f32) {
    %s = math.sin %a : f32
    %t = math.sin %s : f32
    remat.yield %t : f32
  } loc("f"("net.py":3:1))
  return %y : f32
}

// LAST: {{.*}}net.py:4:1{{.*}}peak unchanged
func.func @last(%x: f32 loc("x")) -> f32 {
  %e = math.exp %x : f32
  %y = remat.checkpoint (%a = %e : f32) -> (f32) {
    %s = math.sin %a : f32
    %t = math.sin %s : f32
    remat.yield %t : f32
  } loc("f"("net.py":4:1))
  return %y : f32
}

// FIRST: from the argument x
// FIRST-NOT: peak unchanged
func.func @first(%x: f32 loc("x")) -> f32 {
  %y = remat.checkpoint (%a = %x : f32) -> (f32) {
    %s = math.sin %a : f32
    %t = math.sin %s : f32
    remat.yield %t : f32
  } loc("f"("net.py":5:1))
  %e = math.exp %y : f32
  return %e : f32
}
