// Reporting changes nothing.
// RUN: remat-opt %s -o %t.as_it_is
// RUN: remat-opt %s --remat-print-saved-residuals='function=f output=%t.report' -o %t.reported
// RUN: diff %t.as_it_is %t.reported

func.func @f(%x: f32) -> f32 {
  %y = remat.checkpoint (%a = %x : f32) -> (f32) {
    %s = math.sin %a : f32
    %n = remat.checkpoint_name %s "a" : f32
    remat.yield %n : f32
  }
  %v, %g = remat.value_and_grad @h(%y) : (f32) -> (f32, f32)
  return %g : f32
}

func.func private @h(%x: f32) -> f32 {
  %e = math.exp %x : f32
  return %e : f32
}
