func.func @f(%x: f32) -> f64 {
  return %x : f32
}
