// Names that would be HTML.
func.func @"<f>"(%x: tensor<2xf32> loc("</span><script>alert(\"&amp;'\")</script>"),
                 %y: tensor<2xf32> loc("<!--")) -> tensor<2xf32> {
  %p = arith.mulf %x, %y : tensor<2xf32> loc("]]><b>"("</style>":1:1))
  return %p : tensor<2xf32>
}

// Nothing is kept of it.
func.func @linear(%x: f32) -> f32 {
  %n = arith.negf %x : f32
  return %n : f32
}
