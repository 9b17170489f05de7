// RUN: remat-opt %s -verify-diagnostics -split-input-file

func.func @argument_type(%x: f32) -> f32 {
  // expected-error @+1 {{'remat.checkpoint' op input 0 is 'f32' but the body's argument is 'f64'}}
  %0 = "remat.checkpoint"(%x) ({
  ^bb0(%a: f64):
    %b = arith.truncf %a : f64 to f32
    "remat.yield"(%b) : (f32) -> ()
  }) : (f32) -> f32
  return %0 : f32
}

// -----

func.func @argument_count(%x: f32) -> f32 {
  // expected-error @+1 {{'remat.checkpoint' op has 1 inputs but its body has 0 arguments}}
  %0 = "remat.checkpoint"(%x) ({
    %a = arith.constant 1.0 : f32
    "remat.yield"(%a) : (f32) -> ()
  }) : (f32) -> f32
  return %0 : f32
}

// -----

func.func @from_above(%x: f32) -> f32 {
  // expected-note @+1 {{required by region isolation constraints}}
  %0 = remat.checkpoint () -> (f32) {
    // expected-error @+1 {{'math.sin' op using value defined outside the region}}
    %s = math.sin %x : f32
    remat.yield %s : f32
  }
  return %0 : f32
}

// -----

func.func @no_block(%x: f32) {
  // expected-error @+1 {{'remat.checkpoint' op region #0 ('body') failed to verify constraint: region with 1 blocks}}
  "remat.checkpoint"(%x) ({
  }) : (f32) -> ()
  return
}

// -----

func.func @two_blocks(%x: f32) {
  // expected-error @+1 {{'remat.checkpoint' op expects region #0 to have 0 or 1 blocks}}
  "remat.checkpoint"(%x) ({
  ^bb0(%a: f32):
    "cf.br"()[^bb1] : () -> ()
  ^bb1:
    "remat.yield"() : () -> ()
  }) : (f32) -> ()
  return
}

// -----

func.func @terminator(%x: f32) {
  // expected-error @+2 {{'remat.checkpoint' op expects regions to end with 'remat.yield', found 'llvm.unreachable'}}
  // expected-note @+1 {{in custom textual format, the absence of terminator implies 'remat.yield'}}
  "remat.checkpoint"(%x) ({
  ^bb0(%a: f32):
    "llvm.unreachable"() : () -> ()
  }) : (f32) -> ()
  return
}

// -----

func.func @no_policy(%x: f32) {
  // expected-error @+1 {{expected a policy such as #remat.nothing or #remat.save_only<["name"]>, but found "nothing"}}
  remat.checkpoint policy("nothing") (%a = %x : f32) {
  }
  return
}

// -----

func.func @no_policy_attribute_of_ours(%x: f32) {
  // expected-error @+1 {{expected a policy such as #remat.nothing or #remat.save_only<["name"]>, but found #remat.residual<argument 1, "x">}}
  remat.checkpoint policy(#remat.residual<argument 1, "x">) (%a = %x : f32) {
  }
  return
}

// -----

func.func @no_policy_generic(%x: f32) {
  // expected-error @+1 {{Invalid attribute `policy` in property conversion: "nothing"}}
  "remat.checkpoint"(%x) <{policy = "nothing"}> ({
  ^bb0(%a: f32):
    "remat.yield"() : () -> ()
  }) : (f32) -> ()
  return
}
