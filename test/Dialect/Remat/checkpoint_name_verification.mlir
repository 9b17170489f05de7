// RUN: remat-opt %s -verify-diagnostics -split-input-file

func.func @empty(%x: f32) {
  // expected-error @+1 {{'remat.checkpoint_name' op needs a name that isn't empty}}
  %0 = remat.checkpoint_name %x "" : f32
  return
}

// -----

func.func @store_integer_value(%x: tensor<4xi32>) {
  // expected-error @+1 {{'remat.checkpoint_name' op with 'store' needs a float value and a float type, but has 'tensor<4xi32>' and 'bf16'}}
  %0 = remat.checkpoint_name %x "a" store(bf16) : tensor<4xi32>
  return
}

// -----

func.func @store_integer_type(%x: tensor<4xf32>) {
  // expected-error @+1 {{'remat.checkpoint_name' op with 'store' needs a float value and a float type, but has 'tensor<4xf32>' and 'i8'}}
  %0 = remat.checkpoint_name %x "a" store(i8) : tensor<4xf32>
  return
}

// -----

func.func @store_as_wide(%x: f16) {
  // expected-error @+1 {{'remat.checkpoint_name' op with 'store' needs a type narrower than 'f16', but has 'bf16'}}
  %0 = remat.checkpoint_name %x "a" store(bf16) : f16
  return
}

// -----

func.func @types(%x: f16) {
  // expected-error @+1 {{'remat.checkpoint_name' op failed to verify that all of {value, result} have same type}}
  %0 = "remat.checkpoint_name"(%x) <{name = "a"}> : (f16) -> f32
  return
}
