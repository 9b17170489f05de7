// RUN: remat-opt %s -verify-diagnostics -split-input-file

// expected-error @+1 {{expected '<'}}
func.func private @no_names() attributes {a = #remat.save_only}

// -----

// expected-error @+2 {{invalid kind of attribute specified}}
// expected-error @+1 {{failed to parse SaveOnlyAttr parameter 'names'}}
func.func private @name_is_no_string() attributes {a = #remat.save_only<[1]>}

// -----

// expected-error @+2 {{invalid kind of attribute specified}}
// expected-error @+1 {{failed to parse SaveAnyButAttr parameter 'names'}}
func.func private @name_is_no_string() attributes {a = #remat.save_any_but<["a", f32]>}

// -----

// expected-error @+2 {{expected attribute value}}
// expected-error @+1 {{failed to parse AnyOfAttr parameter 'policies'}}
func.func private @any_of_none() attributes {a = #remat.any_of<>}

// -----

// expected-error @+2 {{invalid kind of attribute specified}}
// expected-error @+1 {{failed to parse AnyOfAttr parameter 'policies'}}
func.func private @any_of_no_policy() attributes {a = #remat.any_of<"a">}

// -----

// expected-error @+1 {{unknown attribute `no_such` in dialect `remat`}}
func.func private @unknown() attributes {a = #remat.no_such}
